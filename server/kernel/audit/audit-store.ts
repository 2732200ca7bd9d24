import type { JsonObject, Role } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { bigint, jsonb, nullable, oneOf, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const WRITTEN = {
  id: uuid,
  accountId: nullable(uuid),
  role: nullable(oneOf<Role>()),
  action: text,
  subjectType: text,
  subjectId: text,
  reason: nullable(text),
  requestId: nullable(text),
  ip: nullable(text),
  before: nullable(jsonb<JsonObject>()),
  after: nullable(jsonb<JsonObject>()),
  data: jsonb<JsonObject>(),
};
const ENTRY = { ...WRITTEN, at: timestamptz };

/** An audited action: actor, action and subject. */
export type AuditEntry = ValuesOf<typeof ENTRY>;

export async function insertAuditEntry(trx: Transaction, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  await insert.count(trx, entry);
}

const insert = statement({
  name: 'audit.insert',
  sql: `INSERT INTO audit_log (id, account_id, role, action, subject_type, subject_id, reason, request_id, ip,
                               before, after, data)
        VALUES (:id, :accountId, :role, :action, :subjectType, :subjectId, :reason, :requestId, :ip,
                :before, :after, :data)`,
  params: WRITTEN,
});

const REFUSED = {
  ...{ id: uuid, accountId: uuid, role: nullable(oneOf<Role>()), operation: text },
  ...{ requestId: nullable(text), ip: nullable(text), data: jsonb<JsonObject>() },
};

/** A signed-in caller was refused an operation. */
export type Refusal = ValuesOf<typeof REFUSED>;

/** Refusals recorded per account and hour. */
export const MAX_REFUSALS_OF_ACCOUNT = 10;
/**
 * Refusals recorded per role and hour. Anyone can register buyer accounts and use up the limit for buyers, but that
 * does not hide refusals of roles that are granted.
 */
const MAX_REFUSALS_OF_ROLE = 1_000;

/** Records the refusal unless the same account and operation was already recorded this hour, or a limit is reached. */
export async function insertRefusal(database: Database, refusal: Refusal): Promise<void> {
  await recordRefusal.count(database, refusal);
}

const recordRefusal = statement({
  name: 'audit.record_refusal',
  sql: `INSERT INTO audit_log (id, account_id, role, action, subject_type, subject_id, request_id, ip, data)
        SELECT :id::uuid, :accountId::uuid, :role::text, 'accessRefused', 'OPERATION', :operation::text,
               :requestId::text, :ip::text, :data::jsonb
         WHERE (SELECT count(*) FROM audit_log
                 WHERE account_id = :accountId AND action = 'accessRefused' AND at >= date_trunc('hour', now(), 'UTC'))
               < ${MAX_REFUSALS_OF_ACCOUNT}
           AND (SELECT count(*) FROM audit_log
                 WHERE role = :role AND action = 'accessRefused' AND at >= date_trunc('hour', now(), 'UTC'))
               < ${MAX_REFUSALS_OF_ROLE}
        ON CONFLICT (account_id, subject_id, date_trunc('hour', at AT TIME ZONE 'UTC'))
           WHERE action = 'accessRefused' DO NOTHING`,
  params: REFUSED,
});

/** Retention period; a database trigger prevents earlier deletion. */
const RETENTION = "interval '2 years'";

/** Deletes entries older than the retention period, at most `limit`. Returns how many. */
export function purgeAudit(database: Database, limit: number): Promise<number> {
  return purge.count(database, { limit });
}

const purge = statement({
  name: 'audit.purge',
  sql: `DELETE FROM audit_log
         WHERE id IN (SELECT id FROM audit_log WHERE at < now() - ${RETENTION} ORDER BY at, id LIMIT :limit)`,
  params: { limit: bigint },
});

/** Filter; null matches everything. */
export interface AuditFilter {
  /** The acting account. */
  accountId: string | null;
  action: string | null;
  subjectType: string | null;
  subjectId: string | null;
  ip: string | null;
  /** A changed field. */
  changed: string | null;
  /** Inclusive. */
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

/** Newest first. @param before Last entry of the previous page. @param count Rows to read. */
export function readAudit(
  database: Database,
  filter: AuditFilter,
  before: { at: Date; id: string } | null,
  count: number,
): Promise<AuditEntry[]> {
  const place = { beforeAt: before?.at ?? null, beforeId: before?.id ?? null };
  return list.all(database, { ...filter, ...place, count });
}

const list = statement({
  name: 'audit.list',
  sql: `SELECT id, at, account_id AS "accountId", role, action, subject_type AS "subjectType",
               subject_id AS "subjectId", reason, request_id AS "requestId", ip, before, after, data
          FROM audit_log
         WHERE (:beforeId::uuid IS NULL OR (at, id) < (:beforeAt::timestamptz, :beforeId))
           AND (:accountId::uuid IS NULL OR account_id = :accountId)
           AND (:action::text IS NULL OR action = :action)
           AND (:subjectType::text IS NULL OR subject_type = :subjectType)
           AND (:subjectId::text IS NULL OR subject_id = :subjectId)
           AND (:ip::text IS NULL OR ip = :ip)
           AND (:changed::text IS NULL OR jsonb_exists(after, :changed))
           AND (:from::timestamptz IS NULL OR at >= :from)
           AND (:to::timestamptz IS NULL OR at < :to)
         ORDER BY at DESC, id DESC LIMIT :count`,
  params: {
    ...{ beforeId: nullable(uuid), beforeAt: nullable(timestamptz) },
    ...{ accountId: nullable(uuid), action: nullable(text), ip: nullable(text) },
    ...{ subjectType: nullable(text), subjectId: nullable(text), changed: nullable(text) },
    ...{ from: nullable(timestamptz), to: nullable(timestamptz), count: bigint },
  },
  row: ENTRY,
});
