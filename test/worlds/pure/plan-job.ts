import type { PlanJob } from '../../../server/dispatch/planning/plan-job.ts';

/** Many tasks on a line, far too many to finish within the budget. */
export function planJob(tasks: number, budget: number): PlanJob {
  const points = Array.from({ length: 2 * tasks + 1 }, (_, index) => ({
    latitude: 25.2 + ((index * 37) % 101) / 1000,
    longitude: 51.4 + ((index * 53) % 97) / 1000,
  }));
  const needs = (place: number) => ({ place, earliest: 0, latest: { at: 3_600, hard: false }, service: 180 });
  return {
    kind: 'ZONE',
    size: points.length,
    travel: {
      points,
      zones: points.map(() => null),
      hour: 9,
      factors: { all: 1, pairs: [], cells: [] },
    },
    problem: {
      vehicles: ['a', 'b'].map((id) => ({
        ...{ id, start: 0, startAt: 0, end: null, endBy: null, breaks: [], capacity: [20], stops: [] },
      })),
      tasks: Array.from({ length: tasks }, (_, task) => ({
        ...{ id: `task-${task}`, pickup: needs(2 * task + 1), dropoff: needs(2 * task + 2) },
        ...{ load: [1], priority: 1, allowed: null, carriedBy: null },
      })),
    },
    options: { seed: 1, latenessCost: 5, changeCost: 0, maxMoved: null },
    budget,
  };
}
