import { WaslError } from '../../../actors/errors.ts';
import type { CommandSteps } from '../../../db/batched-command.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { type CheckoutFacts, readCheckouts } from './checkout-parts-store.ts';
import { found } from './checkout-store.ts';
import { lockCheckouts } from './choices-store.ts';
import { type Ending, lockDueCheckouts, writeEndings } from './ending-store.ts';

export interface CancelCheckout {
  checkoutId: string;
  accountId: string;
}

/**
 * Cancels a checkout and releases its reservations. Idempotent. Returns when it was cancelled. Throws common.NOT_FOUND,
 * and checkout.INVALID_STATE once it is confirmed or expired.
 */
export function cancelCheckoutSteps({
  clock,
}: Pick<Dependencies, 'clock'>): CommandSteps<CancelCheckout, CheckoutFacts | null, Ending, 'CANCELLED'> {
  return {
    read: async (executor, calls, { lock }) => {
      if (lock)
        await lockCheckouts(
          executor as Transaction,
          calls.map(({ checkoutId }) => checkoutId),
        );
      return readCheckouts(executor, calls);
    },
    judge: ({ accountId }, facts) => {
      const { id: checkoutId, status } = found(facts).parts.checkout;
      if (status === 'CANCELLED') return { answer: status };
      if (status === 'OPEN') return { plan: { checkoutId, accountId, at: clock.now() } };
      throw new WaslError('checkout.INVALID_STATE', {
        detail: `This checkout is ${status.toLowerCase()} and cannot be cancelled.`,
        extension: { currentState: status, allowedCommands: [] },
      });
    },
    write: async (executor, endings) => {
      const written = await writeEndings(executor, endings, 'CANCELLED');
      return written.map((ended) => (ended ? 'CANCELLED' : null));
    },
  };
}

type SweepDependencies = Pick<Dependencies, 'database' | 'clock'>;

/** Checkouts ended per transaction; few, because it locks their stock rows. */
const BATCH_SIZE = 20;

/**
 * Expires up to `limit` overdue checkouts and releases their reservations, once even with concurrent sweepers. Leaves a
 * locked checkout (e.g. being confirmed) to the next sweep. Returns how many expired.
 */
export async function expireDueCheckouts(deps: SweepDependencies, limit: number): Promise<number> {
  let expired = 0;
  while (expired < limit) {
    const size = Math.min(BATCH_SIZE, limit - expired);
    const count = await inTransaction(deps.database, (trx) => expireBatch(trx, deps, size));
    expired += count;
    if (count < size) break;
  }
  return expired;
}

async function expireBatch(trx: Transaction, { clock }: SweepDependencies, size: number): Promise<number> {
  const at = clock.now();
  const checkoutIds = await lockDueCheckouts(trx, at, size);
  if (checkoutIds.length === 0) return 0;
  const endings = checkoutIds.map((checkoutId) => ({ checkoutId, accountId: null, at }));
  await writeEndings(trx, endings, 'EXPIRED');
  return checkoutIds.length;
}
