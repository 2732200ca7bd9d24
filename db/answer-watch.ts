import { settledWithin } from './deadline.ts';
import type { ChosenServer, ServerClient } from './server-client.ts';

export interface AnswerWatchOptions {
  /** Milliseconds from one question to the next. */
  everyMs?: number;
  /** Milliseconds without an answer after which the database counts as out of reach. */
  silentMs?: number;
}

/** Name of its sessions. */
export const ANSWERS = 'wasl-answers';
const EVERY_MS = 1_000;
const SILENT_MS = 3_000;

/**
 * Asks whether the database answers this process, over a connection of its own: one of a pool could be waited for only
 * because there is much to do. A connection that does not answer is replaced, since after a partition TCP may take as long
 * to resume.
 */
export class AnswerWatch {
  readonly #server: ChosenServer;
  readonly #everyMs: number;
  readonly #silentMs: number;
  /** For one answer, so that another connection is tried before the database counts as silent. */
  readonly #patienceMs: number;
  readonly #listeners: ((silent: boolean) => void)[] = [];
  #client: ServerClient | null = null;
  #answeredAt = performance.now();
  #silent = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(server: ChosenServer, { everyMs = EVERY_MS, silentMs = SILENT_MS }: AnswerWatchOptions = {}) {
    this.#server = server;
    this.#everyMs = everyMs;
    this.#silentMs = silentMs;
    this.#patienceMs = silentMs / 2;
    this.#askLater();
  }

  /** Called when the database has been silent for too long, and when it answers again. */
  onChange(listener: (silent: boolean) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    if (client === null) return;
    await settledWithin(
      client.end().catch(() => undefined),
      this.#patienceMs,
      null,
    );
    client.cut();
  }

  #askLater(alreadyMs = 0): void {
    this.#timer = setTimeout(() => void this.#ask(), Math.max(0, this.#everyMs - alreadyMs));
    this.#timer.unref();
  }

  /** Never rejects. */
  async #ask(): Promise<void> {
    const askedAt = performance.now();
    const answered = await settledWithin(
      this.#answer().catch(() => false),
      this.#patienceMs,
      false,
    );
    if (this.#isClosed) return;
    if (answered) this.#answeredAt = performance.now();
    else this.#abandon();
    this.#become(!answered && performance.now() - this.#answeredAt >= this.#silentMs);
    this.#askLater(performance.now() - askedAt);
  }

  async #answer(): Promise<boolean> {
    if (this.#client === null) {
      const client = new this.#server.Client({
        ...{ connectionString: this.#server.url, application_name: ANSWERS, keepAlive: true },
        connectionTimeoutMillis: this.#patienceMs,
      });
      this.#client = client;
      await client.connect();
    }
    await this.#client?.query('SELECT 1');
    return true;
  }

  #abandon(): void {
    const client = this.#client;
    this.#client = null;
    client?.cut();
  }

  /** Once silent, it takes an answer to be so no longer. */
  #become(silent: boolean): void {
    if (silent === this.#silent) return;
    this.#silent = silent;
    for (const listener of this.#listeners) listener(silent);
  }
}
