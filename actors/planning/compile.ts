import { compilePresent, type Present } from './present.ts';
import type { PlanOptions, PlanProblem, PlanTask } from './problem.ts';
import { FREE, type Model, NEVER } from './solver/model.ts';
import { compileWindows } from './windows.ts';

/** Higher than any sum of travel and lateness costs, yet thousands of it add up without rounding. */
const DROP_COST = 1e11;

type Weights = Pick<PlanOptions, 'latenessCost' | 'changeCost' | 'maxMoved'>;

/**
 * Compiles the problem into flat numeric arrays.
 * @throws RangeError if the problem is inconsistent.
 */
export function compile(problem: PlanProblem, weights: Weights): Model {
  const { tasks, vehicles } = problem;
  const nodes = 2 * (tasks.length + vehicles.length);
  const present = compilePresent(problem);
  const dims = Math.max(1, ...tasks.map(({ load }) => load.length));
  const countsMoves = weights.changeCost > 0 || weights.maxMoved !== null;
  return {
    tasks: tasks.length,
    vehicles: vehicles.length,
    nodes,
    dims,
    ...matrices(problem, nodes),
    service: services(problem, nodes),
    ...compileWindows(problem, nodes, present),
    latenessCost: weights.latenessCost,
    demand: demands(problem, nodes, dims),
    capacity: flat(
      vehicles.map(({ capacity }) => capacity),
      dims,
    ),
    allowed: allowances(problem, present),
    dropCost: dropCosts(problem, present),
    ...present,
    changeCost: weights.changeCost,
    maxMoved: weights.maxMoved ?? Number.POSITIVE_INFINITY,
    countsMoves,
    marks: { last: 0 },
  };
}

/** The place of every node; −1 for the end of a vehicle that may end anywhere. */
function places({ tasks, vehicles, travel }: PlanProblem): Int32Array {
  const all = [
    ...tasks.map(({ pickup, dropoff }) => (pickup ?? dropoff).place),
    ...tasks.map(({ dropoff }) => dropoff.place),
    ...vehicles.map(({ start }) => start),
    ...vehicles.map(({ end }) => end ?? -1),
  ];
  for (const place of all) {
    if (place >= travel.size) throw new RangeError(`place ${place} in a matrix of ${travel.size}`);
  }
  return Int32Array.from(all);
}

type Matrices = Pick<Model, 'time' | 'cost' | 'timeTo' | 'costTo'>;

function matrices(problem: PlanProblem, nodes: number): Matrices {
  const { travel } = problem;
  const place = places(problem);
  const time = spread(travel.time, travel.size, place, nodes);
  const timeTo = turned(time, nodes);
  if (travel.cost === travel.time) return { time, timeTo, cost: time, costTo: timeTo };
  const cost = spread(travel.cost, travel.size, place, nodes);
  return { time, timeTo, cost, costTo: turned(cost, nodes) };
}

/** Expands a matrix of places to one of nodes. Legs to and from an end that may be anywhere are 0. */
function spread(values: Int32Array, size: number, place: Int32Array, nodes: number): Int32Array {
  const result = new Int32Array(nodes * nodes);
  for (let from = 0; from < nodes; from += 1) {
    const row = (place[from] as number) * size;
    if (row < 0) continue;
    for (let to = 0; to < nodes; to += 1) {
      const column = place[to] as number;
      if (column >= 0) result[from * nodes + to] = values[row + column] as number;
    }
  }
  return result;
}

function turned(values: Int32Array, nodes: number): Int32Array {
  const result = new Int32Array(nodes * nodes);
  for (let from = 0; from < nodes; from += 1) {
    for (let to = 0; to < nodes; to += 1) result[to * nodes + from] = values[from * nodes + to] as number;
  }
  return result;
}

function services({ tasks }: PlanProblem, nodes: number): Int32Array {
  const service = new Int32Array(nodes);
  tasks.forEach(({ pickup, dropoff }, task) => {
    service[task] = pickup?.service ?? 0;
    service[tasks.length + task] = dropoff.service;
  });
  return service;
}

function demands({ tasks, vehicles }: PlanProblem, nodes: number, dims: number): Int32Array {
  const demand = new Int32Array(nodes * dims);
  const index = new Map(vehicles.map(({ id }, vehicle) => [id, vehicle]));
  const add = (node: number, load: readonly number[], sign: number) => {
    load.forEach((amount, dim) => {
      const entry = dim * nodes + node;
      demand[entry] = (demand[entry] as number) + sign * amount;
    });
  };
  tasks.forEach(({ load, carriedBy, pickup }, task) => {
    const carrier = carriedBy === null ? undefined : index.get(carriedBy);
    if (carrier !== undefined) add(2 * tasks.length + carrier, load, 1);
    else if (pickup !== null) add(task, load, 1);
    add(tasks.length + task, load, -1);
  });
  return demand;
}

/** Dropping goods on board costs more than dropping all other tasks together, since their vehicle must deliver them. */
function dropCosts({ tasks }: PlanProblem, { kind }: Present): Float64Array {
  const all = tasks.reduce((sum, { priority }) => sum + Math.max(1, priority), 1);
  return Float64Array.from(
    tasks,
    ({ priority }, task) => DROP_COST * (kind[task] === FREE ? Math.max(1, priority) : all),
  );
}

function flat(rows: readonly (readonly number[])[], width: number): Int32Array {
  const result = new Int32Array(rows.length * width);
  rows.forEach((row, index) => {
    // A dimension without a value for this vehicle is unlimited.
    for (let column = 0; column < width; column += 1) result[index * width + column] = row[column] ?? NEVER;
  });
  return result;
}

function allowances({ tasks, vehicles }: PlanProblem, { carrier }: Present): Uint8Array {
  const result = new Uint8Array(tasks.length * vehicles.length);
  const index = new Map(vehicles.map(({ id }, vehicle) => [id, vehicle]));
  tasks.forEach((task, row) => {
    const start = row * vehicles.length;
    const bound = carrier[row] as number;
    if (bound >= 0) result[start + bound] = 1;
    else if (task.allowed === null) result.fill(1, start, start + vehicles.length);
    else for (const vehicle of allowedOf(task, index)) result[start + vehicle] = 1;
  });
  return result;
}

function allowedOf({ allowed }: PlanTask, index: ReadonlyMap<string, number>): number[] {
  return (allowed ?? []).map((id) => index.get(id)).filter((vehicle) => vehicle !== undefined);
}
