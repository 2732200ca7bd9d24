import { moneyHandlers } from './money-handlers.ts';
import { type SellerMoneyDependencies, sellerMoneyHandlers } from './seller-money-handlers.ts';

export { openPaperPool, type PaperPool } from './paper-pool.ts';
export { countPayable } from './payout-store.ts';
export { sellersWithWrongSums } from './seller-ledger-store.ts';

/** What the platform owes sellers: payables, payouts, statements. */
export const payoutsSlice = {
  handlers: (deps: Parameters<typeof moneyHandlers>[0] & SellerMoneyDependencies) => ({
    ...moneyHandlers(deps),
    ...sellerMoneyHandlers(deps),
  }),
};
