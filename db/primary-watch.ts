import pg from 'pg';
import type { DatabaseHost } from './database-hosts.ts';
import { settledWithin } from './deadline.ts';
import { Freshness } from './freshness.ts';
import type { Primary } from './primary.ts';
import { readServerFacts, type ServerFacts } from './server-client.ts';

/** Milliseconds. */
const LOOK_EVERY_MS = 2_000;
const LOOK_TIMEOUT_MS = 2_000;

export interface StandbyFigures {
  /** Servers that the address names. */
  servers: number;
  /** Standbys that answered at the last look. */
  standbys: number;
  /** How many bytes of the log the slowest of them has not replayed; null without one, or without a primary. */
  lagBytes: number | null;
  /** Whether commits wait for a standby; null without a primary. */
  synchronous: boolean | null;
}

/**
 * Looks at every server of an installation that has several, every two seconds: so that a process leaves a former primary
 * that still answers, metrics tell how the standbys are, and reads find one that is fresh enough. Does nothing where there
 * is one server.
 */
export class PrimaryWatch {
  readonly #primary: Primary;
  readonly #clients = new Map<DatabaseHost, pg.Client>();
  readonly #freshness = new Freshness();
  /** The moment whose commits a standby has, by the last look. */
  readonly #freshAsOf = new Map<DatabaseHost, number>();
  #looked: readonly (ServerFacts | null)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(primary: Primary) {
    this.#primary = primary;
    if (primary.hosts.length > 1) this.#looking = this.#look();
  }

  get figures(): StandbyFigures {
    const of = (isStandby: boolean) =>
      this.#looked.filter((facts): facts is ServerFacts => facts?.standby === isStandby);
    const standbys = of(true);
    const writing = of(false).toSorted((one, other) => (other.timeline ?? 0) - (one.timeline ?? 0))[0];
    const written = writing?.position ?? null;
    const behind = standbys.flatMap(({ position }) =>
      written === null || position === null ? [] : [Math.max(0, written - position)],
    );
    return {
      servers: this.#primary.hosts.length,
      standbys: standbys.length,
      lagBytes: behind.length === 0 ? null : Math.max(...behind),
      synchronous: writing?.synchronous ?? null,
    };
  }

  /** The standby that is behind the least, if by no more than `maxAgeMs` at this moment; otherwise null. */
  freshest(maxAgeMs: number): DatabaseHost | null {
    let found: DatabaseHost | null = null;
    let newest = performance.now() - maxAgeMs;
    for (const [host, asOf] of this.#freshAsOf) {
      if (asOf < newest) continue;
      [found, newest] = [host, asOf];
    }
    return found;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([...this.#clients.values()].map((client) => client.end().catch(() => undefined)));
  }

  async #look(): Promise<void> {
    const begun = performance.now();
    this.#looked = await Promise.all(
      this.#primary.hosts.map((host) =>
        settledWithin(
          this.#ask(host).catch(() => null),
          LOOK_TIMEOUT_MS,
          null,
        ),
      ),
    );
    if (this.#isClosed) return;
    this.#primary.noticed(this.#looked);
    this.#judgeStandbys(begun);
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** @param begun When the servers were asked. */
  #judgeStandbys(begun: number): void {
    const { timeline, hosts } = this.#primary;
    const writing = this.#looked.find((facts) => facts?.standby === false && facts.timeline === timeline);
    if (typeof writing?.position === 'number')
      this.#freshness.mark({ at: begun, timeline, position: writing.position });
    this.#freshAsOf.clear();
    for (const [index, host] of hosts.entries()) {
      const facts = this.#looked[index];
      const asOf = facts?.standby === true ? this.#freshness.asOf(facts) : null;
      if (asOf !== null) this.#freshAsOf.set(host, asOf);
    }
  }

  /** Over a connection that is kept from one look to the next. */
  async #ask(host: DatabaseHost): Promise<ServerFacts> {
    let client = this.#clients.get(host);
    try {
      if (client === undefined) {
        client = new pg.Client({
          ...{ connectionString: host.url, application_name: 'wasl-watch', keepAlive: true },
          ...{ connectionTimeoutMillis: LOOK_TIMEOUT_MS, query_timeout: LOOK_TIMEOUT_MS },
        });
        client.on('error', () => undefined);
        this.#clients.set(host, client);
        await client.connect();
      }
      return await readServerFacts(client);
    } catch (error) {
      this.#clients.delete(host);
      void client?.end().catch(() => undefined);
      throw error;
    }
  }
}
