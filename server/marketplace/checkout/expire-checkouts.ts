import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { lockHeldStock } from '../inventory/inventory.ts';
import { lockDueCheckouts } from './checkout-store.ts';
import { endCheckouts } from './end-checkouts.ts';

type SweepDependencies = Pick<Dependencies, 'database' | 'clock' | 'ids'>;

/** Checkouts ended in one transaction: few, because it holds their stock rows. */
const BATCH = 20;

/**
 * Expires up to `limit` overdue checkouts and frees their stock, once however many sweepers run: a checkout somebody
 * holds (confirming it, say) is left to the next sweep. Answers how many it expired.
 */
export async function expireDueCheckouts(deps: SweepDependencies, limit: number): Promise<number> {
  let expired = 0;
  while (expired < limit) {
    const size = Math.min(BATCH, limit - expired);
    const count = await inTransaction(deps.database, (trx) => expireBatch(trx, deps, size));
    expired += count;
    if (count < size) break;
  }
  return expired;
}

async function expireBatch(trx: Transaction, deps: SweepDependencies, size: number): Promise<number> {
  const checkoutIds = await lockDueCheckouts(trx, deps.clock.now(), size);
  if (checkoutIds.length === 0) return 0;
  await lockHeldStock(trx, checkoutIds);
  await endCheckouts(trx, deps, checkoutIds, { status: 'EXPIRED', accountId: null });
  return checkoutIds.length;
}
