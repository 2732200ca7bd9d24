import { WaslError } from '../../../actors/errors.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { assignByHand } from '../assignment/assignment.ts';
import { planCommand } from './plan-command.ts';
import type { ZoneSteps } from './plan-zone.ts';
import type { PlanningDependencies } from './rebuild-route.ts';

type Results = NonNullable<components['schemas']['ZonePlan']['results']>;

/** Steps under way at once. */
const TOGETHER = 4;
/** Milliseconds of applying; what is left by then is told, and is done when the plan is applied once more. */
const PATIENCE = 20_000;

/**
 * The plan's steps through the commands that dispatchers have: what changed meanwhile is refused step by step, and
 * whose task it is decides the order alone. Each step has an id made from the plan, so applying it again goes on.
 */
export async function applyZone(
  deps: PlanningDependencies,
  request: { requestId: string; ip: string },
  planId: string,
  by: Principal,
  { routes, tasks }: ZoneSteps,
): Promise<Results> {
  const end = performance.now() + PATIENCE;
  const take = <A extends object>(about: A, step: () => Promise<Outcome>): Promise<A & Told> =>
    performance.now() > end
      ? Promise.resolve({ ...about, outcome: 'NOT_YET', code: null, detail: null })
      : outcomeOf(about, step);
  const ofRoutes = await together(routes, ({ driverId, routeId, version, order }) => {
    const ref = { kind: 'driver', key: driverId } as const;
    const payload = { routeId, expectedRouteVersion: version, order };
    return take({ driverId }, async () => {
      const step = `${planId}:route:${driverId}`;
      await planCommand(deps.actors, request, step, by, ref, 'replan-route', payload);
      return 'REPLANNED';
    });
  });
  const ofTasks = await together(tasks, ({ taskId, driverId, round, offeredTo }) => {
    const requestHash = Buffer.from(`${driverId}:${round}`);
    const idempotency = { principal: 'plan', key: `${planId}:task:${taskId}`, requestHash };
    return take({ taskId, driverId }, async () => {
      if (offeredTo === driverId) return 'KEPT';
      const wish = { taskId, driverId, round, unaccepted: true as const };
      const { outcome } = await assignByHand(deps, { ...request, idempotency }, by, wish);
      return outcome === 'assigned' ? 'ASSIGNED' : 'PENDING';
    });
  });
  return { routes: ofRoutes, tasks: ofTasks };
}

type Outcome = components['schemas']['StepOutcome'];
type Told = { outcome: Outcome; code: string | null; detail: string | null };

async function outcomeOf<A extends object>(about: A, step: () => Promise<Outcome>): Promise<A & Told> {
  try {
    return { ...about, outcome: await step(), code: null, detail: null };
  } catch (error) {
    if (!(error instanceof WaslError)) throw error;
    return { ...about, outcome: 'REFUSED' as const, code: error.code, detail: error.message };
  }
}

/** Some at a time, answered in their order. */
async function together<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let begin = 0; begin < items.length; begin += TOGETHER) {
    results.push(...(await Promise.all(items.slice(begin, begin + TOGETHER).map(work))));
  }
  return results;
}
