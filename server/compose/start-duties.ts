import type { Redis } from 'ioredis';
import { watchDuty } from '../dispatch/alerts/watch-duty.ts';
import { requeueLostTasks } from '../dispatch/assignment/requeue-lost-tasks.ts';
import { retryWaitingDuty } from '../dispatch/assignment/retry-waiting.ts';
import { zonesDuty } from '../dispatch/assignment/zone-rejudge.ts';
import { watchClearing } from '../dispatch/cash/clearing-watch.ts';
import { presenceDuty } from '../dispatch/history/presence-duty.ts';
import { snapshotDuty } from '../dispatch/history/snapshot-duty.ts';
import { journeysDuty } from '../dispatch/overview/journeys.ts';
import { retimeRoutes } from '../dispatch/routes/retime-routes.ts';
import { watchShifts } from '../dispatch/shifts/shift-duties.ts';
import { estimateTravelTimes } from '../dispatch/travel/calibration-store.ts';
import { DutyLog } from '../kernel/jobs/duty-log.ts';
import { startWorker } from '../kernel/jobs/worker.ts';
import type { Closers } from '../kernel/process/closers.ts';
import { collectUnused } from '../kernel/uploads/stored-files.ts';
import { expireDueCheckouts } from '../marketplace/checkout/expire-checkouts.ts';
import { watchLowStock } from '../marketplace/inventory/low-stock.ts';
import { allConditions } from './all-conditions.ts';
import type { Actors } from './compose-actors.ts';
import { standardDuties } from './duties.ts';

/** What no event tells of: an exclusion that ran out, a driver who is online again. Milliseconds. */
const RETRY_WAITING_EVERY = 15_000;
/** What an edit of zones did at once but for the words that were on their way just then. Milliseconds. */
const ZONES_EVERY = 15_000;
/** How often the alerts board is compared with what is so. Milliseconds. */
const ALERTS_EVERY = 5_000;
/** How often completed tasks are put on record for the overview of the day. Milliseconds. */
const JOURNEYS_EVERY = 10_000;
/** What time brings to planned shifts: reminders, alerts, new ones of a series. Milliseconds. */
const SHIFTS_EVERY = 20_000;
/** How soon a seller learns that an offer is low. Milliseconds, and offers told of in one go. */
const LOW_STOCK_EVERY = 10_000;
const LOW_STOCK_BATCH = 100;

/** Where drivers are, against where their plans have them. Milliseconds of real time. */
const RETIME_EVERY = 15_000;
/** Finished ways change what is known slowly. Milliseconds. */
const CALIBRATE_EVERY = 600_000;

/** Wires the duties to what does them, and starts them. */
export function startDuties({ deps, relay, timers }: Actors, queue: Redis, closers: Closers): void {
  const duties = standardDuties({
    database: deps.database,
    clock: deps.clock,
    fireTimers: async (limit) => {
      const due = await timers.run(limit);
      deps.metrics.timers('due', due);
      return due;
    },
    sweepOutbox: async (limit) => {
      const swept = await relay.sweep(limit);
      deps.metrics.swept(swept);
      return swept;
    },
    expireCheckouts: (limit) => expireDueCheckouts(deps, limit),
    requeueLostTasks: () => requeueLostTasks(deps),
    watchClearing: () => watchClearing(deps),
    collectFiles: (limit) => collectUnused(deps, limit),
  });
  const retryWaiting = { name: 'waiting-tickets', every: RETRY_WAITING_EVERY, run: retryWaitingDuty(deps) };
  const zones = { name: 'zones', every: ZONES_EVERY, run: zonesDuty(deps) };
  const calibration = {
    name: 'travel-times',
    every: CALIBRATE_EVERY,
    run: () => estimateTravelTimes(deps),
  };
  const arrivals = { name: 'arrivals', every: RETIME_EVERY, run: () => retimeRoutes(deps) };
  const alerts = { name: 'alerts', every: ALERTS_EVERY, run: watchDuty(deps, allConditions(deps)) };
  const journeys = { name: 'journeys', every: JOURNEYS_EVERY, run: journeysDuty(deps) };
  const shifts = { name: 'shifts', every: SHIFTS_EVERY, run: () => watchShifts(deps) };
  const lowStock = {
    name: 'low-stock',
    every: LOW_STOCK_EVERY,
    run: () => watchLowStock(deps, LOW_STOCK_BATCH),
  };
  const past = [snapshotDuty(deps), presenceDuty(deps)];
  const own = [retryWaiting, zones, alerts, journeys, ...past, shifts, lowStock, calibration, arrivals];
  const all = [...duties, ...own];
  const listener = new DutyLog(deps.database, deps.log);
  void listener.begin(all);
  const worker = startWorker({
    duties: all,
    listener,
    redis: { queue, commands: deps.redis },
    namespace: deps.config.redisNamespace,
    log: deps.log,
  });
  closers.add('worker', () => worker.close());
}
