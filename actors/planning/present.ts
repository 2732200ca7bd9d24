import type { PlanProblem, PlanTask } from './problem.ts';
import { BOUND, FREE, LOCKED, type Model } from './solver/model.ts';

export type Present = Pick<Model, 'present' | 'lockedStops' | 'home' | 'rank' | 'kind' | 'carrier'>;

/** The present routes as nodes, and which parts of them must stay. */
export function compilePresent({ tasks, vehicles }: PlanProblem): Present {
  const nodes = 2 * (tasks.length + vehicles.length);
  const index = indexOf(tasks);
  const result = {
    present: vehicles.map(({ stops }) =>
      Int32Array.from(stops, ({ taskId, kind }) => nodeOf(index, taskId, kind, tasks.length)),
    ),
    lockedStops: Int32Array.from(vehicles, ({ stops }) => stops.findLastIndex(({ locked }) => locked) + 1),
    home: new Int32Array(nodes).fill(-1),
    rank: new Int32Array(nodes).fill(-1),
    kind: new Uint8Array(tasks.length),
    carrier: new Int32Array(tasks.length).fill(-1),
  };
  result.present.forEach((route, vehicle) => {
    route.forEach((node, rank) => {
      if (result.home[node] !== -1)
        throw new RangeError(`a stop of task ${node % tasks.length} stands twice`);
      result.home[node] = vehicle;
      result.rank[node] = rank;
    });
  });
  const vehicleIndex = new Map(vehicles.map(({ id }, vehicle) => [id, vehicle]));
  tasks.forEach((task, row) => {
    const { kind, carrier } = tie(task, row, tasks.length, result, vehicleIndex);
    result.kind[row] = kind;
    result.carrier[row] = carrier;
  });
  return result;
}

function indexOf(tasks: readonly PlanTask[]): Map<string, number> {
  const index = new Map(tasks.map(({ id }, task) => [id, task]));
  if (index.size !== tasks.length) throw new RangeError('two tasks with the same id');
  return index;
}

function nodeOf(index: ReadonlyMap<string, number>, taskId: string, kind: string, tasks: number): number {
  const task = index.get(taskId);
  if (task === undefined) throw new RangeError(`a stop of an unknown task ${taskId}`);
  return kind === 'PICKUP' ? task : tasks + task;
}

interface Tie {
  kind: number;
  carrier: number;
}

function tie(
  task: PlanTask,
  row: number,
  tasks: number,
  { home, rank, lockedStops }: Pick<Present, 'home' | 'rank' | 'lockedStops'>,
  vehicles: ReadonlyMap<string, number>,
): Tie {
  const locked = (node: number) =>
    home[node] !== -1 && (rank[node] as number) < (lockedStops[home[node] as number] as number);
  const dropoff = tasks + row;
  if (task.carriedBy !== null) {
    const carrier = vehicles.get(task.carriedBy);
    if (carrier === undefined) throw new RangeError(`task ${task.id} is on board of an unknown vehicle`);
    if (home[row] !== -1) throw new RangeError(`task ${task.id} is on board and still to be picked up`);
    if (home[dropoff] !== -1 && home[dropoff] !== carrier)
      throw new RangeError(`task ${task.id} is on board of one vehicle and in the route of another`);
    return { kind: locked(dropoff) ? LOCKED : BOUND, carrier };
  }
  if (task.pickup === null) throw new RangeError(`task ${task.id} has no pickup and is on board of nobody`);
  if (home[row] !== home[dropoff] || (rank[dropoff] as number) < (rank[row] as number))
    throw new RangeError(`task ${task.id} is not picked up and dropped off in order in one route`);
  if (locked(dropoff)) return { kind: LOCKED, carrier: home[row] as number };
  if (locked(row)) return { kind: BOUND, carrier: home[row] as number };
  return { kind: FREE, carrier: -1 };
}
