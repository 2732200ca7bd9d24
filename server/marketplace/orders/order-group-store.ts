import { WaslError } from '../../../actors/errors.ts';
import type { GroupStatus, PaymentStatus, ShippingMethod, TaskStatus } from '../../../actors/order/state.ts';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  date,
  integer,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import { DRIVER_KNOWN } from './delivery-store.ts';

const GROUP_ROW = {
  id: uuid,
  orderId: uuid,
  sellerId: uuid,
  status: oneOf<GroupStatus>(),
  paymentStatus: oneOf<PaymentStatus>(),
  methodCode: oneOf<ShippingMethod>(),
  methodNameEn: text,
  methodNameAr: text,
  // Days in Asia/Qatar.
  promisedFrom: date,
  promisedTo: date,
  // QAR.
  goodsTotal: numeric,
  shippingTotal: numeric,
  cashDue: numeric,
  collectedAmount: nullable(numeric),
  acceptBy: timestamptz,
  /** When the seller confirmed that the returned goods are back. */
  returnConfirmedAt: nullable(timestamptz),
  actorVersion: bigint,
};

/** The displayed columns of a group. The order actor writes them. */
export type OrderGroup = ValuesOf<typeof GROUP_ROW>;

const GROUP = `SELECT id, order_id AS "orderId", seller_id AS "sellerId", status, payment_status AS "paymentStatus",
                      method_code AS "methodCode", method_name_en AS "methodNameEn", method_name_ar AS "methodNameAr",
                      promised_from AS "promisedFrom", promised_to AS "promisedTo", goods_total AS "goodsTotal",
                      shipping_total AS "shippingTotal", cash_due AS "cashDue", collected_amount AS "collectedAmount",
                      accept_by AS "acceptBy", return_confirmed_at AS "returnConfirmedAt",
                      actor_version AS "actorVersion"
                 FROM order_groups`;

/** The groups of an order, in creation order. */
export function groupsOf(database: Database, orderId: string): Promise<OrderGroup[]> {
  return ofOrder.all(database, { orderId });
}

const ofOrder = statement({
  name: 'orders.groups_of_order',
  sql: `${GROUP} WHERE order_id = :orderId ORDER BY id`,
  params: { orderId: uuid },
  row: GROUP_ROW,
});

/**
 * @param sellerId Only a group of this seller; null for any.
 * Throws common.NOT_FOUND for a missing group and for another seller's.
 */
export async function findGroup(
  database: Database,
  groupId: string,
  sellerId: string | null,
): Promise<OrderGroup> {
  const group = await find.first(database, { groupId, sellerId });
  if (group === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such order group.' });
  return group;
}

const find = statement({
  name: 'orders.find_group',
  sql: `${GROUP} WHERE id = :groupId AND (:sellerId::uuid IS NULL OR seller_id = :sellerId)`,
  params: { groupId: uuid, sellerId: nullable(uuid) },
  row: GROUP_ROW,
});

export interface GroupFilter {
  sellerId: string;
  /** Only these ids. */
  ids?: readonly string[] | undefined;
  status: GroupStatus | undefined;
  /** Id of the last group on the previous page. */
  before: string | undefined;
}

/** Newest first. @param count Rows to read. */
export function listGroupRows(
  database: Database,
  { sellerId, ids, status, before }: GroupFilter,
  count: number,
): Promise<OrderGroup[]> {
  if (ids !== undefined) return named.all(database, { sellerId, ids: [...ids], status: status ?? null });
  return list.all(database, { sellerId, status: status ?? null, before: before ?? null, count });
}

const list = statement({
  name: 'orders.list_groups',
  sql: `${GROUP}
         WHERE seller_id = :sellerId
           AND (:status::text IS NULL OR status = :status)
           AND (:before::uuid IS NULL OR id < :before)
         ORDER BY id DESC LIMIT :count`,
  params: {
    sellerId: uuid,
    status: nullable(oneOf<GroupStatus>()),
    before: nullable(uuid),
    count: bigint,
  },
  row: GROUP_ROW,
});

const named = statement({
  name: 'orders.list_named_groups',
  sql: `${GROUP}
         WHERE seller_id = :sellerId AND id = ANY(:ids::uuid[]) AND (:status::text IS NULL OR status = :status)
         ORDER BY id DESC`,
  params: { sellerId: uuid, ids: arrayOf(uuid), status: nullable(oneOf<GroupStatus>()) },
  row: GROUP_ROW,
});

const LISTED_ROW = {
  id: uuid,
  order_id: uuid,
  seller_id: uuid,
  status: oneOf<GroupStatus>(),
  display_name_en: text,
  display_name_ar: text,
  /** The seller's number for customers. */
  public_phone: nullable(text),
};

/** A group as shown in lists of orders. */
export type ListedGroup = ValuesOf<typeof LISTED_ROW>;

/** By order, each in creation order. */
export async function listedGroups(
  database: Database,
  orders: readonly { id: string }[],
): Promise<Map<string, ListedGroup[]>> {
  const rows = await listed.all(database, { orderIds: orders.map((order) => order.id) });
  return groupBy(rows, (row) => row.order_id);
}

const listed = statement({
  name: 'orders.listed_groups',
  sql: `SELECT g.id, g.order_id, g.seller_id, g.status, s.display_name_en, s.display_name_ar,
               s.public_phone
          FROM order_groups g JOIN sellers s ON s.id = g.seller_id
         WHERE g.order_id = ANY(:orderIds::uuid[])
         ORDER BY g.id`,
  params: { orderIds: arrayOf(uuid) },
  row: LISTED_ROW,
});

/** The single records related to each group: order, seller, task. */
export function readSurroundings(database: Database, groupIds: readonly string[]) {
  return surroundings.all(database, { groupIds, driverKnown: DRIVER_KNOWN });
}

const surroundings = statement({
  name: 'orders.group_surroundings',
  sql: `SELECT g.id AS group_id, o.number, s.display_name_en, s.display_name_ar,
               t.id AS task_id, t.status, t.pickup_eta, t.dropoff_eta,
               o.placed_at, o.address->>'contactName' AS contact_name, g.commission,
               d.full_name AS driver_name, d.phone AS driver_phone
          FROM order_groups g
          JOIN orders o ON o.id = g.order_id
          JOIN sellers s ON s.id = g.seller_id
          LEFT JOIN delivery_tasks t ON t.group_id = g.id
          LEFT JOIN drivers d ON d.id = t.driver_id AND t.status = ANY(:driverKnown::text[])
         WHERE g.id = ANY(:groupIds::uuid[])`,
  params: { groupIds: arrayOf(uuid), driverKnown: arrayOf(oneOf<TaskStatus>()) },
  row: {
    group_id: uuid,
    number: text,
    display_name_en: text,
    display_name_ar: text,
    /** Null, like the status, for a group without a task. */
    task_id: nullable(uuid),
    status: oneOf<TaskStatus>(),
    pickup_eta: nullable(timestamptz),
    dropoff_eta: nullable(timestamptz),
    placed_at: timestamptz,
    contact_name: nullable(text),
    commission: numeric,
    driver_name: nullable(text),
    driver_phone: nullable(text),
  },
  prepare: true,
});

/** Units in a warehouse other than the one the driver comes to, by line and warehouse. */
export function readGathered(database: Database, groupIds: readonly string[]) {
  return gathered.all(database, { groupIds });
}

const gathered = statement({
  name: 'orders.group_gathered',
  sql: `SELECT l.group_id, a.line_id, a.quantity, f.id AS from_id, f.name AS from_name, t.id AS to_id, t.name AS to_name
          FROM order_lines l
          JOIN order_groups g ON g.id = l.group_id
          JOIN order_line_allocations a ON a.line_id = l.id AND a.warehouse_id <> g.warehouse_id
          JOIN warehouses f ON f.id = a.warehouse_id
          JOIN warehouses t ON t.id = g.warehouse_id
         WHERE l.group_id = ANY(:groupIds::uuid[])
         ORDER BY a.line_id, a.warehouse_id`,
  params: { groupIds: arrayOf(uuid) },
  row: {
    group_id: uuid,
    line_id: uuid,
    quantity: integer,
    from_id: uuid,
    from_name: text,
    to_id: uuid,
    to_name: text,
  },
  prepare: true,
});

const HISTORY_ROW = {
  subject_id: uuid,
  to_state: oneOf<GroupStatus>(),
  role: oneOf<Role>(),
  reason: nullable(text),
  at: timestamptz,
};

export type HistoryRow = ValuesOf<typeof HISTORY_ROW>;

/** Transitions by group, oldest first. */
export async function readGroupHistory(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, HistoryRow[]>> {
  return groupBy(await history.all(database, { groupIds }), (row) => row.subject_id);
}

const history = statement({
  name: 'orders.group_history',
  sql: `SELECT subject_id, to_state, role, reason, at FROM transitions
         WHERE subject_type = 'GROUP' AND subject_id = ANY(:groupIds::uuid[])
         ORDER BY actor_version, at, id`,
  params: { groupIds: arrayOf(uuid) },
  row: HISTORY_ROW,
  prepare: true,
});
