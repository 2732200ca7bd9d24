import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Day, dayAfter, qatarClock, qatarDay } from '../../kernel/calendar/qatar-time.ts';

import { type ClockBreak, type Occurrence, occurrencesOf, type SeriesTerms } from './occurrences.ts';
import { fault, refuse, requireFuture, requirePossible, SINGLE } from './plan-rules.ts';
import { requireFree } from './plan-shifts.ts';
import { findSeries, insertSeries, type PlanRow, type SeriesRow, termsOf, updatePlan } from './plan-store.ts';

/** New times of a shift, RFC 3339; what is left out stays as the series has it. */
export interface NewTimes {
  plannedStart?: string | undefined;
  plannedEnd?: string | undefined;
  breaks?: readonly { from: string; to: string }[] | undefined;
}

interface Move {
  trx: Transaction;
  ids: Ids;
  plan: PlanRow;
  times: NewTimes;
  now: Date;
  createdBy: string;
}

/**
 * Gives this shift and all that follow it in its series other clock times. The series ends the day before, and another
 * goes on with the new times and the shifts that are planned already, so what was before and whatever was missing then
 * keeps its times. Cancelled and begun shifts stay as they are; those moved one by one go with the others. Throws
 * shift.OVERLAP when any of them would overlap another plan, and common.VALIDATION_FAILED.
 */
export async function moveFollowing({ trx, ids, plan, times, now, createdBy }: Move): Promise<PlanRow[]> {
  const series = plan.series_id === null ? null : await lockSeries(trx, plan.series_id);
  const day = plan.series_day;
  if (series === null || day === null)
    throw new WaslError('common.VALIDATION_FAILED', {
      detail: 'This shift belongs to no series: move it with scope THIS.',
      errors: [fault('/scope', 'unexpected', 'needs a shift of a series')],
    });
  const terms = newTerms(termsOf(series), day, times);
  const first = occurrenceOn(day, terms);
  requireAsAsked(first, times);
  requirePossible(first, SINGLE);
  requireFuture(first, now, SINGLE);

  const following = await plannedFrom(trx, series.id, day);
  const next = ids.next();
  await insertSeries(trx, { ...terms, from: day, id: next, driverId: series.driver_id, createdBy, at: now });
  await trx('shift_series')
    .where('id', series.id)
    .update({ until_day: dayAfter(day, -1), version: trx.raw('version + 1'), updated_at: now });
  await trx('shift_plans')
    .where('series_id', series.id)
    .where('series_day', '>=', day)
    .update({ series_id: next, updated_at: now });

  const moved: PlanRow[] = [];
  const excepted = following.map(({ id }) => id);
  for (const one of inSafeOrder(following, first, plan)) {
    const { plannedStart, plannedEnd, breaks } = occurrenceOn(one.series_day ?? day, terms);
    await requireFree(trx, one.driver_id, { plannedStart, plannedEnd, breaks }, excepted);
    if (plannedStart.getTime() !== one.planned_start.getTime())
      await trx('shift_plans').where('id', one.id).update({ reminded_at: null });
    const columns = { planned_start: plannedStart, planned_end: plannedEnd, breaks };
    moved.push(await updatePlan(trx, one.id, columns, now));
  }
  return moved.sort((left, right) => left.planned_start.getTime() - right.planned_start.getTime());
}

/** Whoever makes its next occurrences waits. */
async function lockSeries(trx: Transaction, id: string): Promise<SeriesRow | null> {
  await trx('shift_series').where({ id }).forUpdate().first('id');
  return findSeries(trx, id);
}

function plannedFrom(trx: Transaction, seriesId: string, day: Day): Promise<PlanRow[]> {
  return trx<PlanRow>('shift_plans')
    .where({ series_id: seriesId, status: 'PLANNED' })
    .where('series_day', '>=', day)
    .whereNotExists(trx('shift_runs as r').whereRaw('r.plan_id = shift_plans.id').select(trx.raw('1')))
    .orderBy('series_day')
    .forUpdate()
    .select('*');
}

/** None is moved onto the next one's former place: to later times the last one goes first. */
function inSafeOrder(following: readonly PlanRow[], first: Occurrence, plan: PlanRow): readonly PlanRow[] {
  return first.plannedEnd > plan.planned_end ? following.toReversed() : following;
}

function newTerms(terms: SeriesTerms, day: Day, { plannedStart, plannedEnd, breaks }: NewTimes): SeriesTerms {
  if (plannedStart !== undefined && qatarDay(new Date(plannedStart)) !== day) {
    const message = `must stay on ${day} in Qatar: a series keeps its weekdays`;
    refuse([fault('/plannedStart', 'day', message)]);
  }
  return {
    ...terms,
    start: plannedStart === undefined ? terms.start : clock(plannedStart, '/plannedStart'),
    end: plannedEnd === undefined ? terms.end : clock(plannedEnd, '/plannedEnd'),
    breaks:
      breaks === undefined
        ? terms.breaks
        : breaks.map(
            ({ from, to }, index): ClockBreak => ({
              from: clock(from, `/breaks/${index}/from`),
              to: clock(to, `/breaks/${index}/to`),
            }),
          ),
  };
}

function clock(at: string, pointer: string): string {
  if (new Date(at).getTime() % 60_000 !== 0)
    refuse([fault(pointer, 'pattern', 'must be a whole minute: a series is told by the clock')]);
  return qatarClock(new Date(at));
}

function occurrenceOn(day: Day, terms: SeriesTerms): Occurrence {
  const everyDay = { ...terms, weekdays: undefined, from: day, until: day };
  const [occurrence] = occurrencesOf(everyDay, day, day);
  if (occurrence === undefined) throw new Error(`no shift on ${day}`);
  return occurrence;
}

/** Clock times alone would let an end of the day after next pass for one of today. */
function requireAsAsked(first: Occurrence, { plannedEnd, breaks = [] }: NewTimes): void {
  if (plannedEnd !== undefined && new Date(plannedEnd).getTime() !== first.plannedEnd.getTime())
    refuse([fault('/plannedEnd', 'maximum', 'must be within a day of the start, and after it')]);
  breaks.forEach((asked, index) => {
    const made = first.breaks[index];
    const same = (one: string, other: string | undefined) => Date.parse(one) === Date.parse(other ?? '');
    if (!same(asked.from, made?.from) || !same(asked.to, made?.to))
      refuse([fault(`/breaks/${index}`, 'outside', 'must lie within the shift')]);
  });
}
