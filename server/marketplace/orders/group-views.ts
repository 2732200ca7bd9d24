import type { TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import {
  type HistoryRow,
  type OrderGroup,
  readGathered,
  readGroupHistory,
  readSurroundings,
} from './order-group-store.ts';
import { linesOfGroups, type OrderLine } from './order-line-store.ts';

export interface GroupTask {
  id: string;
  status: TaskStatus;
  /** As last announced. */
  pickup_eta: Date | null;
  dropoff_eta: Date | null;
}

/** Units of a line in a warehouse other than the one the driver comes to; the seller has to move them. */
export interface GatheredUnits {
  lineId: string;
  quantity: number;
  from: { id: string; name: string };
  to: { id: string; name: string };
}

/** A line without its group. */
export type ShownLine = Omit<OrderLine, 'groupId'>;

/** Parts of a group visible only to the seller and the platform. */
export interface GroupSale {
  /** Recipient of the delivery. */
  buyerName: string;
  placedAt: Date;
  /** QAR. */
  commission: string;
  /** Set once the driver has accepted. */
  driver: { fullName: string; phone: string } | null;
}

/** A group with everything shown of it. */
export interface GroupView {
  group: OrderGroup;
  orderNumber: string;
  sellerName: Record<Locale, string>;
  lines: ShownLine[];
  toGather: GatheredUnits[];
  task: GroupTask | null;
  /** Null in the buyer's view. */
  sale: GroupSale | null;
  history: HistoryRow[];
}

/** Completes any number of groups with four queries, in the order given. */
export async function readGroupViews(
  database: Database,
  groups: readonly OrderGroup[],
): Promise<GroupView[]> {
  if (groups.length === 0) return [];
  const groupIds = groups.map((group) => group.id);
  const [surroundings, lines, gathered, history] = await Promise.all([
    surroundingsOf(database, groupIds),
    linesOfGroups(database, groupIds),
    gatheredOf(database, groupIds),
    readGroupHistory(database, groupIds),
  ]);
  const linesOf = groupBy(lines, (line) => line.groupId);
  return groups.map((group) => ({
    group,
    ...(surroundings.get(group.id) ?? {
      orderNumber: '',
      sellerName: { en: '', ar: '' },
      task: null,
      sale: null,
    }),
    lines: linesOf.get(group.id) ?? [],
    toGather: gathered.get(group.id) ?? [],
    history: history.get(group.id) ?? [],
  }));
}

async function surroundingsOf(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, Pick<GroupView, 'orderNumber' | 'sellerName' | 'task' | 'sale'>>> {
  const rows = await readSurroundings(database, groupIds);
  return new Map(
    rows.map((row) => {
      const { group_id, number, display_name_en: en, display_name_ar: ar, task_id: id } = row;
      const { status, pickup_eta, dropoff_eta } = row;
      const task = id === null ? null : { id, status, pickup_eta, dropoff_eta };
      const sale = {
        buyerName: row.contact_name ?? '',
        placedAt: row.placed_at,
        commission: row.commission,
        driver:
          row.driver_name === null ? null : { fullName: row.driver_name, phone: row.driver_phone ?? '' },
      };
      return [group_id, { orderNumber: number, sellerName: { en, ar }, task, sale }];
    }),
  );
}

async function gatheredOf(
  database: Database,
  groupIds: readonly string[],
): Promise<Map<string, GatheredUnits[]>> {
  const rows = await readGathered(database, groupIds);
  const units = rows.map((row) => ({
    groupId: row.group_id,
    lineId: row.line_id,
    quantity: row.quantity,
    from: { id: row.from_id, name: row.from_name },
    to: { id: row.to_id, name: row.to_name },
  }));
  return groupBy(units, (each) => each.groupId);
}
