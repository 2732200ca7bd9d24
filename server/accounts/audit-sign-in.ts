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

/** Somebody has signed in. @param mfa With a second factor. */
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

/** The first factor was right, and yet nobody was let in: whoever knows it may not be its owner. */
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

/** Wrong passwords have locked an account, sent by nobody knows whom. Of e-mails without an account nothing is kept. */
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
