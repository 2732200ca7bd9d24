import type { TaskStatus } from '../../../actors/order/state.ts';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import type { OrderGroup } from '../../../db/models/order-group.ts';
import { OrderLine } from '../../../db/models/order-line.ts';
import { runPrepared } from '../../../db/prepared.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

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

/** The columns of a group that are shown. */
export type ShownGroup = Pick<
  OrderGroup,
  | 'id'
  | 'orderId'
  | 'sellerId'
  | 'status'
  | 'paymentStatus'
  | 'cashDue'
  | 'collectedAmount'
  | 'methodCode'
  | 'methodNameEn'
  | 'methodNameAr'
  | 'promisedFrom'
  | 'promisedTo'
  | 'goodsTotal'
  | 'shippingTotal'
  | 'acceptBy'
  | 'returnConfirmedAt'
  | 'actorVersion'
>;
export type ShownLine = Pick<
  OrderLine,
  | 'id'
  | 'variantId'
  | 'offerId'
  | 'nameEn'
  | 'nameAr'
  | 'sku'
  | 'options'
  | 'optionTexts'
  | 'quantity'
  | 'unitPrice'
  | 'lineTotal'
  | 'taxRate'
  | 'taxAmount'
>;

/** A group with what is shown of it. */
export interface GroupView {
  group: ShownGroup;
  orderNumber: string;
  sellerName: Record<Locale, string>;
  lines: ShownLine[];
  toGather: GatheredUnits[];
  task: GroupTask | null;
  history: HistoryRow[];
}

/** Completes any number of groups with four reads, in the order given. */
export async function readGroupViews(
  database: Database,
  groups: readonly OrderGroup[],
): Promise<GroupView[]> {
  if (groups.length === 0) return [];
  const groupIds = groups.map((group) => group.id);
  const [surroundings, lines, gathered, history] = await Promise.all([
    readSurroundings(database, groupIds),
    OrderLine.query(database).whereIn('group_id', groupIds).orderBy('id'),
    readGathered(database, groupIds),
    readGroupHistory(database, groupIds),
  ]);
  const linesOf = groupBy(lines, (line) => line.groupId);
  return groups.map((group) => ({
    group,
    ...(surroundings.get(group.id) ?? { orderNumber: '', sellerName: { en: '', ar: '' }, task: null }),
    lines: linesOf.get(group.id) ?? [],
    toGather: gathered.get(group.id) ?? [],
    history: history.get(group.id) ?? [],
  }));
}

interface SurroundingsRow {
  group_id: string;
  number: string;
  display_name_en: string;
  display_name_ar: string;
  task_id: string | null;
  status: TaskStatus;
  pickup_eta: Date | null;
  dropoff_eta: Date | null;
}

/** What there is once for a group: its order, its seller, its task. */
async function readSurroundings(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, Pick<GroupView, 'orderNumber' | 'sellerName' | 'task'>>> {
  const rows = await runPrepared<SurroundingsRow>(database, READ_SURROUNDINGS, [[...groupIds]]);
  return new Map(
    rows.map((row) => {
      const { group_id, number, display_name_en: en, display_name_ar: ar, task_id: id } = row;
      const { status, pickup_eta, dropoff_eta } = row;
      const task = id === null ? null : { id, status, pickup_eta, dropoff_eta };
      return [group_id, { orderNumber: number, sellerName: { en, ar }, task }];
    }),
  );
}

const READ_SURROUNDINGS = {
  name: 'group_surroundings',
  sql: `SELECT g.id AS group_id, o.number, s.display_name_en, s.display_name_ar,
               t.id AS task_id, t.status, t.pickup_eta, t.dropoff_eta
          FROM order_groups g
          JOIN orders o ON o.id = g.order_id
          JOIN sellers s ON s.id = g.seller_id
          LEFT JOIN delivery_tasks t ON t.group_id = g.id
         WHERE g.id = ANY(?::uuid[])`,
};

interface GatheredRow {
  group_id: string;
  line_id: string;
  quantity: number;
  from_id: string;
  from_name: string;
  to_id: string;
  to_name: string;
}

const READ_GATHERED = {
  name: 'group_gathered',
  sql: `SELECT l.group_id, a.line_id, a.quantity, f.id AS from_id, f.name AS from_name, t.id AS to_id, t.name AS to_name
          FROM order_lines l
          JOIN order_groups g ON g.id = l.group_id
          JOIN order_line_allocations a ON a.line_id = l.id AND a.warehouse_id <> g.warehouse_id
          JOIN warehouses f ON f.id = a.warehouse_id
          JOIN warehouses t ON t.id = g.warehouse_id
         WHERE l.group_id = ANY(?::uuid[])
         ORDER BY a.line_id, a.warehouse_id`,
};

async function readGathered(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, GatheredUnits[]>> {
  const rows = await runPrepared<GatheredRow>(database, READ_GATHERED, [[...groupIds]]);
  const units = rows.map((row) => ({
    groupId: row.group_id,
    lineId: row.line_id,
    quantity: row.quantity,
    from: { id: row.from_id, name: row.from_name },
    to: { id: row.to_id, name: row.to_name },
  }));
  return groupBy(units, (each) => each.groupId);
}

const READ_HISTORY = {
  name: 'group_history',
  sql: `SELECT subject_id, to_state, role, reason, at FROM transitions
         WHERE subject_type = 'GROUP' AND subject_id = ANY(?::uuid[])
         ORDER BY actor_version, at, id`,
};

/** Transitions by group, oldest first. */
export async function readGroupHistory(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, HistoryRow[]>> {
  const rows = await runPrepared<HistoryRow>(database, READ_HISTORY, [[...groupIds]]);
  return groupBy(rows, (row) => row.subject_id);
}
