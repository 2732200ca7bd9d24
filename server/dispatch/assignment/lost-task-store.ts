import type { ActorRef } from '../../../actors/runtime/machine.ts';
import { bigint, integer, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/**
 * Whether the command that wrote the row is at least this old by PostgreSQL's clock, so that its effects have had time
 * to arrive, however fast domain time runs.
 */
const settled = (seconds: number, kind: ActorRef['kind'], row: string, key: string) =>
  `EXISTS (SELECT 1 FROM actor_command c WHERE c.kind = '${kind}' AND c.key = ${row}.${key}
                    AND c.version = ${row}.actor_version AND c.at < now() - interval '${seconds} seconds')`;

const params = { limit: bigint };

// Each statement returns the `key` of the actor that repairs the loss, and the payload of its command.

export const withoutTicket = statement({
  name: 'assignment.tasks_without_ticket',
  sql: `SELECT t.order_id AS key, t.id AS "taskId", t.round FROM delivery_tasks t
         WHERE t.status = 'UNASSIGNED' AND t.manual_offer_id IS NULL
           AND NOT EXISTS (SELECT 1 FROM zone_tickets k WHERE k.task_id = t.id AND k.round >= t.round)
           AND ${settled(5, 'order', 't', 'order_id')}
         ORDER BY t.id LIMIT :limit`,
  params,
  row: { key: uuid, taskId: uuid, round: integer },
});

export const withUselessTicket = statement({
  name: 'assignment.tasks_with_useless_ticket',
  sql: `SELECT k.zone_id AS key, k.task_id AS "taskId", k.round
          FROM zone_tickets k JOIN delivery_tasks t ON t.id = k.task_id
         WHERE (t.status <> 'UNASSIGNED' OR t.manual_offer_id IS NOT NULL OR k.round < t.round)
           AND ${settled(5, 'order', 't', 'order_id')}
         ORDER BY k.task_id LIMIT :limit`,
  params,
  row: { key: uuid, taskId: uuid, round: integer },
});

export const givenByHandUnanswered = statement({
  name: 'assignment.hand_assignments_unanswered',
  sql: `SELECT t.order_id AS key, t.id AS "taskId", t.manual_offer_id AS "offerId",
               'delivery.DRIVER_UNAVAILABLE' AS code, 'No answer came from the driver’s side.' AS detail
          FROM delivery_tasks t
         WHERE t.manual_offer_id IS NOT NULL AND ${settled(60, 'order', 't', 'order_id')}
         ORDER BY t.id LIMIT :limit`,
  params,
  row: { key: uuid, taskId: uuid, offerId: uuid, code: text, detail: text },
});

export const handOverUnanswered = statement({
  name: 'assignment.hand_overs_unanswered',
  sql: `SELECT t.order_id AS key, t.id AS "taskId", t.hand_over_id AS "handOverId",
               'delivery.DRIVER_UNAVAILABLE' AS code, 'No answer came from the driver’s side.' AS detail
          FROM delivery_tasks t
         WHERE t.hand_over_id IS NOT NULL AND NOT t.hand_over_reserved AND ${settled(60, 'order', 't', 'order_id')}
         ORDER BY t.id LIMIT :limit`,
  params,
  row: { key: uuid, taskId: uuid, handOverId: uuid, code: text, detail: text },
});

export const reversalUnanswered = statement({
  name: 'assignment.reversals_unanswered',
  sql: `SELECT t.order_id AS key, t.id AS "taskId", t.reversal_id AS "reversalId" FROM delivery_tasks t
         WHERE t.reversal_id IS NOT NULL AND ${settled(60, 'order', 't', 'order_id')}
         ORDER BY t.id LIMIT :limit`,
  params,
  row: { key: uuid, taskId: uuid, reversalId: uuid },
});

export const offerUnanswered = statement({
  name: 'assignment.offers_unanswered',
  sql: `SELECT k.zone_id AS key, k.task_id AS "taskId", k.round, k.offer_id AS "offerId", k.driver_id AS "driverId",
               'NO_ANSWER' AS rule
          FROM zone_tickets k
         WHERE k.status = 'OFFERING' AND ${settled(60, 'zone', 'k', 'zone_id')}
         ORDER BY k.task_id LIMIT :limit`,
  params,
  row: { key: uuid, taskId: uuid, round: integer, offerId: uuid, driverId: uuid, rule: text },
});
