import { addDays, momentOf, qatarClock, qatarDay } from '../../../shared/i18n/qatar-time.ts';

/** The service's longest shift. */
export const MAX_SHIFT_HOURS = 16;
const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;

/** A break as typed; both times empty: no break. */
export interface TypedBreak {
  from: string;
  to: string;
}

/** A shift's times as typed. */
export interface TypedTimes {
  start: string;
  end: string;
  breaks: readonly TypedBreak[];
}

export type TimeField = 'start' | 'end' | 'breaks';
/** Errors that can be found before sending. */
export type TimeError = 'needed' | 'sameAsStart' | 'tooLong' | 'breakHalf' | 'breakOutside';

/** Seconds from start to end; an end that is not after the start is on the next day. Null while one is missing. */
export function lengthOf({ start, end }: Pick<TypedTimes, 'start' | 'end'>): number | null {
  const [from, to] = [secondsOf(start), secondsOf(end)];
  if (from === null || to === null) return null;
  return to > from ? to - from : to - from + DAY_SECONDS;
}

export function isOvernight({ start, end }: Pick<TypedTimes, 'start' | 'end'>): boolean {
  return start !== '' && end !== '' && end <= start;
}

/** Nothing typed is dropped silently: half a break is an error, not the absence of one. */
export function timeErrors(times: TypedTimes): Partial<Record<TimeField, TimeError>> {
  const { start, end, breaks } = times;
  const length = lengthOf(times);
  const faults: Partial<Record<TimeField, TimeError>> = {};
  if (start === '') faults.start = 'needed';
  if (end === '') faults.end = 'needed';
  else if (start === end) faults.end = 'sameAsStart';
  else if (length !== null && length > MAX_SHIFT_HOURS * 3_600) faults.end = 'tooLong';
  for (const { from, to } of breaks) {
    if ((from === '') !== (to === '')) faults.breaks ??= 'breakHalf';
    else if (from !== '' && length !== null && !isWithin({ from, to }, start, length))
      faults.breaks ??= 'breakOutside';
  }
  return faults;
}

export function typedBreaks(breaks: readonly TypedBreak[]): TypedBreak[] {
  return breaks.filter(({ from, to }) => from !== '' && to !== '');
}

/** The moments of a shift that begins on this day: what is before its start on the clock lies on the next day. */
export function momentsOn(day: string, times: TypedTimes) {
  const at = (clock: string, isEnd = false) => {
    const later = isEnd ? clock <= times.start : clock < times.start;
    return momentOf(later ? addDays(day, 1) : day, clock) ?? '';
  };
  return {
    plannedStart: at(times.start),
    plannedEnd: at(times.end, true),
    breaks: typedBreaks(times.breaks).map(({ from, to }) => ({ from: at(from), to: at(to) })),
  };
}

/**
 * What a form begins with: working hours; on a day that has begun, the next eight that are still ahead. In a day's last
 * hour these are on the next day.
 */
export function usualShift(day: string, now: number): { day: string; times: TypedTimes } {
  const begun = qatarDay(now) === day && qatarClock(now) >= '08:00';
  if (!begun) return { day, times: { start: '08:00', end: '16:00', breaks: [] } };
  const next = Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
  const times = { start: qatarClock(next), end: qatarClock(next + 8 * HOUR_MS), breaks: [] };
  return { day: qatarDay(next), times };
}

function isWithin({ from, to }: TypedBreak, start: string, length: number): boolean {
  const after = (clock: string) => {
    const seconds = (secondsOf(clock) ?? 0) - (secondsOf(start) ?? 0);
    return seconds < 0 ? seconds + DAY_SECONDS : seconds;
  };
  return after(from) < after(to) && after(to) <= length;
}

function secondsOf(clock: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(clock) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60;
}
