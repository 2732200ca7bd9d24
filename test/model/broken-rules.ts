import type { DriverCommand, DriverEvent } from '../../actors/driver/behaviours.ts';
import { openStops } from '../../actors/driver/legs.ts';
import { driverMachine } from '../../actors/driver/machine.ts';
import type { DriverState } from '../../actors/driver/state.ts';
import type { OrderEvent } from '../../actors/order/behaviours.ts';
import { orderMachine } from '../../actors/order/machine.ts';
import type { OrderState } from '../../actors/order/state.ts';
import { plusSeconds } from '../../actors/planning/instants.ts';
import type { Effect, Machine } from '../../actors/runtime/machine.ts';
import type { ZoneCommand, ZoneEvent } from '../../actors/zone/behaviours.ts';
import { zoneMachine } from '../../actors/zone/machine.ts';
import type { ZoneState } from '../../actors/zone/state.ts';
import { folded, type Machines, REAL } from '../worlds/pure/machines.ts';

/** Rule 1: an offer is shown to a driver only by the order's commit. Here the driver's reservation shows it. */
export const SHOWN_FROM_RESERVATION: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    react(before, event, after, context, facts) {
      const effects = driverMachine.react(before, event, after, context, facts);
      if (event.type !== 'RESERVED') return effects;
      const { taskId, orderId, offerId, round } = event;
      const payload = { taskId, orderId, offerId, round, version: context.version };
      const shown: Effect = {
        do: 'push',
        rooms: [`driver:${after.driverId}`],
        event: 'task.offered',
        payload,
      };
      return [...effects, shown];
    },
  }),
};

type TimedOut = { type: 'reservation-timeout'; offerId: string };

/** Rule 2: only the order ends a reservation. Here a timer of the driver's own frees it. */
export const FREED_BY_TIMER: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    decide(state, command, facts) {
      const { type, offerId } = command as unknown as TimedOut;
      if (type !== 'reservation-timeout') return driverMachine.decide(state, command, facts);
      const held = state.reservations[offerId];
      if (held === undefined || held.confirmed) return { outcome: 'unchanged' };
      const release = { type: 'release', by: command.by, offerId, reason: 'EXPIRED' } as const;
      return driverMachine.decide(state, release, facts);
    },
    react(before, event, after, context, facts) {
      const effects = driverMachine.react(before, event, after, context, facts);
      if (event.type !== 'RESERVED') return effects;
      const { offerId } = event;
      const timer: Effect = {
        do: 'set-timer',
        name: `reservation:${offerId}`,
        dueAt: plusSeconds(event.at, 90),
        type: 'reservation-timeout',
        payload: { offerId },
      };
      return [...effects, timer];
    },
  } satisfies Machine<DriverState, DriverCommand, DriverEvent, never>),
};

/** Rule 3: a denied offer leaves a tombstone. Here it leaves none. */
export const WITHOUT_TOMBSTONES: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    evolve: (state, event) => ({ ...driverMachine.evolve(state, event), tombstones: [] }),
  } satisfies Machine<DriverState, DriverCommand, DriverEvent, never>),
};

/** The same for tickets: one that was withdrawn before it arrived stays out. Here it is let in. */
export const WITHOUT_WITHDRAWALS: Machines = {
  ...REAL,
  zone: folded({
    ...zoneMachine,
    evolve: (state, event) => ({ ...zoneMachine.evolve(state, event), withdrawn: [] }),
  } satisfies Machine<ZoneState, ZoneCommand, ZoneEvent, never>),
};

/** Rule 4: a failed assignment by hand opens a new round and queues the task again. Here it is only recorded. */
export const WITHOUT_NEW_ROUND: Machines = {
  ...REAL,
  order: folded({
    ...orderMachine,
    evolve(state, event) {
      return orderMachine.evolve(state, state === null ? event : inSameRound(state, event));
    },
    react(before, event, after, context, facts) {
      if (event.type === 'HAND_ASSIGNMENT_FAILED') return [];
      return orderMachine.react(before, event, after, context, facts);
    },
  } satisfies Machine<OrderState, never, OrderEvent, never>),
};

/** The stops of an accepted task are inserted in the wrong order. */
export const DROPOFF_FIRST: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    evolve(state, event) {
      const after = driverMachine.evolve(state, event);
      if (event.type !== 'WORK_ACCEPTED' || after.route === undefined) return after;
      const done = after.route.stops.filter((stop) => stop.done === true);
      return {
        ...after,
        route: { ...after.route, stops: [...done, ...openStops(after.route).toReversed()] },
      };
    },
  } satisfies Machine<DriverState, DriverCommand, DriverEvent, never>),
};

/** When a task is offered to a driver, the limits count accepted tasks, but not the driver's other reservations. */
export const OFFERS_NOT_COUNTED: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    decide(state, command, facts) {
      const seen = command.type === 'reserve' ? { ...state, reservations: {} } : state;
      return driverMachine.decide(seen, command, facts);
    },
  } satisfies Machine<DriverState, DriverCommand, DriverEvent, never>),
};

/** A reversed completion leaves its journal as it is. */
export const WITHOUT_COMPENSATION: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    react(before, event, after, context, facts) {
      const effects = driverMachine.react(before, event, after, context, facts);
      return event.type === 'CASH_UNCOLLECTED' ? effects.filter((effect) => effect.do !== 'post') : effects;
    },
  } satisfies Machine<DriverState, DriverCommand, DriverEvent, never>),
};

/** A failure changes the task alone; its group goes on as if nothing had happened. */
export const GROUP_LEFT_BEHIND: Machines = {
  ...REAL,
  order: folded({
    ...orderMachine,
    evolve(state, event) {
      const after = orderMachine.evolve(state, event);
      if (event.type !== 'TASK_FAILED') return after;
      const { groupId } = event;
      const group = after.groups[groupId];
      if (group === undefined) return after;
      return { ...after, groups: { ...after.groups, [groupId]: { ...group, status: 'IN_TRANSIT' } } };
    },
  } satisfies Machine<OrderState, never, OrderEvent, never>),
};

/** The order is never notified that its cash was handed in. */
export const WITHOUT_SETTLING: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    react(before, event, after, context, facts) {
      const effects = driverMachine.react(before, event, after, context, facts);
      return effects.filter((effect) => effect.do !== 'command' || effect.type !== 'payment-settled');
    },
  } satisfies Machine<DriverState, DriverCommand, DriverEvent, never>),
};

/** A driver who goes on a break is still shown on duty. */
export const ROW_LEFT_BEHIND: Machines = {
  ...REAL,
  driver: folded({
    ...driverMachine,
    project(state, events, context) {
      const rows = driverMachine.project(state, events, context);
      const breaks = events.some(({ type }) => type === 'BREAK_STARTED');
      return breaks ? rows.filter(({ table }) => table !== 'drivers') : rows;
    },
  } satisfies Machine<DriverState, DriverCommand, DriverEvent, never>),
};

function inSameRound(state: OrderState, event: OrderEvent): OrderEvent {
  if (event.type !== 'HAND_ASSIGNMENT_FAILED') return event;
  const round = state.groups[event.groupId]?.task?.round ?? event.round;
  return { ...event, round };
}
