import { notStartedKey } from '../../../actors/driver/shift.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { OutboxRow } from '../../../actors/runtime/store.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarClock } from '../../kernel/calendar/qatar-time.ts';
import { tell } from '../../notifications/notifications.ts';

import { type AlertDependencies, close, raise } from '../alerts/alerts.ts';
import { makeOccurrences, type ShiftDutyDependencies } from './make-occurrences.ts';
import { leavePlanChanges } from './plan-changed.ts';
import { type PlanRow, updatePlan } from './plan-store.ts';

/** Minutes before the planned start. */
const REMINDED_BEFORE = 30;
/** Minutes after the planned start. */
const LATE_AFTER = 15;
const AT_ONCE = 100;

const NOT_BEGUN = 'NOT EXISTS (SELECT 1 FROM shift_runs r WHERE r.plan_id = p.id)';

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
  const rows = await inTransaction(deps.database, async (trx) => {
    const due = await find(
      deps.database,
      `p.status = 'PLANNED' AND p.reminded_at IS NULL AND p.planned_start > :now
         AND p.planned_start <= :now::timestamptz + interval '${REMINDED_BEFORE} minutes' AND ${NOT_BEGUN}`,
      now,
    );
    const left: { outbox: OutboxRow }[] = [];
    for (const plan of due) {
      const won = await trx('shift_plans')
        .where('id', plan.id)
        .whereNull('reminded_at')
        .update({ reminded_at: now });
      if (won === 0) continue;
      const data = {
        shiftId: plan.id,
        plannedStart: qatarClock(plan.planned_start),
        driverId: plan.driver_id,
      };
      left.push(
        await tell(trx, deps.ids, {
          kind: 'SHIFT_REMINDER',
          to: { driverId: plan.driver_id },
          data: { ...data, startsAt: plan.planned_start.toISOString() },
          about: { id: plan.id, version: plan.version },
          requestId: null,
        }),
      );
    }
    return left;
  });
  for (const row of rows) await deps.actors.publish(row);
}

/** What nobody began until its end is missed. */
async function endMissed(deps: ShiftDutyDependencies): Promise<void> {
  const now = deps.clock.now();
  const over = await find(
    deps.database,
    `p.status = 'PLANNED' AND p.planned_end <= :now AND ${NOT_BEGUN}`,
    now,
  );
  for (const { id } of over) {
    const left = await inTransaction(deps.database, async (trx) => {
      const plan = await trx<PlanRow>('shift_plans').where({ id, status: 'PLANNED' }).forUpdate().first();
      // Somebody moved it meanwhile.
      if (plan === undefined || plan.planned_end > now) return null;
      return leavePlanChanges(trx, [await updatePlan(trx, id, { status: 'MISSED' }, now)], now, null);
    });
    if (left !== null) await deps.actors.publish({ outbox: left });
  }
}

/** A shift that has not begun some minutes after its start is told of once, until it begins, is moved or is over. */
async function watchLate(deps: ShiftDutyDependencies): Promise<void> {
  const now = deps.clock.now();
  const late = await find(
    deps.database,
    `p.status = 'PLANNED' AND p.planned_end > :now
       AND p.planned_start <= :now::timestamptz - interval '${LATE_AFTER} minutes' AND ${NOT_BEGUN}`,
    now,
  );
  for (const { id: shiftId, driver_id: driverId, planned_start, version } of late) {
    const dedupeKey = notStartedKey(shiftId);
    const alert = { kind: 'SHIFT_NOT_STARTED', dedupeKey, subjectType: 'DRIVER', subjectId: driverId };
    const data = { shiftId, plannedStart: planned_start.toISOString() };
    // Moved, it may be late again.
    await raise(deps, { ...alert, data }, deterministicId(dedupeKey, String(version)));
  }
  for (const key of await overSince(deps)) await close(deps, key);
}

/** Alerts about plans that are begun, moved, cancelled or over, should the word that closes them have come too early. */
async function overSince({ database, clock }: AlertDependencies): Promise<string[]> {
  const { rows } = await database.raw<{ rows: { dedupe_key: string }[] }>(
    `SELECT a.dedupe_key FROM alerts a JOIN shift_plans p ON a.dedupe_key = 'shift-not-started:' || p.id
      WHERE a.kind = 'SHIFT_NOT_STARTED' AND a.status <> 'RESOLVED'
        AND NOT (p.status = 'PLANNED' AND p.planned_end > :now
                 AND p.planned_start <= :now::timestamptz - interval '${LATE_AFTER} minutes' AND ${NOT_BEGUN})
      LIMIT ${AT_ONCE}`,
    { now: clock.now() },
  );
  return rows.map((row) => row.dedupe_key);
}

async function find(
  database: AlertDependencies['database'],
  condition: string,
  now: Date,
): Promise<PlanRow[]> {
  const { rows } = await database.raw<{ rows: PlanRow[] }>(
    `SELECT p.* FROM shift_plans p WHERE ${condition} ORDER BY p.planned_start, p.id LIMIT ${AT_ONCE}`,
    { now },
  );
  return rows;
}
