import { notStartedKey } from '../../../actors/driver/shift.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarClock } from '../../kernel/calendar/qatar-time.ts';
import { notify } from '../../notifications/notifications.ts';
import { type AlertDependencies, close, raise } from '../alerts/alerts.ts';
import { makeOccurrences, type ShiftDutyDependencies } from './make-occurrences.ts';
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
const REMINDED_BEFORE = 30;
/** Minutes after the planned start. */
const LATE_AFTER = 15;
const AT_ONCE = 100;

/** Worker duty: everything about planned shifts that time brings. Each part may be repeated, and shared by workers. */
export async function watchShifts(deps: ShiftDutyDependencies): Promise<void> {
  await makeOccurrences(deps);
  await remind(deps);
  await endMissed(deps);
  await watchLate(deps);
}

/** Reminds each driver once of a shift that begins soon. */
async function remind(deps: ShiftDutyDependencies): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (trx) => {
    const due = await plansToRemindOf.all(deps.database, { now, minutes: REMINDED_BEFORE, limit: AT_ONCE });
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

/** What nobody began until its end is missed. */
async function endMissed(deps: ShiftDutyDependencies): Promise<void> {
  const now = deps.clock.now();
  const over = await plansOver.all(deps.database, { now, limit: AT_ONCE });
  for (const { id } of over) {
    await inTransaction(deps.database, async (trx) => {
      const plan = await lockPlan(trx, id);
      // Somebody cancelled or moved it meanwhile.
      if (plan?.status !== 'PLANNED' || plan.planned_end > now) return;
      await emitPlanChanges(trx, [await closePlan(trx, id, { status: 'MISSED' }, now)], now, null);
    });
  }
}

/** A shift that has not begun some minutes after its start is told of once, until it begins, is moved or is over. */
async function watchLate(deps: ShiftDutyDependencies): Promise<void> {
  const now = deps.clock.now();
  const late = await latePlans.all(deps.database, { now, minutes: LATE_AFTER, limit: AT_ONCE });
  for (const { id: shiftId, driver_id: driverId, planned_start, version } of late) {
    const dedupeKey = notStartedKey(shiftId);
    const alert = {
      kind: 'SHIFT_NOT_STARTED' as const,
      dedupeKey,
      subjectType: 'DRIVER',
      subjectId: driverId,
    };
    const data = { shiftId, plannedStart: planned_start.toISOString() };
    // Moved, it may be late again.
    await raise(deps, { ...alert, data }, deterministicId(dedupeKey, String(version)));
  }
  for (const key of await overSince(deps)) await close(deps, key);
}

/** Alerts about plans that are begun, moved, cancelled or over, should the word that closes them have come too early. */
async function overSince({ database, clock }: AlertDependencies): Promise<string[]> {
  const terms = { now: clock.now(), minutes: LATE_AFTER, limit: AT_ONCE };
  const rows = await lateNoLonger.all(database, terms);
  return rows.map((row) => row.dedupe_key);
}
