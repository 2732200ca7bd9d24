import type { Database } from '../../../db/database.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import { deleteChanges, readChanges } from './change-store.ts';

/** Milliseconds after which a process that did not look forgets all; far less than changes are kept. */
const FORGET_AFTER = 240_000;
/** Minutes for which changes are kept. */
const KEPT = 10;
/** Products and sellers whose last change is remembered. */
const MOST = 50_000;

/** What a kept answer was made from: one product or seller, by its id, or what lists show of all products. */
export type Origin = { id: string } | 'shelves';

/**
 * Whether what a process keeps of the catalogue is still so. The transactions that change it leave a row
 * (`catalogue_changes`); before an answer is taken from what was kept, the newest rows have been read no longer than
 * `lag` ms ago, from PostgreSQL itself. So nothing depends on a message that may be lost.
 *
 * An answer is stamped with the oldest transaction under way when its reading began. What was committed before is in
 * it; any change that is not in it has a number at or above the stamp, and makes it invalid however late it is kept.
 */
export class ChangeFeed {
  readonly #database: Database;
  readonly #lag: number;
  #xmin = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;
  readonly #checking = new SingleFlight();
  /** Answers with a lower stamp are older than what this process knows of. */
  #floor = 0;
  /** Of all transactions that were noted. */
  #highest = 0;
  #lastOfAll = 0;
  #lastShelf = 0;
  readonly #lastOf = new Map<string, number>();

  /** @param lag Milliseconds an answer may be behind what is committed. */
  constructor(database: Database, lag: number) {
    this.#database = database;
    this.#lag = lag;
  }

  get isFresh(): boolean {
    return this.covers(this.#checkedAt);
  }

  /** Whether what was read from that moment on is new enough for somebody who asks now. */
  covers(began: number): boolean {
    return performance.now() - began < this.#lag;
  }

  /** Resolves once what was committed `lag` ms before this call is known. Rejects while the database does not answer. */
  async refresh(): Promise<void> {
    const enough = performance.now() - this.#lag;
    // A look under way may have begun too early; the next one has not.
    while (this.#checkedAt < enough) {
      await this.#checking.run(() => this.#check());
    }
  }

  /** For an answer whose reading begins now, after `refresh`. */
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
    const known = began - this.#checkedAt < FORGET_AFTER;
    const tail = await readChanges(this.#database, known ? this.#xmin : null);
    // Transaction numbers only grow; a database that was put back to an earlier state is another one.
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
    // Rows come in no order: what was noted before this one may have changed later.
    if (this.#lastOf.size > MOST) this.#forget(this.#highest + 1);
  }

  #forget(floor: number): void {
    this.#floor = floor;
    [this.#highest, this.#lastOfAll, this.#lastShelf] = [0, 0, 0];
    this.#lastOf.clear();
  }
}

/** Forgets changes that every process has read. Answers how many. */
export function purgeCatalogueChanges(database: Database): Promise<number> {
  return deleteChanges(database, KEPT);
}
