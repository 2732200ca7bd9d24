import type { Database } from '../../db/database.ts';
import type { StaleReads } from '../../db/standby-reads.ts';
import { pause } from '../../scripts/shared/waiting.ts';

const WRITE_EVERY_MS = 20;
const READ_EVERY_MS = 25;

/**
 * A number that is raised again and again on the primary, and read all the time. How old an answer is follows from the
 * first number that it lacks: when that was acknowledged, by the clock of this process.
 */
export class Beats {
  readonly #primary: Database;
  readonly #reads: StaleReads;
  /** When each number was acknowledged; its index is the number. */
  readonly #acknowledged: number[] = [performance.now()];
  readonly #ages: number[] = [];
  /** Reads that were answered by nobody. */
  failures = 0;
  #isWriting = true;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(primary: Database, reads: StaleReads) {
    this.#primary = primary;
    this.#reads = reads;
  }

  static async start(primary: Database, reads: StaleReads): Promise<Beats> {
    await primary.raw('CREATE TABLE beats AS SELECT 0 AS n');
    const beats = new Beats(primary, reads);
    beats.#running = Promise.all([beats.#write(), beats.#read()]);
    return beats;
  }

  pauseWriting(): void {
    this.#isWriting = false;
  }

  goOnWriting(): void {
    this.#isWriting = true;
  }

  async during(work: () => Promise<void>): Promise<{ reads: number; oldestMs: number }> {
    this.#ages.length = 0;
    await work();
    return { reads: this.#ages.length, oldestMs: Math.max(0, ...this.#ages) };
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #write(): Promise<void> {
    for (let next = 1; !this.#isOver; ) {
      await pause(WRITE_EVERY_MS);
      if (!this.#isWriting) continue;
      try {
        // Repeated after an unknown outcome: the number is the same.
        await this.#primary.raw('UPDATE beats SET n = ?', [next]);
        this.#acknowledged[next] = performance.now();
        next += 1;
      } catch {
        await pause(100);
      }
    }
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      await pause(READ_EVERY_MS);
      const asked = performance.now();
      try {
        const { rows } = await this.#reads.read((source) =>
          source.raw<{ rows: { n: number }[] }>('SELECT n FROM beats'),
        );
        const lacking = this.#acknowledged[(rows[0]?.n ?? 0) + 1];
        this.#ages.push(lacking === undefined ? 0 : asked - lacking);
      } catch {
        this.failures += 1;
      }
    }
  }
}
