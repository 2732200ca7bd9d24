import { add } from '../../actors/money/money.ts';
import type { OrderEvent } from '../../actors/order/events.ts';
import type { Point } from '../../actors/planning/point.ts';
import type { RecordedTask, ReplayLeg, ReplayTask } from '../../actors/replay/day.ts';
import type { PastCommand } from '../../actors/runtime/fold.ts';

interface Stretch {
  from: number;
  to: number;
}

type Told = Omit<ReplayTask, 'carriedBy' | 'refusals' | 'undeliverable'> & {
  failed: boolean;
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
    failed: false,
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
      break;
    case 'TASK_COMPLETED':
      task.recorded = { ...task.recorded, deliveredAt: at };
      task.endedAt = at;
      break;
    case 'GROUP_CANCELLED':
      task.cancelledAt = at;
      task.endedAt = at;
      break;
    default:
      tellException(task, event as unknown as Exceptional, at);
  }
}

type Exceptional = { type: string; toDriverId?: string };

/** What went another way than to the door: the day is not the policy's fault then. */
function tellException(task: Told, { type, toDriverId }: Exceptional, at: number): void {
  if (type === 'TASK_FAILED') task.failed = true;
  if (type === 'RETURN_COMPLETED' || type === 'TASK_WRITTEN_OFF') task.endedAt = at;
  if (type === 'TASK_HANDED_OVER')
    task.recorded = { ...task.recorded, driverId: toDriverId ?? null, byHand: true };
  if (type === 'TASK_REVERSED') {
    task.recorded = { ...task.recorded, deliveredAt: null };
    task.endedAt = null;
  }
}

function ofStretch({ offer: _, failed, endedAt, ...task }: Told, { from, to }: Stretch): ReplayTask[] {
  if (task.readyAt >= to || (endedAt !== null && endedAt < from)) return [];
  const { driverId, acceptedAt, pickedUpAt } = task.recorded;
  const carried = driverId !== null && acceptedAt !== null && acceptedAt < from;
  return [
    {
      ...task,
      undeliverable: failed && task.recorded.deliveredAt === null,
      readyAt: Math.max(from, task.readyAt),
      carriedBy: carried ? { driverId, pickedUp: pickedUpAt !== null && pickedUpAt < from } : null,
    },
  ];
}

/** Between two stops a driver may have done something else, if it took longer than this. Seconds. */
const LONGEST_LEG = 2 * 3_600;

/** The ways drivers went on the day, from stop to stop; one begins when the driver knew of it. */
export function legsOf(tasks: readonly ReplayTask[]): ReplayLeg[] {
  const visits = new Map<string, { at: number; known: number; place: Point }[]>();
  for (const { pickup, dropoff, recorded } of tasks) {
    const { driverId, acceptedAt, pickedUpAt, deliveredAt } = recorded;
    if (driverId === null) continue;
    const own = visits.get(driverId) ?? [];
    visits.set(driverId, own);
    const known = acceptedAt ?? 0;
    if (pickedUpAt !== null) own.push({ at: pickedUpAt, known, place: pickup });
    if (deliveredAt !== null) own.push({ at: deliveredAt, known, place: dropoff });
  }
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
