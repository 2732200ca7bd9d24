import { CommandError } from '../../scripts/shared/command-error.ts';
import type { Instance, InstanceNode } from './li-lim.ts';

export interface Tally {
  distance: number;
  /** Requests in the tours, and in the instance. */
  served: number;
  requests: number;
}

/**
 * Drives every tour over the instance's own nodes, in exact distances, independently of the planner.
 * @param tours Node ids in order, without the depot.
 * @throws CommandError naming the first rule that a tour breaks.
 */
export function checkTours(instance: Instance, tours: readonly (readonly number[])[]): Tally {
  const { nodes, bestKnown, name } = instance;
  if (tours.length > bestKnown.vehicles) throw new CommandError(`${name}: ${tours.length} tours`);
  const seen = new Set<number>();
  let distance = 0;
  let served = 0;
  for (const tour of tours) {
    distance += drive(instance, tour);
    for (const id of tour) {
      if (seen.has(id)) throw new CommandError(`${name}: node ${id} is visited twice`);
      seen.add(id);
      const { pickup } = nodeAt(instance, id);
      if (pickup === 0) continue;
      served += 1;
      const before = tour.indexOf(pickup);
      if (before < 0 || before > tour.indexOf(id))
        throw new CommandError(`${name}: node ${id} comes without its pickup before it`);
    }
    const pickups = tour.filter((id) => nodeAt(instance, id).pickup === 0);
    for (const id of pickups) {
      if (!tour.includes(nodeAt(instance, id).delivery))
        throw new CommandError(`${name}: ${id} is never delivered`);
    }
  }
  return { distance, served, requests: nodes.filter(({ pickup }) => pickup !== 0).length };
}

/** The length of a tour; throws if it misses a time window or carries too much. */
function drive(instance: Instance, tour: readonly number[]): number {
  const { name, capacity } = instance;
  let here = nodeAt(instance, 0);
  let clock = here.earliest;
  let load = 0;
  let length = 0;
  for (const id of [...tour, 0]) {
    const node = nodeAt(instance, id);
    const leg = Math.hypot(here.x - node.x, here.y - node.y);
    length += leg;
    clock = Math.max(node.earliest, clock + leg);
    if (clock > node.latest + 1e-6) throw new CommandError(`${name}: node ${id} is reached at ${clock}`);
    clock += node.service;
    load += node.demand;
    if (load < 0 || load > capacity) throw new CommandError(`${name}: ${load} on board after node ${id}`);
    here = node;
  }
  return length;
}

function nodeAt({ nodes, name }: Instance, id: number): InstanceNode {
  const node = nodes[id];
  if (node === undefined) throw new CommandError(`${name}: node ${id} does not exist`);
  return node;
}
