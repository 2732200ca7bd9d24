import { UNSENT } from '../../../actors/runtime/store.ts';
import type { Sight } from './condition.ts';

/** One thing that hangs. `key` is `<actor kind>:<id>`, or a name of its own for what belongs to no actor. */
export interface StuckPart {
  key: string;
  what: string;
  since: Date;
  parked: boolean;
  error: string | null;
}

const MOST_ROWS = 1_000;

/**
 * Outbox rows that were given up, or are older than the setting. Those of records make one part together: an alert's
 * own event may be among them. So do events that only wait for the live channel, or an outage of Redis would raise an
 * alert per actor.
 */
export async function stuckEffects({ trx, settings }: Sight): Promise<StuckPart[]> {
  const { rows } = await trx.raw<{ rows: StuckPart[] }>(
    `SELECT CASE WHEN o.last_error = :unsent AND o.parked_at IS NULL THEN 'live_channel'
                 WHEN o.kind = 'record' THEN 'records' ELSE o.kind || ':' || o.key END AS key,
            CASE WHEN o.last_error = :unsent AND o.parked_at IS NULL THEN 'live events'
                 ELSE (SELECT string_agg(DISTINCT coalesce(e -> 'effect' ->> 'type', e -> 'effect' ->> 'consumer',
                                                           e -> 'effect' ->> 'event'), ' + ')
                         FROM jsonb_array_elements(o.effects) e) END AS what,
            o.at AS since, o.parked_at IS NOT NULL AS parked, o.last_error AS error
       FROM outbox o
      WHERE o.parked_at IS NOT NULL OR o.at < now() - make_interval(secs => :seconds)
      ORDER BY o.at LIMIT :most`,
    { unsent: UNSENT, seconds: settings.chainStuckSeconds, most: MOST_ROWS },
  );
  return rows;
}

/** Timers that were given up, or that are overdue: due times are domain time, the setting is real time. */
export async function stuckTimers({ trx, now, clockRate, settings }: Sight): Promise<StuckPart[]> {
  const due = new Date(now.getTime() - settings.chainStuckSeconds * 1000 * clockRate);
  const { rows } = await trx.raw<{ rows: StuckPart[] }>(
    `SELECT kind || ':' || key AS key, 'timer ' || type AS what, due_at AS since,
            parked_at IS NOT NULL AS parked, last_error AS error
       FROM actor_timer WHERE parked_at IS NOT NULL OR due_at < ?
      ORDER BY due_at LIMIT ?`,
    [due, MOST_ROWS],
  );
  return rows;
}

/** Each finds orders whose rows and another actor's disagree: `key`, `what`, and the actor version it was written with. */
const DISAGREEMENTS: readonly string[] = [
  // Waits for a driver in a zone that has no ticket of it.
  `SELECT t.order_id, 'enqueue' AS what, t.actor_version FROM delivery_tasks t
    WHERE t.status = 'UNASSIGNED' AND t.zone_id IS NOT NULL AND t.manual_offer_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM zone_tickets k WHERE k.task_id = t.id AND k.round >= t.round)`,
  // Was accepted, and is no stop of its driver's.
  `SELECT t.order_id, 'work-accepted' AS what, t.actor_version FROM delivery_tasks t
    WHERE t.status IN ('ACCEPTED', 'PICKED_UP', 'IN_TRANSIT')
      AND NOT EXISTS (SELECT 1 FROM drivers d JOIN routes r ON r.shift_id = d.shift_id
                       WHERE d.id = t.driver_id
                         AND r.stops @> jsonb_build_array(jsonb_build_object('taskId', t.id)))`,
  // Its cash was recorded, and the driver's book does not have it.
  `SELECT t.order_id, 'cash-collected' AS what, t.actor_version FROM delivery_tasks t
    WHERE t.cash_recorded > 0 AND t.status = 'CASH_RECORDED'
      AND NOT EXISTS (SELECT 1 FROM driver_collections c WHERE c.task_id = t.id AND c.reversed_at IS NULL)`,
  `SELECT t.order_id, 'cash-collected' AS what, t.actor_version FROM delivery_tasks t
    WHERE t.cash_recorded > 0 AND t.completed_at > :since
      AND NOT EXISTS (SELECT 1 FROM driver_collections c WHERE c.task_id = t.id AND c.reversed_at IS NULL)`,
  // Its cash was handed in, and the order does not know.
  `SELECT g.order_id, 'payment-settled' AS what, g.actor_version
     FROM settlements s JOIN driver_collections c ON c.settlement_id = s.id
     JOIN order_groups g ON g.id = c.group_id
    WHERE s.status = 'CLOSED' AND s.created_at > :since AND g.payment_status = 'COLLECTED'`,
];

/** Completions and settlements that are older have been looked at long ago. Domain time. */
const LOOK_BACK = 2 * 24 * 3_600_000;

/** Orders in a state in which a word of the chain is missing, though their last change is older than the setting. */
export async function missingWords({ trx, now, settings }: Sight): Promise<StuckPart[]> {
  const found: StuckPart[] = [];
  for (const disagreement of DISAGREEMENTS) {
    const { rows } = await trx.raw<{ rows: StuckPart[] }>(
      `SELECT 'order:' || x.order_id AS key, 'missing word ' || x.what AS what, c.at AS since,
              false AS parked, NULL AS error
         FROM (${disagreement}) x
         JOIN actor_command c ON c.kind = 'order' AND c.key = x.order_id AND c.version = x.actor_version
        WHERE c.at < now() - make_interval(secs => :seconds)
        ORDER BY c.at LIMIT :most`,
      { seconds: settings.chainStuckSeconds, since: new Date(now.getTime() - LOOK_BACK), most: MOST_ROWS },
    );
    found.push(...rows);
  }
  return found;
}
