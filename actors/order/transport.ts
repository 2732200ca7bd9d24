import { accepted } from '../machines/decision.ts';
import { command, notify } from '../machines/effect.ts';
import type { Events, Given, Happened, OfTask, OnTask, TaskCommands } from './behaviour.ts';
import { heldTask, toBuyer } from './reaction.ts';
import { holderOf } from './state.ts';
import { groupMirror } from './transitions.ts';
import { inTask, mirroredEvent, statusOnly, taskEvent, taskHasReached } from './turn.ts';

/** The driver picks up the goods, departs with them, and arrives at the buyer's door. */
export type TransportCommand =
  | Given<'pick-up', OnTask>
  | Given<'in-transit', OnTask>
  | Given<'arrive', OnTask>;

export type TransportEvent =
  | Happened<'TASK_PICKED_UP', OfTask & { driverId: string }>
  | Happened<'TASK_IN_TRANSIT', OfTask & { driverId: string }>
  | Happened<'TASK_ARRIVED', OfTask & { driverId: string }>;

export const transportCommands: TaskCommands<TransportCommand, TransportEvent> = {
  'pick-up': {
    decide: (at) => {
      const event = mirroredEvent(at, 'PICKED_UP', groupMirror.PICKED_UP);
      return accepted([{ ...event, type: 'TASK_PICKED_UP', driverId: holderOf(at.task) }]);
    },
    repeats: taskHasReached('PICKED_UP'),
  },
  'in-transit': {
    decide: (at) => {
      const event = mirroredEvent(at, 'IN_TRANSIT', groupMirror.IN_TRANSIT);
      return accepted([{ ...event, type: 'TASK_IN_TRANSIT', driverId: holderOf(at.task) }]);
    },
    repeats: taskHasReached('IN_TRANSIT'),
  },
  arrive: {
    decide: (at) =>
      accepted([{ ...taskEvent(at, 'ARRIVED'), type: 'TASK_ARRIVED', driverId: holderOf(at.task) }]),
    repeats: taskHasReached('ARRIVED'),
  },
};

export const transportEvents: Events<TransportEvent> = {
  TASK_PICKED_UP: {
    // With its goods on board, a task cannot be offered to another driver, so exclusions are dropped.
    evolve: inTask((task) => ({ ...task, excluded: [] })),
    react: (reaction) => {
      const { driverId, at } = reaction.event;
      return [
        command('driver', driverId, 'stop-done', { ...heldTask(reaction), stop: 'PICKUP', at }),
        notify('PICKED_UP', toBuyer(reaction)),
      ];
    },
    history: ({ driverId }) => ({ driverId }),
  },
  TASK_IN_TRANSIT: {
    evolve: statusOnly,
    react: (reaction) => [notify('IN_TRANSIT', toBuyer(reaction))],
    history: ({ driverId }) => ({ driverId }),
  },
  TASK_ARRIVED: {
    evolve: statusOnly,
    react: (reaction) => {
      const { driverId, at } = reaction.event;
      return [command('driver', driverId, 'stop-arrived', { ...heldTask(reaction), stop: 'DROPOFF', at })];
    },
    history: ({ driverId }) => ({ driverId }),
  },
};
