import { moneyHandlers } from './money-handlers.ts';

export { countPayable } from './payout-store.ts';

/** What the platform owes sellers: payables, payouts, statements. */
export const payoutsSlice = { handlers: moneyHandlers };
