import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { lockHeldStock } from '../inventory/inventory.ts';
import { lockCheckout } from './checkout-store.ts';
import { endCheckouts } from './end-checkouts.ts';

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
