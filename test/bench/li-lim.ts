import { readFileSync } from 'node:fs';
import type { Plan } from '../../actors/planning/plan-report.ts';
import type { PlanProblem, PlanTask, PlanVehicle, StopNeeds } from '../../actors/planning/problem.ts';

const FOLDER = new URL('./instances/li-lim-100/', import.meta.url);

export interface Instance {
  name: string;
  capacity: number;
  /** By node id; 0 is the depot. */
  nodes: readonly InstanceNode[];
  bestKnown: BestKnown;
}

export interface InstanceNode {
  x: number;
  y: number;
  demand: number;
  earliest: number;
  latest: number;
  service: number;
  /** Node of the other stop: 0 if there is none. */
  pickup: number;
  delivery: number;
}

interface BestKnown {
  vehicles: number;
  distance: number;
}

export function readInstances(): Instance[] {
  const known: Record<string, BestKnown> = JSON.parse(
    readFileSync(new URL('best-known.json', FOLDER), 'utf8'),
  );
  return Object.entries(known).map(([name, bestKnown]) => readInstance(name, bestKnown));
}

function readInstance(name: string, bestKnown: BestKnown): Instance {
  const lines = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8')
    .trim()
    .split('\n');
  const [head = [], ...rows] = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const nodes = rows.map(
    ([, x = 0, y = 0, demand = 0, earliest = 0, latest = 0, service = 0, pickup = 0, delivery = 0]) => ({
      x,
      y,
      demand,
      earliest,
      latest,
      service,
      pickup,
      delivery,
    }),
  );
  return { name, capacity: head[1] ?? 0, nodes, bestKnown };
}

/** Ticks and cost units per unit of the plane: the planner counts in whole numbers. */
export const SCALE = 10_000;

/** As many vehicles as the best known solution has, with every time window hard. */
export function problemOf({ capacity, nodes, bestKnown }: Instance): PlanProblem {
  const size = nodes.length;
  const time = new Int32Array(size * size);
  const cost = new Int32Array(size * size);
  nodes.forEach((from, row) => {
    nodes.forEach((to, column) => {
      const distance = SCALE * Math.hypot(from.x - to.x, from.y - to.y);
      // Rounded up, so that what is in time here is also in time with exact distances.
      time[row * size + column] = Math.ceil(distance - 1e-6);
      cost[row * size + column] = Math.round(distance);
    });
  });
  const depotCloses = { at: (nodes[0]?.latest ?? 0) * SCALE, hard: true };
  const vehicles = Array.from(
    { length: bestKnown.vehicles },
    (_, index): PlanVehicle => ({
      id: `vehicle ${index + 1}`,
      start: 0,
      startAt: 0,
      end: 0,
      endBy: depotCloses,
      breaks: [],
      capacity: [capacity],
      stops: [],
    }),
  );
  return { travel: { size, time, cost }, vehicles, tasks: tasksOf(nodes) };
}

/** A task's id is the id of its pickup node. */
function tasksOf(nodes: readonly InstanceNode[]): PlanTask[] {
  return nodes.flatMap((node, id) => {
    const delivery = nodes[node.delivery];
    if (node.demand <= 0 || delivery === undefined) return [];
    const free = { priority: 1, allowed: null, carriedBy: null };
    const pickup = needsOf(node, id);
    return [
      { id: String(id), pickup, dropoff: needsOf(delivery, node.delivery), load: [node.demand], ...free },
    ];
  });
}

function needsOf({ earliest, latest, service }: InstanceNode, place: number): StopNeeds {
  return {
    place,
    earliest: earliest * SCALE,
    latest: { at: latest * SCALE, hard: true },
    service: service * SCALE,
  };
}

/** The node ids of each route, without the depot. */
export function toursOf({ nodes }: Instance, { routes }: Plan): number[][] {
  return routes.map(({ stops }) =>
    stops.map(({ taskId, kind }) =>
      kind === 'PICKUP' ? Number(taskId) : (nodes[Number(taskId)]?.delivery ?? 0),
    ),
  );
}
