/**
 * Answers of the last moment, so that a hundred callers who ask at once cost one reading: those who ask while it is
 * read wait for the same reading. Of a few keys only: the one that was read longest ago goes first.
 */
export class TtlCache<Answer> {
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  readonly #entries = new Map<string, { since: number; answer: Promise<Answer> }>();

  constructor({ ttlMs, maxEntries }: { ttlMs: number; maxEntries: number }) {
    this.#ttlMs = ttlMs;
    this.#maxEntries = maxEntries;
  }

  get(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const entry = this.#entries.get(key);
    if (entry !== undefined && performance.now() - entry.since < this.#ttlMs) return entry.answer;
    const answer = read();
    const fresh = { since: performance.now(), answer };
    this.#entries.delete(key);
    this.#entries.set(key, fresh);
    // An error is not kept.
    answer.catch(() => {
      if (this.#entries.get(key) === fresh) this.#entries.delete(key);
    });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
    return answer;
  }
}
