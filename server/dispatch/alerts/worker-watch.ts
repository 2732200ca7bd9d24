import type { Logger } from 'pino';
import { SingleFlight } from '../../../db/single-flight.ts';
import { clockWrong } from './clock-wrong.ts';
import type { Cause, Condition } from './condition.ts';
import { type JobRun, readJobRuns } from './stuck-store.ts';

import { type WatchDependencies, watchCondition } from './watch-condition.ts';

/** Milliseconds between two checks. */
const CHECK_EVERY_MS = 5_000;

/**
 * Checks from an API process that the workers run their scheduled jobs, and that no process's clock is wrong. With
 * several processes, one checks at a time.
 */
export class WorkerWatch {
  readonly #timer: NodeJS.Timeout;
  readonly #looking = new SingleFlight();

  constructor(deps: WatchDependencies, log: Logger, every = CHECK_EVERY_MS) {
    const begun = performance.now();
    const conditions = [tickMissed(() => performance.now() - begun), clockWrong];
    const look = async () => {
      for (const condition of conditions) {
        await watchCondition(deps, condition)
          // Without the database, the board cannot be read either.
          .catch((error: unknown) => log.debug({ err: error }, 'the processes could not be checked'));
      }
    };
    this.#timer = setInterval(() => void this.#looking.run(look), every);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking.settled();
  }
}

/** Periods of a job that may pass without a run. */
const MAX_MISSED_PERIODS = 3;
/** Additional seconds: runs are recorded every five seconds at most, and a late wake-up catches up within this time. */
const TOLERANCE_S = 15;
/** Milliseconds: after an overnight stop, jobs get time to run before they are judged. */
const START_UP_MS = 30_000;

/**
 * A scheduled job has not completed for three of its periods, or no job has: no worker is alive. Checked by API
 * processes, because a dead worker cannot.
 * @param upFor Milliseconds of real time this process has been checking.
 */
export function tickMissed(upFor: () => number): Condition {
  return {
    kind: 'TICK_MISSED',
    async causes({ trx }) {
      // Also keeps a process that has just started from resolving alerts raised by others.
      if (upFor() < START_UP_MS) return null;
      const rows = await readJobRuns(trx, { periods: MAX_MISSED_PERIODS, patience: TOLERANCE_S });
      if (rows.every(({ silent }) => silent)) return [noWorker(rows)];
      return rows.filter(({ missed }) => missed).map(jobMissed);
    },
  };
}

function noWorker(rows: readonly JobRun[]): Cause {
  const latest = Math.max(...rows.map((row) => row.done_at.getTime()));
  const since = Number.isFinite(latest) ? new Date(latest).toISOString() : null;
  return { key: 'worker', subjectType: 'WORKER', subjectId: 'worker', data: { since } };
}

function jobMissed({ name, done_at, last_error }: JobRun): Cause {
  const data = { duty: name, since: done_at.toISOString(), lastError: last_error };
  return { key: `duty:${name}`, subjectType: 'DUTY', subjectId: name, data };
}
