import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { releaseHeld } from '../inventory/inventory.ts';
import { writeEnd } from './checkout-store.ts';

/**
 * Ends open checkouts without an order and frees what they hold. The caller holds the checkouts' rows and then the
 * stock rows: a count that takes reservations away locks stock before reservations, as this does.
 */
export async function endCheckouts(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  checkoutIds: readonly string[],
  end: { status: 'CANCELLED' | 'EXPIRED'; accountId: string | null },
): Promise<void> {
  if (checkoutIds.length === 0) return;
  await releaseHeld(trx, checkoutIds, { ids: deps.ids, at: deps.clock.now(), accountId: end.accountId });
  await writeEnd(trx, checkoutIds, end.status);
}
