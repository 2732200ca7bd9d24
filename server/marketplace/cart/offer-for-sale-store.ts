import type { Database, Transaction } from '../../../db/database.ts';
import type { Variant } from '../../../db/models/variant.ts';
import { arrayOf, boolean, integer, jsonb, nullable, numeric, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

/** Why an offer cannot be bought now, regardless of stock. */
export type NotForSale = 'OFFER_INACTIVE' | 'SELLER_UNAVAILABLE';

/** Whether and at what price a buyer can get an offer. */
export interface OfferTerms {
  price: string;
  notForSale: NotForSale | null;
  /**
   * Units available to this buyer, including those reserved by the buyer's own open checkout, which a new checkout
   * releases.
   */
  available: number;
}

/** An offer as a buyer sees it. */
export interface OfferForSale extends OfferTerms {
  offerId: string;
  variantId: string;
  productId: string;
  sellerId: string;
  sku: string;
  title: Record<Locale, string>;
  variantName: Record<Locale, string>;
  sellerName: Record<Locale, string>;
  options: Variant['options'];
  optionTexts: Variant['optionTexts'];
  digital: boolean;
}

/** `OfferTerms` as read from the database. */
export const TERMS_ROW = { price: numeric, for_sale: boolean, seller_on: boolean, available: integer };
type TermsRow = ValuesOf<typeof TERMS_ROW>;

/** An `OfferForSale` as read from the database. */
export const OFFER_ROW = {
  offer_id: uuid,
  variant_id: uuid,
  product_id: uuid,
  seller_id: uuid,
  sku: text,
  title_en: text,
  title_ar: text,
  variant_en: text,
  variant_ar: text,
  seller_en: text,
  seller_ar: text,
  options: jsonb<Variant['options']>(),
  option_texts: jsonb<Variant['optionTexts']>(),
  digital: boolean,
  ...TERMS_ROW,
};
export type OfferRow = ValuesOf<typeof OFFER_ROW>;

/** The columns of `TERMS_ROW`. Only the view `described_offers` decides what can be bought. */
const TERMS = `o.price, o.shown AND o.seller_sells AS for_sale, o.seller_sells AS seller_on,
         (CASE WHEN o.shown THEN o.available ELSE 0 END + coalesce(own.held, 0))::integer AS available`;

/** @param account SQL for the account whose own reservations count as available. */
function termsFrom(account: string): string {
  return `FROM described_offers o
    LEFT JOIN LATERAL (SELECT sum(r.quantity) AS held
                         FROM checkouts c JOIN reservations r ON r.checkout_id = c.id
                        WHERE c.account_id = ${account} AND c.status = 'OPEN'
                          AND r.status = 'HELD' AND r.offer_id = o.id) own ON true`;
}

/** Offers as this buyer sees them, including hidden ones. Add a `WHERE` on `o`. */
function offersForSale(account: string): string {
  return `
  SELECT o.id AS offer_id, o.variant_id, o.product_id, o.seller_id, o.sku, o.title_en, o.title_ar,
         o.variant_name_en AS variant_en, o.variant_name_ar AS variant_ar, o.options, o.option_texts, o.digital,
         o.seller_name_en AS seller_en, o.seller_name_ar AS seller_ar, ${TERMS}
    ${termsFrom(account)}`;
}

/**
 * One offer for each row of the joined source. OFFSET keeps the subquery separate: otherwise the planner, which does
 * not know how few rows there are, would compute availability for every offer in the shop.
 */
export function offerForSaleOf(
  offerId: 'l.offer_id' | 'i.offer_id' | 'offer_id',
  account: ':accountId::uuid' | 'cart.account_id' | 'held.account_id' | 'asked.account_id',
): string {
  return `${offersForSale(account)} WHERE o.id = ${offerId} OFFSET 0`;
}

/** The `TERMS_ROW` of an offer, for each row of the joined source. */
export function termsOf(offerId: string, account: string): string {
  return `SELECT ${TERMS} ${termsFrom(account)} WHERE o.id = ${offerId} OFFSET 0`;
}

const readOffers = statement({
  name: 'cart.read_offers_for_sale',
  sql: `${offersForSale(':accountId::uuid')} WHERE o.id = ANY(:offerIds::uuid[])`,
  params: { accountId: nullable(uuid), offerIds: arrayOf(uuid) },
  row: OFFER_ROW,
  prepare: true,
});

/** Offers by id; missing ones are omitted. */
export async function readOffersForSale(
  executor: Database | Transaction,
  offerIds: readonly string[],
  accountId: string | null,
): Promise<Map<string, OfferForSale>> {
  if (offerIds.length === 0) return new Map();
  const rows = await readOffers.all(executor, { accountId, offerIds });
  return new Map(rows.map((row) => [row.offer_id, offerForSale(row)]));
}

/** Whether an `OFFER_ROW` from a left join contains an offer. */
export function hasOffer<Row extends { offer_id: string | null }>(
  row: Row,
): row is Row & { offer_id: string } {
  return row.offer_id !== null;
}

export function offerForSale(row: OfferRow): OfferForSale {
  return {
    offerId: row.offer_id,
    variantId: row.variant_id,
    productId: row.product_id,
    sellerId: row.seller_id,
    sku: row.sku,
    title: { en: row.title_en, ar: row.title_ar },
    variantName: { en: row.variant_en, ar: row.variant_ar },
    sellerName: { en: row.seller_en, ar: row.seller_ar },
    options: row.options,
    optionTexts: row.option_texts,
    digital: row.digital,
    ...offerTerms(row),
  };
}

export function offerTerms(row: TermsRow): OfferTerms {
  return { price: row.price, notForSale: notForSale(row), available: row.available };
}

function notForSale(row: TermsRow): NotForSale | null {
  if (row.for_sale) return null;
  return row.seller_on ? 'OFFER_INACTIVE' : 'SELLER_UNAVAILABLE';
}
