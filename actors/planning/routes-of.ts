import type { PlanProblem, PlanTask } from './problem.ts';
import { at } from './solver/at.ts';
import { startNode, taskOf } from './solver/model.ts';
import type { Solution } from './solver/solution.ts';
import type { StopName } from './timetable.ts';

/** The solution's routes, as names of stops. */
export function routesOf({ tasks, vehicles }: PlanProblem, { model, next }: Solution): StopName[][] {
  return vehicles.map((_, vehicle) => {
    const stops: StopName[] = [];
    for (let node = at(next, startNode(model, vehicle)); node < 2 * model.tasks; node = at(next, node)) {
      const { id } = tasks[taskOf(model, node)] as PlanTask;
      stops.push({ taskId: id, kind: node < model.tasks ? 'PICKUP' : 'DROPOFF' });
    }
    return stops;
  });
}
