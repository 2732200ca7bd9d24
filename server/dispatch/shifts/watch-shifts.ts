import { notStartedKey } from '../../../actors/driver/shift.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarClock } from '../../kernel/calendar/qatar-time.ts';
import { notify } from '../../notifications/notifications.ts';
import { type AlertDependencies, close, raise } from '../alerts/alerts.ts';
import { makeOccurrences, type ShiftJobDependencies } from './make-occurrences.ts';
import { emitPlanChanges } from './plan-changed.ts';
import {
  closePlan,
  lateNoLonger,
  latePlans,
  lockPlan,
  noteReminder,
  plansOver,
  plansToRemindOf,
} from './plan-store.ts';

/** Minutes before the planned start. */
const REMIND_BEFORE_MINUTES = 30;
/** Minutes after the planned start. */
const LATE_AFTER_MINUTES = 15;
const BATCH_SIZE = 100;

/** Scheduled job: all time-driven changes to planned shifts. Each part is idempotent and may run in several workers. */
export async function watchShifts(deps: ShiftJobDependencies): Promise<void> {
  await makeOccurrences(deps);
  await remind(deps);
  await endMissed(deps);
  await watchLate(deps);
}

/** Reminds each driver once of a shift that starts soon. */
async function remind(deps: ShiftJobDependencies): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (trx) => {
    const due = await plansToRemindOf.all(deps.database, {
      now,
      minutes: REMIND_BEFORE_MINUTES,
      limit: BATCH_SIZE,
    });
    for (const plan of due) {
      if (!(await noteReminder(trx, plan.id, now))) continue;
      const data = {
        shiftId: plan.id,
        plannedStart: qatarClock(plan.planned_start),
        driverId: plan.driver_id,
      };
      await notify(trx, {
        kind: 'SHIFT_REMINDER',
        to: { driverId: plan.driver_id },
        data: { ...data, startsAt: plan.planned_start.toISOString() },
        about: { id: plan.id, version: plan.version },
        requestId: null,
      });
    }
  });
}

/** Marks plans as missed that were not started before their end. */
async function endMissed(deps: ShiftJobDependencies): Promise<void> {
  const now = deps.clock.now();
  const over = await plansOver.all(deps.database, { now, limit: BATCH_SIZE });
  for (const { id } of over) {
    await inTransaction(deps.database, async (trx) => {
      const plan = await lockPlan(trx, id);
      // It was cancelled or moved in the meantime.
      if (plan?.status !== 'PLANNED' || plan.planned_end > now) return;
      await emitPlanChanges(trx, [await closePlan(trx, id, { status: 'MISSED' }, now)], now, null);
    });
  }
}

/**
 * Raises one alert for a shift that has not started some minutes after its planned start, until it starts, is moved or
 * is over.
 */
async function watchLate(deps: ShiftJobDependencies): Promise<void> {
  const now = deps.clock.now();
  const late = await latePlans.all(deps.database, { now, minutes: LATE_AFTER_MINUTES, limit: BATCH_SIZE });
  for (const { id: shiftId, driver_id: driverId, planned_start, version } of late) {
    const dedupeKey = notStartedKey(shiftId);
    const alert = {
      kind: 'SHIFT_NOT_STARTED' as const,
      dedupeKey,
      subjectType: 'DRIVER',
      subjectId: driverId,
    };
    const data = { shiftId, plannedStart: planned_start.toISOString() };
    // A moved plan may be late again.
    await raise(deps, { ...alert, data }, deterministicId(dedupeKey, String(version)));
  }
  for (const key of await overSince(deps)) await close(deps, key);
}

/**
 * Alerts about plans that are started, moved, cancelled or over, in case the effect that closes them arrived before the
 * alert.
 */
async function overSince({ database, clock }: AlertDependencies): Promise<string[]> {
  const terms = { now: clock.now(), minutes: LATE_AFTER_MINUTES, limit: BATCH_SIZE };
  const rows = await lateNoLonger.all(database, terms);
  return rows.map((row) => row.dedupe_key);
}
