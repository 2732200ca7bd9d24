import type { Logger } from 'pino';
import { settledWithin } from '../../../db/deadline.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Told of every run; neither may reject. */
export interface DutyListener {
  done(duty: ScheduledJob): Promise<void>;
  failed(duty: ScheduledJob, error: unknown): Promise<void>;
}

/**
 * Runs duties, never the same one twice at a time in this process. Who wakes it does not matter: BullMQ normally,
 * a local interval when BullMQ does not.
 */
export class DutyRunner {
  readonly #duties: ReadonlyMap<string, ScheduledJob>;
  readonly #log: Logger;
  readonly #listener: DutyListener | null;
  readonly #running = new Map<string, Promise<void>>();
  readonly #lastStart = new Map<string, number>();
  #closed = false;

  constructor(duties: readonly ScheduledJob[], log: Logger, listener: DutyListener | null = null) {
    this.#duties = new Map(duties.map((duty) => [duty.name, duty]));
    this.#log = log;
    this.#listener = listener;
  }

  /**
   * Runs a duty now; at once when it is under way already, when it is unknown (another release's) or after `close`.
   * Rejects with the duty's fault.
   */
  async run(name: string): Promise<void> {
    const duty = this.#duties.get(name);
    if (duty === undefined || this.#closed || this.#running.has(name)) return;
    this.#lastStart.set(name, performance.now());
    const work = this.#do(duty).finally(() => this.#running.delete(name));
    this.#running.set(name, work);
    await work;
  }

  async #do(duty: ScheduledJob): Promise<void> {
    try {
      await duty.run();
    } catch (error) {
      await this.#listener?.failed(duty, error);
      throw error;
    }
    await this.#listener?.done(duty);
  }

  /** Names of duties that this process has not started for `periods` times their period; at first, of all. */
  overdue(periods: number): string[] {
    const now = performance.now();
    const late = ({ name, every }: ScheduledJob) =>
      now - (this.#lastStart.get(name) ?? Number.NEGATIVE_INFINITY) > every * periods;
    return [...this.#duties.values()].filter(late).map(({ name }) => name);
  }

  /** Takes on nothing more and waits for what is under way, for `withinMs` at most. */
  async close(withinMs: number): Promise<void> {
    this.#closed = true;
    await settledWithin(Promise.allSettled([...this.#running.values()]), withinMs, null);
    if (this.#running.size > 0) {
      this.#log.warn({ duties: [...this.#running.keys()] }, 'duties did not end in time');
    }
  }
}
