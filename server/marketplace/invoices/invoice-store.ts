import type { Database, Transaction } from '../../../db/database.ts';
import { boolean, integer, jsonb, numeric, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { AddressSnapshot } from '../orders/orders.ts';

export interface Issued {
  number: string;
  issuedAt: Date;
}

/** Null for an order without an issued invoice. */
export function findInvoice(executor: Database | Transaction, orderId: string): Promise<Issued | null> {
  return find.first(executor, { orderId });
}

const find = statement({
  name: 'invoices.find',
  sql: 'SELECT number, issued_at AS "issuedAt" FROM invoices WHERE order_id = :orderId',
  params: { orderId: uuid },
  row: { number: text, issuedAt: timestamptz },
  prepare: true,
});

/** Serializes the numbering of orders' invoices of every year until the transaction ends. */
export async function lockNumbers(trx: Transaction): Promise<void> {
  await lock.first(trx, {});
}

const lock = statement({
  name: 'invoices.lock_numbers',
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('invoices', 0))`,
  row: { locked: boolean },
});

/** The next number of a year. The caller holds `lockNumbers`. */
export async function nextNumber(trx: Transaction, year: number): Promise<number> {
  const counter = await countUp.first(trx, { year });
  if (counter === null) throw new Error(`no invoice counter of ${year}`);
  return counter.last_number;
}

const countUp = statement({
  name: 'invoices.count_up',
  sql: `INSERT INTO invoice_years AS y (year, last_number) VALUES (:year, 1)
        ON CONFLICT (year) DO UPDATE SET last_number = y.last_number + 1
        RETURNING last_number`,
  params: { year: integer },
  row: { last_number: integer },
});

export async function insertInvoice(
  trx: Transaction,
  invoice: { orderId: string; number: string; issuedAt: Date },
): Promise<void> {
  await insert.count(trx, invoice);
}

const insert = statement({
  name: 'invoices.insert',
  sql: 'INSERT INTO invoices (order_id, number, issued_at) VALUES (:orderId, :number, :issuedAt)',
  params: { orderId: uuid, number: text, issuedAt: timestamptz },
});

const GROUP_ROW = {
  id: uuid,
  legal_name: text,
  display_name_en: text,
  display_name_ar: text,
  method_name_en: text,
  method_name_ar: text,
  goods_total: numeric,
  shipping_total: numeric,
  cash_due: numeric,
  charged: boolean,
};

/** An order group with what the invoice shows of its seller. */
export type InvoicedGroup = ValuesOf<typeof GROUP_ROW>;

/** In the order they were created. */
export function invoicedGroups(database: Database, orderId: string): Promise<InvoicedGroup[]> {
  return readGroups.all(database, { orderId });
}

const readGroups = statement({
  name: 'invoices.read_groups',
  sql: `SELECT g.id, s.legal_name, s.display_name_en, s.display_name_ar, g.method_name_en, g.method_name_ar,
               g.goods_total, g.shipping_total, g.cash_due, g.payment_status <> 'VOID' AS charged
          FROM order_groups g JOIN sellers s ON s.id = g.seller_id
         WHERE g.order_id = :orderId
         ORDER BY g.id`,
  params: { orderId: uuid },
  row: GROUP_ROW,
  prepare: true,
});

/** The buyer shown on the invoice after the account was closed; null while the order still has the name. */
export async function keptBuyer(database: Database, orderId: string): Promise<AddressSnapshot | null> {
  return (await readKeptBuyer.first(database, { orderId }))?.address ?? null;
}

const readKeptBuyer = statement({
  name: 'invoices.kept_buyer',
  sql: 'SELECT address FROM invoice_buyers WHERE order_id = :orderId',
  params: { orderId: uuid },
  row: { address: jsonb<AddressSnapshot>() },
});
