import type { Database } from '../../../db/database.ts';
import { endOfDay, qatarDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { type DashboardFigures, readFigures } from './dashboard-store.ts';

/** Most rows per list. */
const MAX_ROWS = 10;
/** Low-stock threshold, in free units in open warehouses, for offers without one of their own. */
const LOW_STOCK = 5;
const DAY_MS = 86_400_000;

/** A seller's numbers of the last days, including today, in six queries. */
export async function readDashboard(
  database: Database,
  sellerId: string,
  now: Date,
  days: number,
): Promise<DashboardFigures & { from: Date; until: Date }> {
  const until = endOfDay(qatarDay(now));
  const from = startOfDay(qatarDay(new Date(until.getTime() - days * DAY_MS)));
  const period = { from, until };
  const limits = { most: MAX_ROWS, low: LOW_STOCK };
  return { ...period, ...(await readFigures(database, { sellerId, now, ...period, ...limits })) };
}

type Dashboard = components['schemas']['SellerDashboard'];

/** @param withMoney False for staff without the permission for money, who see the rest. */
export function renderDashboard(
  figures: DashboardFigures & { from: Date; until: Date },
  withMoney: boolean,
): Dashboard {
  const { states, days, bestSellers, acceptance, lowStock, money } = figures;
  return {
    from: figures.from.toISOString(),
    until: figures.until.toISOString(),
    orders: states.map(({ status, count }) => ({
      status: status as Dashboard['orders'][number]['status'],
      count,
    })),
    sales: withMoney ? days.map(({ day, groups, goods }) => ({ day, groups, goods: qar(goods) })) : null,
    bestSellers: bestSellers.map((row) => ({
      variantId: row.variant_id,
      sku: row.sku,
      name: { en: row.name_en, ar: row.name_ar },
      units: row.units,
      goods: withMoney ? qar(row.goods) : null,
    })),
    acceptedLate: acceptance.late,
    waitingLate: acceptance.waiting,
    lowStock: lowStock.map((row) => ({
      offerId: row.offer_id,
      sku: row.sku,
      name: { en: row.name_en, ar: row.name_ar },
      available: row.available,
      threshold: row.threshold,
    })),
    money: withMoney ? { awaitingCash: qar(money.awaiting_cash), payable: qar(money.payable) } : null,
  };
}
