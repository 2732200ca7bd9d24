import type { Command, Effect, Machine, RowOp } from '../../actors/runtime/machine.ts';

/** A driver for benches: a state of about 1 kB that changes with every command. */
export interface CourierState {
  driverId: string;
  deliveries: number;
  cash: number;
  stops: { at: string; task: string; done: boolean }[];
}

export type CourierCommand = Command & { type: 'count' | 'deliver'; task: string };
export type CourierEvent = { v: 1; type: 'COUNTED' | 'DELIVERED'; at: string; task: string };

const STOPS = 10;

/** `count` changes the state alone; `deliver` writes what a delivery does: projections, history, journal, timer. */
export const courierMachine: Machine<CourierState, CourierCommand, CourierEvent, { now: string }> = {
  kind: 'driver',
  schema: 1,
  decide: (state, { type, task }, { now }) => ({
    outcome: 'accepted',
    events: [{ v: 1, type: type === 'count' ? 'COUNTED' : 'DELIVERED', at: now, task }],
    reply: { deliveries: state.deliveries + 1 },
  }),
  evolve: (state, { at, task }) => {
    if (state === null) throw new Error('couriers are created by the bench');
    const stops = [...state.stops.slice(1 - STOPS), { at, task, done: false }];
    return { ...state, deliveries: state.deliveries + 1, cash: (state.cash + 25) % 1_000, stops };
  },
  project: (state, events, context): RowOp[] =>
    events.flatMap(({ type }) => (type === 'COUNTED' ? [] : rows(state, context))),
  react: (_before, event, after, { id }): Effect[] =>
    event.type === 'COUNTED' ? [] : effects(after.driverId, event, id('cause')),
  upcast: (state) => state as unknown as CourierState,
};

function rows(
  state: CourierState,
  { version, at, by, command, id }: Parameters<typeof courierMachine.project>[2],
): RowOp[] {
  return [
    {
      table: 'drivers',
      op: 'update',
      row: {
        ...{ id: state.driverId, status: 'APPROVED', cash_on_hand: `${state.cash}.00`, capacity: 10 },
        ...{ active_tasks: state.deliveries, duty: 'ON_DUTY', actor_version: version },
      },
    },
    {
      table: 'transitions',
      op: 'insert',
      row: {
        ...{ id: id('transition'), actor_kind: 'driver', actor_key: state.driverId, actor_version: version },
        ...{
          subject_type: 'DRIVER',
          subject_id: state.driverId,
          from_state: 'BUSY',
          to_state: 'FREE',
          command,
        },
        ...{
          account_id: by.accountId,
          role: by.role,
          reason: null,
          at,
          data: { deliveries: state.deliveries },
        },
      },
    },
  ];
}

function effects(driverId: string, { at, task }: CourierEvent, cause: string): Effect[] {
  const lines = [
    { account: `driver:${driverId}`, amount: '25.00' },
    { account: 'clearing', amount: '-25.00' },
  ];
  return [
    { do: 'set-timer', name: 'look', dueAt: at, type: 'count', payload: { task } },
    { do: 'post', journal: { cause, kind: 'COLLECTION', lines } },
  ];
}

export function newborn(driverId: string): CourierState {
  const stop = { at: '2026-03-01T08:00:00.000Z', task: '01900000-0000-7000-8000-000000000000', done: false };
  return { driverId, deliveries: 0, cash: 0, stops: Array.from({ length: STOPS }, () => stop) };
}
