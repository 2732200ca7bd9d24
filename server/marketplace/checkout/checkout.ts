import { inBatches, untilPurged } from '../../kernel/jobs/in-batches.ts';
import { MINUTE } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { addressHandlers } from './address-handlers.ts';
import { checkoutHandlers } from './checkout-handlers.ts';
import { expireDueCheckouts } from './end-checkouts.ts';
import { purgeAddresses, purgeCheckouts } from './retention-store.ts';

export { checkoutData } from './personal-data-store.ts';

type HandlerDependencies = Parameters<typeof addressHandlers>[0] & Parameters<typeof checkoutHandlers>[0];

/** From a cart to a placed order: addresses, reserved stock, shipping per seller, payment, confirmation. */
export const checkoutSlice = {
  handlers: (deps: HandlerDependencies) => ({ ...addressHandlers(deps), ...checkoutHandlers(deps) }),
  jobs: (deps: Parameters<typeof expireDueCheckouts>[0]): ScheduledJob[] => [
    { name: 'checkouts', every: MINUTE, run: inBatches((limit) => expireDueCheckouts(deps, limit)) },
    {
      name: 'old-checkouts',
      every: MINUTE,
      run: untilPurged((limit) => purgeCheckouts(deps.database, limit)),
    },
    {
      name: 'old-addresses',
      every: MINUTE,
      run: untilPurged((limit) => purgeAddresses(deps.database, limit)),
    },
  ],
};
