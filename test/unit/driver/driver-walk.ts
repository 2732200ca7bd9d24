import type { AnyDriverFacts, DriverCommand, DriverEvent } from '../../../actors/driver/behaviours.ts';
import { driverMachine } from '../../../actors/driver/machine.ts';
import type { PlanFigures } from '../../../actors/driver/shift.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { Decision, Effect, Principal } from '../../../actors/runtime/machine.ts';
import {
  contextOf,
  dispatcher,
  driverCalled,
  driverCreation,
  idOf,
  minutes,
  SOUQ,
  system,
  T0,
  WEST_BAY,
  ZONE,
} from '../../worlds/pure/fixtures.ts';

/** Every fact that a command may need; each takes its own. */
export const facts = {
  now: T0,
  version: 7,
  shiftId: idOf('shift'),
  routeId: idOf('route'),
  plan: null as PlanFigures | null,
  limitMinutes: 60,
  insideZones: true,
  position: null as { latitude: number; longitude: number } | null,
  settlementId: idOf('settlement'),
  receiptNumber: 'R-2026-000001',
  threshold: '5.00',
  collections: [
    { collectionId: idOf('collection-1'), taskId: idOf('task-1'), orderId: idOf('order'), amount: '125.00' },
  ],
};
export type Changes = Partial<
  typeof facts & { latestSettlementId: string | null; latestReversedId: string | null }
>;

export const driver = driverCalled('driver');

/** A command whose fields are not checked against its type: tests also give wrong ones. */
export function give(type: string, by: Principal = system, more: object = {}): DriverCommand {
  return { type, by, ...more } as DriverCommand;
}

export function decide(
  state: DriverState,
  command: DriverCommand,
  changes: Changes = {},
): Decision<DriverEvent> {
  const latestSettlementId = state.settlement?.settlementId ?? state.lastSettlementId ?? null;
  return driverMachine.decide(state, command, {
    ...facts,
    latestSettlementId,
    latestReversedId: state.lastReversedId ?? null,
    ...changes,
  } as AnyDriverFacts);
}

export function eventsOf(decision: Decision<DriverEvent>): readonly DriverEvent[] {
  if (decision.outcome !== 'accepted') throw new Error(JSON.stringify(decision));
  return decision.events;
}

export function evolveAll(state: DriverState, events: readonly DriverEvent[]): DriverState {
  return events.reduce<DriverState>((now, event) => driverMachine.evolve(now, event), state);
}

/** Gives the command, which must be accepted, and returns the state after it. */
export function step(state: DriverState, command: DriverCommand, changes: Changes = {}): DriverState {
  return evolveAll(state, eventsOf(decide(state, command, changes)));
}

export function effectsOf(
  state: DriverState,
  command: DriverCommand,
  changes: Changes = {},
): readonly Effect[] {
  let now = state;
  return eventsOf(decide(state, command, changes)).flatMap((event) => {
    const next = driverMachine.evolve(now, event);
    const effects = driverMachine.react(now, event, next, contextOf({ command: command.type }), null);
    now = next;
    return effects;
  });
}

export const approval = { zoneIds: [ZONE], cashLimit: '1000.00', capacity: 10 };

export const applied = (): DriverState => driverMachine.evolve(null, driverCreation('driver'));
export const approved = (): DriverState => step(applied(), give('approve', dispatcher, approval));
export const onDuty = (): DriverState => step(approved(), give('start-shift', driver));

export function reserving(task: number, changes: object = {}): DriverCommand {
  return give('reserve', system, {
    offerId: idOf(`offer-${task}`),
    taskId: idOf(`task-${task}`),
    orderId: idOf('order'),
    groupId: idOf(`group-${task}`),
    round: 1,
    cod: '125.00',
    items: 2,
    pickup: SOUQ,
    dropoff: WEST_BAY,
    dueBy: minutes(360),
    manual: false,
    zoneId: ZONE,
    ...changes,
  });
}

export const aboutOffer = (type: string, task: number, more: object = {}) =>
  give(type, system, { offerId: idOf(`offer-${task}`), ...more });
export const aboutTask = (type: string, task: number, more: object = {}) =>
  give(type, system, { taskId: idOf(`task-${task}`), at: minutes(30), ...more });
export const collecting = (task: number, amount = '125.00') =>
  aboutTask('collect', task, { orderId: idOf('order'), groupId: idOf(`group-${task}`), amount });

/** A driver who has accepted this task. */
export function working(task = 1, state = onDuty()): DriverState {
  const commands = [
    reserving(task),
    aboutOffer('confirm-reservation', task),
    aboutOffer('work-accepted', task),
  ];
  return commands.reduce((now, command) => step(now, command), state);
}

/** A driver with the cash of this task on hand, its work done. */
export function paid(task = 1, state = onDuty()): DriverState {
  const commands = [
    aboutTask('stop-done', task, { stop: 'PICKUP' }),
    collecting(task),
    aboutTask('work-done', task),
  ];
  return commands.reduce((now, command) => step(now, command), working(task, state));
}
