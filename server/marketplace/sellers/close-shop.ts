import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import { takeRole } from '../../accounts/accounts.ts';
import { eraseInvitations } from '../../notifications/notifications.ts';
import { revokePending } from './staff-invitation-store.ts';
import { deleteStaffOfSeller } from './staff-store.ts';

/** Something that must be finished before a shop may close. */
export interface Unsettled {
  code: 'STOCK_RESERVED' | 'ORDERS_UNDER_WAY' | 'CASH_NOT_SETTLED' | 'PAYOUT_DUE';
  /** Number of units or order groups, for example. */
  count: number;
}

/**
 * Obstacles to closing a shop, from the slices that know them. Each is checked under the shop's lock and in this order;
 * the first locks what could still become an order.
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
    detail: `Must be settled first: ${left.map(({ code }) => code).join(', ')}.`,
    extension: { obstacles: left },
  });
}

/** Removes all staff and open invitations of a closed shop. Returns the accounts of the staff. */
export async function dismissStaff(trx: Transaction, sellerId: string, now: Date): Promise<string[]> {
  const staff = await deleteStaffOfSeller(trx, sellerId);
  for (const accountId of staff) await takeRole(trx, accountId, 'SELLER_STAFF');
  await eraseInvitations(trx, await revokePending(trx, sellerId, now));
  return staff;
}
