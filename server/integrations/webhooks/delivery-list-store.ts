import type { Database } from '../../../db/database.ts';
import { bigint, integer, jsonb, nullable, oneOf, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

/** One attempt as JSON; times in RFC 3339. */
export interface AttemptRow {
  id: string;
  at: string;
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
  answer: string;
}

const DELIVERY = {
  seq: bigint,
  messageId: uuid,
  kind: text,
  subjectId: uuid,
  subjectVersion: bigint,
  status: oneOf<DeliveryStatus>(),
  attempts: integer,
  nextAttemptAt: timestamptz,
  settledAt: nullable(timestamptz),
  happenedAt: timestamptz,
  /** The newest first. */
  tried: jsonb<readonly AttemptRow[]>(),
};
export type DeliveryRow = ValuesOf<typeof DELIVERY>;

/** Attempts shown of one delivery: of ten, and of some replays. */
const MAX_ATTEMPTS_SHOWN = 50;

const COLUMNS = `d.seq, d.message_id AS "messageId", d.kind, d.subject_id AS "subjectId",
               d.subject_version AS "subjectVersion", d.status, d.attempts, d.next_attempt_at AS "nextAttemptAt",
               d.settled_at AS "settledAt", m.happened_at AS "happenedAt"`;
const TRIED = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'at', a.at, 'durationMs', a.duration_ms,
                       'httpStatus', a.http_status, 'error', a.error, 'answer', a.answer) ORDER BY a.id DESC), '[]')
                  FROM (SELECT * FROM webhook_attempts t
                         WHERE t.endpoint_id = d.endpoint_id AND t.message_id = d.message_id
                         ORDER BY t.id DESC LIMIT :attemptsShown) a) AS tried`;

/** Newest first, each with its newest attempt. @param before `seq` of the last one of the previous page. */
export function readDeliveries(
  database: Database,
  filter: { endpointId: string; status: DeliveryStatus | null; before: number | null; limit: number },
): Promise<DeliveryRow[]> {
  return list.all(database, { ...filter, attemptsShown: 1 });
}

const list = statement({
  name: 'webhooks.deliveries',
  sql: `SELECT ${COLUMNS}, ${TRIED} FROM webhook_deliveries d JOIN webhook_messages m ON m.id = d.message_id
         WHERE d.endpoint_id = :endpointId AND (:status::text IS NULL OR d.status = :status)
           AND (:before::bigint IS NULL OR d.seq < :before)
         ORDER BY d.seq DESC LIMIT :limit`,
  params: {
    ...{
      endpointId: uuid,
      status: nullable(oneOf<DeliveryStatus>()),
      before: nullable(bigint),
      limit: bigint,
    },
    attemptsShown: bigint,
  },
  row: DELIVERY,
});

/** With the body, and its newest attempts. Null if the endpoint has none of this message. */
export function readDelivery(
  database: Database,
  endpointId: string,
  messageId: string,
): Promise<(DeliveryRow & { body: string }) | null> {
  return one.first(database, { endpointId, messageId, attemptsShown: MAX_ATTEMPTS_SHOWN });
}

const one = statement({
  name: 'webhooks.delivery',
  sql: `SELECT ${COLUMNS}, m.body, ${TRIED}
          FROM webhook_deliveries d JOIN webhook_messages m ON m.id = d.message_id
         WHERE d.endpoint_id = :endpointId AND d.message_id = :messageId`,
  params: { endpointId: uuid, messageId: uuid, attemptsShown: bigint },
  row: { ...DELIVERY, body: text },
});
