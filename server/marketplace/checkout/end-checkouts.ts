import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { lockHeldStock, releaseHeld } from '../inventory/inventory.ts';
import { lockCheckout, lockDueCheckouts, writeEnd } from './checkout-store.ts';

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

/** Frees what the checkout holds. Repeating it changes nothing; throws checkout.INVALID_STATE once it is confirmed or expired. */
export async function cancelCheckout(
  trx: Transaction,
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  checkoutId: string,
  accountId: string,
): Promise<void> {
  const { status } = await lockCheckout(trx, checkoutId, accountId);
  if (status === 'CANCELLED') return;
  if (status !== 'OPEN') {
    throw new WaslError('checkout.INVALID_STATE', {
      detail: `This checkout is ${status.toLowerCase()} and cannot be cancelled.`,
      extension: { currentState: status, allowedCommands: [] },
    });
  }
  await lockHeldStock(trx, [checkoutId]);
  await endCheckouts(trx, deps, [checkoutId], { status: 'CANCELLED', accountId });
}

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
