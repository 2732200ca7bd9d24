import type { Logger } from 'pino';
import { tickMissed } from './tick-missed.ts';
import { type WatchDependencies, watchCondition } from './watch-condition.ts';

/** Milliseconds between two looks. */
const EVERY = 5_000;

/** Looks from an API process whether the workers do their duties. Several processes may: one of them looks at a time. */
export class WorkerWatch {
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;

  constructor(deps: WatchDependencies, log: Logger, every = EVERY) {
    const begun = performance.now();
    const condition = tickMissed(() => performance.now() - begun);
    const look = () => {
      this.#looking ??= watchCondition(deps, condition)
        // Without the database nobody reads the board either.
        .catch((error: unknown) => log.debug({ err: error }, 'the workers could not be looked after'))
        .finally(() => {
          this.#looking = null;
        });
    };
    this.#timer = setInterval(look, every);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
