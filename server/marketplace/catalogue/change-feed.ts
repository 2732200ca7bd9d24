import type { Database } from '../../../db/database.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import { deleteChanges, readChanges } from './change-store.ts';

/** Milliseconds without a check after which a process discards its knowledge; well below the time changes are kept. */
const FORGET_AFTER_MS = 240_000;
/** Minutes changes are kept. */
const KEPT_MINUTES = 10;
/** Most products and sellers whose last change is remembered. */
const MAX_REMEMBERED = 50_000;

/** What a cached response was made from: one product or seller by id, or data that lists show of all products. */
export type Origin = { id: string } | 'shelves';

/**
 * Tells whether cached catalogue data is still valid. Transactions that change the catalogue insert a row into
 * `catalogue_changes`. Before a cached response is used, the newest rows must have been read from PostgreSQL at most
 * `lag` ms ago, so nothing depends on messages that may be lost.
 *
 * A response is stamped with the oldest transaction running when its reading began. It contains everything committed
 * before that. Any change it misses has a transaction number at or above the stamp and invalidates it, whenever it is
 * stored.
 */
export class ChangeFeed {
  readonly #database: Database;
  readonly #lag: number;
  #xmin = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;
  readonly #checking = new SingleFlight();
  /** Lowest stamp this process can judge; lower ones are invalid. */
  #floor = 0;
  /** Highest transaction number noted. */
  #highest = 0;
  #lastOfAll = 0;
  #lastShelf = 0;
  readonly #lastOf = new Map<string, number>();

  /** @param lag Most milliseconds a response may lag behind committed changes. */
  constructor(database: Database, lag: number) {
    this.#database = database;
    this.#lag = lag;
  }

  get isFresh(): boolean {
    return this.covers(this.#checkedAt);
  }

  /** Whether data read from that moment on is recent enough for a request made now. */
  covers(began: number): boolean {
    return performance.now() - began < this.#lag;
  }

  /** Resolves once everything committed `lag` ms before this call is known. Rejects if the database does not answer. */
  async refresh(): Promise<void> {
    const enough = performance.now() - this.#lag;
    // A check already running may have started too early; the next one has not.
    while (this.#checkedAt < enough) {
      await this.#checking.run(() => this.#check());
    }
  }

  /** Stamp for a response whose reading starts now, after `refresh`. */
  get stamp(): number {
    return this.#xmin;
  }

  isValid(origin: Origin, stamp: number): boolean {
    if (stamp < this.#floor || stamp > this.#xmin || this.#lastOfAll >= stamp) return false;
    if (origin === 'shelves') return this.#lastShelf < stamp;
    return (this.#lastOf.get(origin.id) ?? 0) < stamp;
  }

  async #check(): Promise<void> {
    const began = performance.now();
    const known = began - this.#checkedAt < FORGET_AFTER_MS;
    const tail = await readChanges(this.#database, known ? this.#xmin : null);
    // Transaction numbers only grow, so a smaller one means that the database was restored from a backup.
    if (!known || tail.xmin < this.#xmin) this.#forget(tail.xmin);
    this.#xmin = tail.xmin;
    for (const change of tail.changes) this.#note(...change);
    this.#checkedAt = began;
  }

  #note(subject: string | null, shelf: boolean, xid: number): void {
    if (shelf) this.#lastShelf = Math.max(this.#lastShelf, xid);
    if (subject === null) this.#lastOfAll = Math.max(this.#lastOfAll, xid);
    else this.#lastOf.set(subject, Math.max(this.#lastOf.get(subject) ?? 0, xid));
    this.#highest = Math.max(this.#highest, xid);
    // Rows arrive in no order: changes noted before this one may be newer.
    if (this.#lastOf.size > MAX_REMEMBERED) this.#forget(this.#highest + 1);
  }

  #forget(floor: number): void {
    this.#floor = floor;
    [this.#highest, this.#lastOfAll, this.#lastShelf] = [0, 0, 0];
    this.#lastOf.clear();
  }
}

/** Deletes changes that every process has read. Returns how many. */
export function purgeCatalogueChanges(database: Database): Promise<number> {
  return deleteChanges(database, KEPT_MINUTES);
}
