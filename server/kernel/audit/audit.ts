import { v7 as uuidv7 } from 'uuid';
import type { JsonObject, Role } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Guest, SignedIn } from '../http/operation.ts';
import { insertAuditEntry } from './audit-store.ts';

/** Who acts: somebody signed in, or about to be. */
export type Actor = Pick<SignedIn, 'kind' | 'accountId' | 'roles'>;

export interface AuditRecord {
  /** Null: the service itself, or a command of the operator. */
  by: Guest | Actor | null;
  /** The operation's id, e.g. "approveSeller". */
  action: string;
  /** E.g. "ACCOUNT", "SELLER". */
  subjectType: string;
  subjectId: string;
  requestId: string | null;
  /** The address that the request came from; null where there was no request. */
  ip: string | null;
  reason?: string | null;
  /**
   * What of the subject this changed, as it was; null when there was nothing before. Like `after` and `data` it stays
   * when an account is closed: never a secret, and never a person's name, e-mail, phone, address or pin.
   */
  before?: JsonObject | null;
  /** The same as it is now; null when it is gone. */
  after?: JsonObject | null;
  /** What else is to be known of it. */
  data?: JsonObject;
}

// The role somebody with several most likely acted in.
const PRECEDENCE = ['ADMIN', 'DISPATCHER', 'SELLER_OWNER', 'SELLER_STAFF', 'DRIVER', 'BUYER'] as const;

/** Writes one line of the audit log, in the transaction of what it tells of. */
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
    data: record.data ?? {},
  });
}

/** Null for guests. */
export function actedAs(by: AuditRecord['by']): Role | null {
  if (by === null) return 'SYSTEM';
  if (by.kind === 'guest') return null;
  return PRECEDENCE.find((role) => by.roles.has(role)) ?? null;
}
