import pg from 'pg';
import { HISTORY_SETTING } from './commit-history.ts';
import type { DatabaseHost } from './database-hosts.ts';

/** What a server says of itself to the client that has just connected. */
export interface ServerFacts {
  standby: boolean;
  readOnly: boolean;
  /** Number of the timeline that it writes; null for a standby. */
  timeline: number | null;
  /**
   * Number of the timeline that a standby is known to follow: the one of its last restart point, which may be some minutes
   * behind after a promotion elsewhere; null for a primary.
   */
  followed: number | null;
  /** The note of `commit-history.ts`. */
  history: string | null;
  /** Bytes of the log written or, by a standby, replayed. */
  position: number | null;
  /** Whether commits wait for a standby. */
  synchronous: boolean;
}

// The note is read from the catalogue: a session has the settings of its database as they were when it began.
const FACTS = `
  SELECT standby, current_setting('transaction_read_only') = 'on' AS "readOnly",
         CASE WHEN NOT standby THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
         CASE WHEN standby THEN (SELECT timeline_id FROM pg_control_checkpoint()) END AS followed,
         (SELECT substr(setting, length('${HISTORY_SETTING}=') + 1)
            FROM pg_database d JOIN pg_db_role_setting s ON s.setdatabase = d.oid AND s.setrole = 0, unnest(s.setconfig) AS setting
           WHERE d.datname = current_database() AND setting LIKE '${HISTORY_SETTING}=%') AS history,
         (CASE WHEN standby THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS position,
         current_setting('synchronous_standby_names') <> '' AS synchronous
    FROM pg_is_in_recovery() AS standby`;

interface FactsRow extends Omit<ServerFacts, 'timeline' | 'position'> {
  timeline: string | null;
  position: string | null;
}

/** One round trip. */
export async function readServerFacts(client: Pick<pg.Client, 'query'>): Promise<ServerFacts> {
  const { rows } = await client.query<FactsRow>(FACTS);
  const [row] = rows;
  if (row === undefined) throw new Error('the server told nothing of itself');
  return {
    ...row,
    timeline: row.timeline === null ? null : Number.parseInt(row.timeline, 16),
    position: row.position === null ? null : Number(row.position),
  };
}

/** Chooses a server for a connection, and judges what was found there. */
export interface Chooser {
  choose(): Promise<DatabaseHost>;
  /** Throws if this server must not be used. */
  admit(host: DatabaseHost, facts: ServerFacts, client: ServerClient): void;
  /** This server could not be used. */
  doubt(host: DatabaseHost): void;
}

/** A connection of the driver to the server that a chooser names, and to no other. */
export class ServerClient extends pg.Client {
  readonly #chooser: Chooser;

  constructor(config: pg.ClientConfig | undefined, chooser: Chooser) {
    super(withoutOverruling(config));
    this.#chooser = chooser;
    // Whatever breaks the connection also rejects what is under way; before a pool listens, this would end the process.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(null, client),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    const host = await this.#chooser.choose();
    // The driver reads both when it opens the socket.
    if (host.address !== null) Object.assign(this, host.address);
    try {
      await super.connect();
      this.#chooser.admit(host, await readServerFacts(this), this);
      return this;
    } catch (error) {
      this.#chooser.doubt(host);
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  /** Breaks the connection off, whatever it is doing: what is under way fails as it does when a server is lost. */
  cut(): void {
    this.connection.stream.destroy();
  }
}

/**
 * The driver lets an address overrule all other settings, among them how long a lock is waited for. Here it may only add to
 * them; its `options` come before ours, and of two values for one setting the server takes the later one.
 */
function withoutOverruling(config: pg.ClientConfig = {}): pg.ClientConfig {
  if (config.connectionString === undefined) return config;
  const url = new URL(config.connectionString);
  const options = [url.searchParams.get('options') ?? '', config.options ?? ''].join(' ').trim();
  for (const name of ['options', ...Object.keys(config)]) url.searchParams.delete(name);
  return { ...config, connectionString: url.href, ...(options === '' ? {} : { options }) };
}

type ClientClass = new (config?: pg.ClientConfig) => ServerClient;

/** What a pool connects to. */
export interface ChosenServer {
  /** An address for the driver, which reads role, password, database and options from it. */
  readonly url: string;
  /** A class of clients for pools of the driver. */
  readonly Client: ClientClass;
}

export function clientsOf(chooser: Chooser): ClientClass {
  return class extends ServerClient {
    constructor(config?: pg.ClientConfig) {
      super(config, chooser);
    }
  };
}
