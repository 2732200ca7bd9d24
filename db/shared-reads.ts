/**
 * Reads rows by key for many askers at once. Questions that come while a read is under way share the next: it begins
 * after each of them was asked, so none is answered with what was true before.
 */
export class SharedReads<Value> {
  readonly #read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: { keys: Set<string>; found: Promise<ReadonlyMap<string, Value>> } | null = null;

  constructor(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>) {
    this.#read = read;
  }

  /** Undefined when there is no such row. Rejects when the read fails, for all who share it. */
  async find(key: string): Promise<Value | undefined> {
    this.#next ??= this.#open();
    const { keys, found } = this.#next;
    keys.add(key);
    return (await found).get(key);
  }

  #open(): { keys: Set<string>; found: Promise<ReadonlyMap<string, Value>> } {
    const keys = new Set<string>();
    const found = this.#underWay.then(() => {
      this.#next = null;
      const read = this.#read([...keys]);
      this.#underWay = read.catch(() => undefined);
      return read;
    });
    // Whoever asked hears of a failure; the promise itself has nobody else.
    found.catch(() => undefined);
    return { keys, found };
  }
}
