import type { OpeningHours, Weekday } from '../../../db/models/seller.ts';
import { type Day, dayAfter, instantOf, qatarDay } from './qatar-time.ts';
import type { Calendar } from './working-days.ts';

/** In the order of `Date.getDay()`. */
const WEEKDAYS: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

const OFFICE = [{ from: '08:00', to: '20:00' }];

/** Hours of a seller who has not set any. */
export const DEFAULT_HOURS: OpeningHours = {
  sunday: OFFICE,
  monday: OFFICE,
  tuesday: OFFICE,
  wednesday: OFFICE,
  thursday: OFFICE,
  friday: [],
  saturday: [],
};

/** Minimum opening time per week, so that every deadline is reached. */
export const MIN_WEEKLY_MINUTES = 20 * 60;
const MINUTE_MS = 60_000;
/** Bounds the search: no sequence of holidays is longer. */
const MAX_DAYS = 400;

/** Of a week without holidays. */
export function weeklyMinutes(hours: OpeningHours): number {
  const spans = WEEKDAYS.flatMap((day) => hours[day]);
  return spans.reduce((sum, { from, to }) => sum + minuteOf(to) - minuteOf(from), 0);
}

/** The first span that does not start after the previous one, or ends before it starts. */
export function misplacedSpan(hours: OpeningHours): { day: Weekday; index: number } | null {
  for (const day of WEEKDAYS) {
    let open = -1;
    for (const [index, { from, to }] of hours[day].entries()) {
      if (minuteOf(from) <= open || minuteOf(to) <= minuteOf(from)) return { day, index };
      open = minuteOf(to);
    }
  }
  return null;
}

/** The instant at which the seller has been open for `minutes` since `from`. Sellers are closed on public holidays. */
export function addOpenMinutes(
  from: Date,
  minutes: number,
  { holidays, hours = DEFAULT_HOURS }: Calendar & { hours?: OpeningHours | null | undefined },
): Date {
  let left = minutes * MINUTE_MS;
  let day = qatarDay(from);
  for (let days = 0; days < MAX_DAYS; days += 1, day = dayAfter(day)) {
    if (holidays.includes(day)) continue;
    for (const span of (hours ?? DEFAULT_HOURS)[weekdayOf(day)]) {
      const opens = Math.max(instantOf(day, span.from).getTime(), from.getTime());
      const open = Math.max(0, instantOf(day, span.to).getTime() - opens);
      if (open > 0 && left <= open) return new Date(opens + left);
      left -= open;
    }
  }
  throw new Error(`no ${minutes} minutes of opening hours in ${MAX_DAYS} days after ${from.toISOString()}`);
}

function weekdayOf(day: Day): Weekday {
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  if (weekday === undefined) throw new Error(`${day} is not a day`);
  return weekday;
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}
