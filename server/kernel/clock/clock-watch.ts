import type { Logger } from 'pino';
import { WaslError } from '../../../actors/errors.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import { deleteClockFault, readDatabaseClock, writeClockFault } from './clock-store.ts';

export interface ClockWatchOptions {
  database: Database;
  /** Name of this process in the alert. */
  process: string;
  log: Logger;
  /** This machine's clock, on which domain time runs: milliseconds since the epoch. */
  wallClock(): number;
}

/** Milliseconds of difference above which this process stops deciding anything by its clock. */
const MAX_SKEW_MS = 2_000;
/** Below this it begins again: a clock at the limit must not drop all actors every minute. */
const RECOVERED_MS = 1_000;
/** Milliseconds between two comparisons, and between two while the clock is wrong. */
const CHECK_EVERY_MS = { right: 60_000, wrong: 5_000 };
/** Milliseconds between two looks at whether the clock was set, which cost nothing and cause a comparison at once. */
const GLANCE_EVERY_MS = 1_000;
const MIN_JUMP_MS = 250;
/** A comparison uses the fastest of these answers, since an answer's time is uncertain by half its duration. */
const SAMPLES = 3;
const MAX_DURATION_MS = 1_000;
const RETRY_AFTER_S = 5;

/**
 * Compares this machine's clock with the database's. Domain time runs on the clock of each process: one that is ahead
 * would fire timers and let offers and codes expire early, one that is behind would write events before their causes.
 * While the clock is wrong, nothing that depends on it may be done here; other processes do it.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  readonly #looking = new SingleFlight();
  readonly #listeners: ((wrong: boolean) => void)[] = [];
  readonly #glances: NodeJS.Timeout;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #offset: number;
  #skewMs: number | null = null;
  #wrong = false;

  private constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#offset = this.#offsetNow();
    this.#glances = setInterval(() => this.#glance(), GLANCE_EVERY_MS);
    this.#glances.unref();
  }

  /** Compares once before it resolves. Rejects if the database does not answer. */
  static async open(options: ClockWatchOptions): Promise<ClockWatch> {
    const watch = new ClockWatch(options);
    try {
      await watch.check();
    } catch (error) {
      clearInterval(watch.#glances);
      throw error;
    }
    return watch;
  }

  get wrong(): boolean {
    return this.#wrong;
  }

  /** How far this clock is ahead of the database's, in milliseconds, as last compared; null before that. */
  get skewMs(): number | null {
    return this.#skewMs;
  }

  /** Throws common.UNAVAILABLE while the clock is wrong. */
  refuse(): void {
    if (!this.#wrong) return;
    throw new WaslError('common.UNAVAILABLE', {
      detail: 'The clock of the process that answers is wrong. Repeat the request.',
      retryAfter: RETRY_AFTER_S,
    });
  }

  /** Called at every change; at once if the clock is wrong now. */
  onChange(listener: (wrong: boolean) => void): void {
    this.#listeners.push(listener);
    if (this.#wrong) listener(true);
  }

  /** A clock without the difference, for the few things that are still done while the clock is wrong. */
  corrected(clock: Clock, rate: number): Clock {
    return {
      now: () => {
        const skewMs = this.#wrong ? (this.#skewMs ?? 0) : 0;
        return new Date(clock.now().getTime() - skewMs * rate);
      },
    };
  }

  /** Compares now. Rejects if the database does not answer; what was found before then stays valid. */
  check(): Promise<void> {
    return this.#looking.run(() => this.#compare());
  }

  async close(): Promise<void> {
    clearInterval(this.#glances);
    await this.#looking.settled();
    if (this.#wrong) await this.#forget();
  }

  #glance(): void {
    const offset = this.#offsetNow();
    const wasSet = Math.abs(offset - this.#offset) > MIN_JUMP_MS;
    this.#offset = offset;
    const age = performance.now() - this.#checkedAt;
    if (!wasSet && age < (this.#wrong ? CHECK_EVERY_MS.wrong : CHECK_EVERY_MS.right)) return;
    // Without the database nothing can be decided by a wrong clock either.
    this.check().catch((error: unknown) =>
      this.#options.log.debug({ err: error }, 'the clock could not be compared'),
    );
  }

  async #compare(): Promise<void> {
    this.#checkedAt = performance.now();
    const found = await this.#measure();
    // A busy process or database says nothing about the clocks.
    if (found === null) return;
    const { skewMs, doubtMs } = found;
    this.#skewMs = skewMs;
    const atLeast = Math.abs(skewMs) - doubtMs;
    const wrong = atLeast > (this.#wrong ? RECOVERED_MS : MAX_SKEW_MS);
    const changed = wrong !== this.#wrong;
    if (changed) this.#change(wrong, skewMs);
    if (wrong) await this.#record();
    else if (changed) await this.#forget();
  }

  async #measure(): Promise<{ skewMs: number; doubtMs: number } | null> {
    let best: { skewMs: number; doubtMs: number } | null = null;
    for (let count = 0; count < SAMPLES; count += 1) {
      const began = performance.now();
      const before = this.#options.wallClock();
      const at = (await readDatabaseClock(this.#options.database)).getTime();
      const duration = performance.now() - began;
      const doubtMs = duration / 2;
      if (duration > MAX_DURATION_MS || (best !== null && doubtMs >= best.doubtMs)) continue;
      best = { skewMs: Math.round(before + doubtMs - at), doubtMs };
    }
    return best;
  }

  #change(wrong: boolean, skewMs: number): void {
    const { log } = this.#options;
    this.#wrong = wrong;
    if (wrong) log.error({ skewMs }, "the clock differs from the database's: everything is refused");
    else log.info({ skewMs }, "the clock agrees with the database's again");
    for (const listener of this.#listeners) {
      try {
        listener(wrong);
      } catch (error) {
        log.error({ err: error }, 'a part could not be told about the clock');
      }
    }
  }

  /** For the alert. Never rejects. */
  async #record(): Promise<void> {
    const { database, process, log } = this.#options;
    await writeClockFault(database, { process, skew_ms: this.#skewMs ?? 0 }).catch((error: unknown) =>
      log.debug({ err: error }, 'the wrong clock could not be recorded'),
    );
  }

  async #forget(): Promise<void> {
    const { database, process, log } = this.#options;
    await deleteClockFault(database, process).catch((error: unknown) =>
      log.debug({ err: error }, 'the record of a wrong clock could not be deleted'),
    );
  }

  #offsetNow(): number {
    return this.#options.wallClock() - performance.now();
  }
}
