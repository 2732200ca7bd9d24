/**
 * One read for all who ask at the same moment. Questions that come while a read is under way share the next: it begins
 * after each of them was asked, so none is answered with what was true before.
 */
export class SharedReads<Answer> {
  readonly #read: (keys: readonly string[]) => Promise<Answer>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: { keys: Set<string>; answer: Promise<Answer> } | null = null;

  /** `read` gets what was asked for by key, each once; nothing when all asked without. */
  constructor(read: (keys: readonly string[]) => Promise<Answer>) {
    this.#read = read;
  }

  /** Answers with all that was read together. Rejects when the read fails, for all who share it. */
  ask(key?: string): Promise<Answer> {
    this.#next ??= this.#open();
    const { keys, answer } = this.#next;
    if (key !== undefined) keys.add(key);
    return answer;
  }

  #open(): { keys: Set<string>; answer: Promise<Answer> } {
    const keys = new Set<string>();
    const answer = this.#underWay.then(() => {
      this.#next = null;
      const read = this.#read([...keys]);
      this.#underWay = read.catch(() => undefined);
      return read;
    });
    return { keys, answer };
  }
}
