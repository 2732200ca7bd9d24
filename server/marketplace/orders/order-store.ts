import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import { Order } from '../../../db/models/order.ts';
import { OrderGroup } from '../../../db/models/order-group.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';

/** A group as lists of orders show it. */
export interface ListedGroup {
  id: string;
  order_id: string;
  seller_id: string;
  status: OrderGroup['status'];
  display_name_en: string;
  display_name_ar: string;
}

export interface OrderFilter {
  /** Null: orders of all buyers. */
  accountId: string | null;
  status: Order['status'] | undefined;
  /** Id the last page ended with. */
  before: string | undefined;
}

/**
 * @param accountId Only an order of this buyer; null for any.
 * Throws common.NOT_FOUND for a missing order and for somebody else's.
 */
export async function findOrder(
  database: Database,
  orderId: string,
  accountId: string | null,
): Promise<Order> {
  const query = Order.query(database).findById(orderId);
  const order = await (accountId === null ? query : query.where({ account_id: accountId }));
  if (order === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such order.' });
  return order;
}

/** Newest first. @param count How many to read. */
export async function listOrderRows(
  database: Database,
  filter: OrderFilter,
  count: number,
): Promise<Order[]> {
  const query = Order.query(database).orderBy('id', 'desc').limit(count);
  if (filter.accountId !== null) query.where('account_id', filter.accountId);
  if (filter.status !== undefined) query.where('status', filter.status);
  if (filter.before !== undefined) query.where('id', '<', filter.before);
  return query;
}

export async function listedGroups(
  database: Database,
  orders: readonly Order[],
): Promise<Map<string, ListedGroup[]>> {
  const rows = await database<ListedGroup>('order_groups as g')
    .join('sellers as s', 's.id', 'g.seller_id')
    .whereIn(
      'g.order_id',
      orders.map((order) => order.id),
    )
    .orderBy('g.id')
    .select('g.id', 'g.order_id', 'g.seller_id', 'g.status', 's.display_name_en', 's.display_name_ar');
  return groupBy(rows as ListedGroup[], (row) => row.order_id);
}

/** The groups of an order, in the order they were made. */
export async function groupsOf(database: Database, orderId: string): Promise<OrderGroup[]> {
  return OrderGroup.query(database).where({ order_id: orderId }).orderBy('id');
}

/**
 * @param sellerId Only a group of this seller; null for any.
 * Throws common.NOT_FOUND for a missing group and for another seller's.
 */
export async function findGroup(
  database: Database,
  groupId: string,
  sellerId: string | null,
): Promise<OrderGroup> {
  const query = OrderGroup.query(database).findById(groupId);
  const group = await (sellerId === null ? query : query.where({ seller_id: sellerId }));
  if (group === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such order group.' });
  return group;
}

export interface GroupFilter {
  sellerId: string;
  status: OrderGroup['status'] | undefined;
  before: string | undefined;
}

/** Newest first. @param count How many to read. */
export async function listGroupRows(
  database: Database,
  filter: GroupFilter,
  count: number,
): Promise<OrderGroup[]> {
  const query = OrderGroup.query(database)
    .where('seller_id', filter.sellerId)
    .orderBy('id', 'desc')
    .limit(count);
  if (filter.status !== undefined) query.where('status', filter.status);
  if (filter.before !== undefined) query.where('id', '<', filter.before);
  return query;
}
