import type { Point } from './point.ts';
import { FREE, LOCKED, type Model, NEVER } from './solver/model.ts';
import { workClock } from './solver/work-clock.ts';
import { dueOffset, legSeconds, openOffset, type PlannedStop, type Start } from './timeline.ts';

interface LiveStart extends Start {
  shiftEnd?: string;
  reserveSeconds?: number;
}

interface Wanted {
  pickup: Point;
  dropoff: Point;
  dueBy: string;
}

/**
 * Models one vehicle's open stops and one new task for the solver, in milliseconds from the start. Each open stop is
 * modelled as the drop-off of a task of its own: since the open stops keep their order, it does not matter which pickup
 * belongs to which. The new task is the last one. Only legs that the route can contain are asked for.
 */
export function liveModel(
  start: LiveStart,
  open: readonly PlannedStop[],
  wanted: Wanted,
  latenessCost: number,
): Model {
  const tasks = open.length + 1;
  const nodes = 2 * tasks + 2;
  const moments = duesOf(start, open, wanted);
  const kind = new Uint8Array(tasks).fill(LOCKED);
  kind[open.length] = FREE;
  return {
    tasks,
    vehicles: 1,
    nodes,
    dims: 1,
    ...waysOf(start, open, wanted),
    service: new Int32Array(nodes).fill(millis(start.travel.service), 0, 2 * tasks),
    clock: new Int32Array(1),
    clocks: [workClock([])],
    hasBreaks: false,
    earliest: opensOf(start, open, nodes),
    latest: new Int32Array(nodes).fill(NEVER),
    due: Int32Array.from(moments, (moment) => Math.max(-NEVER, Math.min(NEVER, moment))),
    dueMoment: moments,
    latenessCost,
    demand: new Int32Array(nodes),
    capacity: new Int32Array(1),
    allowed: new Uint8Array(tasks).fill(1),
    kind,
    carrier: new Int32Array(tasks),
    dropCost: new Float64Array(tasks),
    present: [],
    lockedStops: new Int32Array(1),
    home: new Int32Array(nodes).fill(-1),
    rank: new Int32Array(nodes).fill(-1),
    changeCost: 0,
    maxMoved: Number.POSITIVE_INFINITY,
    countsMoves: false,
    marks: { last: 0 },
  };
}

/** When the slot of each open stop begins; the new task has none. */
function opensOf(start: LiveStart, open: readonly PlannedStop[], nodes: number): Int32Array {
  const earliest = new Int32Array(nodes);
  open.forEach((stop, index) => {
    earliest[open.length + 1 + index] = Math.min(NEVER, millis(openOffset(start, stop)));
  });
  return earliest;
}

function duesOf(start: LiveStart, open: readonly PlannedStop[], { dueBy }: Wanted): Float64Array {
  const due = (by: string | null, reserve: number) => Math.round(1000 * (dueOffset(start, by) - reserve));
  const { reserveSeconds = 0 } = start;
  const stops = [...open.map((stop) => due(stop.dueBy, reserveSeconds)), due(dueBy, reserveSeconds)];
  // The shift's end limits the arrival at the last stop, but a route ends after its service, so the service is added.
  const end = due(start.shiftEnd ?? null, 0) + millis(start.travel.service);
  return Float64Array.from([...stops, ...stops, Number.POSITIVE_INFINITY, end]);
}

type Ways = Pick<Model, 'time' | 'cost' | 'timeTo' | 'costTo'>;

function waysOf({ origin, travel }: LiveStart, open: readonly PlannedStop[], wanted: Wanted): Ways {
  const tasks = open.length + 1;
  const nodes = 2 * tasks + 2;
  const time = new Int32Array(nodes * nodes);
  const timeTo = new Int32Array(nodes * nodes);
  const set = (from: number, to: number, seconds: number) => {
    time[from * nodes + to] = millis(seconds);
    timeTo[to * nodes + from] = millis(seconds);
  };
  const pickup = open.length;
  const dropoff = tasks + open.length;
  let from = 2 * tasks;
  let place = origin;
  const reach = () => {
    set(from, pickup, legSeconds(travel, place, wanted.pickup));
    set(from, dropoff, legSeconds(travel, place, wanted.dropoff));
  };
  reach();
  open.forEach((stop, index) => {
    const node = tasks + index;
    set(from, node, legSeconds(travel, place, stop));
    set(pickup, node, travel.seconds(wanted.pickup, stop));
    set(dropoff, node, travel.seconds(wanted.dropoff, stop));
    from = node;
    place = stop;
    reach();
  });
  set(pickup, dropoff, travel.seconds(wanted.pickup, wanted.dropoff));
  return { time, timeTo, cost: time, costTo: timeTo };
}

function millis(seconds: number): number {
  return Math.round(seconds * 1000);
}
