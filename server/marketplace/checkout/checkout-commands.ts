import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { attemptTwice } from '../../../db/attempt-twice.ts';
import { BatchedCommand, inSteps } from '../../../db/batched-command.ts';
import { MicroBatcher } from '../../../db/micro-batcher.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { type AskedCheckout, type CheckoutFacts, readCheckouts } from './checkout-parts-store.ts';
import { found } from './checkout-store.ts';
import { cancelCheckoutSteps } from './end-checkouts.ts';
import { openCheckoutSteps } from './open-checkout.ts';
import { updateCheckoutSteps } from './update-checkout.ts';

/** At the start of a sale all buyers come at once, and each needs an answer. */
const MAX_OPENING_WAIT_MS = 5_000;

/**
 * Buyers' commands on their checkouts, batched over concurrent buyers. Each gets the same result as if it ran alone.
 */
export function checkoutCommands(
  deps: Pick<Dependencies, 'database' | 'clock' | 'ids'> & { serviceArea: ServiceArea },
) {
  const { database } = deps;
  const ofCheckout = ({ checkoutId }: { checkoutId: string }) => checkoutId;
  const open = new BatchedCommand(
    database,
    // In a rush for the last units, those who come too late are refused in one batch.
    attemptTwice(inSteps(openCheckoutSteps(deps))),
    // A buyer opens one checkout at a time.
    ({ accountId }) => accountId,
    { maxWaitMs: MAX_OPENING_WAIT_MS },
  );
  const update = new BatchedCommand(database, inSteps(updateCheckoutSteps(deps)), ofCheckout);
  const cancel = new BatchedCommand(database, inSteps(cancelCheckoutSteps(deps)), ofCheckout);
  const reads = new MicroBatcher((asked: readonly AskedCheckout[]) => readCheckouts(database, asked));
  return {
    open: open.run.bind(open),
    update: update.run.bind(update),
    cancel: cancel.run.bind(cancel),
    /** Throws common.NOT_FOUND for a missing checkout and for another buyer's. */
    async read(asked: AskedCheckout): Promise<CheckoutFacts> {
      return found(await reads.ask(asked));
    },
  };
}
