import { WaslError } from '../../../actors/errors.ts';
import type { OrderStatus } from '../../../actors/order/state.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
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

/** A delivery address as copied when it was chosen; stored in the form it is shown. */
export type AddressSnapshot = components['schemas']['AddressSnapshot'];

const ORDER_ROW = {
  id: uuid,
  /** 'W-2026-000123' */
  number: text,
  accountId: uuid,
  status: oneOf<OrderStatus>(),
  address: jsonb<AddressSnapshot>(),
  paymentMethod: oneOf<'COD'>(),
  // QAR.
  goodsTotal: numeric,
  shippingTotal: numeric,
  taxTotal: numeric,
  total: numeric,
  /** Domain time. */
  placedAt: timestamptz,
};

/** What the buyer confirmed. The order actor writes the status. */
export type Order = ValuesOf<typeof ORDER_ROW>;

const ORDER = `SELECT id, number, account_id AS "accountId", status, address, payment_method AS "paymentMethod",
                      goods_total AS "goodsTotal", shipping_total AS "shippingTotal", tax_total AS "taxTotal", total,
                      placed_at AS "placedAt"
                 FROM orders`;

export interface OrderFilter {
  /** Null: orders of all buyers. */
  accountId: string | null;
  status: OrderStatus | undefined;
  /** Id of the last order on the previous page. */
  before: string | undefined;
}

/**
 * @param accountId Only an order of this buyer; null for any.
 * Throws common.NOT_FOUND for a missing order and for another buyer's.
 */
export async function findOrder(
  database: Database,
  orderId: string,
  accountId: string | null,
): Promise<Order> {
  const order = await find.first(database, { orderId, accountId });
  if (order === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such order.' });
  return order;
}

const find = statement({
  name: 'orders.find',
  sql: `${ORDER} WHERE id = :orderId AND (:accountId::uuid IS NULL OR account_id = :accountId)`,
  params: { orderId: uuid, accountId: nullable(uuid) },
  row: ORDER_ROW,
});

/** The status of an order, locked until the transaction ends; null for a missing order. */
export async function holdOrderStatus(trx: Transaction, orderId: string): Promise<OrderStatus | null> {
  return (await holdStatus.first(trx, { orderId }))?.status ?? null;
}

const holdStatus = statement({
  name: 'orders.hold_status',
  sql: 'SELECT status FROM orders WHERE id = :orderId FOR SHARE',
  params: { orderId: uuid },
  row: { status: oneOf<OrderStatus>() },
});

/** Newest first. @param count Rows to read. */
export function listOrderRows(
  database: Database,
  { accountId, status, before }: OrderFilter,
  count: number,
): Promise<Order[]> {
  return list.all(database, { accountId, status: status ?? null, before: before ?? null, count });
}

const list = statement({
  name: 'orders.list',
  sql: `${ORDER}
         WHERE (:accountId::uuid IS NULL OR account_id = :accountId)
           AND (:status::text IS NULL OR status = :status)
           AND (:before::uuid IS NULL OR id < :before)
         ORDER BY id DESC LIMIT :count`,
  params: {
    accountId: nullable(uuid),
    status: nullable(oneOf<OrderStatus>()),
    before: nullable(uuid),
    count: bigint,
  },
  row: ORDER_ROW,
});

/** Names of these orders' buyers, by account id. */
export async function buyerNames(database: Database, orders: readonly Order[]): Promise<Map<string, string>> {
  const buyers = await readBuyers.all(database, { accountIds: orders.map((order) => order.accountId) });
  return new Map(buyers.map((buyer) => [buyer.id, buyer.display_name]));
}

const readBuyers = statement({
  name: 'orders.read_buyers',
  sql: 'SELECT id, display_name FROM accounts WHERE id = ANY(:accountIds::uuid[])',
  params: { accountIds: arrayOf(uuid) },
  row: { id: uuid, display_name: text },
});
