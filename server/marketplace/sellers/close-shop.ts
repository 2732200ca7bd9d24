import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import { takeRole } from '../../accounts/accounts.ts';
import { eraseInvitations } from '../../notifications/notifications.ts';
import { revokePending } from './staff-invitation-store.ts';
import { deleteStaffOfSeller } from './staff-store.ts';

/** Something of a shop that is not over yet. */
export interface Unsettled {
  code: 'STOCK_RESERVED' | 'ORDERS_UNDER_WAY' | 'CASH_NOT_SETTLED' | 'PAYOUT_DUE';
  /** Pieces, orders' parts: as many as there are. */
  count: number;
}

/**
 * What stands in the way of closing a shop, by those who keep it. Each is asked in the shop's lock and in this order;
 * the first holds what could still become an order.
 */
export type ShopAffairs = readonly ((trx: Transaction, sellerId: string) => Promise<Unsettled[]>)[];

/** Throws seller.NOT_CLOSABLE. */
export async function requireSettled(
  trx: Transaction,
  affairs: ShopAffairs,
  sellerId: string,
): Promise<void> {
  const obstacles: Unsettled[] = [];
  for (const unsettled of affairs) obstacles.push(...(await unsettled(trx, sellerId)));
  const left = obstacles.filter(({ count }) => count > 0);
  if (left.length === 0) return;
  throw new WaslError('seller.NOT_CLOSABLE', {
    detail: `Left to settle first: ${left.map(({ code }) => code).join(', ')}.`,
    extension: { obstacles: left },
  });
}

/** Nobody works for a closed shop, or is still invited to. Answers who did. */
export async function dismissEverybody(trx: Transaction, sellerId: string, now: Date): Promise<string[]> {
  const staff = await deleteStaffOfSeller(trx, sellerId);
  for (const accountId of staff) await takeRole(trx, accountId, 'SELLER_STAFF');
  await eraseInvitations(trx, await revokePending(trx, sellerId, now));
  return staff;
}
