/** Qatar's time zone. It has no daylight saving time, so its offset from UTC is the same all year. */
export const QATAR_TIME_ZONE = 'Asia/Qatar';
const OFFSET_MS = 3 * 3_600_000;
const OFFSET = '+03:00';
const DAY_MS = 86_400_000;

/** "2026-02-12" for an instant, in Qatar. */
export function qatarDay(moment: string | number): string {
  return inQatar(moment).slice(0, 10);
}

/** "14:05" for an instant, in Qatar. */
export function qatarClock(moment: string | number): string {
  return inQatar(moment).slice(11, 16);
}

/** The instant of "14:05" on the day of another instant; null if the text is not a time of day. */
export function qatarInstant(on: string | number, clock: string): string | null {
  return momentOf(qatarDay(on), clock);
}

/** The instant at which a clock in Qatar shows this time on this day. */
export function momentOf(day: string, clock: string): string | null {
  if (!/^\d{2}:\d{2}(:\d{2})?$/.test(clock)) return null;
  const at = Date.parse(`${day}T${clock}${clock.length === 5 ? ':00' : ''}.000${OFFSET}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The midnights at which a day begins and ends in Qatar. */
export function daySpan(day: string): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00.000${OFFSET}`);
  return { from, to: from + DAY_MS };
}

export function addDays(day: string, count: number): string {
  return qatarDay(daySpan(day).from + count * DAY_MS);
}

/** An instant's date and time in Qatar, in the form of `Date.toISOString`. */
function inQatar(moment: string | number): string {
  const at = typeof moment === 'number' ? moment : Date.parse(moment);
  return new Date(at + OFFSET_MS).toISOString();
}
