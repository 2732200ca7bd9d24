import type { Command, Effect, Machine } from '../../actors/runtime/machine.ts';

/**
 * The smallest machine that uses everything the runtime offers: it counts, refuses to go below zero, can refuse and
 * record an event all the same, sends commands to another counter, and sets a timer. Tests register it under the kind
 * `zone`.
 */
export interface CounterState {
  count: number;
  complaints: number;
}

export type CounterCommand = Command & { by: Command['by'] } & (
    | { type: 'add'; amount: number }
    | { type: 'pass-on'; amount: number; to: string }
    | { type: 'complain' }
    | { type: 'add-later'; amount: number; dueAt: string }
    | { type: 'never-mind' }
    | { type: 'alert' }
  );

export type CounterEvent = { v: 1 } & (
  | { type: 'ADDED'; amount: number }
  | { type: 'PASSED_ON'; amount: number; to: string }
  | { type: 'COMPLAINED' }
  | { type: 'SCHEDULED'; amount: number; dueAt: string }
  | { type: 'UNSCHEDULED' }
  | { type: 'ALERTED' }
);

export const counterMachine: Machine<CounterState, CounterCommand, CounterEvent, { now: string }> = {
  kind: 'zone',
  schema: 1,
  decide(state, command) {
    switch (command.type) {
      case 'add':
        if (state.count + command.amount < 0)
          return { outcome: 'refused', refusal: { code: 'common.CONFLICT', detail: 'Below zero.' } };
        return {
          outcome: 'accepted',
          events: [{ v: 1, type: 'ADDED', amount: command.amount }],
          reply: { count: state.count + command.amount },
        };
      case 'pass-on':
        return {
          outcome: 'accepted',
          events: [{ v: 1, type: 'PASSED_ON', amount: command.amount, to: command.to }],
        };
      case 'complain':
        return {
          outcome: 'refused',
          refusal: { code: 'delivery.CODE_INVALID' },
          events: [{ v: 1, type: 'COMPLAINED' }],
        };
      case 'add-later':
        return {
          outcome: 'accepted',
          events: [{ v: 1, type: 'SCHEDULED', amount: command.amount, dueAt: command.dueAt }],
        };
      case 'never-mind':
        return { outcome: 'accepted', events: [{ v: 1, type: 'UNSCHEDULED' }] };
      case 'alert':
        return { outcome: 'accepted', events: [{ v: 1, type: 'ALERTED' }] };
    }
  },
  evolve(state, event) {
    const present = state ?? { count: 0, complaints: 0 };
    switch (event.type) {
      case 'ADDED':
        return { ...present, count: present.count + event.amount };
      case 'PASSED_ON':
        return { ...present, count: present.count - event.amount };
      case 'COMPLAINED':
        return { ...present, complaints: present.complaints + 1 };
      default:
        return present;
    }
  },
  project: () => [],
  react(_before, event): Effect[] {
    switch (event.type) {
      case 'PASSED_ON':
        return [
          {
            do: 'command',
            to: { kind: 'zone', key: event.to },
            type: 'add',
            payload: { amount: event.amount },
          },
        ];
      case 'SCHEDULED':
        return [
          {
            do: 'set-timer',
            name: 'later',
            dueAt: event.dueAt,
            type: 'add',
            payload: { amount: event.amount },
          },
        ];
      case 'UNSCHEDULED':
        return [{ do: 'cancel-timer', name: 'later' }];
      case 'ALERTED':
        return [
          { do: 'push', rooms: ['dispatch'], event: 'alert.raised', payload: {} },
          {
            do: 'consume',
            consumer: 'alert',
            payload: {
              kind: 'TASK_WITHOUT_TICKET',
              dedupeKey: 'counter',
              subjectType: 'ZONE',
              subjectId: 'counter',
              data: {},
            },
          },
        ];
      default:
        return [];
    }
  },
  upcast: (state) => state as unknown as CounterState,
};
