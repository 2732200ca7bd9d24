import type { PastActor } from '../../../actors/runtime/fold.ts';
import { EventLoopYield } from '../../kernel/async/event-loop-yield.ts';
import { type PastRow, rowsOf } from './past-machines.ts';
import type { PastActors } from './past-window.ts';

/** Rows of the projections at a past moment, with database column names. */
export interface PastView {
  drivers: PastRow[];
  shifts: PastRow[];
  routes: PastRow[];
  tasks: PastRow[];
  tickets: PastRow[];
}

export interface PastFilter {
  /** Only drivers assigned to this zone, and tasks and tickets in it. */
  zoneId?: string | undefined;
  /** Only this driver, and that driver's tasks, shifts and routes. */
  driverId?: string | undefined;
  /** Omits tasks that ended earlier; RFC 3339 in UTC with milliseconds. */
  endedSince: string;
}

export async function viewOf(actors: PastActors, filter: PastFilter): Promise<PastView> {
  const breather = new EventLoopYield();
  const view: PastView = { drivers: [], shifts: [], routes: [], tasks: [], tickets: [] };
  for (const driver of actors.driver) {
    addDriver(view, driver, filter);
    await breather.maybeYield();
  }
  const rounds = new Map<string, PastRow>();
  for (const order of actors.order) {
    for (const task of tasksOf(order, filter.endedSince)) {
      rounds.set(String(task.id), task);
      if (wanted(task, filter)) view.tasks.push(task);
    }
    await breather.maybeYield();
  }
  view.tickets = ticketsOf(actors.zone, rounds).filter((ticket) => wanted(ticket, filter));
  view.tasks.sort(newestFirst);
  view.drivers.sort(newestFirst);
  return view;
}

function wanted(row: PastRow, { zoneId, driverId }: PastFilter): boolean {
  if (zoneId !== undefined && row.zone_id !== zoneId) return false;
  return driverId === undefined || row.driver_id === driverId;
}

function addDriver(view: PastView, driver: PastActor, { zoneId, driverId }: PastFilter): void {
  const rows = rowsOf('driver', driver);
  const own = rows.find(({ table }) => table === 'drivers')?.row;
  if (own === undefined) return;
  if (driverId !== undefined && own.id !== driverId) return;
  if (zoneId !== undefined && !(Array.isArray(own.zone_ids) && own.zone_ids.includes(zoneId))) return;
  for (const { table, row } of rows) {
    if (table === 'drivers') view.drivers.push(row);
    else if (table === 'shift_runs') view.shifts.push(row);
    else if (table === 'routes') view.routes.push(row);
  }
}

function tasksOf(order: PastActor, endedSince: string): PastRow[] {
  const rows = rowsOf('order', order);
  const groups = new Map(rows.flatMap(({ table, row }) => (table === 'order_groups' ? [[row.id, row]] : [])));
  return rows.flatMap(({ table, row }) => {
    if (table !== 'delivery_tasks') return [];
    const group = groups.get(row.group_id);
    const ended = group?.ended_at;
    const over = typeof ended === 'string' && Date.parse(ended) < Date.parse(endedSince);
    if (over) return [];
    const { status = null, ended_at = null, return_confirmed_at = null } = group ?? {};
    const ofGroup = { group_status: status, group_ended_at: ended_at, return_confirmed_at };
    return [{ ...row, ...order.rows.get(String(row.id)), ...ofGroup }];
  });
}

/**
 * The queue as the table had it: one ticket per task. While a task moves between zones, the later round's ticket
 * counts. Tickets without a task are omitted.
 */
function ticketsOf(zones: readonly PastActor[], tasks: ReadonlyMap<string, PastRow>): PastRow[] {
  const byTask = new Map<string, PastRow>();
  for (const { rows } of zones) {
    for (const [taskId, ticket] of rows) {
      const other = byTask.get(taskId);
      if (other !== undefined && !isLater(ticket, other)) continue;
      byTask.set(taskId, ticket);
    }
  }
  return [...byTask.values()].filter((ticket) => tasks.has(String(ticket.task_id))).sort(oldestFirst);
}

function isLater(ticket: PastRow, other: PastRow): boolean {
  if (ticket.round !== other.round) return Number(ticket.round) > Number(other.round);
  return String(ticket.enqueued_at) > String(other.enqueued_at);
}

/** Ids are time-ordered. */
function newestFirst(left: PastRow, right: PastRow): number {
  return String(left.id) < String(right.id) ? 1 : -1;
}

function oldestFirst(left: PastRow, right: PastRow): number {
  const order = String(left.enqueued_at).localeCompare(String(right.enqueued_at));
  return order === 0 ? String(left.task_id).localeCompare(String(right.task_id)) : order;
}
