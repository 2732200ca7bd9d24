import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, boolean, jsonb, nullable, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import type { ShippingMethod } from '../sellers/sellers.ts';
import {
  CHECKOUT_COLUMNS,
  CHECKOUT_ROW,
  type CheckoutLineRow,
  type CheckoutParts,
  type ShippingRow,
} from './checkout-store.ts';
import type { ShippingFacts } from './serviceability.ts';

/** A requested checkout, and what else to read. */
export interface AskedCheckout {
  checkoutId: string;
  /** Its buyer: other buyers' checkouts are not found. */
  accountId: string;
  /** An address of this buyer, to be copied. */
  addressId?: string | undefined;
  /** Also read its sellers' delivery methods. */
  methods?: boolean;
  /** Also read its offers' current prices. */
  prices?: boolean;
}

export interface CheckoutFacts {
  parts: CheckoutParts;
  /** Null if not requested, or if the buyer has no such address. */
  address: AddressSnapshot | null;
  /** Empty unless requested. */
  shipping: ShippingFacts;
  /** By offer; empty unless requested. */
  prices: ReadonlyMap<string, { price: string }>;
}

type StoredLine = CheckoutLineRow & { priceNow: string | null };
type StoredMethod = Omit<ShippingMethod, 'name'> & { nameEn: string; nameAr: string };

/**
 * Reads checkouts with everything copied into them and the current data a choice depends on, consistently and in one
 * statement. Null for a missing checkout and for another buyer's.
 */
export async function readCheckouts(
  executor: Database | Transaction,
  asked: readonly AskedCheckout[],
): Promise<(CheckoutFacts | null)[]> {
  const found: (CheckoutFacts | null)[] = asked.map(() => null);
  const rows = await read.all(executor, {
    checkoutIds: asked.map(({ checkoutId }) => checkoutId),
    accountIds: asked.map(({ accountId }) => accountId),
    addressIds: asked.map(({ addressId }) => addressId ?? null),
    withMethods: asked.map(({ methods = false }) => methods),
    withPrices: asked.map(({ prices = false }) => prices),
  });
  for (const { place, lines, shipping, copied, sellers, methods, ...checkout } of rows)
    found[place - 1] = {
      parts: {
        checkout,
        lines: lines.map(({ priceNow: _, ...line }) => line),
        shipping: [...(shipping ?? [])],
      },
      address: copied,
      shipping: { sellers: sellers ?? [], methods: (methods ?? []).map(shippingMethod) },
      prices: new Map(
        lines.flatMap(({ offerId, priceNow }) =>
          priceNow === null ? [] : [[offerId, { price: priceNow }] as const],
        ),
      ),
    };
  return found;
}

function shippingMethod({ nameEn: en, nameAr: ar, ...method }: StoredMethod): ShippingMethod {
  return { ...method, name: { en, ar } };
}

const METHOD = `jsonb_build_object(
  'methodId', m.id, 'sellerId', m.seller_id, 'code', m.code, 'nameEn', m.name_en, 'nameAr', m.name_ar,
  'price', m.price::text, 'currency', m.currency, 'minDays', m.min_days, 'maxDays', m.max_days,
  'zoneNumbers', m.zone_numbers)`;

/** Lists are returned as JSON, giving one row per checkout. Money in it is text, to keep every digit. */
const read = statement({
  name: 'checkout.read',
  sql: `
  SELECT asked.place, ${CHECKOUT_COLUMNS}, parts.lines, parts.shipping, copied.address AS copied, offered.sellers,
         offered.methods
    FROM unnest((SELECT :checkoutIds::uuid[]), (SELECT :accountIds::uuid[]), (SELECT :addressIds::uuid[]),
                (SELECT :withMethods::boolean[]), (SELECT :withPrices::boolean[]))
         WITH ORDINALITY AS asked(checkout_id, account_id, address_id, with_methods, with_prices, place)
   CROSS JOIN LATERAL (SELECT * FROM checkouts
                        WHERE id = asked.checkout_id AND account_id = asked.account_id OFFSET 0) c
   CROSS JOIN LATERAL (
     SELECT (SELECT jsonb_agg(jsonb_build_object(
                      'id', l.id, 'offerId', l.offer_id, 'variantId', l.variant_id, 'sellerId', l.seller_id,
                      'sku', l.sku, 'nameEn', l.name_en, 'nameAr', l.name_ar, 'options', l.options,
                      'optionTexts', l.option_texts, 'digital', l.digital, 'quantity', l.quantity,
                      'unitPrice', l.unit_price::text,
                      'priceNow', CASE WHEN asked.with_prices
                                       THEN (SELECT o.price::text FROM offers o WHERE o.id = l.offer_id) END)
                      ORDER BY l.id)
               FROM checkout_lines l WHERE l.checkout_id = c.id) AS lines,
            (SELECT jsonb_agg(jsonb_build_object(
                      'sellerId', s.seller_id, 'methodId', s.method_id, 'code', s.code, 'nameEn', s.name_en,
                      'nameAr', s.name_ar, 'price', s.price::text, 'promisedFrom', s.promised_from,
                      'promisedTo', s.promised_to) ORDER BY s.seller_id)
               FROM checkout_shipping s WHERE s.checkout_id = c.id) AS shipping
     OFFSET 0) parts
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object(
               'contactName', a.contact_name, 'phone', a.phone, 'zoneNumber', a.zone_number,
               'streetNumber', a.street_number, 'buildingNumber', a.building_number, 'unit', a.unit,
               'floor', a.floor, 'landmark', a.landmark, 'instructions', a.instructions,
               'meetAtGate', a.meet_at_gate, 'pinned', a.pinned,
               'location', jsonb_build_object('latitude', a.latitude, 'longitude', a.longitude)) AS address
        FROM addresses a
       WHERE a.id = asked.address_id AND a.account_id = asked.account_id AND a.deleted_at IS NULL
      OFFSET 0) copied ON true
    LEFT JOIN LATERAL (
      SELECT (SELECT jsonb_agg(jsonb_build_object(
                       'sellerId', s.id, 'name',
                       jsonb_build_object('en', s.display_name_en, 'ar', s.display_name_ar)) ORDER BY of.first_line)
                FROM (SELECT l.seller_id, min(l.id::text) AS first_line FROM checkout_lines l
                       WHERE l.checkout_id = c.id GROUP BY l.seller_id) of
               CROSS JOIN LATERAL (SELECT * FROM sellers WHERE id = of.seller_id OFFSET 0) s) AS sellers,
             (SELECT jsonb_agg(m.method ORDER BY m.price, m.id)
                FROM (SELECT m.price, m.id, ${METHOD} AS method FROM shipping_methods m
                       WHERE m.seller_id IS NULL AND m.active
                      UNION ALL
                      SELECT m.price, m.id, ${METHOD} FROM shipping_methods m
                       WHERE m.active
                         AND m.seller_id = ANY(ARRAY(SELECT l.seller_id FROM checkout_lines l
                                                      WHERE l.checkout_id = c.id))) m) AS methods
       WHERE asked.with_methods
      OFFSET 0) offered ON true
   ORDER BY asked.place`,
  params: {
    checkoutIds: arrayOf(uuid),
    accountIds: arrayOf(uuid),
    addressIds: arrayOf(nullable(uuid)),
    withMethods: arrayOf(boolean),
    withPrices: arrayOf(boolean),
  },
  row: {
    place: bigint,
    ...CHECKOUT_ROW,
    lines: jsonb<readonly StoredLine[]>(),
    shipping: nullable(jsonb<readonly ShippingRow[]>()),
    copied: nullable(jsonb<AddressSnapshot>()),
    sellers: nullable(jsonb<ShippingFacts['sellers']>()),
    methods: nullable(jsonb<readonly StoredMethod[]>()),
  },
  prepare: true,
});
