import { lockReservedOf } from '../marketplace/inventory/inventory.ts';
import { unfinishedOfSeller } from '../marketplace/orders/orders.ts';
import { countPayable } from '../marketplace/payouts/payouts.ts';
import type { ShopAffairs } from '../marketplace/sellers/sellers.ts';

/**
 * What must be finished before a shop may close. Stock is locked first, because a checkout being confirmed sells from
 * it.
 */
export const SHOP_AFFAIRS: ShopAffairs = [
  async (trx, sellerId) => [{ code: 'STOCK_RESERVED', count: await lockReservedOf(trx, sellerId) }],
  async (trx, sellerId) => {
    const { underWay, unsettled } = await unfinishedOfSeller(trx, sellerId);
    return [
      { code: 'ORDERS_UNDER_WAY', count: underWay },
      { code: 'CASH_NOT_SETTLED', count: unsettled },
    ];
  },
  async (trx, sellerId) => [{ code: 'PAYOUT_DUE', count: await countPayable(trx, sellerId) }],
];
