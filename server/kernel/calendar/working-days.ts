/** A calendar day in Asia/Qatar, 'YYYY-MM-DD'. */
export type Day = string;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Qatar keeps UTC+3 all year round. */
const QATAR_OFFSET = 3 * 60 * MINUTE;

/** When sellers work: Sunday to Thursday, these hours in Asia/Qatar. Acceptance deadlines count only this time. */
export const SELLER_WORKING_HOURS = { from: '08:00', to: '20:00' } as const;

const FRIDAY = 5;
const SATURDAY = 6;

export interface Calendar {
  /** Public holidays. */
  holidays: readonly Day[];
}

export interface DeliveryTerms {
  /** Working days after the order's day. */
  minDays: number;
  maxDays: number;
}

export interface DeliveryPromise {
  earliest: Day;
  latest: Day;
}

/** The day it is in Qatar at this instant. */
export function qatarDay(instant: Date): Day {
  return new Date(instant.getTime() + QATAR_OFFSET).toISOString().slice(0, 10);
}

/** The instant a day ends in Qatar: the midnight after it. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(day).getTime() + DAY);
}

export function isWorkingDay(day: Day, { holidays }: Calendar): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== FRIDAY && weekday !== SATURDAY && !holidays.includes(day);
}

/** The working day that many working days after `day`; with 0, the day itself or the next one that is worked. */
export function addWorkingDays(day: Day, count: number, calendar: Calendar): Day {
  let current = day;
  if (count === 0) {
    while (!isWorkingDay(current, calendar)) current = nextDay(current);
    return current;
  }
  for (let left = count; left > 0; ) {
    current = nextDay(current);
    if (isWorkingDay(current, calendar)) left -= 1;
  }
  return current;
}

/**
 * The days on which an order placed now is promised. One placed after the cut-off counts as the next day's.
 * @param cutoff 'HH:MM' in Qatar; at that very moment an order still counts as today's.
 */
export function deliveryPromise(
  placedAt: Date,
  terms: DeliveryTerms,
  calendar: Calendar & { cutoff: string },
): DeliveryPromise {
  const today = qatarDay(placedAt);
  const counted = placedAt.getTime() > at(today, calendar.cutoff) ? nextDay(today) : today;
  return {
    earliest: addWorkingDays(counted, terms.minDays, calendar),
    latest: addWorkingDays(counted, terms.maxDays, calendar),
  };
}

/** The instant when that many minutes of the sellers' working time have passed since `from`. */
export function addWorkingMinutes(from: Date, minutes: number, calendar: Calendar): Date {
  let left = minutes * MINUTE;
  for (let day = qatarDay(from); ; day = nextDay(day)) {
    if (!isWorkingDay(day, calendar)) continue;
    const opens = Math.max(at(day, SELLER_WORKING_HOURS.from), from.getTime());
    const closes = at(day, SELLER_WORKING_HOURS.to);
    const worked = Math.max(0, closes - opens);
    if (worked > 0 && left <= worked) return new Date(opens + left);
    left -= worked;
  }
}

/** The instant a day begins in Qatar. */
export function startOfDay(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - QATAR_OFFSET);
}

function at(day: Day, time: string): number {
  return Date.parse(`${day}T${time}:00Z`) - QATAR_OFFSET;
}

function nextDay(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
}
