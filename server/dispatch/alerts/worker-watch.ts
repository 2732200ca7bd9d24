import type { Logger } from 'pino';
import { SingleFlight } from '../../../db/single-flight.ts';
import type { Cause, Condition } from './condition.ts';
import { type JobRun, readJobRuns } from './stuck-store.ts';

import { type WatchDependencies, watchCondition } from './watch-condition.ts';

/** Milliseconds between two looks. */
const EVERY = 5_000;

/** Looks from an API process whether the workers do their jobs. Several processes may: one of them looks at a time. */
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

/** Periods of a job that may pass without a run. */
const PERIODS = 3;
/** Seconds on top of them: jobs are written down every five at most, and a late wake-up is made good by then. */
const PATIENCE = 15;
/** Milliseconds: an installation that was stopped for a night has its jobs done before anybody judges. */
const START_UP = 30_000;

/**
 * A job of the workers has not run to its end for three of its periods, or none of them has: no worker is alive. For
 * API processes, since a dead worker notices nothing.
 * @param upFor Milliseconds that this process has been looking, in real time.
 */
export function tickMissed(upFor: () => number): Condition {
  return {
    kind: 'TICK_MISSED',
    async causes({ trx }) {
      // Also keeps a process that has just started from resolving what others have found.
      if (upFor() < START_UP) return null;
      const rows = await readJobRuns(trx, { periods: PERIODS, patience: PATIENCE });
      if (rows.every(({ silent }) => silent)) return [noWorker(rows)];
      return rows.filter(({ missed }) => missed).map(dutyMissed);
    },
  };
}

function noWorker(rows: readonly JobRun[]): Cause {
  const latest = Math.max(...rows.map((row) => row.done_at.getTime()));
  const since = Number.isFinite(latest) ? new Date(latest).toISOString() : null;
  return { key: 'worker', subjectType: 'WORKER', subjectId: 'worker', data: { since } };
}

function dutyMissed({ name, done_at, last_error }: JobRun): Cause {
  const data = { duty: name, since: done_at.toISOString(), lastError: last_error };
  return { key: `duty:${name}`, subjectType: 'DUTY', subjectId: name, data };
}
