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

/** Who did what to which record. */
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

/** An operation that somebody signed in was refused. */
export type Refusal = ValuesOf<typeof REFUSED>;

/** Refusals an hour that are recorded of one account. */
export const MAX_REFUSALS_OF_ACCOUNT = 10;
/**
 * Refusals an hour that are recorded of all who act in one role. Anybody can open accounts of buyers, and so use up what
 * is recorded of buyers; who has power over others was given it, and is not hidden by that.
 */
const MAX_REFUSALS_OF_ROLE = 1_000;

/** Records it, unless that operation was refused to that account this hour, or the hour has enough of them. */
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

/** How long an entry is kept; a rule of the database refuses to delete it before. */
const KEPT = "interval '2 years'";

/** Deletes entries that are older than they are kept, `limit` at most. Answers how many. */
export function purgeAudit(database: Database, limit: number): Promise<number> {
  return purge.count(database, { limit });
}

const purge = statement({
  name: 'audit.purge',
  sql: `DELETE FROM audit_log
         WHERE id IN (SELECT id FROM audit_log WHERE at < now() - ${KEPT} ORDER BY at, id LIMIT :limit)`,
  params: { limit: bigint },
});

/** What of the log is looked for; null: everything. */
export interface AuditFilter {
  /** Who did it. */
  accountId: string | null;
  action: string | null;
  subjectType: string | null;
  subjectId: string | null;
  ip: string | null;
  /** A member of what was changed. */
  changed: string | null;
  /** Not before this moment. */
  from: Date | null;
  /** Before this moment. */
  to: Date | null;
}

/** Newest first. @param before Where the last page ended. @param count How many to read. */
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
