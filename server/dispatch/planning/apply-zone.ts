import { WaslError } from '../../../actors/errors.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { assignByHand } from '../assignment/assignment.ts';
import { planCommand } from './plan-command.ts';
import type { ZoneSteps } from './plan-zone.ts';
import type { PlanningDependencies } from './rebuild-route.ts';

type Results = NonNullable<components['schemas']['ZonePlan']['results']>;

/** Most steps running at a time. */
const MAX_CONCURRENT = 4;
/** Milliseconds. Steps left after that are reported, and done when the plan is applied again. */
const APPLY_TIMEOUT_MS = 20_000;

/**
 * Applies the plan's steps as the commands that dispatchers use. A step is refused if something changed meanwhile; the
 * order alone decides who gets a task. Each step's id is derived from the plan, so applying it again continues where it
 * stopped.
 */
export async function applyZone(
  deps: PlanningDependencies,
  request: { requestId: string; ip: string },
  planId: string,
  by: Principal,
  { routes, tasks }: ZoneSteps,
): Promise<Results> {
  const end = performance.now() + APPLY_TIMEOUT_MS;
  const take = <A extends object>(about: A, step: () => Promise<Outcome>): Promise<A & StepResult> =>
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
type StepResult = { outcome: Outcome; code: string | null; detail: string | null };

async function outcomeOf<A extends object>(about: A, step: () => Promise<Outcome>): Promise<A & StepResult> {
  try {
    return { ...about, outcome: await step(), code: null, detail: null };
  } catch (error) {
    if (!(error instanceof WaslError)) throw error;
    return { ...about, outcome: 'REFUSED' as const, code: error.code, detail: error.message };
  }
}

/** Runs a limited number at a time; results in order. */
async function together<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let begin = 0; begin < items.length; begin += MAX_CONCURRENT) {
    results.push(...(await Promise.all(items.slice(begin, begin + MAX_CONCURRENT).map(work))));
  }
  return results;
}
