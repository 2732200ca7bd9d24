import type { TaskStatus } from '../../actors/order/state.ts';
import type { Role } from '../../actors/runtime/machine.ts';
import type { Database } from '../../db/database.ts';
import type { OrderGroup } from '../../db/models/order-group.ts';
import { OrderLine } from '../../db/models/order-line.ts';
import { groupBy } from '../checkout/group-by.ts';
import { sellerNames } from '../checkout/serviceability.ts';
import type { Locale } from '../http/operation.ts';

export interface HistoryRow {
  subject_id: string;
  to_state: OrderGroup['status'];
  role: Role;
  reason: string | null;
  at: Date;
}

export interface GroupTask {
  id: string;
  status: TaskStatus;
  /** As last told. */
  pickup_eta: Date | null;
  dropoff_eta: Date | null;
}

/** Units of a line that lie in another warehouse than the driver comes to: nobody but the seller moves them. */
export interface GatheredUnits {
  lineId: string;
  quantity: number;
  from: { id: string; name: string };
  to: { id: string; name: string };
}

/** A group with what is shown of it. */
export interface GroupView {
  group: OrderGroup;
  orderNumber: string;
  sellerName: Record<Locale, string>;
  lines: OrderLine[];
  toGather: GatheredUnits[];
  task: GroupTask | null;
  history: HistoryRow[];
}

const NO_NAME = { en: '', ar: '' };

/** Completes any number of groups with six reads, in the order given. */
export async function readGroupViews(
  database: Database,
  groups: readonly OrderGroup[],
): Promise<GroupView[]> {
  if (groups.length === 0) return [];
  const groupIds = groups.map((group) => group.id);
  const [numbers, names, lines, gathered, tasks, history] = await Promise.all([
    orderNumbers(database, groups),
    sellerNames(database, [...new Set(groups.map((group) => group.sellerId))]),
    OrderLine.query(database).whereIn('group_id', groupIds).orderBy('id'),
    readGathered(database, groupIds),
    database<GroupTask & { group_id: string }>('delivery_tasks')
      .whereIn('group_id', groupIds)
      .select('group_id', 'id', 'status', 'pickup_eta', 'dropoff_eta'),
    readGroupHistory(database, groupIds),
  ]);
  const linesOf = groupBy(lines, (line) => line.groupId);
  return groups.map((group) => {
    const task = tasks.find((row) => row.group_id === group.id);
    return {
      group,
      orderNumber: numbers.get(group.orderId) ?? '',
      sellerName: names.get(group.sellerId) ?? NO_NAME,
      lines: linesOf.get(group.id) ?? [],
      toGather: gathered.get(group.id) ?? [],
      task: task ?? null,
      history: history.get(group.id) ?? [],
    };
  });
}

interface GatheredRow {
  group_id: string;
  line_id: string;
  quantity: number;
  from_id: string;
  from_name: string;
  to_id: string;
  to_name: string;
}

async function readGathered(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, GatheredUnits[]>> {
  const { rows } = await database.raw<{ rows: GatheredRow[] }>(
    `SELECT l.group_id, a.line_id, a.quantity, f.id AS from_id, f.name AS from_name, t.id AS to_id, t.name AS to_name
       FROM order_lines l
       JOIN order_groups g ON g.id = l.group_id
       JOIN order_line_allocations a ON a.line_id = l.id AND a.warehouse_id <> g.warehouse_id
       JOIN warehouses f ON f.id = a.warehouse_id
       JOIN warehouses t ON t.id = g.warehouse_id
      WHERE l.group_id = ANY(?::uuid[])
      ORDER BY a.line_id, a.warehouse_id`,
    [[...groupIds]],
  );
  const units = rows.map((row) => ({
    groupId: row.group_id,
    lineId: row.line_id,
    quantity: row.quantity,
    from: { id: row.from_id, name: row.from_name },
    to: { id: row.to_id, name: row.to_name },
  }));
  return groupBy(units, (each) => each.groupId);
}

/** Transitions by group, oldest first. */
export async function readGroupHistory(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, HistoryRow[]>> {
  const rows = await database<HistoryRow>('transitions')
    .where('subject_type', 'GROUP')
    .whereIn('subject_id', [...groupIds])
    .orderBy(['actor_version', 'at', 'id'])
    .select('subject_id', 'to_state', 'role', 'reason', 'at');
  return groupBy(rows, (row) => row.subject_id);
}

async function orderNumbers(database: Database, groups: readonly OrderGroup[]): Promise<Map<string, string>> {
  const rows = await database<{ id: string; number: string }>('orders')
    .whereIn('id', [...new Set(groups.map((group) => group.orderId))])
    .select('id', 'number');
  return new Map(rows.map((row) => [row.id, row.number]));
}
