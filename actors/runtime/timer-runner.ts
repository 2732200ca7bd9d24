import { isRefusal } from '../errors.ts';
import { eachAtMost } from './each-at-most.ts';
import type { Clock } from './ports.ts';
import { MAX_ATTEMPTS } from './relay.ts';
import type { ActorRuntime } from './runtime.ts';
import type { DueTimer, TimerStore } from './store.ts';

export interface TimerRunnerOptions {
  runtime: ActorRuntime;
  timers: TimerStore;
  clock: Clock;
  onFailure(error: unknown, timer: DueTimer, parked: boolean): void;
}

/** Number of timers fired concurrently, so that one slow chain does not block the others. */
const MAX_CONCURRENT_TIMERS = 8;

const SYSTEM = { accountId: null, role: 'SYSTEM' } as const;

/** Turns due timer rows into commands. A timer only triggers: the actor decides whether anything is due. */
export class TimerRunner {
  readonly #options: TimerRunnerOptions;

  constructor(options: TimerRunnerOptions) {
    this.#options = options;
  }

  /** Fires up to `limit` due timers. Returns how many were due. */
  async run(limit: number): Promise<number> {
    const due = await this.#options.timers.claimDue(this.#options.clock.now(), limit);
    await eachAtMost(due, MAX_CONCURRENT_TIMERS, (timer) => this.#fire(timer));
    return due.length;
  }

  async #fire(timer: DueTimer): Promise<void> {
    const { ref, type, payload, timerId: id, correlationId } = timer;
    try {
      const request = { ref, type, payload, by: SYSTEM, id, requestId: null, correlationId };
      const { effects } = await this.#options.runtime.execute(request);
      await effects;
      await this.#options.timers.done(ref, timer.name, id);
    } catch (error) {
      const park = timer.attempts + 1 >= MAX_ATTEMPTS || isRefusal(error);
      this.#options.onFailure(error, timer, park);
      await this.#options.timers.failed(ref, timer.name, id, String(error).slice(0, 500), park);
    }
  }
}
