import type { PlannedBreak } from '../../../actors/driver/state.ts';
import { type Day, dayAfter, instantOf } from '../../kernel/calendar/qatar-time.ts';

export const WEEKDAYS = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** From and to as 'HH:MM' in Asia/Qatar. */
export interface ClockBreak {
  from: string;
  to: string;
}

export interface SeriesTerms {
  weekdays: readonly Weekday[];
  /** 'HH:MM' in Asia/Qatar. An end not after the start is on the next day. */
  start: string;
  end: string;
  from: Day;
  until: Day | null;
  breaks: readonly ClockBreak[];
}

export interface PlannedTime {
  plannedStart: Date;
  plannedEnd: Date;
  breaks: PlannedBreak[];
}

export interface Occurrence extends PlannedTime {
  day: Day;
}

/** Without weekdays: every day. */
type Recurring = Omit<SeriesTerms, 'weekdays'> & { weekdays: SeriesTerms['weekdays'] | undefined };

/** The shifts of a series that start on a day from `first` to `last`, both inclusive. */
export function occurrencesOf(series: Recurring, first: Day, last: Day): Occurrence[] {
  const from = later(series.from, first);
  const to = series.until === null ? last : earlier(series.until, last);
  const occurrences: Occurrence[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) {
    if (series.weekdays?.includes(weekdayOf(day)) !== false)
      occurrences.push({ day, ...timeOn(day, series) });
  }
  return occurrences;
}

function timeOn(
  day: Day,
  { start, end, breaks }: Pick<SeriesTerms, 'start' | 'end' | 'breaks'>,
): PlannedTime {
  const plannedStart = instantOf(day, start);
  // A clock time not after the start belongs to the next day, as in a night shift.
  const after = (time: string) => (time <= start ? instantOf(dayAfter(day), time) : instantOf(day, time));
  return {
    plannedStart,
    plannedEnd: after(end),
    breaks: breaks.map(({ from, to }) => ({
      from: (from === start ? plannedStart : after(from)).toISOString(),
      to: after(to).toISOString(),
    })),
  };
}

function weekdayOf(day: Day): Weekday {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'SUNDAY';
}

function later(left: Day, right: Day): Day {
  return left > right ? left : right;
}

function earlier(left: Day, right: Day): Day {
  return left < right ? left : right;
}
