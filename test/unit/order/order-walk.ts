import type { AnyOrderFacts, OrderCommand, OrderEvent } from '../../../actors/order/behaviours.ts';
import { orderMachine } from '../../../actors/order/machine.ts';
import type { PlacedGroup } from '../../../actors/order/placing.ts';
import type { GroupStatus, OrderState, TaskState, TaskStatus } from '../../../actors/order/state.ts';
import type { Decision } from '../../../actors/runtime/machine.ts';
import {
  dispatcher,
  driverCalled,
  groupId,
  idOf,
  orderCreation,
  placedGroup,
  sellerOf,
  system,
  T0,
  taskId,
  ZONE,
} from '../../worlds/pure/fixtures.ts';

/** Every fact that a command may need; each takes its own. */
export const facts = {
  now: T0,
  homeZoneId: ZONE,
  taskId: taskId(0),
  dueIn: { STANDARD: 360, EXPRESS: 180 },
  offerTimeoutSeconds: 90,
  code: {
    codeId: idOf('code'),
    hash: 'hash-of-the-code',
    sealed: 'sealed-text',
    expiresAt: '2026-03-01T08:30:00.000Z',
  },
  codeMatches: true,
};

export function decide(
  state: OrderState,
  command: OrderCommand,
  changes: Partial<typeof facts> | { homeZoneId: string | null } = {},
): Decision<OrderEvent> {
  return orderMachine.decide(state, command, { ...facts, ...changes } as AnyOrderFacts);
}

export function evolveAll(state: OrderState, events: readonly OrderEvent[]): OrderState {
  return events.reduce<OrderState>((now, event) => orderMachine.evolve(now, event), state);
}

/** Gives the command, which must be accepted, and returns the state after it. */
export function step(
  state: OrderState,
  command: OrderCommand,
  changes: Parameters<typeof decide>[2] = {},
): OrderState {
  const decision = decide(state, command, changes);
  if (decision.outcome !== 'accepted') throw new Error(`${command.type}: ${JSON.stringify(decision)}`);
  return evolveAll(state, decision.events);
}

export function placed(groups: readonly PlacedGroup[] = [placedGroup()]): OrderState {
  return orderMachine.evolve(null, orderCreation(groups));
}

export const onGroup = (type: string, by = sellerOf(0), group = 0): OrderCommand =>
  ({ type, by, groupId: groupId(group) }) as OrderCommand;
export const onTask = (type: string, by = driverCalled('driver'), more: object = {}): OrderCommand =>
  ({ type, by, taskId: taskId(0), ...more }) as OrderCommand;

export const assignTo = (name: string, round: number, zoneId: string | null = ZONE): OrderCommand =>
  onTask('assign', system, { round, offerId: idOf(`offer-${round}`), driverId: idOf(name), zoneId });

const TO_GROUP: { readonly [status in GroupStatus]?: readonly OrderCommand[] } = {
  PENDING_ACCEPTANCE: [],
  ACCEPTED: [onGroup('accept')],
  PACKED: [onGroup('accept'), onGroup('pack')],
  READY_FOR_PICKUP: [onGroup('accept'), onGroup('pack'), onGroup('ready')],
  REJECTED: [onGroup('reject')],
  CANCELLED: [onGroup('cancel-group', dispatcher)],
};

/** The order's first group in this status; statuses that no command here leads to are set directly. */
export function groupIn(status: GroupStatus): OrderState {
  const way = TO_GROUP[status];
  if (way !== undefined) return way.reduce<OrderState>((now, command) => step(now, command), placed());
  const mirrored = { PICKED_UP: 'PICKED_UP', IN_TRANSIT: 'IN_TRANSIT', DELIVERED: 'COMPLETED' } as const;
  if (status in mirrored) return taskIn(mirrored[status as keyof typeof mirrored]);
  const state = taskIn('IN_TRANSIT');
  return forced(state, { status });
}

const DELIVERY: readonly [TaskStatus, OrderCommand][] = [
  ['ASSIGNED', assignTo('driver', 1)],
  ['ACCEPTED', onTask('accept')],
  ['PICKED_UP', onTask('pick-up')],
  ['IN_TRANSIT', onTask('in-transit')],
  ['ARRIVED', onTask('arrive')],
  ['CODE_VERIFIED', onTask('verify-code')],
  ['CASH_RECORDED', onTask('record-cash', driverCalled('driver'), { amount: '125.00' })],
  ['COMPLETED', onTask('complete')],
];

/** The order's task in this status, assigned in round 1 to `driver`. */
export function taskIn(status: TaskStatus): OrderState {
  let state = groupIn('READY_FOR_PICKUP');
  if (status === 'UNASSIGNED') return state;
  if (status === 'CANCELLED') return step(taskIn('ACCEPTED'), onGroup('cancel-group', dispatcher));
  for (const [reached, command] of DELIVERY) {
    if (reached === 'CODE_VERIFIED') state = step(state, onTask('request-code'));
    state = step(state, command);
    if (reached === status) return state;
  }
  return forced(taskIn('IN_TRANSIT'), { task: { status } });
}

function forced(state: OrderState, changes: { status?: GroupStatus; task?: Partial<TaskState> }): OrderState {
  const group = state.groups[groupId(0)];
  if (group?.task === undefined) throw new Error('no task');
  const next = { ...group, ...changes, task: { ...group.task, ...changes.task } };
  return { ...state, groups: { ...state.groups, [groupId(0)]: next } };
}

export function theTask(state: OrderState): TaskState {
  const task = state.groups[groupId(0)]?.task;
  if (task === undefined) throw new Error('no task');
  return task;
}

export function theGroup(state: OrderState, group = 0) {
  const found = state.groups[groupId(group)];
  if (found === undefined) throw new Error('no group');
  return found;
}
