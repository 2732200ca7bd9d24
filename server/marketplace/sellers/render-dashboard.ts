import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { DashboardFigures } from './dashboard-store.ts';

type Dashboard = components['schemas']['SellerDashboard'];

/** @param withMoney False for staff whose matter money is not: what is theirs to see stands without it. */
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
