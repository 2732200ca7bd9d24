import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  boolean,
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
import type { components } from '../../kernel/http/api-types.ts';

type SellerInvoice = components['schemas']['SellerInvoice'];

/** The invoice's contents, frozen when it was issued. */
export type SellerInvoiceDocument = Omit<SellerInvoice, 'number' | 'issuedAt' | 'buyerName' | 'charged'>;

const ISSUED_ROW = {
  groupId: uuid,
  number: text,
  issuedAt: timestamptz,
  buyerName: text,
  document: jsonb<SellerInvoiceDocument>(),
};

/** An issued invoice. */
export type IssuedSellerInvoice = ValuesOf<typeof ISSUED_ROW>;

/** The groups among these that belong to the seller, each with whether it is charged now and its invoice, if any. */
export function readOwnGroups(
  database: Database,
  sellerId: string,
  groupIds: readonly string[],
): Promise<OwnGroup[]> {
  return ownGroups.all(database, { sellerId, groupIds });
}

const OWN_ROW = {
  groupId: uuid,
  charged: boolean,
  number: nullable(text),
  issuedAt: nullable(timestamptz),
  buyerName: nullable(text),
  document: nullable(jsonb<SellerInvoiceDocument>()),
};
export type OwnGroup = ValuesOf<typeof OWN_ROW>;

const ownGroups = statement({
  name: 'invoices.own_groups',
  sql: `SELECT g.id AS "groupId", g.payment_status <> 'VOID' AS charged, i.number, i.issued_at AS "issuedAt",
               i.buyer_name AS "buyerName", i.document
          FROM order_groups g LEFT JOIN seller_invoices i ON i.group_id = g.id
         WHERE g.seller_id = :sellerId AND g.id = ANY(:groupIds::uuid[])`,
  params: { sellerId: uuid, groupIds: arrayOf(uuid) },
  row: OWN_ROW,
});

/** Serializes the numbering of a seller's invoices of every year until the transaction ends. */
export async function lockSellerNumbers(trx: Transaction, sellerId: string): Promise<void> {
  await lockNumbers.first(trx, { sellerId });
}

const lockNumbers = statement({
  name: 'invoices.lock_seller_numbers',
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('seller-invoices:' || :sellerId, 0))`,
  params: { sellerId: text },
  row: { locked: boolean },
});

/** The first of the next `count` numbers of a seller's year. The caller holds `lockSellerNumbers`. */
export async function takeSellerNumbers(
  trx: Transaction,
  year: { sellerId: string; year: number },
  count: number,
): Promise<number> {
  const counter = await countUp.first(trx, { ...year, count });
  if (counter === null) throw new Error(`no invoice counter of ${year.sellerId} in ${year.year}`);
  return counter.last_number - count + 1;
}

const countUp = statement({
  name: 'invoices.count_up_seller',
  sql: `INSERT INTO seller_invoice_years AS y (seller_id, year, last_number) VALUES (:sellerId, :year, :count)
        ON CONFLICT (seller_id, year) DO UPDATE SET last_number = y.last_number + excluded.last_number
        RETURNING last_number`,
  params: { sellerId: uuid, year: integer, count: integer },
  row: { last_number: integer },
});

const HELD = `SELECT g.id FROM order_groups g
               WHERE g.seller_id = :sellerId AND g.id = ANY(:groupIds::uuid[]) AND g.payment_status <> 'VOID'
                 AND NOT EXISTS (SELECT FROM seller_invoices i WHERE i.group_id = g.id)`;
const HOLDING = { sellerId: uuid, groupIds: arrayOf(uuid) };

/**
 * The seller's groups to be invoiced: charged and without an invoice. Locks them, so that none can be cancelled until
 * the transaction ends. Uses SKIP LOCKED for several groups, to avoid deadlocks with orders that change several groups;
 * groups being changed are left out.
 */
export async function holdUninvoiced(
  trx: Transaction,
  sellerId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  const hold = groupIds.length === 1 ? holdOne : holdFree;
  return (await hold.all(trx, { sellerId, groupIds })).map(({ id }) => id);
}

const holdOne = statement({
  name: 'invoices.hold_group',
  sql: `${HELD} FOR SHARE OF g`,
  params: HOLDING,
  row: { id: uuid },
});
const holdFree = statement({
  name: 'invoices.hold_free_groups',
  sql: `${HELD} FOR SHARE OF g SKIP LOCKED`,
  params: HOLDING,
  row: { id: uuid },
});

const SOLD_ROW = {
  groupId: uuid,
  orderId: uuid,
  orderNumber: text,
  placedAt: timestamptz,
  buyerName: nullable(text),
  legalName: text,
  nameEn: text,
  nameAr: text,
  zoneNumber: integer,
  streetNumber: integer,
  buildingNumber: integer,
  unit: nullable(text),
  methodNameEn: text,
  methodNameAr: text,
  paymentStatus: oneOf<'PENDING' | 'COLLECTED' | 'SETTLED' | 'VOID'>(),
  // QAR.
  goodsTotal: numeric,
  shippingTotal: numeric,
  cashDue: numeric,
};

/** A group with the invoice's data of seller, buyer and sums. */
export type SoldGroup = ValuesOf<typeof SOLD_ROW>;

export function readSoldGroups(trx: Transaction, groupIds: readonly string[]): Promise<SoldGroup[]> {
  return soldGroups.all(trx, { groupIds });
}

const soldGroups = statement({
  name: 'invoices.sold_groups',
  sql: `SELECT g.id AS "groupId", o.id AS "orderId", o.number AS "orderNumber", o.placed_at AS "placedAt",
               o.address ->> 'contactName' AS "buyerName", s.legal_name AS "legalName",
               s.display_name_en AS "nameEn", s.display_name_ar AS "nameAr", w.zone_number AS "zoneNumber",
               w.street_number AS "streetNumber", w.building_number AS "buildingNumber", w.unit,
               g.method_name_en AS "methodNameEn", g.method_name_ar AS "methodNameAr",
               g.payment_status AS "paymentStatus", g.goods_total AS "goodsTotal",
               g.shipping_total AS "shippingTotal", g.cash_due AS "cashDue"
          FROM order_groups g
          JOIN orders o ON o.id = g.order_id
          JOIN sellers s ON s.id = g.seller_id
          JOIN warehouses w ON w.id = g.warehouse_id
         WHERE g.id = ANY(:groupIds::uuid[])`,
  params: { groupIds: arrayOf(uuid) },
  row: SOLD_ROW,
});

export async function insertSellerInvoices(
  trx: Transaction,
  sellerId: string,
  issuedAt: Date,
  invoices: readonly Omit<IssuedSellerInvoice, 'issuedAt'>[],
): Promise<void> {
  await insert.count(trx, { sellerId, issuedAt, invoices });
}

const insert = statement({
  name: 'invoices.insert_of_seller',
  sql: `INSERT INTO seller_invoices (group_id, seller_id, number, issued_at, buyer_name, document)
        SELECT "groupId", :sellerId, number, :issuedAt, "buyerName", document
          FROM jsonb_to_recordset(:invoices) AS i ("groupId" uuid, number text, "buyerName" text, document jsonb)`,
  params: {
    sellerId: uuid,
    issuedAt: timestamptz,
    invoices: jsonb<readonly Omit<IssuedSellerInvoice, 'issuedAt'>[]>(),
  },
});
