import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Consumer, Started } from '../../../actors/runtime/relay.ts';
import type { Database } from '../../../db/database.ts';
import type { ActorGateway, Cause } from '../../kernel/actors/actor-gateway.ts';
import { ZONE_CHANGED, type ZoneDirectory } from '../zones/zones.ts';

import { type QueuedTask, queuedTasks } from './assignment-store.ts';
import { type WatchDependencies, watchAssigned } from './zone-watch.ts';

export interface RejudgeDependencies {
  database: Database;
  zones: ZoneDirectory;
  actors: ActorGateway;
}

const PAGE_SIZE = 500;
/** Orders sent the command at a time. */
const MAX_CONCURRENT = 20;

/**
 * Moves waiting tasks whose pickup now belongs to another zone: their order opens a new round, which moves the ticket
 * to the new zone's queue. The order checks for itself, so repeats are harmless. Resolves when all orders have taken
 * the command; `effects` resolves with the resulting chains.
 */
export async function rejudgeWaiting(deps: RejudgeDependencies, cause: Cause): Promise<Started> {
  const zones = await deps.zones.map();
  const faults: unknown[] = [];
  const chains: Promise<unknown>[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const tasks = await queuedTasks(deps.database, after, PAGE_SIZE);
    const moved = tasks.filter(
      (task) => zones.homeOf({ latitude: task.pickup_lat, longitude: task.pickup_lng }) !== task.zone_id,
    );
    for (let first = 0; first < moved.length; first += MAX_CONCURRENT) {
      const told = moved
        .slice(first, first + MAX_CONCURRENT)
        .map((task) => requeue(deps.actors, cause, task));
      // One task that cannot be moved must not hold up the others.
      for (const result of await Promise.allSettled(told)) {
        if (result.status === 'rejected') faults.push(result.reason);
        else chains.push(result.value.effects);
      }
    }
    const last = tasks.at(-1);
    if (last === undefined || tasks.length < PAGE_SIZE) break;
    after = last.id;
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} task(s) could not be moved`);
  return { effects: Promise.all(chains).then(() => undefined) };
}

function requeue(actors: ActorGateway, cause: Cause, { id: taskId, order_id, round }: QueuedTask) {
  const one = { ...cause, effectId: deterministicId(cause.effectId, taskId, String(round)) };
  const order = { kind: 'order', key: order_id } as const;
  return actors.follow(one, order, 'requeue', { taskId, round, because: ZONE_CHANGED });
}

/**
 * Consumer `retry-waiting` after a change of zones: first moves waiting tasks to their present zone and checks assigned
 * ones against their drivers' zones. Other causes go straight to `retry`.
 */
export function rejudgeFirst(
  deps: RejudgeDependencies & WatchDependencies,
  retry: Consumer<'retry-waiting'>,
): Consumer<'retry-waiting'> {
  const judge = serialized(async (cause: Cause) => {
    const moved = await rejudgeWaiting(deps, cause);
    await watchAssigned(deps);
    return moved;
  });
  return async (payload, context): Promise<Started | undefined> => {
    if (payload.reason !== ZONE_CHANGED) return (await retry(payload, context)) || undefined;
    const moved = await judge(context);
    const retried = (await retry(payload, context)) || undefined;
    return { effects: Promise.all([moved.effects, retried?.effects]).then(() => undefined) };
  };
}

/**
 * Serializes work. A call during a run waits for the next run, because the current one may have read older data.
 * Concurrent callers share that next run, so a burst of edits causes two runs at most.
 */
export function serialized<Of, T>(work: (of: Of) => Promise<T>): (of: Of) => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return (of) => {
    next ??= underWay.then(
      () => begin(of),
      () => begin(of),
    );
    return next;
  };
  function begin(of: Of): Promise<T> {
    next = null;
    const run = work(of);
    underWay = run;
    return run;
  }
}

/** Scheduled job: catches tasks that a zone edit missed because they were between two actors. */
export function zonesJob(deps: RejudgeDependencies & WatchDependencies & { ids: Ids }): () => Promise<void> {
  return async () => {
    const { ids } = deps;
    const cause = { effectId: ids.next(), correlationId: ids.next(), requestId: null };
    const { effects } = await rejudgeWaiting(deps, cause);
    await watchAssigned(deps);
    await effects;
  };
}
