import type { PlannedBreak } from '../../../actors/driver/state.ts';
import type { Day } from '../../kernel/calendar/working-days.ts';

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
  /** 'HH:MM' in Asia/Qatar; an end not after the start is on the next day. */
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

const DAY = 86_400_000;

/** The shifts of a series that start on a day from `first` to `last`, both included. */
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

export function dayAfter(day: Day, days = 1): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

function timeOn(
  day: Day,
  { start, end, breaks }: Pick<SeriesTerms, 'start' | 'end' | 'breaks'>,
): PlannedTime {
  const plannedStart = instant(day, start);
  // Clock times before the start, as those of a night shift after midnight, belong to the next day.
  const after = (time: string) => (time <= start ? instant(dayAfter(day), time) : instant(day, time));
  return {
    plannedStart,
    plannedEnd: after(end),
    breaks: breaks.map(({ from, to }) => ({
      from: (from === start ? plannedStart : after(from)).toISOString(),
      to: after(to).toISOString(),
    })),
  };
}

/** 'HH:MM' on Qatar's clocks. */
export function clockTimeOf(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(11, 16);
}

/** Qatar keeps UTC+3 all year round. */
function instant(day: Day, time: string): Date {
  return new Date(`${day}T${time}:00.000+03:00`);
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
