import { Backoff, type BackoffLimits } from './backoff.ts';

export interface AskedReadsOptions {
  /** Maximum number of ids per read. */
  atOnce: number;
  /** Reads what the ids stand for and shows it. */
  read(ids: readonly string[]): Promise<void>;
  onFault?(error: unknown): void;
  pauses?: BackoffLimits;
}

/** Milliseconds between retries, and their number: about four minutes in all. */
const PAUSES = { first: 1_000, longest: 60_000 };
const MAX_ATTEMPTS = 10;

/**
 * Reads what live events refer to, one read at a time. A failed read is retried with growing pauses, since no further
 * event may come; after `MAX_ATTEMPTS` failures in a row it is given up. `close` ends it.
 */
export class AskedReads {
  readonly #options: AskedReadsOptions;
  readonly #wanted = new Set<string>();
  readonly #pauses: Backoff;
  #failures = 0;
  #reading = false;
  #again: ReturnType<typeof setTimeout> | null = null;
  #closed = false;

  constructor(options: AskedReadsOptions) {
    this.#options = options;
    this.#pauses = new Backoff(options.pauses ?? PAUSES);
  }

  ask(ids: Iterable<string>): void {
    for (const id of ids) this.#wanted.add(id);
    if (this.#again === null) void this.#readAll();
  }

  /** Everything has been read in another way: drops all pending ids. */
  clear(): void {
    this.#wanted.clear();
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = null;
    this.#failures = 0;
    this.#pauses.reset();
  }

  close(): void {
    this.#closed = true;
    this.clear();
  }

  async #readAll(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#wanted.size > 0 && !this.#closed) {
        const ids = [...this.#wanted].slice(0, this.#options.atOnce);
        // An event during the read adds its id again.
        for (const id of ids) this.#wanted.delete(id);
        if (!(await this.#read(ids))) return;
      }
    } finally {
      this.#reading = false;
    }
  }

  async #read(ids: readonly string[]): Promise<boolean> {
    try {
      await this.#options.read(ids);
      this.#failures = 0;
      this.#pauses.reset();
      return true;
    } catch (error) {
      this.#options.onFault?.(error);
      this.#failures += 1;
      if (this.#closed) return false;
      if (this.#failures >= MAX_ATTEMPTS) {
        this.clear();
        return false;
      }
      for (const id of ids) this.#wanted.add(id);
      this.#again = setTimeout(() => {
        this.#again = null;
        void this.#readAll();
      }, this.#pauses.next());
      return false;
    }
  }
}
