import { add } from '../../../actors/money/money.ts';
import type { OrderEvent } from '../../../actors/order/behaviours.ts';

import type { Point } from '../../../actors/planning/point.ts';
import type { RecordedTask, ReplayLeg, ReplayTask, ReplayVisit } from '../../../actors/replay/day.ts';
import { visitsOf } from '../../../actors/replay/figures.ts';
import type { PastCommand } from '../../../actors/runtime/fold.ts';

interface TimeSpan {
  from: number;
  to: number;
}

type TaskDraft = Omit<ReplayTask, 'carriedBy' | 'refusals' | 'undeliverable' | 'door'> & {
  /** When the current attempt failed; null if it has not. */
  failedAt: number | null;
  retriesAfter: number[];
  goesBack: boolean;
  visits: ReplayVisit[];
  /** When the driver learned of the next leg. */
  known: number;
  refusals: ReplayTask['refusals'][number][];
  /** Times concerning the current holder. */
  offer: { driverId: string; at: number; byHand: boolean } | null;
  endedAt: number | null;
};

/** An order's tasks that waited or were under way in the time span, according to its events. */
export function tasksOfOrder(commands: readonly PastCommand[], stretch: TimeSpan): ReplayTask[] {
  const events = commands.flatMap((command) => command.events as unknown as OrderEvent[]);
  const [placed] = events;
  if (placed?.type !== 'ORDER_PLACED') return [];
  const tasks = new Map<string, TaskDraft>();
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
  return [...tasks.values()].flatMap((task) => withinSpan(task, stretch));
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

function taskOf({ taskId, dueBy, at }: Created, group: Group, dropoff: Point): TaskDraft {
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

function tell(task: TaskDraft, event: OrderEvent, at: number): void {
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
      applyException(task, event, at);
  }
}

function applyException(task: TaskDraft, event: OrderEvent, at: number): void {
  switch (event.type) {
    case 'TASK_FAILED':
      task.failedAt = at;
      // Goods lost or damaged before departure for the door failed elsewhere.
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

/** Attributed to the driver of that moment, regardless of earlier and later ones. */
function visit({ visits, recorded: { driverId }, known }: TaskDraft, at: number, place: Point): void {
  if (driverId !== null) visits.push({ driverId, at, known, place });
}

function withinSpan(told: TaskDraft, { from, to }: TimeSpan): ReplayTask[] {
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

/** Seconds. After a longer gap between two stops, the driver may have done something else. */
const MAX_LEG_S = 2 * 3_600;

/** The legs driven on the day, from stop to stop. A leg begins when the driver knew of it. */
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
      return seconds > 0 && seconds < MAX_LEG_S ? [{ from: before.place, to: place, seconds }] : [];
    });
  });
}
