import type { Logger } from 'pino';

/** Closes what was started in reverse order, so that nothing is closed while something still depends on it. */
export class Closers {
  readonly #log: Logger;
  readonly #stack: { name: string; close: () => Promise<unknown> }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#stack.push({ name, close });
  }

  /** Closes everything; one that fails is logged and does not prevent the others. */
  async closeAll(): Promise<void> {
    for (const { name, close } of this.#stack.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'could not be closed cleanly');
      }
    }
  }

  /** Runs a start-up; if it fails, closes what was started and rethrows. */
  async guard<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start();
    } catch (error) {
      await this.closeAll();
      throw error;
    }
  }
}
