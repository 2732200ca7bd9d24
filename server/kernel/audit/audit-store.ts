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
  sql: `INSERT INTO audit_log (id, account_id, role, action, subject_type, subject_id, reason, request_id, data)
        VALUES (:id, :accountId, :role, :action, :subjectType, :subjectId, :reason, :requestId, :data)`,
  params: WRITTEN,
});

/** Newest first. @param before The id the last page ended with. @param count How many to read. */
export function readAudit(database: Database, before: string | null, count: number): Promise<AuditEntry[]> {
  return list.all(database, { before, count });
}

const list = statement({
  name: 'audit.list',
  sql: `SELECT id, at, account_id AS "accountId", role, action, subject_type AS "subjectType",
               subject_id AS "subjectId", reason, request_id AS "requestId", data
          FROM audit_log WHERE :before::uuid IS NULL OR id < :before ORDER BY id DESC LIMIT :count`,
  params: { before: nullable(uuid), count: bigint },
  row: ENTRY,
});
