/**
 * Answers of the last moment, so that a hundred boards that ask at once cost one reading. Those who ask while it is
 * read wait for the same reading. Of a few keys only: the one asked longest ago goes first.
 */
export class KeptAnswers<T> {
  readonly #life: number;
  readonly #most: number;
  readonly #kept = new Map<string, { since: number; answer: Promise<T> }>();

  /** @param life Milliseconds. */
  constructor(life: number, most = 10) {
    this.#life = life;
    this.#most = most;
  }

  of(key: string, read: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && performance.now() - kept.since < this.#life) return kept.answer;
    const answer = read();
    this.#kept.delete(key);
    this.#kept.set(key, { since: performance.now(), answer });
    // A fault is not kept.
    answer.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    return answer;
  }
}
