import type { OpeningHours } from '../../data/shop.ts';

export const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Day = (typeof DAYS)[number];
export type Span = OpeningHours[Day][number];

/** Minutes that a week has to have, and spans that a day may have: the service's own limits. */
export const MIN_WEEK_MINUTES = 20 * 60;
export const MAX_SPANS = 4;

const CLOSED: Span[] = [];
const USUAL_DAY: Span[] = [{ from: '08:00', to: '20:00' }];

/** As long as a seller has set none. */
export const USUAL_HOURS: OpeningHours = {
  sunday: USUAL_DAY,
  monday: USUAL_DAY,
  tuesday: USUAL_DAY,
  wednesday: USUAL_DAY,
  thursday: USUAL_DAY,
  friday: CLOSED,
  saturday: CLOSED,
};

/** Minutes since midnight; "24:00" is allowed as the end of a day. Null if the text is not a time. */
export function minutesOf(time: string): number | null {
  const found = /^(\d{2}):(\d{2})$/.exec(time);
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

/** A browser's field has no 24:00: midnight at the end of a span is the end of the day. */
export function endOf(time: string): string {
  return time === '00:00' ? '24:00' : time;
}

/** Why a day's spans cannot be; null when they can. */
export function dayError(spans: readonly Span[]): 'empty' | 'backwards' | 'overlap' | null {
  let before = -1;
  for (const { from, to } of spans) {
    const [begin, end] = [minutesOf(from), minutesOf(to)];
    if (begin === null || end === null) return 'empty';
    if (end <= begin) return 'backwards';
    if (begin < before) return 'overlap';
    before = end;
  }
  return null;
}

/** Minutes open in a week; spans that cannot be count as none. */
export function minutesOfWeek(hours: OpeningHours): number {
  return DAYS.flatMap((day) => hours[day]).reduce((sum, { from, to }) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)];
    return begin === null || end === null ? sum : sum + Math.max(0, end - begin);
  }, 0);
}

/** One span more: an hour after the last, or the usual day. */
export function withSpan(spans: readonly Span[]): Span[] {
  const last = minutesOf(spans.at(-1)?.to ?? '');
  if (last === null || last > 22 * 60)
    return [...spans, spans.length === 0 ? { from: '08:00', to: '20:00' } : { from: '', to: '' }];
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return [...spans, { from: clock(last + 60), to: clock(Math.min(last + 180, 23 * 60 + 59)) }];
}
