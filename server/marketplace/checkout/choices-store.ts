import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, integer, jsonb, nullable, numeric, oneOf, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import type { ShippingRow } from './checkout-store.ts';

/** Changes to an open checkout. */
export interface ChoicesPlan {
  checkoutId: string;
  /** Version the changes are based on. */
  version: number;
  /** Null leaves the address unchanged; likewise the payment method below. */
  address: AddressSnapshot | null;
  paymentMethod: 'COD' | null;
  /** Replaces the previous choices for these sellers. */
  chosen: readonly ShippingRow[];
  /** Sellers whose choice is removed. */
  dropped: readonly string[];
  /** New line prices in QAR. */
  prices: readonly { lineId: string; price: string }[];
}

/** Locks checkouts, open or ended, until the transaction ends, in the order of their keys. */
export async function lockCheckouts(trx: Transaction, checkoutIds: readonly string[]): Promise<void> {
  await lock.all(trx, { checkoutIds });
}

const lock = statement({
  name: 'checkout.lock_by_id',
  sql: 'SELECT id FROM checkouts WHERE id = ANY(:checkoutIds::uuid[]) ORDER BY id FOR NO KEY UPDATE',
  params: { checkoutIds: arrayOf(uuid) },
  row: { id: uuid },
});

/**
 * Writes choices, those of each checkout all or nothing, in one statement; returns in order whether each was written.
 * Skips a checkout that another transaction has locked, that has ended, or whose version differs from the one read.
 */
export async function writeChoices(
  executor: Database | Transaction,
  plans: readonly ChoicesPlan[],
): Promise<boolean[]> {
  const dropped = plans.flatMap((plan) =>
    plan.dropped.map((sellerId) => ({ checkoutId: plan.checkoutId, sellerId })),
  );
  const prices = plans.flatMap((plan) => plan.prices);
  const rows = await write.all(executor, {
    checkoutIds: plans.map(({ checkoutId }) => checkoutId),
    versions: plans.map(({ version }) => version),
    addresses: plans.map(({ address }) => address),
    paymentMethods: plans.map(({ paymentMethod }) => paymentMethod),
    chosen: plans.flatMap(({ checkoutId, chosen }) => chosen.map((row) => ({ checkoutId, ...row }))),
    droppedFrom: dropped.map(({ checkoutId }) => checkoutId),
    droppedSellers: dropped.map(({ sellerId }) => sellerId),
    lineIds: prices.map(({ lineId }) => lineId),
    prices: prices.map(({ price }) => price),
  });
  const written = new Set(rows.map((row) => row.place));
  return plans.map((_, index) => written.has(index + 1));
}

const write = statement({
  name: 'checkout.write_choices',
  sql: `
  WITH plan AS MATERIALIZED (
    SELECT p.*
      FROM unnest((SELECT :checkoutIds::uuid[]), (SELECT :versions::integer[]), (SELECT :addresses::jsonb[]),
                  (SELECT :paymentMethods::text[]))
           WITH ORDINALITY AS p(checkout_id, version, address, payment_method, place)
     CROSS JOIN LATERAL (SELECT c.id FROM checkouts c
                          WHERE c.id = p.checkout_id AND c.version = p.version AND c.status = 'OPEN'
                            FOR NO KEY UPDATE SKIP LOCKED) c),
  dropped AS (
    DELETE FROM checkout_shipping s
     USING plan, unnest((SELECT :droppedFrom::uuid[]), (SELECT :droppedSellers::uuid[])) AS d(checkout_id, seller_id)
     WHERE d.checkout_id = plan.checkout_id AND s.checkout_id = d.checkout_id AND s.seller_id = d.seller_id),
  chosen AS (
    INSERT INTO checkout_shipping (checkout_id, seller_id, method_id, code, name_en, name_ar, price, promised_from,
                                   promised_to)
    SELECT plan.checkout_id, s."sellerId", s."methodId", s.code, s."nameEn", s."nameAr", s.price, s."promisedFrom",
           s."promisedTo"
      FROM plan
      JOIN jsonb_to_recordset(:chosen::jsonb)
           AS s("checkoutId" uuid, "sellerId" uuid, "methodId" uuid, code text, "nameEn" text, "nameAr" text,
                price numeric, "promisedFrom" date, "promisedTo" date) ON s."checkoutId" = plan.checkout_id
    ON CONFLICT (checkout_id, seller_id) DO UPDATE
      SET method_id = excluded.method_id, code = excluded.code, name_en = excluded.name_en, name_ar = excluded.name_ar,
          price = excluded.price, promised_from = excluded.promised_from, promised_to = excluded.promised_to),
  priced AS (
    UPDATE checkout_lines l SET unit_price = p.price
      FROM unnest((SELECT :lineIds::uuid[]), (SELECT :prices::numeric[])) AS p(id, price)
     WHERE l.id = p.id AND l.checkout_id IN (SELECT checkout_id FROM plan))
  UPDATE checkouts c
     SET address = coalesce(plan.address, c.address), payment_method = coalesce(plan.payment_method, c.payment_method),
         version = c.version + 1, updated_at = now()
    FROM plan WHERE c.id = plan.checkout_id
  RETURNING plan.place`,
  params: {
    checkoutIds: arrayOf(uuid),
    versions: arrayOf(integer),
    addresses: arrayOf(nullable(jsonb<AddressSnapshot>())),
    paymentMethods: arrayOf(nullable(oneOf<'COD'>())),
    chosen: jsonb<readonly (ShippingRow & { checkoutId: string })[]>(),
    droppedFrom: arrayOf(uuid),
    droppedSellers: arrayOf(uuid),
    lineIds: arrayOf(uuid),
    prices: arrayOf(numeric),
  },
  row: { place: bigint },
  prepare: true,
});
