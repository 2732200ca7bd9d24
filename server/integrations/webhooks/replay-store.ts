import type { Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, boolean, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { Owner } from './endpoint-store.ts';

/** A place in the sequence of an owner's messages: behind this one, or from this moment on if it names none. */
export interface Place {
  happenedAt: Date;
  messageId: string | null;
}

interface Replay {
  endpointId: string;
  owner: Owner;
  kinds: readonly string[];
  from: Place;
  /** Domain time. */
  now: Date;
  limit: number;
}

/** Queues a page of messages; those still pending stay as they are. */
export async function replayMany(
  trx: Transaction,
  { from: { happenedAt, messageId }, ...replay }: Replay,
): Promise<{ queued: number; read: number; last: Place | null }> {
  const row = await many.first(trx, { ...replay, happenedAt, messageId });
  if (row === null) return { queued: 0, read: 0, last: null };
  const { queued, read, lastAt, lastId } = row;
  return { queued, read, last: lastAt === null ? null : { happenedAt: lastAt, messageId: lastId } };
}

const AGAIN = `status = 'PENDING', attempts = 0, next_attempt_at = :now, settled_at = NULL, claim = NULL,
               claimed_until = NULL`;

const many = statement({
  name: 'webhooks.replay_many',
  sql: `WITH page AS MATERIALIZED (
          SELECT id, kind, subject_id, subject_version, happened_at FROM webhook_messages m
           WHERE (m.seller_id = :owner OR :owner::uuid IS NULL AND m.seller_id IS NULL)
             AND m.kind = ANY(:kinds)
             AND (m.happened_at > :happenedAt
                  OR m.happened_at = :happenedAt AND (:messageId::uuid IS NULL OR m.id > :messageId))
           ORDER BY m.happened_at, m.id LIMIT :limit
        ), queued AS (
          INSERT INTO webhook_deliveries AS d (endpoint_id, message_id, kind, subject_id, subject_version,
                                               next_attempt_at)
          SELECT :endpointId::uuid, id, kind, subject_id, subject_version, :now::timestamptz FROM page
           ORDER BY subject_version, happened_at, id
          ON CONFLICT (endpoint_id, message_id) DO UPDATE SET ${AGAIN} WHERE d.status <> 'PENDING'
          RETURNING message_id
        )
        SELECT (SELECT count(*) FROM queued) AS queued, (SELECT count(*) FROM page) AS read,
               (SELECT happened_at FROM page ORDER BY happened_at DESC, id DESC LIMIT 1) AS "lastAt",
               (SELECT id FROM page ORDER BY happened_at DESC, id DESC LIMIT 1) AS "lastId"`,
  params: {
    ...{ endpointId: uuid, owner: nullable(uuid), kinds: arrayOf(text), happenedAt: timestamptz },
    ...{ messageId: nullable(uuid), now: timestamptz, limit: bigint },
  },
  row: { queued: bigint, read: bigint, lastAt: nullable(timestamptz), lastId: nullable(uuid) },
});

/** False if the endpoint has no delivery of this message. One that is pending becomes due at once. */
export async function replayOne(
  trx: Transaction,
  delivery: { endpointId: string; messageId: string; now: Date },
): Promise<boolean> {
  return (await one.first(trx, delivery))?.known === true;
}

const one = statement({
  name: 'webhooks.replay_one',
  sql: `WITH settled AS (
          UPDATE webhook_deliveries SET ${AGAIN}
           WHERE endpoint_id = :endpointId AND message_id = :messageId AND status <> 'PENDING'
        ), pending AS (
          UPDATE webhook_deliveries SET next_attempt_at = least(next_attempt_at, :now)
           WHERE endpoint_id = :endpointId AND message_id = :messageId AND status = 'PENDING'
        )
        SELECT EXISTS (SELECT FROM webhook_deliveries
                        WHERE endpoint_id = :endpointId AND message_id = :messageId) AS known`,
  params: { endpointId: uuid, messageId: uuid, now: timestamptz },
  row: { known: boolean },
});
