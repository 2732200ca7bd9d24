import type { Database } from '../../../db/database.ts';
import { endOfDay, qatarDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { readTrendFigures, type TrendFigures } from './trends-store.ts';

type Trends = components['schemas']['SellerTrends'];
type Offer = TrendFigures['slow'][number];

const DAY_MS = 86_400_000;
const MAX_ROWS = 50;
/** Stock that lasts fewer days is listed, with the quantity needed for `COVER_DAYS`. */
const REORDER_BELOW_DAYS = 14;
const COVER_DAYS = 30;
/** Slow: less than one unit sold in the period for this many left. */
const SLOW_SHARE = 4;

/**
 * A seller's period compared with the previous one of the same length, returns, what to reorder and slow products, in
 * seven queries.
 * @param withMoney False for staff without the permission for money.
 */
export async function readTrends(
  database: Database,
  sellerId: string,
  now: Date,
  { days, withMoney }: { days: number; withMoney: boolean },
): Promise<Trends> {
  const until = endOfDay(qatarDay(now));
  const begin = (back: number) => startOfDay(qatarDay(new Date(until.getTime() - back * DAY_MS)));
  const [from, formerFrom] = [begin(days), begin(2 * days)];
  const limits = { lastsDays: REORDER_BELOW_DAYS, share: SLOW_SHARE, limit: MAX_ROWS };
  const figures = await readTrendFigures(database, { sellerId, from, until, formerFrom, days, ...limits });
  const total = ({ groups, goods }: TrendFigures['now']) => ({
    groups,
    goods: withMoney ? qar(goods) : null,
  });
  const { count, median, slowest } = figures.accepted;
  const seconds = (value: number | null) => (value === null ? null : Math.round(value));
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    formerFrom: formerFrom.toISOString(),
    sales: total(figures.now),
    formerSales: total(figures.before),
    states: figures.states.map(({ status, count: groups }) => ({
      status: status as Trends['states'][number]['status'],
      groups,
    })),
    acceptance: { groups: count, medianSeconds: seconds(median), ninthDecileSeconds: seconds(slowest) },
    returns: figures.returns.map(({ reason, count: times }) => ({
      reason: reason as Trends['returns'][number]['reason'],
      groups: times,
    })),
    toOrder: figures.toOrder.map((offer) => ({ ...renderOffer(offer), ...suggestion(offer, days) })),
    slow: figures.slow.map(renderOffer),
  };
}

function renderOffer({ offer_id: offerId, sku, name_en: en, name_ar: ar, available, units }: Offer) {
  return { offerId, sku, name: { en, ar }, available, sold: units };
}

/** Based on the sales rate of the period. */
function suggestion({ available, units }: Offer, days: number) {
  return {
    lastsDays: Math.floor((available * days) / units),
    suggested: Math.max(1, Math.ceil((units * COVER_DAYS) / days) - available),
  };
}
