import type { Logger } from 'pino';
import { SingleFlight } from '../db/single-flight.ts';

export interface BulkWriterOptions<T> {
  /** Name of the items, for the log. */
  what: string;
  /** Writes all items or none; may be called again with the same items. */
  write(items: readonly T[]): Promise<unknown>;
  /** Called with the number of items dropped because too many waited. */
  dropped?(count: number): void;
  log: Logger;
  /** Maximum number of waiting items; beyond it the oldest are dropped. */
  capacity: number;
  /** Milliseconds between two writes. */
  every: number;
}

const MAX_ITEMS_PER_WRITE = 2_000;

/** Writes small items in bulk, at little cost each. Items not written yet are lost with the process. */
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

  /** Writes the waiting items; if that fails, they stay waiting. Never rejects. */
  flush(): Promise<void> {
    return this.#writing.run(() => this.#write());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // Items that came during the present write are written by a second one.
    await this.flush();
    await this.flush();
  }

  async #write(): Promise<void> {
    const { what, write, log } = this.#options;
    while (this.#waiting.length > 0) {
      const items = this.#waiting.slice(0, MAX_ITEMS_PER_WRITE);
      this.#waiting = this.#waiting.slice(MAX_ITEMS_PER_WRITE);
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
