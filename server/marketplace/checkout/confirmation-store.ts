import type { ShippingMethod as ShippingCode } from '../../../actors/order/state.ts';
import type { Transaction } from '../../../db/database.ts';
import type { OpeningHours } from '../../../db/models/seller.ts';
import type { Variant } from '../../../db/models/variant.ts';
import {
  arrayOf,
  bigint,
  boolean,
  date,
  double,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { type OfferTerms, offerTerms, TERMS_ROW, termsOf } from '../cart/cart.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import type { ShippingMethod } from '../sellers/sellers.ts';
import { bySeller, type CheckoutLineRow, type CheckoutStatus, type ShippingRow } from './checkout-store.ts';

/** Units of a line reserved in one warehouse, and its location. */
export interface HeldUnits {
  warehouseId: string;
  quantity: number;
  latitude: number;
  longitude: number;
}

/** A line of a checkout with everything needed to confirm it. */
export interface HeldLine extends CheckoutLineRow {
  held: HeldUnits[];
  /** Current terms of its offer. */
  terms: OfferTerms;
  sellerName: Record<Locale, string>;
  /** The seller's own hours; null for the default ones. */
  openingHours: OpeningHours | null;
  /** Current commission on goods, in percent. */
  commissionRate: string;
}

/** The copied contents of a checkout. */
export interface HeldParts {
  /** In the order they were added to the cart. */
  lines: HeldLine[];
  /** At most one per seller of the lines, by seller. */
  shipping: ShippingRow[];
}

const LOCKED = {
  id: uuid,
  accountId: uuid,
  status: oneOf<CheckoutStatus>(),
  /** Domain time. */
  expiresAt: timestamptz,
  address: nullable(jsonb<AddressSnapshot>()),
  paymentMethod: nullable(oneOf<'COD'>()),
  orderId: nullable(uuid),
  version: integer,
  /** Reserved for the order that an open checkout may become: never given twice, and unused if there is no order. */
  orderNumber: nullable(bigint),
};
export type LockedCheckout = ValuesOf<typeof LOCKED>;

/** `WAIT` is for a single call; a batch uses `SKIP` and leaves out rows locked by others. */
export type LockWait = 'WAIT' | 'SKIP';
const FOR_UPDATE = { WAIT: 'FOR UPDATE', SKIP: 'FOR UPDATE SKIP LOCKED' };

const lockingCarts = (name: string, wait: LockWait) =>
  statement({
    name,
    sql: `SELECT id, account_id AS "accountId" FROM carts WHERE account_id = ANY((SELECT :accountIds::uuid[])::uuid[])
           ORDER BY id ${FOR_UPDATE[wait]}`,
    params: { accountIds: arrayOf(uuid) },
    row: { id: uuid, accountId: uuid },
    prepare: true,
  });
const lockCarts = {
  WAIT: lockingCarts('checkout.lock_carts', 'WAIT'),
  SKIP: lockingCarts('checkout.lock_free_carts', 'SKIP'),
};

const lockingCheckouts = (name: string, wait: LockWait) =>
  statement({
    name,
    sql: `SELECT c.*, CASE WHEN c.status = 'OPEN' THEN nextval('order_number') END AS "orderNumber"
            FROM (SELECT id, account_id AS "accountId", status, expires_at AS "expiresAt", address,
                         payment_method AS "paymentMethod", order_id AS "orderId", version
                    FROM checkouts
                   WHERE id = ANY((SELECT :checkoutIds::uuid[])::uuid[])
                     AND account_id = ANY((SELECT :accountIds::uuid[])::uuid[])
                   ORDER BY id ${FOR_UPDATE[wait]}) c`,
    params: { checkoutIds: arrayOf(uuid), accountIds: arrayOf(uuid) },
    row: LOCKED,
    prepare: true,
  });
const lockCheckouts = {
  WAIT: lockingCheckouts('checkout.lock_checkouts', 'WAIT'),
  SKIP: lockingCheckouts('checkout.lock_free_checkouts', 'SKIP'),
};

/** Checkouts and their buyers' carts, row-locked until the transaction ends. */
export interface LockedCheckouts {
  /** Cart ids by account. */
  cartIds: ReadonlyMap<string, string>;
  /** By id; only checkouts of these accounts. */
  checkouts: ReadonlyMap<string, LockedCheckout>;
}

/** Lock order: carts before checkouts, as everywhere, and each by id. */
export async function lockForConfirming(
  trx: Transaction,
  calls: readonly { checkoutId: string; accountId: string }[],
  wait: LockWait,
): Promise<LockedCheckouts> {
  const accountIds = calls.map(({ accountId }) => accountId);
  const checkoutIds = calls.map(({ checkoutId }) => checkoutId);
  const [carts, checkouts] = await Promise.all([
    lockCarts[wait].all(trx, { accountIds }),
    lockCheckouts[wait].all(trx, { checkoutIds, accountIds }),
  ]);
  return {
    cartIds: new Map(carts.map(({ id, accountId }) => [accountId, id])),
    checkouts: new Map(checkouts.map((checkout) => [checkout.id, checkout])),
  };
}

const LINE_ROW = {
  checkoutId: uuid,
  id: uuid,
  offerId: uuid,
  variantId: uuid,
  sellerId: uuid,
  sku: text,
  nameEn: text,
  nameAr: text,
  options: jsonb<Variant['options']>(),
  optionTexts: jsonb<Variant['optionTexts']>(),
  digital: boolean,
  quantity: integer,
  /** QAR. */
  unitPrice: numeric,
  commissionRate: numeric,
};
const SHIPPING_ROW = {
  /** Null, like all columns below, if no method has been chosen. */
  methodId: nullable(uuid),
  code: oneOf<ShippingCode>(),
  methodEn: text,
  methodAr: text,
  price: numeric,
  promisedFrom: date,
  promisedTo: date,
};
const HELD_ROW = {
  /** Null, like all columns below, if nothing is reserved. */
  warehouseId: nullable(uuid),
  held: integer,
  latitude: double,
  longitude: double,
};
const PARTS_ROW = {
  ...LINE_ROW,
  ...{ sellerEn: text, sellerAr: text, openingHours: nullable(jsonb<OpeningHours>()) },
  ...SHIPPING_ROW,
  ...HELD_ROW,
  ...TERMS_ROW,
  /** Price of the offer; `price` is that of the shipping. */
  offerPrice: numeric,
};

/**
 * One row per warehouse with reserved units of a line, or one row for a line without any. OFFSET keeps each lookup by
 * key, because the planner does not know how few keys are requested.
 */
const readLines = statement({
  name: 'checkout.read_held_lines',
  sql: `SELECT l.checkout_id AS "checkoutId", l.id, l.offer_id AS "offerId", l.variant_id AS "variantId",
               l.seller_id AS "sellerId", l.sku, l.name_en AS "nameEn", l.name_ar AS "nameAr", l.options,
               l.option_texts AS "optionTexts", l.digital, l.quantity, l.unit_price AS "unitPrice",
               p.percent AS "commissionRate", e.display_name_en AS "sellerEn", e.display_name_ar AS "sellerAr",
               e.opening_hours AS "openingHours",
               s.method_id AS "methodId", s.code, s.name_en AS "methodEn", s.name_ar AS "methodAr", s.price,
               s.promised_from AS "promisedFrom", s.promised_to AS "promisedTo",
               r.warehouse_id AS "warehouseId", r.quantity AS held, r.latitude, r.longitude,
               t.price AS "offerPrice", t.for_sale, t.seller_on, t.available
          FROM unnest((SELECT :checkoutIds::uuid[])) AS asked(id)
         CROSS JOIN LATERAL (SELECT id, account_id FROM checkouts WHERE id = asked.id OFFSET 0) k
         CROSS JOIN LATERAL (SELECT * FROM checkout_lines WHERE checkout_id = k.id OFFSET 0) l
         CROSS JOIN LATERAL (SELECT display_name_en, display_name_ar, commission_plan_id, opening_hours FROM sellers
                              WHERE id = l.seller_id OFFSET 0) e
          JOIN commission_plans p ON p.id = e.commission_plan_id
          LEFT JOIN LATERAL (SELECT * FROM checkout_shipping
                              WHERE checkout_id = l.checkout_id AND seller_id = l.seller_id OFFSET 0) s ON true
          LEFT JOIN LATERAL (SELECT h.id, h.warehouse_id, h.quantity, w.latitude, w.longitude
                               FROM reservations h JOIN warehouses w ON w.id = h.warehouse_id
                              WHERE h.checkout_id = l.checkout_id AND h.line_id = l.id AND h.status = 'HELD'
                             OFFSET 0) r ON true
         CROSS JOIN LATERAL (${termsOf('l.offer_id', 'k.account_id')}) t
         ORDER BY l.id, r.id`,
  params: { checkoutIds: arrayOf(uuid) },
  row: PARTS_ROW,
  prepare: true,
});

/**
 * Contents of these checkouts, by id. The caller has locked the checkouts, so lines and shipping cannot change; a stock
 * count may still revoke reservations until the stock rows are locked.
 */
export async function readHeldParts(
  trx: Transaction,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, HeldParts>> {
  const rows = await readLines.all(trx, { checkoutIds });
  const found = new Map(checkoutIds.map((id) => [id, { lines: [], shipping: [] } as HeldParts]));
  for (const row of rows) {
    const parts = found.get(row.checkoutId);
    if (parts === undefined) continue;
    let line = parts.lines.at(-1);
    if (line?.id !== row.id) {
      line = lineOf(row);
      parts.lines.push(line);
      addShipping(parts, row);
    }
    const { warehouseId, held: quantity, latitude, longitude } = row;
    if (warehouseId !== null) line.held.push({ warehouseId, quantity, latitude, longitude });
  }
  for (const { shipping } of found.values()) shipping.sort(bySeller);
  return found;
}

type PartsRow = ValuesOf<typeof PARTS_ROW>;

function lineOf(row: PartsRow): HeldLine {
  const { id, offerId, variantId, sellerId, sku, nameEn, nameAr, options, optionTexts, digital } = row;
  return {
    ...{ id, offerId, variantId, sellerId, sku, nameEn, nameAr, options, optionTexts, digital },
    ...{ quantity: row.quantity, unitPrice: row.unitPrice, commissionRate: row.commissionRate },
    sellerName: { en: row.sellerEn, ar: row.sellerAr },
    openingHours: row.openingHours,
    terms: offerTerms({ ...row, price: row.offerPrice }),
    held: [],
  };
}

function addShipping({ shipping }: HeldParts, row: PartsRow): void {
  const { sellerId, methodId, code, methodEn: nameEn, methodAr: nameAr } = row;
  if (methodId === null || shipping.some((choice) => choice.sellerId === sellerId)) return;
  const { price, promisedFrom, promisedTo } = row;
  shipping.push({ sellerId, methodId, code, nameEn, nameAr, price, promisedFrom, promisedTo });
}

const METHOD = `id AS "methodId", seller_id AS "sellerId", code, name_en AS "nameEn", name_ar AS "nameAr", price,
                 currency, min_days AS "minDays", max_days AS "maxDays", zone_numbers AS "zoneNumbers"`;

/** Active methods of the platform and of these checkouts' sellers, cheapest first. */
export async function readMethodsOf(
  trx: Transaction,
  checkoutIds: readonly string[],
): Promise<ShippingMethod[]> {
  const rows = await readMethods.all(trx, { checkoutIds });
  return rows.map(({ nameEn: en, nameAr: ar, ...method }) => ({ ...method, name: { en, ar } }));
}

const readMethods = statement({
  name: 'checkout.read_methods_of_checkouts',
  sql: `SELECT ${METHOD} FROM shipping_methods WHERE active AND seller_id IS NULL
        UNION ALL
        SELECT m.* FROM (SELECT DISTINCT l.seller_id FROM checkout_lines l
                          WHERE l.checkout_id = ANY((SELECT :checkoutIds::uuid[])::uuid[])) s
         CROSS JOIN LATERAL (SELECT ${METHOD} FROM shipping_methods
                              WHERE active AND seller_id = s.seller_id OFFSET 0) m
         ORDER BY price, "methodId"`,
  params: { checkoutIds: arrayOf(uuid) },
  row: {
    methodId: uuid,
    sellerId: nullable(uuid),
    code: oneOf<ShippingMethod['code']>(),
    nameEn: text,
    nameAr: text,
    price: numeric,
    currency: text,
    minDays: integer,
    maxDays: integer,
    zoneNumbers: nullable(arrayOf(integer)),
  },
  prepare: true,
});
