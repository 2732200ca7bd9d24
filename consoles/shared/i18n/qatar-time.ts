/** Qatar has one time all year. */
const OFFSET = 3 * 3_600_000;
const DAY = 86_400_000;

/** "2026-02-12" of a moment, in Qatar. */
export function qatarDay(moment: string | number): string {
  const at = typeof moment === 'number' ? moment : Date.parse(moment);
  return new Date(at + OFFSET).toISOString().slice(0, 10);
}

/** "14:05" of a moment, in Qatar. */
export function qatarClock(moment: string | number): string {
  const at = typeof moment === 'number' ? moment : Date.parse(moment);
  return new Date(at + OFFSET).toISOString().slice(11, 16);
}

/** The moment of "14:05" on the day of another moment; null for what is no time of the day. */
export function qatarInstant(on: string | number, clock: string): string | null {
  return momentOf(qatarDay(on), clock);
}

/** The moment at which a clock in Qatar shows this on this day. */
export function momentOf(day: string, clock: string): string | null {
  if (!/^\d{2}:\d{2}(:\d{2})?$/.test(clock)) return null;
  const at = Date.parse(`${day}T${clock}${clock.length === 5 ? ':00' : ''}.000+03:00`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Midnight at which a day begins in Qatar, and the one at which it ends. */
export function daySpan(day: string): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00.000+03:00`);
  return { from, to: from + DAY };
}

export function addDays(day: string, count: number): string {
  return qatarDay(daySpan(day).from + count * DAY + OFFSET);
}
