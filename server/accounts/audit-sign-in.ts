import type { ErrorCode } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { Surface } from '../kernel/security/tokens.ts';

interface From {
  requestId: string;
  ip: string;
  surface: Surface;
}

interface Candidate {
  id: string;
  roles: readonly AccountRoleName[];
}

/** @param mfa Whether a second factor was used. */
export function auditSignIn(
  trx: Transaction,
  account: Candidate,
  { requestId, ip, surface }: From,
  { sessionId, mfa }: { sessionId: string; mfa: boolean },
): Promise<void> {
  return recordAudit(trx, {
    by: actorOf(account),
    ...{ action: 'signIn', subjectType: 'SESSION', subjectId: sessionId, requestId, ip },
    data: { surface, secondFactor: mfa },
  });
}

/** Records a refusal after a correct first factor, which someone other than the owner may know. */
export function auditRefusal(
  trx: Transaction,
  account: Candidate,
  { requestId, ip, surface }: From,
  code: ErrorCode,
): Promise<void> {
  return recordAudit(trx, {
    by: actorOf(account),
    ...{ action: 'signInRefused', subjectType: 'ACCOUNT', subjectId: account.id, requestId, ip },
    data: { code, surface },
  });
}

/**
 * Records that wrong passwords from an unknown sender locked an account. E-mails without an account leave no record.
 */
export function auditLock(
  trx: Transaction,
  accountId: string,
  { requestId, ip }: Pick<From, 'requestId' | 'ip'>,
  until: Date,
): Promise<void> {
  return recordAudit(trx, {
    by: { kind: 'guest' },
    ...{ action: 'signInLocked', subjectType: 'ACCOUNT', subjectId: accountId, requestId, ip },
    before: { lockedUntil: null },
    after: { lockedUntil: until.toISOString() },
  });
}

function actorOf({ id, roles }: Candidate) {
  return { kind: 'account', accountId: id, roles: new Set(roles) } as const;
}
