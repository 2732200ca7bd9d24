import type { ShowState } from '../../../consoles/shared/live/room-handlers.ts';
import type { Person, Schema } from '../../people/person.ts';
import type { RoomView } from '../record/logbook-types.ts';
import { readAnew } from './room-view.ts';

/** Maximum pages of one list: 10,000 entries. */
const MAX_PAGES = 100;

interface Listed<T> {
  data: T[];
  page: { nextCursor: string | null; hasMore: boolean };
}

/** Reads the pages of a list until `goOn` returns false for one. */
export async function allPages<T>(
  read: (cursor: { cursor?: string; limit: number }) => Promise<Listed<T>>,
  goOn: (page: T[]) => boolean = () => true,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: { cursor?: string } = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { data, page } = await read({ ...cursor, limit: 100 });
    found.push(...data);
    if (!page.hasMore || page.nextCursor === null || !goOn(data)) return found;
    cursor = { cursor: page.nextCursor };
  }
  return found;
}

/** The order as its buyer may read it. */
export async function readOrder(person: Person, orderId: string, view: RoomView): Promise<ShowState> {
  const order = await person.ok(
    'read the order',
    person.api.GET('/orders/{id}', { params: { path: { id: orderId } } }),
  );
  return () => {
    const version = Math.max(...order.groups.map((group) => group.version));
    view.orders.set(orderId, { status: order.status, version });
    // The room of an order reports no payments, so a payment read here would never be updated.
    for (const group of order.groups) putGroup(view, group, null);
    readAnew(view);
    return { [`order:${orderId}`]: version };
  };
}

function putGroup(
  view: RoomView,
  { id, orderId, status, task, version }: Schema<'OrderGroup'>,
  payment: string | null,
): void {
  view.groups.set(id, { orderId, status, payment, taskStatus: task?.status ?? null, version });
}

/** Domain hours for which the console shows ended groups on its board. */
const ENDED_WITHIN_HOURS = 12;

/** A seller's board as the console asks for it. */
export function readOrderBoard(person: Person): Promise<Schema<'OrderBoard'>> {
  const query = { endedWithinHours: ENDED_WITHIN_HOURS };
  return person.ok('read the board', person.api.GET('/seller/order-board', { params: { query } }));
}

/** Shows the board that was read; payments come only from events. @param since Earlier orders belong to another day. */
export function showOrderBoard(
  view: RoomView,
  { groups }: Schema<'OrderBoard'>,
  since: number,
): Record<string, number> {
  const known: Record<string, number> = {};
  // Groups that have left the board are no longer followed.
  view.groups.clear();
  for (const { groupId, orderId, status, taskStatus, version, placedAt } of groups) {
    if (Date.parse(placedAt) < since) continue;
    view.groups.set(groupId, { orderId, status, payment: null, taskStatus, version });
    known[`order:${orderId}`] = Math.max(known[`order:${orderId}`] ?? 0, version);
  }
  readAnew(view);
  return known;
}

/** The driver's state, tasks and cash; as many tasks, newest first, as the view still follows. */
export async function readDriver(
  person: Person,
  driverId: string,
  view: RoomView,
): Promise<{ show: ShowState; tasks: Schema<'DriverTask'>[] }> {
  const follows = ({ id, status }: Schema<'DriverTask'>) => isOpen(status) || view.tasks.has(id);
  const [driver, tasks] = await Promise.all([
    person.ok('read own state', person.api.GET('/driver')),
    allPages(
      (query) => person.ok('list own tasks', person.api.GET('/driver/tasks', { params: { query } })),
      (page) => page.some(follows),
    ),
  ]);
  const followed = tasks.filter(follows);
  const show = () => {
    const { status: standing, version, cashOnHand } = driver;
    view.drivers.set(driverId, { status: standing, duty: dutyOf(driver), version });
    view.cash.set(driverId, { onHand: cashOnHand.amount, version });
    const listed = new Set(tasks.map(({ id }) => id));
    // The list omits tasks that the driver no longer has.
    for (const id of view.tasks.keys()) if (!listed.has(id)) view.tasks.delete(id);
    for (const { id, orderGroupId: groupId, status, round, version: taskVersion, handOver } of followed) {
      // It still belongs to the other driver.
      if (handOver?.role === 'RECEIVER') continue;
      const orderId = view.tasks.get(id)?.orderId ?? '';
      view.tasks.set(id, { orderId, groupId, status, driverId, round, version: taskVersion });
    }
    readAnew(view);
    return { [`driver:${driverId}`]: version };
  };
  return { show, tasks: followed };
}

function dutyOf({ shift }: Schema<'Driver'>): 'OFF' | 'ON_DUTY' | 'ON_BREAK' {
  return shift?.status === 'ON_DUTY' || shift?.status === 'ON_BREAK' ? shift.status : 'OFF';
}

const OPEN_TASKS = [
  'UNASSIGNED',
  'ASSIGNED',
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
  'FAILED',
  'RETURNING',
] as const;

export function openTasks(person: Person): Promise<Schema<'DispatchTask'>[]> {
  return Promise.all(
    OPEN_TASKS.map((status) =>
      allPages((query) =>
        person.ok(
          'list tasks',
          person.api.GET('/dispatch/tasks', { params: { query: { ...query, status } } }),
        ),
      ),
    ),
  ).then((lists) => lists.flat());
}

/** The dispatchers' board: open tasks, and those this client believed to be open. */
export async function readBoard(
  person: Person,
  view: RoomView,
): Promise<{ show: ShowState; tasks: Schema<'DispatchTask'>[] }> {
  const open = await openTasks(person);
  const found = new Map(open.map((task) => [task.id, task]));
  const unsure = [...view.tasks].filter(([id, { status }]) => isOpen(status) && !found.has(id));
  for (const [id] of unsure) {
    const task = await person.ok(
      'read the task',
      person.api.GET('/dispatch/tasks/{id}', { params: { path: { id } } }),
    );
    found.set(id, task);
  }
  const showOthers = await readDriversAndAlerts(person, view);
  const tasks = [...found.values()];
  const show = () => {
    for (const task of tasks) {
      const { id, orderId, orderGroupId: groupId, status, driverId, round, version } = task;
      view.tasks.set(id, { orderId, groupId, status, driverId, round, version });
    }
    const known = showOthers();
    // A console only counts groups without a task (`GET /dispatch/upstream`) and does not store them.
    view.groups.clear();
    readAnew(view);
    return known;
  };
  return { show, tasks };
}

/** Reads one task and replaces older data about it. */
export async function readTask(person: Person, id: string, view: RoomView): Promise<void> {
  const task = await person.ok(
    'read the task',
    person.api.GET('/dispatch/tasks/{id}', { params: { path: { id } } }),
  );
  const { orderId, orderGroupId: groupId, status, driverId, round, version } = task;
  if (version >= (view.tasks.get(id)?.version ?? 0))
    view.tasks.set(id, { orderId, groupId, status, driverId, round, version });
}

async function readDriversAndAlerts(person: Person, view: RoomView): Promise<ShowState> {
  const [drivers, alerts] = await Promise.all([
    allPages((query) =>
      person.ok('list drivers', person.api.GET('/dispatch/drivers', { params: { query } })),
    ),
    allPages((query) =>
      person.ok(
        'list alerts',
        person.api.GET('/dispatch/alerts', { params: { query: { ...query, unresolved: true } } }),
      ),
    ),
  ]);
  return () => {
    const known: Record<string, number> = {};
    for (const driver of drivers) {
      const { id, status, version, cashOnHand } = driver;
      view.drivers.set(id, { status, duty: dutyOf(driver), version });
      view.cash.set(id, { onHand: cashOnHand.amount, version });
      known[`driver:${id}`] = version;
    }
    // Alerts that are no longer listed were resolved while no events arrived.
    const listed = new Set(alerts.map(({ id }) => id));
    for (const [id, { status }] of view.alerts)
      if (!listed.has(id) && status !== 'RESOLVED') view.alerts.delete(id);
    for (const { id, kind, status, version } of alerts) {
      view.alerts.set(id, { kind, status, version });
      known[`alert:${id}`] = version;
    }
    return known;
  };
}

function isOpen(status: Schema<'TaskStatus'>): boolean {
  return OPEN_TASKS.some((open) => open === status);
}
