import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { Offer } from '../../../db/models/offer.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import { admitWork } from '../sellers/sellers.ts';

type NewOffer = components['schemas']['CreateOfferRequest'];
type OfferChange = components['schemas']['UpdateOfferRequest'];

/**
 * Offers a variant, whoever made it, and answers the offer's id. It has no stock until stock is counted.
 * Throws seller.INVALID_STATE unless the seller is ACTIVE, common.VALIDATION_FAILED for an unknown variant,
 * catalogue.OFFER_EXISTS for a second offer of one variant.
 */
export async function createOffer(
  trx: Transaction,
  { ids }: { ids: Ids },
  sellerId: string,
  { variantId, price, active = true, lowStockThreshold = null }: NewOffer,
): Promise<string> {
  await admitWork(trx, sellerId, 'edit-offers');
  await requireVariant(trx, variantId);
  const [inserted] = await trx('offers')
    .insert({
      ...{ id: ids.next(), variant_id: variantId, seller_id: sellerId, price: price.amount, active },
      low_stock_threshold: lowStockThreshold,
    })
    .onConflict(['variant_id', 'seller_id'])
    .ignore()
    .returning<{ id: string }[]>('id');
  if (inserted === undefined) throw new WaslError('catalogue.OFFER_EXISTS');
  return inserted.id;
}

async function requireVariant(trx: Transaction, id: string): Promise<void> {
  const variant = await trx('variants as v')
    .join('products as p', 'p.id', 'v.product_id')
    .where({ 'v.id': id, 'p.active': true })
    .first('v.id');
  if (variant !== undefined) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/variantId', code: 'unknown', message: 'is no variant' }],
  });
}

/**
 * Changes an own offer's price, switches it on or off, or says when it is low. Throws common.NOT_FOUND for another seller's,
 * seller.INVALID_STATE, and the errors of If-Match.
 */
export async function changeOffer(
  trx: Transaction,
  sellerId: string,
  { id, ifMatch, change }: { id: string; ifMatch: number | null; change: OfferChange },
): Promise<void> {
  await admitWork(trx, sellerId, 'edit-offers');
  const offer = await Offer.query(trx).findOne({ id, seller_id: sellerId }).forUpdate();
  if (offer === undefined) throw noSuchOffer();
  requireVersion(ifMatch, offer.version);
  const { price, active, lowStockThreshold } = change;
  await Offer.query(trx)
    .findById(id)
    .patch({
      ...(price === undefined ? {} : { price: price.amount }),
      ...(active === undefined ? {} : { active }),
      ...(lowStockThreshold === undefined ? {} : { lowStockThreshold }),
      version: offer.version + 1,
      updatedAt: new Date(),
    });
}

/** An offer with what it offers, and its free pieces in active warehouses. */
export interface SellerOfferRow {
  id: string;
  sellerId: string;
  productId: string;
  variantId: string;
  sku: string;
  titleEn: string;
  titleAr: string;
  options: { [name: string]: string };
  price: string;
  active: boolean;
  available: number;
  lowStockThreshold: number | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const AVAILABLE = `(SELECT coalesce(sum(l.on_hand - l.reserved), 0)::integer
     FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
    WHERE l.offer_id = o.id)`;

function rows(database: Database, sellerId: string) {
  return database('offers as o')
    .join('variants as v', 'v.id', 'o.variant_id')
    .join('products as p', 'p.id', 'v.product_id')
    .where('o.seller_id', sellerId)
    .select({
      id: 'o.id',
      sellerId: 'o.seller_id',
      productId: 'v.product_id',
      variantId: 'o.variant_id',
      sku: 'v.sku',
      titleEn: 'p.title_en',
      titleAr: 'p.title_ar',
      options: 'v.options',
      price: 'o.price',
      active: 'o.active',
      lowStockThreshold: 'o.low_stock_threshold',
      version: 'o.version',
      createdAt: 'o.created_at',
      updatedAt: 'o.updated_at',
    })
    .select<SellerOfferRow[]>(database.raw(`${AVAILABLE} AS available`));
}

export interface OfferFilter {
  sellerId: string;
  /** Only those that have fewer free pieces than their threshold. */
  lowStock: boolean;
  /** Id that the last page ended with. */
  before: string | null;
  count: number;
}

/** A seller's offers, newest first. */
export function readSellerOffers(
  database: Database,
  { sellerId, lowStock, before, count }: OfferFilter,
): Promise<SellerOfferRow[]> {
  const query = rows(database, sellerId).orderBy('o.id', 'desc').limit(count);
  if (before !== null) query.where('o.id', '<', before);
  return lowStock ? query.whereRaw(`o.low_stock_threshold > ${AVAILABLE}`) : query;
}

/** Throws common.NOT_FOUND. */
export async function readSellerOffer(
  database: Database,
  sellerId: string,
  id: string,
): Promise<SellerOfferRow> {
  const [row] = await rows(database, sellerId).where('o.id', id).limit(1);
  if (row === undefined) throw noSuchOffer();
  return row;
}

function noSuchOffer(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such offer.' });
}
