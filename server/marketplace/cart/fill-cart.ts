import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { type ChangedLine, changeCarts } from './cart-change-store.ts';
import type { OfferForSale } from './offer-for-sale-store.ts';

/** Units to be added to a cart, one entry per offer. */
export interface Incoming {
  offerId: string;
  quantity: number;
  /** The price the buyer last saw. */
  seenPrice: string;
}

/** Outcome of one entry. */
export interface Filled {
  incoming: Incoming;
  /** Null if the offer does not exist. */
  offer: OfferForSale | null;
  /** Units of the offer in the cart before and after. */
  before: number;
  after: number;
  /** Why not all units were added; null if they were. */
  reason: 'INSUFFICIENT_STOCK' | 'QUANTITY_LIMIT' | 'UNAVAILABLE' | null;
}

/**
 * Adds as many units to an account's locked cart as can be bought and fit, and reports each entry's outcome. What
 * cannot be bought at all leaves the cart unchanged.
 */
export async function fillCart(
  trx: Transaction,
  ids: Ids,
  accountId: string,
  incoming: readonly Incoming[],
): Promise<Filled[]> {
  if (incoming.length === 0) return [];
  const changes = incoming.map((entry) => ({ ...entry, how: 'FILL', lineId: ids.next() }) as const);
  const key = { accountId, tokenHash: null };
  const [filled] = await changeCarts(trx, [{ key, newId: null, changes }]);
  if (filled == null) throw new Error(`the cart of ${accountId} changed while it was locked`);
  return incoming.map((entry, index) => filledWith(entry, filled.changed[index] as ChangedLine));
}

function filledWith(incoming: Incoming, line: ChangedLine): Filled {
  const { before, after, offer } = line;
  return { incoming, offer, before, after, reason: reasonOf(line) };
}

function reasonOf({ wanted, after, available, full }: ChangedLine): Filled['reason'] {
  if (available === 0) return 'UNAVAILABLE';
  if (after === wanted) return null;
  return !full && after === available ? 'INSUFFICIENT_STOCK' : 'QUANTITY_LIMIT';
}
