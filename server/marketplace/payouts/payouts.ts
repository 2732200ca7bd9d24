import { moneyHandlers } from './money-handlers.ts';

/** What the platform owes sellers: payables, payouts, statements. */
export const payoutsSlice = { handlers: moneyHandlers };
