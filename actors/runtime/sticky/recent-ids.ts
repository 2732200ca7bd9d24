/** As many command ids as an owner keeps in mind per actor. */
const KEPT = 64;

/**
 * The newest command ids of an actor. The ids alone: with outcomes, an idle actor would weigh several times as much,
 * and repeats are rare enough to be looked up.
 */
export class RecentIds {
  readonly #ids: Set<string>;
  #complete: boolean;

  /** Newest first. Fewer than KEPT are all there are. */
  constructor(newestFirst: readonly string[]) {
    this.#ids = new Set(newestFirst.slice(0, KEPT).reverse());
    this.#complete = newestFirst.length < KEPT;
  }

  /** False as soon as an id may have been forgotten: then an unknown id must be looked for in the commit. */
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
