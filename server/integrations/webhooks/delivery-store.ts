import { UNSENT } from '../../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  double,
  integer,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { hastenDeliveries } from './endpoint-store.ts';
import type { Answer } from './post-message.ts';

const CLAIMED = {
  endpointId: uuid,
  messageId: uuid,
  kind: text,
  /** Before this one. */
  attempts: integer,
  url: text,
  body: text,
  /** The current one first. */
  secretIds: arrayOf(uuid),
  sealed: arrayOf(bytea),
};

/** A delivery that this sender alone attempts until its claim ends. */
export type Claimed = ValuesOf<typeof CLAIMED>;

export interface ClaimOptions {
  /** Domain time. */
  now: Date;
  /** Names this claim; a new UUID. */
  claim: string;
  limit: number;
  /** Requests that may be under way to one endpoint; one, while it fails. */
  perEndpoint: number;
  /** Milliseconds until another sender may take them, because this one must have died. */
  leaseMs: number;
}

/** Claims what is due, in turn over the endpoints, so that none waits for another's backlog. */
export function claimDue(database: Database, options: ClaimOptions): Promise<Claimed[]> {
  return claim.all(database, { ...options, unsent: UNSENT });
}

/**
 * Of each subject, an endpoint gets one message at a time, the earliest that is pending. An event whose predecessor has
 * committed but is still in the outbox waits for it: effects of commits may be carried out in another sequence.
 */
const IN_TURN = `
      NOT EXISTS (SELECT FROM webhook_deliveries p
                   WHERE p.endpoint_id = d.endpoint_id AND p.subject_id = d.subject_id AND p.status = 'PENDING'
                     AND (p.subject_version, p.seq) < (d.subject_version, d.seq))
  AND NOT EXISTS (SELECT FROM outbox o
                   WHERE o.key = d.subject_id AND o.version < d.subject_version AND o.parked_at IS NULL
                     AND o.last_error IS DISTINCT FROM :unsent
                     AND o.effects @> '[{"effect": {"consumer": "publish"}}]'
                     AND NOT EXISTS (SELECT FROM webhook_messages m
                                      WHERE m.subject_id = o.key AND m.subject_version = o.version))`;

const FREE = '(d.claimed_until IS NULL OR d.claimed_until <= now())';

// Tests are sent to every endpoint that was not removed, even if it is paused or rests; one at a time, because they
// overtake everything.
const claim = statement({
  name: 'webhooks.claim',
  sql: `WITH slots AS MATERIALIZED (
          SELECT e.id, CASE WHEN e.failures > 0 THEN 1 ELSE :perEndpoint::bigint END
                       - (SELECT count(*) FROM webhook_deliveries c
                           WHERE c.endpoint_id = e.id AND c.status = 'PENDING' AND c.claimed_until > now()) AS free
            FROM webhook_endpoints e
           WHERE e.removed_at IS NULL AND e.status = 'ACTIVE' AND (e.rest_until IS NULL OR e.rest_until <= :now)
             AND NOT EXISTS (SELECT FROM sellers s WHERE s.id = e.seller_id AND s.status = 'CLOSED')
        ), due AS MATERIALIZED (
          SELECT d.endpoint_id, d.message_id, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.place) AS turn
            FROM slots CROSS JOIN LATERAL (
              SELECT d.endpoint_id, d.message_id, row_number() OVER () AS place FROM (
                SELECT d.endpoint_id, d.message_id FROM webhook_deliveries d
                 WHERE d.endpoint_id = slots.id AND d.status = 'PENDING' AND d.next_attempt_at <= :now AND ${FREE}
                   AND d.kind <> 'webhook.test'
                   AND ${IN_TURN}
                 ORDER BY d.next_attempt_at, d.seq LIMIT greatest(slots.free, 0)) d) d
          UNION ALL
          SELECT * FROM (
            SELECT DISTINCT ON (d.endpoint_id) d.endpoint_id, d.message_id, 0
              FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
             WHERE d.status = 'PENDING' AND d.kind = 'webhook.test' AND e.removed_at IS NULL AND ${FREE}
               AND NOT EXISTS (SELECT FROM webhook_deliveries c
                                WHERE c.endpoint_id = d.endpoint_id AND c.status = 'PENDING'
                                  AND c.kind = 'webhook.test' AND c.claimed_until > now())
             ORDER BY d.endpoint_id, d.seq) t
        ), picked AS MATERIALIZED (
          SELECT d.endpoint_id, d.message_id FROM due
            JOIN webhook_deliveries d ON d.endpoint_id = due.endpoint_id AND d.message_id = due.message_id
           WHERE d.status = 'PENDING' AND ${FREE}
           ORDER BY due.turn, d.next_attempt_at LIMIT :limit FOR UPDATE OF d SKIP LOCKED
        ), claimed AS (
          UPDATE webhook_deliveries d
             SET claim = :claim, claimed_until = now() + :leaseMs * interval '1 millisecond'
            FROM picked p WHERE d.endpoint_id = p.endpoint_id AND d.message_id = p.message_id
          RETURNING d.endpoint_id, d.message_id, d.kind, d.attempts
        )
        SELECT c.endpoint_id AS "endpointId", c.message_id AS "messageId", c.kind, c.attempts, e.url, m.body,
               s.ids AS "secretIds", s.sealed
          FROM claimed c JOIN webhook_endpoints e ON e.id = c.endpoint_id JOIN webhook_messages m ON m.id = c.message_id
         CROSS JOIN LATERAL (
           SELECT coalesce(array_agg(id ORDER BY made_at DESC), '{}') AS ids,
                  coalesce(array_agg(sealed ORDER BY made_at DESC), '{}') AS sealed
             FROM webhook_secrets WHERE endpoint_id = c.endpoint_id AND (ends_at IS NULL OR ends_at > now())) s`,
  params: {
    ...{ now: timestamptz, claim: uuid, limit: bigint, perEndpoint: bigint, leaseMs: double, unsent: text },
  },
  row: CLAIMED,
  prepare: true,
});

export interface Settled {
  claim: string;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  /** Domain time of the next attempt; ignored unless PENDING. */
  nextAttemptAt: Date;
  now: Date;
  answer: Answer;
  /** A new UUIDv7. */
  attemptId: string;
}

/**
 * Stores an attempt and what follows from it. False if the claim had ended: then another sender attempts it, and this
 * attempt is not stored.
 */
export async function settle(
  executor: Database | Transaction,
  { endpointId, messageId }: Pick<Claimed, 'endpointId' | 'messageId'>,
  { answer, ...settled }: Settled,
): Promise<boolean> {
  const { durationMs, httpStatus, error, text: words } = answer;
  const rows = await settleClaim.count(executor, {
    ...{ ...settled, endpointId, messageId, durationMs, httpStatus, error, words },
  });
  return rows > 0;
}

const settleClaim = statement({
  name: 'webhooks.settle',
  sql: `WITH mine AS (
          UPDATE webhook_deliveries
             SET status = :status, attempts = attempts + 1, next_attempt_at = :nextAttemptAt, claim = NULL,
                 claimed_until = NULL, settled_at = CASE WHEN :status <> 'PENDING' THEN :now::timestamptz END
           WHERE endpoint_id = :endpointId AND message_id = :messageId AND claim = :claim AND status = 'PENDING'
          RETURNING endpoint_id, message_id
        )
        INSERT INTO webhook_attempts (id, endpoint_id, message_id, duration_ms, http_status, error, answer)
        SELECT :attemptId::uuid, endpoint_id, message_id, :durationMs::integer, :httpStatus::integer, :error::text,
               :words::text
          FROM mine`,
  params: {
    ...{ endpointId: uuid, messageId: uuid, claim: uuid, attemptId: uuid },
    ...{ status: oneOf<Settled['status']>(), nextAttemptAt: timestamptz, now: timestamptz },
    ...{ durationMs: integer, httpStatus: nullable(integer), error: nullable(text), words: text },
  },
  prepare: true,
});

const HEALTH = {
  sellerId: nullable(uuid),
  createdBy: uuid,
  url: text,
  status: oneOf<'ACTIVE' | 'PAUSED' | 'DISABLED'>(),
  version: integer,
  failures: integer,
  failingSince: nullable(timestamptz),
};
export type Health = ValuesOf<typeof HEALTH>;

/** Locks the endpoint; null if it was removed. */
export function lockHealth(trx: Transaction, endpointId: string): Promise<Health | null> {
  return health.first(trx, { endpointId });
}

const health = statement({
  name: 'webhooks.lock_health',
  sql: `SELECT seller_id AS "sellerId", created_by AS "createdBy", url, status, version, failures,
               failing_since AS "failingSince"
          FROM webhook_endpoints WHERE id = :endpointId AND removed_at IS NULL FOR NO KEY UPDATE`,
  params: { endpointId: uuid },
  row: HEALTH,
});

export interface Failed {
  endpointId: string;
  failures: number;
  failingSince: Date;
  restUntil: Date | null;
  /** Null: it is not switched off. */
  disabledBecause: 'GONE' | 'FAILING' | null;
}

export async function noteFailure(trx: Transaction, failed: Failed): Promise<void> {
  await failure.count(trx, failed);
}

const failure = statement({
  name: 'webhooks.note_failure',
  sql: `UPDATE webhook_endpoints
           SET failures = :failures, failing_since = :failingSince, rest_until = :restUntil,
               status = CASE WHEN :disabledBecause::text IS NULL THEN status ELSE 'DISABLED' END,
               disabled_because = coalesce(:disabledBecause, disabled_because),
               version = version + CASE WHEN :disabledBecause::text IS NULL THEN 0 ELSE 1 END, updated_at = now()
         WHERE id = :endpointId`,
  params: {
    ...{ endpointId: uuid, failures: integer, failingSince: timestamptz, restUntil: nullable(timestamptz) },
    disabledBecause: nullable(oneOf<'GONE' | 'FAILING'>()),
  },
});

/**
 * Forgets the failures of an endpoint that has received something. After an outage of a minute or more, what waits for
 * its next attempt is due at once; after a shorter one it keeps its pauses, so that one message that the endpoint never
 * takes is not tried again with every success of others.
 */
export async function noteSuccess(database: Database, endpointId: string, now: Date): Promise<void> {
  const was = await healed.first(database, { endpointId, now });
  if (was?.outage === true) await hastenDeliveries(database, endpointId, now);
}

const healed = statement({
  name: 'webhooks.note_success',
  sql: `UPDATE webhook_endpoints e SET failures = 0, failing_since = NULL, rest_until = NULL
          FROM (SELECT id, failing_since FROM webhook_endpoints WHERE id = :endpointId AND failures > 0 FOR NO KEY UPDATE) was
         WHERE e.id = was.id
        RETURNING coalesce(was.failing_since <= :now::timestamptz - interval '1 minute', false) AS outage`,
  params: { endpointId: uuid, now: timestamptz },
  row: { outage: boolean },
  prepare: true,
});
