import type { Logger } from 'pino';
import { SingleFlight } from '../db/single-flight.ts';

export interface BulkWriterOptions<T> {
  /** What is written, for the log. */
  what: string;
  /** Writes all or nothing, and may be given the same again. */
  write(items: readonly T[]): Promise<unknown>;
  /** Told of those that were waiting for too long. */
  dropped?(count: number): void;
  log: Logger;
  /** Waiting at most; beyond, the oldest are dropped. */
  capacity: number;
  /** Milliseconds between two writes. */
  every: number;
}

const PER_WRITE = 2_000;

/** Writes small things in bulk, so that they cost little. What is not written yet is lost with the process. */
export class BulkWriter<T> {
  readonly #options: BulkWriterOptions<T>;
  readonly #timer: NodeJS.Timeout;
  #waiting: T[] = [];
  readonly #writing = new SingleFlight();

  constructor(options: BulkWriterOptions<T>) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), options.every);
  }

  add(item: T): void {
    this.#waiting.push(item);
    this.#keepWithin();
  }

  /** Writes what waits; what cannot be written waits on. Never rejects. */
  flush(): Promise<void> {
    return this.#writing.run(() => this.#write());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // What came during the write that was under way is the second one's.
    await this.flush();
    await this.flush();
  }

  async #write(): Promise<void> {
    const { what, write, log } = this.#options;
    while (this.#waiting.length > 0) {
      const items = this.#waiting.slice(0, PER_WRITE);
      this.#waiting = this.#waiting.slice(PER_WRITE);
      try {
        await write(items);
      } catch (error) {
        log.warn({ err: error, count: items.length }, `${what} could not be written yet`);
        this.#waiting = [...items, ...this.#waiting];
        this.#keepWithin();
        return;
      }
    }
  }

  #keepWithin(): void {
    const tooMany = this.#waiting.length - this.#options.capacity;
    if (tooMany <= 0) return;
    this.#waiting = this.#waiting.slice(tooMany);
    this.#options.dropped?.(tooMany);
  }
}
