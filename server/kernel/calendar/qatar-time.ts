import type { Locale } from '../texts/locale.ts';

/** A calendar day in Qatar, 'YYYY-MM-DD'. */
export type Day = string;

const DAY_MS = 86_400_000;
/** Qatar has used UTC+3 without daylight saving time since 1972. */
const OFFSET_MS = 3 * 3_600_000;
const LOCALES: Readonly<Record<Locale, string>> = { en: 'en-GB', ar: 'ar-QA-u-nu-latn' };
/** The 24-hour clock in both languages, as on the screens. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Qatar' } as const;

/** ISO text of the instant shifted so that its UTC fields show Qatar's local time. */
function onTheWall(instant: Date): string {
  return new Date(instant.getTime() + OFFSET_MS).toISOString();
}

/** The day in Qatar at this instant. */
export function qatarDay(instant: Date): Day {
  return onTheWall(instant).slice(0, 10);
}

/** The time of day in Qatar, 'HH:MM'. */
export function qatarClock(instant: Date): string {
  return onTheWall(instant).slice(11, 16);
}

/** The hour of the day in Qatar, 0 to 23. */
export function qatarHour(instant: Date): number {
  return Number(onTheWall(instant).slice(11, 13));
}

/** Day and time in Qatar, 'YYYY-MM-DD HH:MM', in Western digits for both languages: for papers and tables. */
export function qatarDayAndClock(instant: Date): string {
  return `${qatarDay(instant)} ${qatarClock(instant)}`;
}

/** The time of day in Qatar for a sentence: '21:10'. */
export function clockText(locale: Locale, instant: Date): string {
  return new Intl.DateTimeFormat(LOCALES[locale], CLOCK).format(instant);
}

/** Day, month and time of day in Qatar for a sentence: '24 Nov, 21:10', '24 نوفمبر، 21:10'. */
export function dayAndClockText(locale: Locale, instant: Date): string {
  return new Intl.DateTimeFormat(LOCALES[locale], { day: 'numeric', month: 'short', ...CLOCK }).format(
    instant,
  );
}

/** The instant at which clocks in Qatar show `clock` ('HH:MM') on that day. */
export function instantOf(day: Day, clock: string): Date {
  return new Date(Date.parse(`${day}T${clock}:00Z`) - OFFSET_MS);
}

/** The instant a day starts in Qatar. */
export function startOfDay(day: Day): Date {
  return instantOf(day, '00:00');
}

/** The instant a day ends in Qatar: the following midnight. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/** The day `days` days later; earlier if negative. */
export function dayAfter(day: Day, days = 1): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
