import type { RoomView } from '../../../../scripts/city/record/logbook-types.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { ServiceFacts } from '../evidence/service-facts.ts';
import { boardDifferences } from './board-fields.ts';

/** What each client shows at the end, made of a first reading and of events alone, is what the service says then. */
export const viewsRule: Rule = (city, service) =>
  city.views.filter(isWatched).flatMap((view) => compareView(view, city, service));

/** A viewer who has left, or never joined, is not compared. */
function isWatched({ leftAt, state, events }: RoomView): boolean {
  return leftAt === null && !(state === 'offline' && events === 0);
}

function compareView(view: RoomView, city: CityFacts, service: ServiceFacts): Finding[] {
  const subject = `${view.clientId} in ${view.room}`;
  return [
    ...unequal(`${subject}: state of the room`, 'live', view.state),
    ...view.regressions.map((found) => ({
      subject: `${subject}: order of versions`,
      expected: 'none goes back',
      found,
    })),
    ...orders(subject, view, service),
    ...groups(subject, view, service),
    ...tasks(subject, view, city, service),
    ...drivers(subject, view, service),
    ...zones(subject, view, service),
    ...alerts(subject, view, service),
    ...bell(subject, view, service),
    ...board(subject, view, service),
    ...orderBoard(subject, view, service),
  ];
}

/** The console's board, field by field: what an event leaves out is wrong here until the page is reloaded. */
function board(subject: string, { board: shown }: RoomView, { board: said }: ServiceFacts): Finding[] {
  if (shown === null) return [];
  const [drivers, tasks] = [shown.drivers(), shown.tasks()];
  return [
    ...shown
      .found()
      .map((found) => ({ subject: `${subject}: board, during the day`, expected: 'the same', found })),
    ...said.drivers.flatMap((driver) =>
      fields(`${subject}: board, driver ${driver.fullName}`, driver, drivers.get(driver.driverId)),
    ),
    ...said.tasks.flatMap((task) =>
      fields(`${subject}: board, task of ${task.orderNumber}`, task, tasks.get(task.taskId)),
    ),
  ];
}

/** The seller console's orders, field by field; ended orders leave both after the same time, not at the same moment. */
function orderBoard(
  subject: string,
  { orderBoard: shown, room }: RoomView,
  { orderBoards }: ServiceFacts,
): Finding[] {
  if (shown === null) return [];
  const said = new Map(
    orderBoards.get(room.slice(room.indexOf(':') + 1))?.groups.map((group) => [group.groupId, group]),
  );
  const groups = shown.groups();
  const left = [...groups.values()].filter(({ groupId, endedAt }) => endedAt === null && !said.has(groupId));
  return [
    ...[...said.values()].flatMap((group) =>
      fields(`${subject}: board, group ${group.groupId}`, group, groups.get(group.groupId)),
    ),
    ...left.flatMap(({ groupId, status }) =>
      unequal(`${subject}: board, group ${groupId}`, 'not there any more', status),
    ),
  ];
}

function fields(subject: string, said: object, shown: object | undefined): Finding[] {
  if (shown === undefined) return unequal(subject, 'on the board', 'not there');
  return boardDifferences(said, shown).flatMap(({ field, expected, found }) =>
    unequal(`${subject}: ${field}`, expected, found),
  );
}

function orders(subject: string, view: RoomView, service: ServiceFacts): Finding[] {
  return [...view.orders].flatMap(([id, seen]) => {
    const order = service.orders.get(id);
    return order === undefined ? [] : unequal(`${subject}: order ${id}`, order.status, seen.status);
  });
}

/** Neither a buyer's room nor a seller's board, when read, shows payments: only the events about payments are compared. */
function groups(subject: string, view: RoomView, service: ServiceFacts): Finding[] {
  const tellsPayments = view.room.startsWith('seller:');
  return [...view.groups].flatMap(([id, seen]) => {
    const group = service.groups.get(id);
    // Dispatchers are notified about a group until it has a task.
    if (group === undefined || (view.room === 'dispatch' && group.task !== null)) return [];
    return [
      ...unequal(`${subject}: group ${id}`, group.status, seen.status),
      ...(tellsPayments && seen.payment !== null
        ? unequal(`${subject}: payment of group ${id}`, group.payment.status, seen.payment)
        : []),
      ...unequal(`${subject}: task of group ${id}`, group.task?.status ?? null, seen.taskStatus),
    ];
  });
}

function tasks(subject: string, view: RoomView, city: CityFacts, service: ServiceFacts): Finding[] {
  const mine = city.clients.get(view.clientId)?.driverId ?? null;
  return [...view.tasks].flatMap(([id, seen]) => {
    const task = service.tasks.get(id);
    if (task === undefined) return [];
    // A driver who has lost a task is notified of that, and of nothing later.
    if (mine !== null && seen.driverId !== mine && task.driverId !== mine) return [];
    const shown = ({ status, driverId, round }: typeof seen) =>
      `${status} ${driverId ?? 'no one'} round ${round}`;
    return unequal(`${subject}: task ${id}`, shown({ ...seen, ...task }), shown(seen));
  });
}

function drivers(subject: string, view: RoomView, service: ServiceFacts): Finding[] {
  return [
    ...[...view.drivers].flatMap(([id, seen]) => {
      const driver = service.drivers.get(id);
      if (driver === undefined) return [];
      const duty = driver.shift === null || driver.shift.status === 'ENDED' ? 'OFF' : driver.shift.status;
      return unequal(`${subject}: driver ${id}`, `${driver.status} ${duty}`, `${seen.status} ${seen.duty}`);
    }),
    ...[...view.cash].flatMap(([id, seen]) => {
      const driver = service.drivers.get(id);
      if (driver === undefined) return [];
      return unequal(`${subject}: cash of driver ${id}`, driver.cashOnHand.amount, seen.onHand);
    }),
  ];
}

function zones(subject: string, view: RoomView, service: ServiceFacts): Finding[] {
  return [...view.zones].flatMap(([id, seen]) => {
    const zone = service.zones.get(id);
    const shown = seen.deleted ? 'deleted' : seen.active ? 'active' : 'inactive';
    return unequal(
      `${subject}: zone ${id}`,
      zone === undefined ? 'deleted' : zone.active ? 'active' : 'inactive',
      shown,
    );
  });
}

function alerts(subject: string, view: RoomView, service: ServiceFacts): Finding[] {
  const known = new Map(service.alerts.map((alert) => [alert.id, alert]));
  return [...view.alerts].flatMap(([id, seen]) => {
    const alert = known.get(id);
    return alert === undefined
      ? []
      : unequal(`${subject}: alert ${id} (${seen.kind})`, alert.status, seen.status);
  });
}

function bell(subject: string, view: RoomView, service: ServiceFacts): Finding[] {
  const kinds = new Map(service.bells.get(view.clientId)?.notifications.map(({ id, kind }) => [id, kind]));
  return [...view.notifications].flatMap(([id, heard]) =>
    unequal(`${subject}: notification ${id}`, kinds.get(id) ?? 'none in the bell', heard.kind),
  );
}
