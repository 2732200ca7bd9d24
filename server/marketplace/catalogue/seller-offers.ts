import { WaslError } from '../../../actors/errors.ts';
import { compare } from '../../../actors/money/money.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { allowsVersion, type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { admitWork } from '../sellers/sellers.ts';
import {
  findSellerOffer,
  type HeldOffer,
  insertOffers,
  lockAnyOffer,
  lockOffers,
  patchOffer,
  type SellerOfferRow,
  writeOffers,
} from './offer-store.ts';
import { findVariantsOnSale } from './product-store.ts';

type NewOffer = components['schemas']['CreateOfferRequest'];
type OfferChange = components['schemas']['UpdateOfferRequest'];

/**
 * Creates an offer of a variant from any seller, and returns its id. It has no stock until stock is counted. Throws
 * seller.INVALID_STATE unless the seller is ACTIVE, common.VALIDATION_FAILED for an unknown variant,
 * catalogue.OFFER_EXISTS for a second offer of one variant.
 */
export async function createOffer(
  trx: Transaction,
  deps: { ids: Ids },
  sellerId: string,
  offer: NewOffer,
): Promise<string> {
  const [created] = await createOffers(trx, deps, sellerId, [offer]);
  if (created === 'EXISTS') throw new WaslError('catalogue.OFFER_EXISTS');
  if (typeof created === 'object') return created.id;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/variantId', code: 'unknown', message: 'is not a variant' }],
  });
}

/** Creates offers of several distinct variants, in order. Throws seller.INVALID_STATE. */
export async function createOffers(
  trx: Transaction,
  { ids }: { ids: Ids },
  sellerId: string,
  offers: readonly NewOffer[],
): Promise<({ id: string } | 'EXISTS' | 'UNKNOWN_VARIANT')[]> {
  await admitWork(trx, sellerId, 'edit-offers');
  const onSale = await findVariantsOnSale(
    trx,
    offers.map(({ variantId }) => variantId),
  );
  const idOf = await offerVariants(
    trx,
    { ids },
    sellerId,
    offers.filter(({ variantId }) => onSale.has(variantId)),
  );
  return offers.map(({ variantId }) => {
    const id = idOf.get(variantId);
    if (id !== undefined) return { id };
    return onSale.has(variantId) ? 'EXISTS' : 'UNKNOWN_VARIANT';
  });
}

/**
 * Creates offers of variants that the seller may offer, and returns the new ids by variant; variants already offered
 * are missing. Throws seller.INVALID_STATE.
 */
export async function offerVariants(
  trx: Transaction,
  { ids }: { ids: Ids },
  sellerId: string,
  offers: readonly NewOffer[],
): Promise<Map<string, string>> {
  await admitWork(trx, sellerId, 'edit-offers');
  const rows = offers.map(({ variantId, price, active = true, lowStockThreshold = null }) => ({
    ...{ id: ids.next(), variantId, sellerId, price: price.amount, active, lowStockThreshold },
  }));
  return insertOffers(trx, rows);
}

/** A change of one offer, based on a version. */
export interface OfferEdit {
  id: string;
  ifMatch: IfMatch;
  change: OfferChange;
}

export type OfferOutcome =
  | { status: 'SAVED' | 'UNCHANGED' | 'NOT_FOUND' }
  | { status: 'STALE'; version: number };

/**
 * Changes an own offer's price, state or low-stock threshold. Throws common.NOT_FOUND for another seller's offer,
 * seller.INVALID_STATE, and the errors of If-Match.
 */
export async function changeOffer(trx: Transaction, sellerId: string, edit: OfferEdit): Promise<void> {
  const [outcome] = await changeOffers(trx, sellerId, [edit], { skipUnchanged: false });
  if (outcome?.status === 'STALE') requireVersion(edit.ifMatch, outcome.version);
  if (outcome?.status !== 'SAVED') throw noSuchOffer();
}

/**
 * Changes several distinct own offers: those whose version matches; for each other one the reason is returned, in the
 * order of the edits. All are locked in one order and written by one statement. Throws seller.INVALID_STATE.
 */
export async function changeOffers(
  trx: Transaction,
  sellerId: string,
  edits: readonly OfferEdit[],
  { skipUnchanged }: { skipUnchanged: boolean },
): Promise<OfferOutcome[]> {
  await admitWork(trx, sellerId, 'edit-offers');
  const held = new Map(
    (
      await lockOffers(
        trx,
        sellerId,
        edits.map(({ id }) => id),
      )
    ).map((offer) => [offer.id, offer]),
  );
  const due: Omit<HeldOffer, 'version'>[] = [];
  const outcomes = edits.map(({ id, ifMatch, change }): OfferOutcome => {
    const offer = held.get(id);
    if (offer === undefined) return { status: 'NOT_FOUND' };
    if (ifMatch === null || !allowsVersion(ifMatch, offer.version))
      return { status: 'STALE', version: offer.version };
    if (skipUnchanged && !changesOffer(offer, change)) return { status: 'UNCHANGED' };
    const { price, active = offer.active, lowStockThreshold = offer.lowStockThreshold } = change;
    due.push({ id, price: price?.amount ?? offer.price, active, lowStockThreshold });
    return { status: 'SAVED' };
  });
  if (due.length > 0) await writeOffers(trx, due);
  return outcomes;
}

/** Whether the edit changes anything. */
export function changesOffer(
  offer: Pick<HeldOffer, 'price' | 'active' | 'lowStockThreshold'>,
  { price, active = offer.active, lowStockThreshold = offer.lowStockThreshold }: OfferChange,
): boolean {
  const repriced = price !== undefined && compare(price.amount, offer.price) !== 0;
  return repriced || active !== offer.active || lowStockThreshold !== offer.lowStockThreshold;
}

/** @param sellerId Null for any seller. Throws common.NOT_FOUND. */
export async function readSellerOffer(
  database: Database,
  sellerId: string | null,
  id: string,
): Promise<SellerOfferRow> {
  const row = await findSellerOffer(database, sellerId, id);
  if (row === null) throw noSuchOffer();
  return row;
}

/**
 * Switches an offer on or off for a seller without an owner, which has no one else to do it. Returns the previous
 * state, null if nothing changed. Throws common.NOT_FOUND, common.CONFLICT for a seller with an owner, and the errors
 * of If-Match.
 */
export async function switchOrphanedOffer(
  trx: Transaction,
  { id, ifMatch, active }: { id: string; ifMatch: IfMatch; active: boolean },
): Promise<{ sellerId: string; active: boolean } | null> {
  const offer = await lockAnyOffer(trx, id);
  if (offer === null) throw noSuchOffer();
  if (offer.owned)
    throw new WaslError('common.CONFLICT', {
      detail:
        'This seller has an owner, who manages its offers. Suspend the seller to deactivate all of them.',
    });
  requireVersion(ifMatch, offer.version);
  if (offer.active === active) return null;
  await patchOffer(trx, id, { active, version: offer.version + 1, updatedAt: new Date() });
  return { sellerId: offer.sellerId, active: offer.active };
}

function noSuchOffer(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such offer.' });
}
