import type { Ids } from '../../../actors/runtime/ports.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { ActorGateway } from '../../kernel/actors/actor-gateway.ts';
import { dayAfter, qatarDay } from '../../kernel/calendar/qatar-time.ts';

import type { AlertDependencies } from '../alerts/alerts.ts';
import { occurrencesOf } from './occurrences.ts';
import { leavePlanChanges } from './plan-changed.ts';
import { DAYS_AHEAD } from './plan-shifts.ts';
import { insertPlanIfFree, type PlanRow, type SeriesRow, termsOf } from './plan-store.ts';

export type ShiftDutyDependencies = AlertDependencies & { ids: Ids; actors: ActorGateway };

const PAGE = 200;

/**
 * Makes the shifts of every series some days ahead. An occurrence is made once, so one that was moved or cancelled
 * stays so; one whose time another plan takes is tried again as long as that stands. Drivers who are not approved at
 * present get none.
 */
export async function makeOccurrences(deps: ShiftDutyDependencies): Promise<void> {
  const today = qatarDay(deps.clock.now());
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const series = await deps
      .database<SeriesRow>('shift_series as s')
      .join('drivers as d', 'd.id', 's.driver_id')
      .where('d.status', 'APPROVED')
      .where('s.id', '>', after)
      .where((open) => open.whereNull('s.until_day').orWhere('s.until_day', '>=', today))
      .orderBy('s.id')
      .limit(PAGE)
      .select<SeriesRow[]>('s.*');
    for (const one of series) await makeOf(deps, one);
    const last = series.at(-1);
    if (last === undefined || series.length < PAGE) return;
    after = last.id;
  }
}

async function makeOf(deps: ShiftDutyDependencies, series: SeriesRow): Promise<void> {
  const now = deps.clock.now();
  const today = qatarDay(now);
  const last = dayAfter(today, DAYS_AHEAD);
  const made = await deps
    .database('shift_plans')
    .where('series_id', series.id)
    .where('series_day', '>=', today)
    .select<{ series_day: string }[]>('series_day');
  const days = new Set(made.map(({ series_day }) => series_day));
  const missing = occurrencesOf(termsOf(series), today, last).filter(
    ({ day, plannedStart }) => plannedStart > now && !days.has(day),
  );
  for (const { day, ...time } of missing) {
    const id = deps.ids.next();
    const left = await inTransaction(deps.database, async (trx) => {
      // Whoever ends the series meanwhile waits for this, or has done so already.
      const open = await trx<SeriesRow>('shift_series').where('id', series.id).forShare().first();
      if (open === undefined || (open.until_day !== null && open.until_day < day)) return null;
      const { driver_id: driverId, created_by: createdBy } = series;
      const plan = { id, driverId, ...time, series: { id: series.id, day }, createdBy, at: now };
      if (!(await insertPlanIfFree(trx, plan))) return null;
      const rows = await trx<PlanRow>('shift_plans').where({ id });
      return leavePlanChanges(trx, rows, now, null);
    });
    if (left !== null) await deps.actors.publish({ outbox: left });
  }
}
