import type { components } from '../../../../server/kernel/http/api-types.ts';
import { addDays } from '../../../shared/i18n/qatar-time.ts';

type Sales = NonNullable<components['schemas']['SellerDashboard']['sales']>;

/** A day's sales. Goods in QAR. */
export interface DaySales {
  groups: number;
  goods: string;
}

/** A day of the period beside the one in its place in the period before. */
export interface DayRow {
  /** 2026-02-12, in Qatar. */
  day: string;
  now: DaySales;
  /** Null where the period before is not known. */
  before: (DaySales & { day: string }) | null;
}

const NOTHING: DaySales = { groups: 0, goods: '0.00' };

/** Each of `days` days up to the last one, the oldest first; days without a sale have zeros. */
export function dayRows(sales: Sales, last: string, days: number, withBefore: boolean): DayRow[] {
  const known = new Map(sales.map(({ day, groups, goods }) => [day, { groups, goods: goods.amount }]));
  const of = (day: string) => known.get(day) ?? NOTHING;
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(last, index + 1 - days);
    const former = addDays(day, -days);
    return { day, now: of(day), before: withBefore ? { day: former, ...of(former) } : null };
  });
}
