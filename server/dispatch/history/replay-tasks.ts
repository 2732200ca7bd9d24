import { add } from '../../../actors/money/money.ts';
import type { OrderEvent } from '../../../actors/order/behaviours.ts';

import type { Point } from '../../../actors/planning/point.ts';
import type { RecordedTask, ReplayLeg, ReplayTask, ReplayVisit } from '../../../actors/replay/day.ts';
import { visitsOf } from '../../../actors/replay/figures.ts';
import type { PastCommand } from '../../../actors/runtime/fold.ts';

interface Stretch {
  from: number;
  to: number;
}

type Told = Omit<ReplayTask, 'carriedBy' | 'refusals' | 'undeliverable' | 'door'> & {
  /** When the present attempt failed; null while none has. */
  failedAt: number | null;
  retriesAfter: number[];
  goesBack: boolean;
  visits: ReplayVisit[];
  /** When its driver heard of the way that is next. */
  known: number;
  refusals: ReplayTask['refusals'][number][];
  /** Moments of the present holder, whoever it is. */
  offer: { driverId: string; at: number; byHand: boolean } | null;
  endedAt: number | null;
};

/** The tasks of an order that waited or were under way in the stretch, as its events tell of them. */
export function tasksOfOrder(commands: readonly PastCommand[], stretch: Stretch): ReplayTask[] {
  const events = commands.flatMap((command) => command.events as unknown as OrderEvent[]);
  const [placed] = events;
  if (placed?.type !== 'ORDER_PLACED') return [];
  const tasks = new Map<string, Told>();
  for (const event of events) {
    if (event.type === 'ORDER_PLACED') continue;
    const at = Date.parse(event.at);
    if (event.type === 'TASK_CREATED') {
      const group = placed.groups.find(({ groupId }) => groupId === event.groupId);
      if (group !== undefined) tasks.set(event.groupId, taskOf(event, group, placed.dropoff));
    }
    const task = tasks.get(event.groupId);
    if (task !== undefined) tell(task, event, at);
  }
  return [...tasks.values()].flatMap((task) => ofStretch(task, stretch));
}

type Created = Extract<OrderEvent, { type: 'TASK_CREATED' }>;
type Group = Extract<OrderEvent, { type: 'ORDER_PLACED' }>['groups'][number];

const NOTHING: RecordedTask = {
  driverId: null,
  byHand: false,
  assignedAt: null,
  acceptedAt: null,
  pickedUpAt: null,
  deliveredAt: null,
};

function taskOf({ taskId, dueBy, at }: Created, group: Group, dropoff: Point): Told {
  return {
    taskId,
    readyAt: Date.parse(at),
    pickup: group.pickup,
    dropoff,
    dueBy: Date.parse(dueBy),
    cod: add(group.goods, group.shipping),
    items: group.items,
    cancelledAt: null,
    refusals: [],
    recorded: NOTHING,
    offer: null,
    failedAt: null,
    retriesAfter: [],
    goesBack: false,
    visits: [],
    known: 0,
    endedAt: null,
  };
}

function tell(task: Told, event: OrderEvent, at: number): void {
  switch (event.type) {
    case 'TASK_ASSIGNED':
      task.offer = { driverId: event.driverId, at, byHand: event.manual };
      task.recorded = { ...NOTHING, driverId: event.driverId, byHand: event.manual, assignedAt: at };
      break;
    case 'TASK_ACCEPTED':
      task.recorded = { ...task.recorded, acceptedAt: at };
      task.known = at;
      break;
    case 'TASK_DECLINED':
    case 'OFFER_EXPIRED':
      if (task.offer !== null && !task.offer.byHand) {
        const afterSeconds = (at - task.offer.at) / 1000;
        const declined = event.type === 'TASK_DECLINED';
        task.refusals.push({ driverId: task.offer.driverId, declined, afterSeconds });
      }
      task.recorded = NOTHING;
      break;
    case 'TASK_UNASSIGNED':
    case 'ASSIGN_BY_HAND_OPENED':
      task.recorded = NOTHING;
      break;
    case 'TASK_PICKED_UP':
      task.recorded = { ...task.recorded, pickedUpAt: at };
      visit(task, at, task.pickup);
      break;
    case 'TASK_COMPLETED':
      task.recorded = { ...task.recorded, deliveredAt: at };
      task.endedAt = at;
      visit(task, at, task.dropoff);
      break;
    case 'GROUP_CANCELLED':
      task.cancelledAt = at;
      task.endedAt = at;
      break;
    default:
      tellException(task, event, at);
  }
}

function tellException(task: Told, event: OrderEvent, at: number): void {
  switch (event.type) {
    case 'TASK_FAILED':
      task.failedAt = at;
      // Lost or damaged before anybody set out for the door, they failed elsewhere.
      if (!event.moves.some(({ from }) => from === 'PICKED_UP')) visit(task, at, task.dropoff);
      break;
    case 'TASK_RETRIED':
      task.retriesAfter.push((at - (task.failedAt ?? at)) / 1000);
      task.failedAt = null;
      task.known = at;
      break;
    case 'RETURN_STARTED':
      task.goesBack = true;
      task.known = at;
      break;
    case 'RETURN_COMPLETED':
      visit(task, at, task.pickup);
      task.endedAt = at;
      break;
    case 'TASK_WRITTEN_OFF':
      task.goesBack = false;
      task.endedAt = at;
      break;
    case 'TASK_HANDED_OVER':
      task.recorded = { ...task.recorded, driverId: event.toDriverId, byHand: true };
      task.known = at;
      break;
    case 'TASK_REVERSED':
      task.recorded = { ...task.recorded, deliveredAt: null };
      task.endedAt = null;
      break;
  }
}

/** Its driver of that moment, whoever had it before or has it later. */
function visit({ visits, recorded: { driverId }, known }: Told, at: number, place: Point): void {
  if (driverId !== null) visits.push({ driverId, at, known, place });
}

function ofStretch(told: Told, { from, to }: Stretch): ReplayTask[] {
  const { offer: _, known: __, failedAt, retriesAfter, goesBack, visits, endedAt, ...task } = told;
  if (task.readyAt >= to || (endedAt !== null && endedAt < from)) return [];
  const { driverId, acceptedAt, pickedUpAt } = task.recorded;
  const carried = driverId !== null && acceptedAt !== null && acceptedAt < from;
  return [
    {
      ...task,
      undeliverable: failedAt !== null && task.recorded.deliveredAt === null,
      door: { retriesAfter, goesBack },
      recorded: { ...task.recorded, visits },
      readyAt: Math.max(from, task.readyAt),
      carriedBy: carried ? { driverId, pickedUp: pickedUpAt !== null && pickedUpAt < from } : null,
    },
  ];
}

/** Between two stops a driver may have done something else, if it took longer than this. Seconds. */
const LONGEST_LEG = 2 * 3_600;

/** The ways drivers went on the day, from stop to stop; one begins when the driver knew of it. */
export function legsOf(tasks: readonly ReplayTask[]): ReplayLeg[] {
  const visits = new Map<string, ReplayVisit[]>();
  for (const one of tasks.flatMap(visitsOf))
    visits.set(one.driverId, [...(visits.get(one.driverId) ?? []), one]);
  return [...visits.values()].flatMap((own) => {
    own.sort((left, right) => left.at - right.at);
    return own.slice(1).flatMap(({ at, known, place }, index) => {
      const before = own[index];
      if (before === undefined) return [];
      const seconds = (at - Math.max(before.at, known)) / 1000;
      return seconds > 0 && seconds < LONGEST_LEG ? [{ from: before.place, to: place, seconds }] : [];
    });
  });
}
