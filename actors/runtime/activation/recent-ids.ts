/** Number of command ids stored per actor. */
const KEPT = 64;

/**
 * The newest command ids of an actor. Only the ids: with outcomes, an idle actor would take several times the memory,
 * and repetitions are rare enough to be looked up.
 */
export class RecentIds {
  readonly #ids: Set<string>;
  #complete: boolean;

  /** Newest first. Fewer than KEPT means that there are no others. */
  constructor(newestFirst: readonly string[]) {
    this.#ids = new Set(newestFirst.slice(0, KEPT).reverse());
    this.#complete = newestFirst.length < KEPT;
  }

  /** False once an id may have been dropped: an unknown id must then be looked up in the commit. */
  get complete(): boolean {
    return this.#complete;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= KEPT) return;
    const [oldest] = this.#ids;
    if (oldest !== undefined) this.#ids.delete(oldest);
    this.#complete = false;
  }

  forget(id: string): void {
    this.#ids.delete(id);
  }
}
