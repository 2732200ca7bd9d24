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

const PAGE = 500;
/** Orders told at a time. */
const TOGETHER = 20;

/**
 * Moves waiting tasks whose pickup has another home zone by now: their order opens a new round, which takes the
 * ticket out of the old zone's queue and puts one into the new zone's. The order judges for itself, so repeats are
 * harmless. Resolves when all orders have been told; `effects` is the chains behind that.
 */
export async function rejudgeWaiting(deps: RejudgeDependencies, cause: Cause): Promise<Started> {
  const zones = await deps.zones.map();
  const faults: unknown[] = [];
  const chains: Promise<unknown>[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const tasks = await queuedTasks(deps.database, after, PAGE);
    const moved = tasks.filter(
      (task) => zones.homeOf({ latitude: task.pickup_lat, longitude: task.pickup_lng }) !== task.zone_id,
    );
    for (let first = 0; first < moved.length; first += TOGETHER) {
      const told = moved.slice(first, first + TOGETHER).map((task) => requeue(deps.actors, cause, task));
      // One task that cannot be moved must not keep the others waiting.
      for (const result of await Promise.allSettled(told)) {
        if (result.status === 'rejected') faults.push(result.reason);
        else chains.push(result.value.effects);
      }
    }
    const last = tasks.at(-1);
    if (last === undefined || tasks.length < PAGE) break;
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
 * Consumer `retry-waiting` for a change of zones: before waiting tasks are tried again they go to the zone that is
 * their home now, and assigned ones are compared with their drivers' zones. Other causes go straight to `retry`.
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
 * Work asked for while some is under way waits for its end: that may have begun before what it is asked for now. All
 * who ask meanwhile share the one run that follows, so a burst of edits is judged twice, not as often as it has edits.
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

/** Worker duty: what an edit of zones just missed, because it was on its way between two actors. */
export function zonesDuty(deps: RejudgeDependencies & WatchDependencies & { ids: Ids }): () => Promise<void> {
  return async () => {
    const { ids } = deps;
    const cause = { effectId: ids.next(), correlationId: ids.next(), requestId: null };
    const { effects } = await rejudgeWaiting(deps, cause);
    await watchAssigned(deps);
    await effects;
  };
}
