import { type Day, dayAfter, instantOf, qatarDay } from './qatar-time.ts';

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

export function isWorkingDay(day: Day, { holidays }: Calendar): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== FRIDAY && weekday !== SATURDAY && !holidays.includes(day);
}

/** The working day `count` working days after `day`; with 0, the day itself or the next working day. */
export function addWorkingDays(day: Day, count: number, calendar: Calendar): Day {
  let current = day;
  if (count === 0) {
    while (!isWorkingDay(current, calendar)) current = dayAfter(current);
    return current;
  }
  for (let left = count; left > 0; ) {
    current = dayAfter(current);
    if (isWorkingDay(current, calendar)) left -= 1;
  }
  return current;
}

/**
 * The day an order placed now counts as: the next one after the cut-off.
 * @param cutoff 'HH:MM' in Qatar, inclusive: an order at that minute still counts as today's.
 */
export function dayCounted(placedAt: Date, cutoff: string): Day {
  const today = qatarDay(placedAt);
  return placedAt.getTime() > instantOf(today, cutoff).getTime() ? dayAfter(today) : today;
}

/** The promised days of an order placed now. They change only at the cut-off. */
export function deliveryPromise(
  placedAt: Date,
  terms: DeliveryTerms,
  calendar: Calendar & { cutoff: string },
): DeliveryPromise {
  const counted = dayCounted(placedAt, calendar.cutoff);
  return {
    earliest: addWorkingDays(counted, terms.minDays, calendar),
    latest: addWorkingDays(counted, terms.maxDays, calendar),
  };
}
