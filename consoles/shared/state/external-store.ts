/** An observable value: `subscribe` and `get` can be passed to `useSyncExternalStore` directly. */
export class ExternalStore<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  change(change: Partial<T>): void {
    this.set({ ...this.#value, ...change });
  }
}
