/**
 * Caches results for a short time, so that many concurrent callers cause one read, which they share. For few keys;
 * evicts the one read longest ago.
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
    // Errors are not cached.
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
