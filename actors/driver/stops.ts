import type { EventContext, RowOp } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverBaseFacts,
  type Events,
  type Given,
  type Happened,
  type OfTask,
  type OnHeldTask,
} from './behaviour.ts';
import { type FinishedLeg, finishedLeg, leaving, legRows, type ZonesOfLeg } from './departure.ts';
import { bury, idle, replanned, without, withoutTask } from './remove-work.ts';
import type { DriverState, Stop, StopKind } from './state.ts';
import { onWork, type TakingOnEvent } from './taking-on.ts';

/**
 * The driver arrives at stops and leaves them, until the work is done. Orders report this late, twice or out of order:
 * a report about something that is gone is ignored.
 */
export type StopCommand =
  | Given<'stop-arrived', OnHeldTask & { stop: StopKind; at: string }>
  | Given<'stop-done', OnHeldTask & { stop: StopKind; at: string }>
  | Given<'work-done', OnHeldTask & { at: string }>;

export type StopFacts = {
  'stop-arrived': DriverBaseFacts & ZonesOfLeg;
  'stop-done': DriverBaseFacts & ZonesOfLeg;
  'work-done': DriverBaseFacts & ZonesOfLeg;
};

export type StopEvent = StopArrived | StopDone | WorkDone;

type OfStop = { taskId: string; stop: StopKind; arrivedAt: string; leg?: FinishedLeg };
type StopArrived = Happened<'STOP_ARRIVED', OfStop>;
type StopDone = Happened<'STOP_DONE', OfStop>;
type WorkDone = Happened<'WORK_DONE', OfTask & { doneAt: string; leg?: FinishedLeg }>;

export const stopCommands: Commands<StopCommand, StopEvent | TakingOnEvent, StopFacts> = {
  'stop-arrived': (at) => {
    const { taskId, stop, at: arrivedAt } = at.command;
    return onWork<StopEvent>(at, (state, event) => {
      const found = findStop(state, taskId, stop);
      if (found === undefined || found.arrivedAt !== undefined) return null;
      const leg = finishedLeg(state, { taskId, kind: stop }, at.facts);
      return { ...event, type: 'STOP_ARRIVED', taskId, stop, arrivedAt, ...leg };
    });
  },
  'stop-done': (at) => {
    const { taskId, stop, at: arrivedAt } = at.command;
    return onWork<StopEvent>(at, (state, event) => {
      const done = stop === 'PICKUP' ? state.work[taskId]?.pickedUp : findStop(state, taskId, stop)?.done;
      if (done === true) return null;
      const leg = finishedLeg(state, { taskId, kind: stop }, at.facts);
      return { ...event, type: 'STOP_DONE', taskId, stop, arrivedAt, ...leg };
    });
  },
  'work-done': (at) => {
    const { taskId, at: doneAt } = at.command;
    return onWork<StopEvent>(at, (state, event) => {
      const work = state.work[taskId];
      if (work === undefined || work.finished === true) return null;
      const leg = finishedLeg(state, { taskId, kind: 'DROPOFF' }, at.facts);
      return { ...event, type: 'WORK_DONE', taskId, offerId: work.offerId, doneAt, ...leg };
    });
  },
};

export const stopEvents: Events<StopEvent> = {
  STOP_ARRIVED: { evolve: arrived, quiet: true, touchesRoute: always, rows: stopRows },
  STOP_DONE: { evolve: stopDone, touchesRoute: always, rows: stopRows },
  WORK_DONE: {
    evolve: workDone,
    retries: () => 'CAPACITY_FREED',
    touchesRoute: always,
    rows: ({ taskId, doneAt: until, leg }, state, context) =>
      legRows(state, { taskId, kind: 'DROPOFF', until, seen: false, leg }, context),
  },
};

function findStop({ route }: DriverState, taskId: string, kind: StopKind): Stop | undefined {
  return route?.stops.find((stop) => stop.taskId === taskId && stop.kind === kind);
}

/** A driver who has arrived is no longer on the way. */
function arrived(state: DriverState, { taskId, stop: kind, arrivedAt }: StopArrived): DriverState {
  const { route } = state;
  if (route === undefined) return state;
  const stops = route.stops.map((stop) =>
    stop.taskId === taskId && stop.kind === kind ? { ...stop, arrivedAt } : stop,
  );
  return { ...state, route: { ...route, stops, left: undefined, version: route.version + 1 } };
}

function stopDone(state: DriverState, event: StopDone): DriverState {
  const { taskId, stop: kind, arrivedAt } = event;
  const known = state.work[taskId];
  const work =
    known === undefined || kind !== 'PICKUP'
      ? state.work
      : { ...state.work, [taskId]: { ...known, pickedUp: true as const } };
  const { route } = state;
  const stop = findStop(state, taskId, kind);
  if (route === undefined || stop === undefined) return { ...state, work };
  // Done stops come first in the list, in the order visited.
  const others = route.stops.filter((each) => each !== stop);
  const visited = others.filter((each) => each.done === true).length;
  const done: Stop = { ...stop, done: true, arrivedAt: stop.arrivedAt ?? arrivedAt };
  const stops = others.toSpliced(visited, 0, done);
  const { latitude, longitude } = stop;
  const next = replanned(route, { stops, origin: { latitude, longitude } }, event.at);
  return { ...state, work, route: { ...next, left: leaving(next, stop, event.at) } };
}

/** Work whose cash has not been reported yet is kept until it is. */
function workDone(state: DriverState, { taskId, offerId, at }: WorkDone): DriverState {
  const known = state.work[taskId];
  if (known === undefined) return state;
  const rest = without(state.work, taskId);
  const work = known.collected === true ? rest : { ...rest, [taskId]: { ...known, finished: true as const } };
  const route = withoutTask(state.route, taskId, at, findStop(state, taskId, 'DROPOFF'));
  return {
    ...state,
    work,
    route,
    tombstones: bury(state.tombstones, offerId),
    idleSince: idle(state, rest, at),
  };
}

function stopRows(event: StopArrived | StopDone, state: DriverState, context: EventContext): RowOp[] {
  const { type, taskId, stop: kind, arrivedAt: until, leg } = event;
  return legRows(state, { taskId, kind, until, seen: type === 'STOP_ARRIVED', leg }, context);
}
