import type { Present } from './present.ts';
import type { PlanProblem, PlanVehicle, StopNeeds, TimeLimit } from './problem.ts';
import { FREE, type Model, NEVER } from './solver/model.ts';
import { afterBreak, toWork, type WorkClock, workClock } from './solver/work-clock.ts';

type Windows = Pick<Model, 'clock' | 'clocks' | 'hasBreaks' | 'earliest' | 'latest' | 'due' | 'dueMoment'>;

/** When service may begin at each node, for every distinct clock. Hard limits of stops that must stay become soft. */
export function compileWindows(problem: PlanProblem, nodes: number, present: Present): Windows {
  const { vehicles } = problem;
  const clocks: WorkClock[] = [];
  const known = new Map<string, number>();
  const clock = Int32Array.from(vehicles, ({ breaks }) => {
    const key = JSON.stringify(breaks);
    const index = known.get(key) ?? clocks.push(workClock(breaks)) - 1;
    known.set(key, index);
    return index * nodes;
  });
  const size = Math.max(1, clocks.length) * nodes;
  const result: Windows = {
    clock,
    clocks,
    hasBreaks: vehicles.some(({ breaks }) => breaks.length > 0),
    earliest: new Int32Array(size),
    latest: new Int32Array(size).fill(NEVER),
    due: new Int32Array(size).fill(NEVER),
    dueMoment: new Float64Array(nodes).fill(NEVER),
  };
  clocks.forEach((each, index) => {
    fillStops(result, problem, present, each, index * nodes);
  });
  vehicles.forEach((vehicle, index) => {
    fillEnds(result, problem, vehicle, index);
  });
  return result;
}

function fillStops(
  into: Windows,
  { tasks }: PlanProblem,
  present: Present,
  clock: WorkClock,
  offset: number,
): void {
  const fill = (node: number, { earliest, latest }: StopNeeds, mustStay: boolean) => {
    into.earliest[offset + node] = Math.max(0, toWork(clock, earliest));
    limit(into, clock, offset, node, latest, mustStay);
    // A window inside one break has no length in working time, but nobody can serve it: it counts as missed.
    const missed = latest?.hard === true && latest.at < afterBreak(clock.breaks, earliest);
    if (missed && !mustStay) into.latest[offset + node] = -1;
  };
  tasks.forEach(({ pickup, dropoff }, task) => {
    const kind = present.kind[task];
    if (pickup !== null) fill(task, pickup, kind !== FREE);
    fill(tasks.length + task, dropoff, kind !== FREE);
  });
}

function fillEnds(
  into: Windows,
  { tasks, vehicles }: PlanProblem,
  vehicle: PlanVehicle,
  index: number,
): void {
  const offset = into.clock[index] as number;
  const clock = into.clocks[offset / into.dueMoment.length] as WorkClock;
  const start = 2 * tasks.length + index;
  into.earliest[offset + start] = toWork(clock, vehicle.startAt);
  limit(into, clock, offset, start + vehicles.length, vehicle.endBy, false);
}

function limit(
  into: Windows,
  clock: WorkClock,
  offset: number,
  node: number,
  by: TimeLimit | null,
  mustStay: boolean,
): void {
  if (by === null) return;
  const work = Math.min(NEVER, toWork(clock, by.at));
  if (by.hard && !mustStay) {
    into.latest[offset + node] = work;
  } else {
    into.due[offset + node] = work;
    into.dueMoment[node] = by.at;
  }
}
