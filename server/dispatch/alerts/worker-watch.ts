import type { Logger } from 'pino';
import { SingleFlight } from '../../../db/single-flight.ts';
import { tickMissed } from './tick-missed.ts';
import { type WatchDependencies, watchCondition } from './watch-condition.ts';

/** Milliseconds between two looks. */
const EVERY = 5_000;

/** Looks from an API process whether the workers do their duties. Several processes may: one of them looks at a time. */
export class WorkerWatch {
  readonly #timer: NodeJS.Timeout;
  readonly #looking = new SingleFlight();

  constructor(deps: WatchDependencies, log: Logger, every = EVERY) {
    const begun = performance.now();
    const condition = tickMissed(() => performance.now() - begun);
    const look = () =>
      watchCondition(deps, condition)
        // Without the database nobody reads the board either.
        .catch((error: unknown) => log.debug({ err: error }, 'the workers could not be looked after'));
    this.#timer = setInterval(() => void this.#looking.run(look), every);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking.settled();
  }
}
