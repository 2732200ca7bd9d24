import type { Database, Transaction } from '../../../db/database.ts';
import { jsonb, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** A row of `webhook_messages`, with its columns' names. */
export interface NewMessage {
  id: string;
  /** Null: the platform's. */
  seller_id: string | null;
  kind: string;
  /** In whose sequence it is delivered, by version. */
  subject_id: string;
  subject_version: number;
  body: string;
  /** Domain time, RFC 3339. */
  happened_at: string;
}

/**
 * Stores messages whose owner has an endpoint, and a delivery for each endpoint that chose the kind: at once for active
 * ones, and in wait for paused ones. Without endpoints nothing is written. A message known already is skipped.
 */
export async function storeMessages(
  executor: Database | Transaction,
  messages: readonly NewMessage[],
): Promise<void> {
  await store.count(executor, { messages });
}

const store = statement({
  name: 'webhooks.store_messages',
  sql: `WITH asked AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(:messages::jsonb)
              AS n (id uuid, seller_id uuid, kind text, subject_id uuid, subject_version bigint, body text,
                    happened_at timestamptz)
        ), stored AS (
          INSERT INTO webhook_messages (id, seller_id, kind, subject_id, subject_version, body, happened_at)
          SELECT * FROM asked
           WHERE EXISTS (SELECT FROM webhook_endpoints e
                          WHERE e.removed_at IS NULL AND e.seller_id IS NOT DISTINCT FROM asked.seller_id)
          ON CONFLICT (id) DO NOTHING
          RETURNING id, seller_id, kind, subject_id, subject_version, happened_at
        )
        INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, subject_id, subject_version, next_attempt_at)
        SELECT e.id, s.id, s.kind, s.subject_id, s.subject_version, s.happened_at
          FROM stored s
          JOIN webhook_endpoints e ON e.seller_id IS NOT DISTINCT FROM s.seller_id AND e.removed_at IS NULL
           AND e.status IN ('ACTIVE', 'PAUSED') AND s.kind = ANY(e.kinds)
         ORDER BY s.subject_version, s.happened_at, s.id`,
  params: { messages: jsonb<readonly NewMessage[]>() },
  prepare: true,
});

/** Stores a message for one endpoint, whatever kinds it chose. @param now Domain time. */
export async function storeTest(
  trx: Transaction,
  endpointId: string,
  message: NewMessage,
  now: Date,
): Promise<void> {
  await test.count(trx, { message, endpointId, now });
}

const test = statement({
  name: 'webhooks.store_test',
  sql: `WITH stored AS (
          INSERT INTO webhook_messages (id, seller_id, kind, subject_id, subject_version, body, happened_at)
          SELECT * FROM jsonb_to_record(:message::jsonb)
              AS n (id uuid, seller_id uuid, kind text, subject_id uuid, subject_version bigint, body text,
                    happened_at timestamptz)
          RETURNING id, kind, subject_id, subject_version
        )
        INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, subject_id, subject_version, next_attempt_at)
        SELECT :endpointId::uuid, id, kind, subject_id, subject_version, :now::timestamptz FROM stored`,
  params: { message: jsonb<NewMessage>(), endpointId: uuid, now: timestamptz },
});
