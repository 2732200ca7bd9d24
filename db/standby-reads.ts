import { WaslError } from '../actors/errors.ts';
import { type Database, openDatabase } from './database.ts';
import type { DatabaseHost } from './database-hosts.ts';
import type { PrimaryWatch } from './primary-watch.ts';
import { StandbyServer } from './standby-server.ts';

/** Where a read was answered: `repeated` on the primary after a standby had failed. */
export type ReadFrom = 'standby' | 'primary' | 'repeated';

/** For reads that may be some seconds old, where `docs/standby.md` lists them. */
export interface StaleReads {
  /** Milliseconds by which what is read may be old; 0: it is always the primary's. */
  readonly maxAgeMs: number;
  /** Connections to standbys. */
  readonly pools: readonly Database[];
  /** `work` only reads, and may be run twice. All of it sees the same server. */
  read<T>(work: (database: Database) => Promise<T>): Promise<T>;
}

/** Without standbys: every read is the primary's. */
export function readsOfPrimary(database: Database): StaleReads {
  return { maxAgeMs: 0, pools: [], read: (work) => work(database) };
}

/** Milliseconds. A server that is slower than this, or gone, is not waited for. */
const CONNECT_MS = 1_000;
const ANSWER_MS = 6_000;

export interface StandbyReadsOptions {
  primary: Database;
  /** Its looks decide which standby may be read. */
  watch: Pick<PrimaryWatch, 'freshest'>;
  maxAgeMs: number;
  /** Connections to each standby. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  name: string;
  onRead: (from: ReadFrom) => void;
}

/**
 * Reads from the standby that is behind the least, if it is behind by no more than `maxAgeMs`; otherwise from the
 * primary. What fails on a standby (it was lost, it cancelled a query that was in the way of its replay, it is too slow)
 * is repeated on the primary once.
 */
export class StandbyReads implements StaleReads {
  readonly maxAgeMs: number;
  readonly #options: StandbyReadsOptions;
  readonly #pools = new Map<DatabaseHost, Database>();

  constructor(options: StandbyReadsOptions) {
    this.maxAgeMs = options.maxAgeMs;
    this.#options = options;
  }

  get pools(): readonly Database[] {
    return [...this.#pools.values()];
  }

  async read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const { primary, watch, onRead } = this.#options;
    const host = watch.freshest(this.maxAgeMs);
    if (host === null) {
      onRead('primary');
      return work(primary);
    }
    try {
      const answer = await inTime(async () => work(this.#poolOf(host)));
      onRead('standby');
      return answer;
    } catch (error) {
      // A refusal is an answer.
      if (error instanceof WaslError) throw error;
      onRead('repeated');
      return work(primary);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }

  #poolOf(host: DatabaseHost): Database {
    const known = this.#pools.get(host);
    if (known !== undefined) return known;
    const { name, poolSize: max } = this.#options;
    const pool = openDatabase(new StandbyServer(host), { name, max, connectMs: CONNECT_MS, readOnly: true });
    this.#pools.set(host, pool);
    return pool;
  }
}

/** What is given up goes on until the limits of its connection end it, and nobody waits for it. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const answer = work();
  answer.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the standby does not answer in time')), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
