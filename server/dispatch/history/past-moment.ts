import { WaslError } from '../../../actors/errors.ts';
import { BREADCRUMB_DAYS } from '../../../db/stores/breadcrumb-store.ts';

/** Days the past reaches back: the breadcrumbs' life, a day within that of the snapshots. */
export const HISTORY_DAYS = BREADCRUMB_DAYS;
const DAY = 86_400_000;
/** A stretch of time is no longer. */
const MOST_DAYS = 7;

/** The first moment that can still be asked for. Domain time. */
export function historyFrom(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * DAY);
}

/**
 * A moment of the past, in UTC with milliseconds as events have it. Throws common.VALIDATION_FAILED for one to come
 * or too long ago.
 */
export function pastMoment(value: string, now: Date, parameter = 'at'): string {
  const at = new Date(value);
  const from = historyFrom(now);
  const fault = Number.isNaN(at.getTime())
    ? { message: 'is not a moment', params: {} }
    : at > now
      ? { message: `lies ahead; it is ${now.toISOString()}`, params: { now: now.toISOString() } }
      : at < from
        ? {
            message: `is too long ago; the past reaches back to ${from.toISOString()}`,
            params: { from: from.toISOString() },
          }
        : null;
  if (fault === null) return at.toISOString();
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: `The moment ${fault.message}.`,
    errors: [{ pointer: `query/${parameter}`, code: 'range', ...fault }],
  });
}

/** From and to, the end left out; a week at most, up to now where no end is given. Throws common.VALIDATION_FAILED. */
export function pastStretch(
  { from, to }: { from: string; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const begin = pastMoment(from, now, 'from');
  const end = to === undefined ? now.toISOString() : pastMoment(to, now, 'to');
  const length = Date.parse(end) - Date.parse(begin);
  if (length > 0 && length <= MOST_DAYS * DAY) return { from: begin, to: end };
  const message = length <= 0 ? 'is not after from' : `is more than ${MOST_DAYS} days after from`;
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: `The end ${message}.`,
    errors: [{ pointer: 'query/to', code: 'range', message }],
  });
}
