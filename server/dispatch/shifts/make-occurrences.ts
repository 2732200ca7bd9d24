import type { Ids } from '../../../actors/runtime/ports.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { dayAfter, qatarDay } from '../../kernel/calendar/qatar-time.ts';

import type { AlertDependencies } from '../alerts/alerts.ts';
import { occurrencesOf } from './occurrences.ts';
import { emitPlanChanges } from './plan-changed.ts';
import { DAYS_AHEAD } from './plan-shifts.ts';
import { insertPlanIfFree, madeDays } from './plan-store.ts';
import { type SeriesRow, seriesGoingOn, shareSeries, termsOf } from './series-store.ts';

export type ShiftJobDependencies = AlertDependencies & { ids: Ids };

const PAGE_SIZE = 200;

/**
 * Creates the shifts of every series some days ahead. Each occurrence is created once, so a moved or cancelled one
 * stays as it is. If another plan occupies its time, it is tried again while that plan exists. Drivers not currently
 * approved get none.
 */
export async function makeOccurrences(deps: ShiftJobDependencies): Promise<void> {
  const today = qatarDay(deps.clock.now());
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const series = await seriesGoingOn(deps.database, { after, today, limit: PAGE_SIZE });
    for (const one of series) await makeOf(deps, one);
    const last = series.at(-1);
    if (last === undefined || series.length < PAGE_SIZE) return;
    after = last.id;
  }
}

async function makeOf(deps: ShiftJobDependencies, series: SeriesRow): Promise<void> {
  const now = deps.clock.now();
  const today = qatarDay(now);
  const last = dayAfter(today, DAYS_AHEAD);
  const days = await madeDays(deps.database, series.id, today);
  const missing = occurrencesOf(termsOf(series), today, last).filter(
    ({ day, plannedStart }) => plannedStart > now && !days.has(day),
  );
  for (const { day, ...time } of missing) {
    const id = deps.ids.next();
    await inTransaction(deps.database, async (trx) => {
      const open = await shareSeries(trx, series.id);
      if (open === null || (open.until_day !== null && open.until_day < day)) return;
      const { driver_id: driverId, created_by: createdBy } = series;
      const plan = { id, driverId, ...time, series: { id: series.id, day }, createdBy, at: now };
      const made = await insertPlanIfFree(trx, plan);
      if (made !== null) await emitPlanChanges(trx, [made], now, null);
    });
  }
}
