import type { Database } from '../../../db/database.ts';
import { untilPurged } from '../../kernel/jobs/in-batches.ts';
import { MINUTE } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { cartHandlers } from './cart-handlers.ts';
import { purgeGuestCarts } from './cart-store.ts';

export { lockCart, lockOrCreateCart } from './cart-store.ts';
export { fillCart } from './fill-cart.ts';
export { type FilledCart, readCart } from './filled-cart-store.ts';
export { mergeGuestCart } from './merge-cart.ts';
export {
  type NotForSale,
  OFFER_ROW,
  type OfferForSale,
  type OfferTerms,
  offerForSale,
  offerForSaleOf,
  offerTerms,
  readOffersForSale,
  TERMS_ROW,
  termsOf,
} from './offer-for-sale-store.ts';
export { cartData } from './personal-data-store.ts';
export { renderCart } from './render-cart.ts';

/** Carts of buyers and guests. */
export const cartSlice = {
  handlers: cartHandlers,
  jobs: ({ database }: { database: Database }): ScheduledJob[] => [
    { name: 'guest-carts', every: MINUTE, run: untilPurged((limit) => purgeGuestCarts(database, limit)) },
  ],
};
