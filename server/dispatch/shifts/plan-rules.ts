import { type FieldError, WaslError } from '../../../actors/errors.ts';
import type { PlannedTime } from './occurrences.ts';

const HOUR = 3_600_000;
export const MAX_SHIFT_HOURS = 16;

/** JSON pointers of the times in the request, for a single shift or a series. */
export interface Pointers {
  start: string;
  end: string;
  breaks: string;
}

export const SINGLE: Pointers = { start: '/plannedStart', end: '/plannedEnd', breaks: '/breaks' };
export const RECURRING: Pointers = {
  start: '/recurrence/start',
  end: '/recurrence/end',
  breaks: '/recurrence/breaks',
};

/** Throws common.VALIDATION_FAILED listing every violation and how to fix it. */
export function requirePossible(time: PlannedTime, pointers: Pointers): void {
  refuse([...lengthViolations(time, pointers), ...breakViolations(time, pointers)]);
}

/** A new or moved shift must begin in the future. */
export function requireFuture(time: PlannedTime, now: Date, pointers: Pointers): void {
  if (time.plannedStart > now) return;
  const message = `is in the past: choose a time after ${now.toISOString()}`;
  refuse([fault(pointers.start, 'past', message, { now: now.toISOString() })]);
}

/** A running shift may be extended or shortened, but not to end in the past. */
export function requireFutureEnd(time: PlannedTime, now: Date, pointers: Pointers): void {
  if (time.plannedEnd > now) return;
  refuse([fault(pointers.end, 'past', 'is in the past: choose a later end, or end the shift now')]);
}

export function refuse(errors: FieldError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const detail = `${first.pointer.slice(1)} ${first.message}.`;
  throw new WaslError('common.VALIDATION_FAILED', { detail, errors });
}

export function fault(
  pointer: string,
  code: string,
  message: string,
  params?: FieldError['params'],
): FieldError {
  return { pointer, code, message, ...(params === undefined ? {} : { params }) };
}

function lengthViolations({ plannedStart, plannedEnd }: PlannedTime, { end }: Pointers): FieldError[] {
  const length = plannedEnd.getTime() - plannedStart.getTime();
  if (length <= 0) return [fault(end, 'order', 'must be after the start: choose a later end')];
  if (length <= MAX_SHIFT_HOURS * HOUR) return [];
  return [
    fault(end, 'maximum', `must be within ${MAX_SHIFT_HOURS} hours of the start: plan two shifts instead`, {
      hours: MAX_SHIFT_HOURS,
    }),
  ];
}

function breakViolations(
  { plannedStart, plannedEnd, breaks }: PlannedTime,
  pointers: Pointers,
): FieldError[] {
  let free = plannedStart.getTime();
  return breaks.flatMap(({ from, to }, index) => {
    const [begin, end] = [Date.parse(from), Date.parse(to)];
    const pointer = `${pointers.breaks}/${index}`;
    if (end <= begin) return [fault(`${pointer}/to`, 'order', 'must be after the break’s start')];
    if (begin < plannedStart.getTime() || end > plannedEnd.getTime())
      return [fault(pointer, 'outside', 'must lie within the shift')];
    if (begin < free) return [fault(pointer, 'order', 'must begin after the break before it has ended')];
    free = end;
    return [];
  });
}
