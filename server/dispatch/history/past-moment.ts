import { WaslError } from '../../../actors/errors.ts';
import { BREADCRUMB_DAYS } from '../../../db/stores/breadcrumb-store.ts';

/** Days of history: the lifetime of breadcrumbs, a day less than that of snapshots. */
export const HISTORY_DAYS = BREADCRUMB_DAYS;
const DAY_MS = 86_400_000;
/** Longest time span of one request. */
const MAX_DAYS = 7;

/** The earliest moment that can be requested. Domain time. */
export function historyFrom(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
}

/**
 * A past moment in UTC with milliseconds, the format of events. Throws common.VALIDATION_FAILED for a moment in the
 * future or too far back.
 */
export function pastMoment(value: string, now: Date, parameter = 'at'): string {
  const at = new Date(value);
  const from = historyFrom(now);
  const fault = Number.isNaN(at.getTime())
    ? { message: 'is not a date and time', params: {} }
    : at > now
      ? { message: `is in the future; it is now ${now.toISOString()}`, params: { now: now.toISOString() } }
      : at < from
        ? {
            message: `is too long ago; history goes back to ${from.toISOString()}`,
            params: { from: from.toISOString() },
          }
        : null;
  if (fault === null) return at.toISOString();
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: `The moment ${fault.message}.`,
    errors: [{ pointer: `query/${parameter}`, code: 'range', ...fault }],
  });
}

/** Start and exclusive end; at most a week, up to now if no end is given. Throws common.VALIDATION_FAILED. */
export function pastSpan(
  { from, to }: { from: string; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const begin = pastMoment(from, now, 'from');
  const end = to === undefined ? now.toISOString() : pastMoment(to, now, 'to');
  const length = Date.parse(end) - Date.parse(begin);
  if (length > 0 && length <= MAX_DAYS * DAY_MS) return { from: begin, to: end };
  const message = length <= 0 ? 'is not after from' : `is more than ${MAX_DAYS} days after from`;
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: `The end ${message}.`,
    errors: [{ pointer: 'query/to', code: 'range', message }],
  });
}
