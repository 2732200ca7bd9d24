import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Day, qatarClock, qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { type ClockBreak, type Occurrence, occurrencesOf, type SeriesTerms } from './occurrences.ts';
import { fault, refuse, requireFuture, requirePossible, SINGLE } from './plan-rules.ts';
import { requireFree } from './plan-shifts.ts';
import { lockPlansFrom, movePlan, movePlansToSeries, type PlanRow } from './plan-store.ts';
import { endSeriesBefore, insertSeries, lockSeries, termsOf } from './series-store.ts';

/** New times of a shift, RFC 3339; omitted times stay as in the series. */
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
 * Moves this shift and all that follow it in its series to other clock times. The series ends the day before; a new one
 * continues with the new times and the existing plans, so that earlier shifts, and occurrences still missing then, keep
 * their times. Cancelled and started shifts stay as they are; individually moved ones are moved too. Throws
 * shift.OVERLAP if one would overlap another plan, and common.VALIDATION_FAILED.
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
  requireRequestedTimes(first, times);
  requirePossible(first, SINGLE);
  requireFuture(first, now, SINGLE);

  const following = await lockPlansFrom(trx, series.id, day);
  const next = ids.next();
  await insertSeries(trx, { ...terms, from: day, id: next, driverId: series.driver_id, createdBy, at: now });
  await endSeriesBefore(trx, series.id, day, now);
  await movePlansToSeries(trx, { from: series.id, to: next, day, at: now });

  const moved: PlanRow[] = [];
  const excepted = following.map(({ id }) => id);
  for (const one of inSafeOrder(following, first, plan)) {
    const time = occurrenceOn(one.series_day ?? day, terms);
    await requireFree(trx, one.driver_id, time, excepted);
    moved.push(await movePlan(trx, one.id, time, now));
  }
  return moved.sort((left, right) => left.planned_start.getTime() - right.planned_start.getTime());
}

/**
 * Avoids moving a shift onto the previous time of the next one: when moving to later times, the last shift goes first.
 */
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
    refuse([fault(pointer, 'pattern', 'must be a whole minute: a series has times of day')]);
  return qatarClock(new Date(at));
}

function occurrenceOn(day: Day, terms: SeriesTerms): Occurrence {
  const everyDay = { ...terms, weekdays: undefined, from: day, until: day };
  const [occurrence] = occurrencesOf(everyDay, day, day);
  if (occurrence === undefined) throw new Error(`no shift on ${day}`);
  return occurrence;
}

/** Comparing clock times alone would accept an end on the wrong day. */
function requireRequestedTimes(first: Occurrence, { plannedEnd, breaks = [] }: NewTimes): void {
  if (plannedEnd !== undefined && new Date(plannedEnd).getTime() !== first.plannedEnd.getTime())
    refuse([fault('/plannedEnd', 'maximum', 'must be within a day of the start, and after it')]);
  breaks.forEach((asked, index) => {
    const made = first.breaks[index];
    const same = (one: string, other: string | undefined) => Date.parse(one) === Date.parse(other ?? '');
    if (!same(asked.from, made?.from) || !same(asked.to, made?.to))
      refuse([fault(`/breaks/${index}`, 'outside', 'must lie within the shift')]);
  });
}
