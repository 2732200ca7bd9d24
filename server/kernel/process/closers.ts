import type { Logger } from 'pino';

/** What has been started, so that it can be stopped in reverse order: nothing is closed while something still leans on it. */
export class Closers {
  readonly #log: Logger;
  readonly #stack: { name: string; close: () => Promise<unknown> }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#stack.push({ name, close });
  }

  /** Closes everything; one that fails is logged and does not keep the others open. */
  async closeAll(): Promise<void> {
    for (const { name, close } of this.#stack.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'could not be closed cleanly');
      }
    }
  }

  /** Runs a start-up; when it fails, what it had started is closed before the error goes on. */
  async guard<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start();
    } catch (error) {
      await this.closeAll();
      throw error;
    }
  }
}
