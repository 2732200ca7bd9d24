import { v7 as uuidv7 } from 'uuid';
import type { JsonObject, Role } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Guest, SignedIn } from '../http/operation.ts';
import { insertAuditEntry } from './audit-store.ts';

/** Someone signed in, or about to be. */
export type Actor = Pick<SignedIn, 'kind' | 'accountId' | 'roles' | 'key'>;

export interface AuditRecord {
  /** Null: the service itself, or an operator's command. */
  by: Guest | Actor | null;
  /** The operation's id, e.g. "approveSeller". */
  action: string;
  /** E.g. "ACCOUNT", "SELLER". */
  subjectType: string;
  subjectId: string;
  requestId: string | null;
  /** Client address; null if there was no request. */
  ip: string | null;
  reason?: string | null;
  /**
   * The subject's changed fields before; null if it did not exist. Like `after` and `data`, it is kept when an account
   * is closed, so it must never contain secrets or a person's name, e-mail, phone, address or map pin.
   */
  before?: JsonObject | null;
  /** The same fields after; null if it was deleted. */
  after?: JsonObject | null;
  /** Additional facts. */
  data?: JsonObject;
}

// The role that a person with several most likely acted in.
const PRECEDENCE = ['ADMIN', 'DISPATCHER', 'SELLER_OWNER', 'SELLER_STAFF', 'DRIVER', 'BUYER'] as const;

/** Writes one entry of the audit log in the transaction of the audited change. */
export async function recordAudit(trx: Transaction, record: AuditRecord): Promise<void> {
  await insertAuditEntry(trx, {
    id: uuidv7(),
    accountId: record.by?.kind === 'account' ? record.by.accountId : null,
    role: actedAs(record.by),
    action: record.action,
    subjectType: record.subjectType,
    subjectId: record.subjectId,
    requestId: record.requestId,
    ip: record.ip,
    reason: record.reason ?? null,
    before: record.before ?? null,
    after: record.after ?? null,
    data: { ...keyFacts(record.by), ...record.data },
  });
}

/** Marks an entry whose account id is that of an API key. */
export function keyFacts(by: AuditRecord['by']): { apiKeyId?: string } {
  return by?.kind === 'account' && by.key !== undefined ? { apiKeyId: by.key.id } : {};
}

/** Null for guests. */
export function actedAs(by: AuditRecord['by']): Role | null {
  if (by === null) return 'SYSTEM';
  if (by.kind === 'guest') return null;
  return PRECEDENCE.find((role) => by.roles.has(role)) ?? null;
}
