import { nameOf, openStops } from './legs.ts';
import type { DriverState, Stop } from './state.ts';

/** A stop of a requested sequence, by its id. */
export type WantedStop = { stopId: string; locked: boolean };

export type StopSequenceError = {
  code:
    | 'UNKNOWN_STOP'
    | 'DOUBLED_STOP'
    | 'MISSING_STOP'
    | 'DONE_STOP'
    | 'LOCKED_STOP_MOVED'
    | 'DROPOFF_FIRST'
    | 'OVERLOADED';
  /** The stop concerned. */
  stopId: string;
  message: string;
};

/**
 * Violations in a requested sequence of the open stops. Every open stop must appear exactly once, since goods on board
 * and accepted work stay with the driver. A stop that stays locked keeps its position, and so do the stops before it; a
 * pickup comes before its drop-off; the load never exceeds the capacity.
 */
export function stopSequenceErrors(state: DriverState, wanted: readonly WantedStop[]): StopSequenceError[] {
  const stops = state.route?.stops ?? [];
  const open = openStops({ stops });
  const places = new Map(open.map((stop) => [nameOf(stop), stop]));
  const named = namingErrors(stops, places, wanted);
  if (named.length > 0) return named;
  const order = wanted.flatMap(({ stopId }) => places.get(stopId) ?? []);
  return [...lockErrors(open, wanted), ...sequenceErrors(order), ...loadErrors(state, open, order)];
}

function error(code: StopSequenceError['code'], stopId: string, message: string): StopSequenceError {
  return { code, stopId, message: `${stopId} ${message}.` };
}

function namingErrors(
  stops: readonly Stop[],
  open: ReadonlyMap<string, Stop>,
  wanted: readonly WantedStop[],
): StopSequenceError[] {
  const done = new Set(stops.filter((stop) => stop.done === true).map(nameOf));
  const seen = new Set<string>();
  const errors = wanted.flatMap(({ stopId }) => {
    if (done.has(stopId)) return error('DONE_STOP', stopId, 'is done: name the open stops only');
    if (!open.has(stopId)) return error('UNKNOWN_STOP', stopId, 'is not a stop of this route');
    if (seen.has(stopId)) return error('DOUBLED_STOP', stopId, 'is named twice');
    seen.add(stopId);
    return [];
  });
  for (const stopId of open.keys()) {
    if (!seen.has(stopId)) errors.push(error('MISSING_STOP', stopId, 'is missing: a route keeps its stops'));
  }
  return errors;
}

/** Checks locks: a lock being removed no longer binds, and a new one binds from now on. */
function lockErrors(open: readonly Stop[], wanted: readonly WantedStop[]): StopSequenceError[] {
  const kept = new Set(wanted.filter(({ locked }) => locked).map(({ stopId }) => stopId));
  const last = open.findLastIndex((stop) => stop.locked === true && kept.has(nameOf(stop)));
  return open.slice(0, last + 1).flatMap((stop, index) => {
    const stopId = nameOf(stop);
    if (wanted[index]?.stopId === stopId) return [];
    return error('LOCKED_STOP_MOVED', stopId, 'is locked, or before a stop that is, and stays where it is');
  });
}

function sequenceErrors(order: readonly Stop[]): StopSequenceError[] {
  const toPickUp = new Set(order.filter(({ kind }) => kind === 'PICKUP').map(({ taskId }) => taskId));
  return order.flatMap((stop) => {
    if (stop.kind === 'PICKUP') toPickUp.delete(stop.taskId);
    else if (toPickUp.has(stop.taskId)) {
      return error('DROPOFF_FIRST', nameOf(stop), 'comes before its pickup');
    }
    return [];
  });
}

/**
 * Checks the load. Capacity may have been lowered below the present load, so a sequence is accepted if it is no worse
 * than the present one.
 */
function loadErrors(state: DriverState, open: readonly Stop[], order: readonly Stop[]): StopSequenceError[] {
  const most = Math.max(state.capacity, ...loadsAlong(state, open));
  const index = loadsAlong(state, order).findIndex((load) => load > most);
  const stop = order[index];
  return stop === undefined ? [] : [error('OVERLOADED', nameOf(stop), 'would bring more on board than fits')];
}

/** Units of goods on board at the start and after each stop. */
function loadsAlong({ work }: DriverState, order: readonly Stop[]): number[] {
  const itemsOf = (taskId: string) => work[taskId]?.items ?? 0;
  const onBoard = Object.entries(work).filter(
    ([, { pickedUp, finished }]) => pickedUp === true && finished !== true,
  );
  let load = onBoard.reduce((sum, [, { items }]) => sum + items, 0);
  return order.map(({ taskId, kind }) => {
    load += kind === 'PICKUP' ? itemsOf(taskId) : -itemsOf(taskId);
    return load;
  });
}
