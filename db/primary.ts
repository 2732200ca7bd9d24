import pg from 'pg';
import { generationOf, readHistory } from './commit-history.ts';
import { type DatabaseHost, databaseHosts } from './database-hosts.ts';
import { settledWithin } from './deadline.ts';
import {
  type Chooser,
  type ChosenServer,
  clientsOf,
  readServerFacts,
  type ServerClient,
  type ServerFacts,
} from './server-client.ts';

/** SQLSTATE cannot_connect_now: as PostgreSQL itself refuses while it cannot serve. */
const CANNOT_CONNECT_NOW = '57P03';

/** None of the servers is one that may be written to. Repeating later may help. */
export class NoPrimaryError extends Error {
  readonly code = CANNOT_CONNECT_NOW;
}

/** The primary lacks commits that had been acknowledged to this process. */
export class OtherGenerationError extends Error {
  readonly code = CANNOT_CONNECT_NOW;
}

/** Milliseconds. */
const PROBE_TIMEOUT_MS = 2_000;
/** Once one primary has answered, another one, with a newer history, is waited for this long. */
const RIVAL_WAIT_MS = 1_000;
/** After a search that found no primary, connections fail at once for this long, without another search. */
const SEARCH_PAUSE_MS = 250;

/** What a look at a server found; null if it did not answer. */
export type Looked = readonly (ServerFacts | null)[];

/**
 * The one server among those of an address that may be written to. All pools of a process share one, so that they
 * agree. It remembers how far PostgreSQL's history had got: a former primary that comes back has an older timeline and is
 * never followed again.
 */
export class Primary implements Chooser, ChosenServer {
  readonly Client = clientsOf(this);
  readonly hosts: readonly DatabaseHost[];
  /** Called once, when the primary turns out to lack acknowledged commits. */
  onOtherGeneration: (error: OtherGenerationError) => void = () => undefined;
  #believed: DatabaseHost | null = null;
  #searching: Promise<DatabaseHost> | null = null;
  #failure: { error: Error; until: number } | null = null;
  #timeline = 0;
  #generation: number | null = null;
  #isOver = false;
  /** Open connections, with the timeline of their server. */
  readonly #clients = new Map<ServerClient, number>();

  constructor(url: string) {
    this.hosts = databaseHosts(url);
  }

  /** An address for the driver, which reads role, password, database and options from it. */
  get url(): string {
    return this.hosts[0]?.url ?? '';
  }

  /** See `generationOf`; known once a connection was made. */
  get generation(): number {
    if (this.#generation === null) throw new Error('no connection was made yet');
    return this.#generation;
  }

  /** The newest timeline seen; 0 until a connection was made. */
  get timeline(): number {
    return this.#timeline;
  }

  /** The server to connect to. With several, they are asked first unless one has just served. */
  async choose(): Promise<DatabaseHost> {
    const [only, ...others] = this.hosts;
    if (only !== undefined && others.length === 0) return only;
    if (this.#believed !== null) return this.#believed;
    if (this.#failure !== null && performance.now() < this.#failure.until) throw this.#failure.error;
    this.#searching ??= this.#search().finally(() => {
      this.#searching = null;
    });
    return this.#searching;
  }

  admit(host: DatabaseHost, facts: ServerFacts, client: ServerClient): void {
    const timeline = this.#judge(host, facts);
    this.#follow(host, timeline);
    this.#clients.set(client, timeline);
    client.once('end', () => this.#clients.delete(client));
  }

  doubt(host: DatabaseHost): void {
    if (this.#believed === host) this.#believed = null;
  }

  /** For a look from outside, at all servers: another one may have become the primary while the former still answers. */
  noticed(looked: Looked): void {
    const found = newestPrimary(this.hosts, looked);
    if (found === null || found.timeline <= this.#timeline) return;
    try {
      this.#judge(found.host, found.facts);
      this.#follow(found.host, found.timeline);
    } catch (error) {
      // The next connection fails with the same error, so nothing is hidden.
      if (!(error instanceof NoPrimaryError || error instanceof OtherGenerationError)) throw error;
    }
  }

  /** Asks every server at once. */
  async #search(): Promise<DatabaseHost> {
    const looked: (ServerFacts | null)[] = this.hosts.map(() => null);
    const problems: string[] = [];
    const probes = this.hosts.map(async (host, index) => {
      try {
        looked[index] = await probe(host);
      } catch (error) {
        problems[index] = `${host.name}: ${error instanceof Error ? error.message : String(error)}`;
      }
    });
    const all = Promise.all(probes);
    const first = Promise.any(
      probes.map(async (asked, index) => {
        await asked;
        if (looked[index]?.timeline === null || looked[index] === null) throw new Error('no primary');
      }),
    );
    await settledWithin(first, PROBE_TIMEOUT_MS, undefined).catch(() => undefined);
    await settledWithin(all, RIVAL_WAIT_MS, undefined);
    const found = newestPrimary(this.hosts, looked);
    if (found !== null) {
      this.#believed = found.host;
      this.#failure = null;
      return found.host;
    }
    const told = this.hosts.map(
      ({ name }, index) =>
        problems[index] ?? `${name}: ${looked[index] === null ? 'no answer' : 'a standby'}`,
    );
    const error = new NoPrimaryError(`no server is the primary (${told.join('; ')})`);
    this.#failure = { error, until: performance.now() + SEARCH_PAUSE_MS };
    throw error;
  }

  /** Returns the server's timeline. */
  #judge(host: DatabaseHost, { standby, readOnly, timeline, history }: ServerFacts): number {
    if (standby || timeline === null) throw new NoPrimaryError(`${host.name} is a standby`);
    if (readOnly) throw new NoPrimaryError(`${host.name} is read-only`);
    if (timeline < this.#timeline)
      throw new NoPrimaryError(
        `${host.name} is a former primary: it writes timeline ${timeline}, and ${this.#timeline} has begun`,
      );
    const generation = generationOf(timeline, readHistory(history));
    this.#generation ??= generation;
    if (generation !== this.#generation) {
      const error = new OtherGenerationError(
        `${host.name} may lack commits that were acknowledged: it is of generation ${generation}, and this process of ${this.#generation}`,
      );
      if (!this.#isOver) {
        this.#isOver = true;
        this.onOtherGeneration(error);
      }
      throw error;
    }
    return timeline;
  }

  /** Connections to the server before are broken off: they would show an older state, or wait for ever for a standby. */
  #follow(host: DatabaseHost, timeline: number): void {
    if (this.hosts.length > 1) this.#believed = host;
    if (timeline === this.#timeline) return;
    this.#timeline = timeline;
    for (const [client, its] of this.#clients) if (its < timeline) client.cut();
  }
}

/** Two servers may both believe to be the primary: the later timeline began when the other one was given up. */
function newestPrimary(hosts: readonly DatabaseHost[], looked: Looked) {
  let found: { host: DatabaseHost; facts: ServerFacts; timeline: number } | null = null;
  for (const [index, host] of hosts.entries()) {
    const facts = looked[index];
    if (facts === null || facts === undefined || facts.timeline === null) continue;
    if (found === null || facts.timeline > found.timeline) found = { host, facts, timeline: facts.timeline };
  }
  return found;
}

/** Asks one server what it is, on a connection of its own. */
export async function probe({ url }: DatabaseHost): Promise<ServerFacts> {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: 'wasl-probe' },
    ...{ connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await readServerFacts(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Opens one connection to the primary among the servers of the address. The caller ends it. `config` without an address.
 */
export async function connectToPrimary(url: string, config: pg.ClientConfig): Promise<pg.Client> {
  const primary = new Primary(url);
  const client = new primary.Client({ ...config, connectionString: primary.url });
  await client.connect();
  return client;
}
