/** Number of command ids stored per actor. */
const MAX_RECENT_IDS = 64;

/**
 * The newest command ids of an actor. Only the ids: with outcomes, an idle actor would take several times the memory,
 * and repetitions are rare enough to be looked up.
 */
export class RecentIds {
  readonly #ids: Set<string>;
  #complete: boolean;

  /** Newest first. Fewer than MAX_RECENT_IDS means that there are no others. */
  constructor(newestFirst: readonly string[]) {
    this.#ids = new Set(newestFirst.slice(0, MAX_RECENT_IDS).reverse());
    this.#complete = newestFirst.length < MAX_RECENT_IDS;
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
    if (this.#ids.size <= MAX_RECENT_IDS) return;
    const [oldest] = this.#ids;
    if (oldest !== undefined) this.#ids.delete(oldest);
    this.#complete = false;
  }

  forget(id: string): void {
    this.#ids.delete(id);
  }
}
