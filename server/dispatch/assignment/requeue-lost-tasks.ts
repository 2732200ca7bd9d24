import type { ActorRef, JsonObject } from '../../../actors/runtime/machine.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { ActorGateway } from '../../kernel/actors/actor-gateway.ts';

export interface RequeueDependencies {
  database: Database;
  actors: ActorGateway;
  ids: Ids;
}

/** What one kind of loss is found by, and the word that puts it right; the actor named judges whether it still holds. */
interface Remedy {
  /** Answers `key` (of the actor) and the payload's fields. */
  find: string;
  kind: ActorRef['kind'];
  type: string;
}

const AT_ONCE = 100;

/**
 * The last command of the actor that wrote the row is at least so old by PostgreSQL's clock: the chain behind it has
 * had time enough, however fast domain time runs.
 */
const settled = (seconds: number, kind: ActorRef['kind'], row: string, key: string) =>
  `EXISTS (SELECT 1 FROM actor_command c WHERE c.kind = '${kind}' AND c.key = ${row}.${key}
                    AND c.version = ${row}.actor_version AND c.at < now() - interval '${seconds} seconds')`;

const REMEDIES: readonly Remedy[] = [
  // Waits for a driver and has no ticket.
  {
    find: `SELECT t.order_id AS key, t.id AS "taskId", t.round FROM delivery_tasks t
            WHERE t.status = 'UNASSIGNED' AND t.manual_offer_id IS NULL
              AND NOT EXISTS (SELECT 1 FROM zone_tickets k WHERE k.task_id = t.id AND k.round >= t.round)
              AND ${settled(5, 'order', 't', 'order_id')}
            ORDER BY t.id LIMIT ?`,
    kind: 'order',
    type: 'requeue',
  },
  // Has a ticket and waits no longer.
  {
    find: `SELECT k.zone_id AS key, k.task_id AS "taskId", k.round
             FROM zone_tickets k JOIN delivery_tasks t ON t.id = k.task_id
            WHERE (t.status <> 'UNASSIGNED' OR t.manual_offer_id IS NOT NULL OR k.round < t.round)
              AND ${settled(5, 'order', 't', 'order_id')}
            ORDER BY k.task_id LIMIT ?`,
    kind: 'zone',
    type: 'withdraw',
  },
  // Was given by hand, and the driver's side has said nothing. Should it still reserve, the order denies it.
  {
    find: `SELECT t.order_id AS key, t.id AS "taskId", t.manual_offer_id AS "offerId",
                  'delivery.DRIVER_UNAVAILABLE' AS code, 'No answer came from the driver’s side.' AS detail
             FROM delivery_tasks t
            WHERE t.manual_offer_id IS NOT NULL AND ${settled(60, 'order', 't', 'order_id')}
            ORDER BY t.id LIMIT ?`,
    kind: 'order',
    type: 'hand-assignment-failed',
  },
  // Is to be handed over, and the receiving driver's side has said nothing. Should it still reserve, the order denies it.
  {
    find: `SELECT t.order_id AS key, t.id AS "taskId", t.hand_over_id AS "handOverId",
                  'delivery.DRIVER_UNAVAILABLE' AS code, 'No answer came from the driver’s side.' AS detail
             FROM delivery_tasks t
            WHERE t.hand_over_id IS NOT NULL AND NOT t.hand_over_reserved AND ${settled(60, 'order', 't', 'order_id')}
            ORDER BY t.id LIMIT ?`,
    kind: 'order',
    type: 'hand-over-refused',
  },
  // Is to be taken back from completion, and the driver's side has said nothing: it is asked again, for it alone decides.
  {
    find: `SELECT t.order_id AS key, t.id AS "taskId", t.reversal_id AS "reversalId" FROM delivery_tasks t
            WHERE t.reversal_id IS NOT NULL AND ${settled(60, 'order', 't', 'order_id')}
            ORDER BY t.id LIMIT ?`,
    kind: 'order',
    type: 'resume-reversal',
  },
  // Was offered, and neither the driver nor the order has said anything. Whoever still reserves asks the order.
  {
    find: `SELECT k.zone_id AS key, k.task_id AS "taskId", k.round, k.offer_id AS "offerId", k.driver_id AS "driverId",
                  'NO_ANSWER' AS rule
             FROM zone_tickets k
            WHERE k.status = 'OFFERING' AND ${settled(60, 'zone', 'k', 'zone_id')}
            ORDER BY k.task_id LIMIT ?`,
    kind: 'zone',
    type: 'offer-refused',
  },
];

/**
 * Worker duty: what fell out between the actors is put right. A task that waits for a driver and has had no ticket
 * for five seconds is queued again; a ticket whose task no longer waits is withdrawn; an offer without an answer for
 * a minute counts as refused.
 */
export async function requeueLostTasks(deps: RequeueDependencies): Promise<void> {
  const faults: unknown[] = [];
  for (const { find, kind, type } of REMEDIES) {
    const { rows } = await deps.database.raw<{ rows: ({ key: string } & JsonObject)[] }>(find, [AT_ONCE]);
    for (const { key, ...payload } of rows) {
      // One task that cannot be helped must not keep the others waiting.
      await give(deps, { kind, key }, type, payload).catch((error: unknown) => faults.push(error));
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} task(s) could not be put right`);
}

async function give(
  deps: RequeueDependencies,
  ref: ActorRef,
  type: string,
  payload: JsonObject,
): Promise<void> {
  const cause = { effectId: deps.ids.next(), correlationId: deps.ids.next(), requestId: null };
  const { effects } = await deps.actors.follow(cause, ref, type, payload);
  await effects;
}
