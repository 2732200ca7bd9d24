import { UNSENT } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  double,
  integer,
  nullable,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { Sight } from './condition.ts';

const part = { key: text, what: text, since: timestamptz, parked: boolean, error: nullable(text) };
/** Something stuck. `key` is `<actor kind>:<id>`, or a separate name for what belongs to no actor. */
export type StuckPart = ValuesOf<typeof part>;

const MAX_ROWS = 1_000;

/**
 * Outbox rows that failed for good or are older than the setting. Rows of the record-keeping consumers count as one
 * part, since an alert's own event may be among them. Events waiting for the live channel count as one part too;
 * otherwise a Redis outage would raise an alert per actor.
 */
export function stuckEffects({ trx, settings }: Sight): Promise<StuckPart[]> {
  return effects.all(trx, { unsent: UNSENT, seconds: settings.chainStuckSeconds, limit: MAX_ROWS });
}

const effects = statement({
  name: 'alerts.stuck_effects',
  sql: `SELECT CASE WHEN o.last_error = :unsent AND o.parked_at IS NULL THEN 'live_channel'
                    WHEN o.kind = 'record' THEN 'records' ELSE o.kind || ':' || o.key END AS key,
               CASE WHEN o.last_error = :unsent AND o.parked_at IS NULL THEN 'live events'
                    ELSE (SELECT string_agg(DISTINCT coalesce(e -> 'effect' ->> 'type', e -> 'effect' ->> 'consumer',
                                                              e -> 'effect' ->> 'event'), ' + ')
                            FROM jsonb_array_elements(o.effects) e) END AS what,
               o.at AS since, o.parked_at IS NOT NULL AS parked, o.last_error AS error
          FROM outbox o
         WHERE o.parked_at IS NOT NULL OR o.at < now() - make_interval(secs => :seconds)
         ORDER BY o.at LIMIT :limit`,
  params: { unsent: text, seconds: double, limit: bigint },
  row: part,
});

/** Timers that failed for good or are overdue. Due times are domain time, the setting is real time. */
export function stuckTimers({ trx, now, clockRate, settings }: Sight): Promise<StuckPart[]> {
  const due = new Date(now.getTime() - settings.chainStuckSeconds * 1000 * clockRate);
  return timers.all(trx, { due, limit: MAX_ROWS });
}

const timers = statement({
  name: 'alerts.stuck_timers',
  sql: `SELECT kind || ':' || key AS key, 'timer ' || type AS what, due_at AS since,
               parked_at IS NOT NULL AS parked, last_error AS error
          FROM actor_timer WHERE parked_at IS NOT NULL OR due_at < :due
         ORDER BY due_at LIMIT :limit`,
  params: { due: timestamptz, limit: bigint },
  row: part,
});

/** Keeps only orders whose last change is older than the setting. */
const stuckOrders = (found: string) => `
  SELECT 'order:' || x.order_id AS key, 'missing message ' || x.what AS what, c.at AS since,
         false AS parked, NULL AS error
    FROM (${found}) x
    JOIN actor_command c ON c.kind = 'order' AND c.key = x.order_id AND c.version = x.actor_version
   WHERE c.at < now() - make_interval(secs => :seconds)
   ORDER BY c.at LIMIT :limit`;

interface Terms {
  seconds: number;
  since: Date;
  limit: number;
}

/** Checks tasks of any age. */
function disagreement(name: string, found: string) {
  const { all } = statement({
    name: `alerts.order_${name}`,
    sql: stuckOrders(found),
    params: { seconds: double, limit: bigint },
    row: part,
  });
  return (trx: Transaction, { seconds, limit }: Terms) => all(trx, { seconds, limit });
}

/** Checks only what ended after `since`. */
function recent(name: string, found: string) {
  const { all } = statement({
    name: `alerts.order_${name}`,
    sql: stuckOrders(found),
    params: { seconds: double, since: timestamptz, limit: bigint },
    row: part,
  });
  return (trx: Transaction, terms: Terms) => all(trx, terms);
}

/** Each finds orders whose rows contradict another actor's, with the actor version that wrote them. */
const DISAGREEMENTS = [
  // Waits for a driver in a zone that has no ticket for it.
  disagreement(
    'without_ticket',
    `SELECT t.order_id, 'enqueue' AS what, t.actor_version FROM delivery_tasks t
      WHERE t.status = 'UNASSIGNED' AND t.zone_id IS NOT NULL AND t.manual_offer_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM zone_tickets k WHERE k.task_id = t.id AND k.round >= t.round)`,
  ),
  // Accepted, but not a stop on its driver's route.
  disagreement(
    'without_stop',
    `SELECT t.order_id, 'work-accepted' AS what, t.actor_version FROM delivery_tasks t
      WHERE t.status IN ('ACCEPTED', 'PICKED_UP', 'IN_TRANSIT')
        AND NOT EXISTS (SELECT 1 FROM drivers d JOIN routes r ON r.shift_id = d.shift_id
                         WHERE d.id = t.driver_id
                           AND r.stops @> jsonb_build_array(jsonb_build_object('taskId', t.id)))`,
  ),
  // Its cash was recorded, but the driver's account lacks it.
  disagreement(
    'cash_not_booked',
    `SELECT t.order_id, 'cash-collected' AS what, t.actor_version FROM delivery_tasks t
      WHERE t.cash_recorded > 0 AND t.status = 'CASH_RECORDED'
        AND NOT EXISTS (SELECT 1 FROM driver_collections c WHERE c.task_id = t.id AND c.reversed_at IS NULL)`,
  ),
  recent(
    'completed_cash_not_booked',
    `SELECT t.order_id, 'cash-collected' AS what, t.actor_version FROM delivery_tasks t
      WHERE t.cash_recorded > 0 AND t.completed_at > :since
        AND NOT EXISTS (SELECT 1 FROM driver_collections c WHERE c.task_id = t.id AND c.reversed_at IS NULL)`,
  ),
  // Its cash was handed in, but the order does not know.
  recent(
    'settlement_unknown',
    `SELECT g.order_id, 'payment-settled' AS what, g.actor_version
       FROM settlements s JOIN driver_collections c ON c.settlement_id = s.id
       JOIN order_groups g ON g.id = c.group_id
      WHERE s.status = 'CLOSED' AND s.created_at > :since AND g.payment_status = 'COLLECTED'`,
  ),
];

/** Domain milliseconds. Older completions and settlements were checked before. */
const LOOK_BACK_MS = 2 * 24 * 3_600_000;

/** Orders that still wait for a message from another actor although their last change is older than the setting. */
export async function missingMessages({ trx, now, settings }: Sight): Promise<StuckPart[]> {
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  const terms = { seconds: settings.chainStuckSeconds, since, limit: MAX_ROWS };
  const found: StuckPart[] = [];
  for (const find of DISAGREEMENTS) found.push(...(await find(trx, terms)));
  return found;
}

/** Display names of orders, drivers and zones, by id. */
export async function namesOf(
  trx: Transaction,
  ids: { orders: readonly string[]; drivers: readonly string[]; zones: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await names.all(trx, ids);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const names = statement({
  name: 'alerts.names_of_actors',
  sql: `SELECT id::text, number AS name FROM orders WHERE id = ANY (:orders)
         UNION ALL SELECT id::text, full_name FROM drivers WHERE id = ANY (:drivers)
         UNION ALL SELECT id::text, name_en FROM delivery_zones WHERE id = ANY (:zones)`,
  params: { orders: arrayOf(uuid), drivers: arrayOf(uuid), zones: arrayOf(uuid) },
  row: { id: text, name: text },
});

const job = {
  name: text,
  done_at: timestamptz,
  last_error: nullable(text),
  missed: boolean,
  silent: boolean,
};
/**
 * A scheduled job. `missed`: not done for its periods plus the tolerance; `silent`: not done for the tolerance alone.
 */
export type JobRun = ValuesOf<typeof job>;

/** @param terms Periods that may pass without a run, plus a tolerance in seconds. */
export function readJobRuns(
  trx: Transaction,
  terms: { periods: number; patience: number },
): Promise<JobRun[]> {
  return jobs.all(trx, terms);
}

const jobs = statement({
  name: 'alerts.job_runs',
  sql: `SELECT name, done_at, last_error,
               done_at < now() - make_interval(secs => every_ms * :periods::integer / 1000.0 + :patience::integer) AS missed,
               done_at < now() - make_interval(secs => :patience::integer) AS silent
          FROM duty_runs ORDER BY name`,
  params: { periods: integer, patience: integer },
  row: job,
});
