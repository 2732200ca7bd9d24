import { type Day, endOfDay } from '../../kernel/calendar/qatar-time.ts';

/** A day in Qatar as instants; `to` is the midnight that ends it. */
export interface Span {
  day: Day;
  from: Date;
  to: Date;
}

const DAY = 24 * 3_600_000;

export function spanOf(day: Day): Span {
  const to = endOfDay(day);
  return { day, from: new Date(to.getTime() - DAY), to };
}
