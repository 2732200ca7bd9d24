import type { Clock } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import { notify } from '../notifications/notifications.ts';
import { lockProfile, setPasswordHash, setVerifiedEmail } from './profile-store.ts';
import { endSessions } from './session-store.ts';
import type { OpenedSession } from './sessions.ts';

export interface MailboxContext {
  clock: Clock;
}

/**
 * Called when a code sent to an account's e-mail comes back without a session or password of that account. If the
 * e-mail was never verified before, a stranger may have registered it and be waiting for its owner, so the existing
 * password and other sessions are removed. Returns whether anything ended; if so, the caller closes the live
 * connections of those sessions.
 */
export async function proveMailbox(
  trx: Transaction,
  { clock }: MailboxContext,
  { accountId, sessionId }: OpenedSession,
  { ip, requestId }: { ip: string; requestId: string },
): Promise<boolean> {
  const profile = await lockProfile(trx, accountId);
  if (profile === null || profile.verified) return false;
  await setVerifiedEmail(trx, accountId, profile.email);
  if (profile.passwordHash === null) return false;
  await setPasswordHash(trx, accountId, null);
  await endSessions(trx, accountId, 'MAILBOX_PROVEN', { except: sessionId });
  await recordAudit(trx, {
    by: { kind: 'guest' },
    action: 'signInByCode',
    subjectType: 'ACCOUNT',
    subjectId: accountId,
    ...{ requestId, ip },
    before: { verified: false, hasPassword: true },
    after: { verified: true, hasPassword: false },
  });
  await notify(trx, {
    kind: 'PASSWORD_CHANGED',
    to: { accountId },
    data: { at: clock.now().toISOString() },
    about: { id: accountId, version: 1 },
    requestId,
  });
  return true;
}
