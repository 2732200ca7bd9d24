import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import { surfaceRefusal } from '../kernel/security/surface-roles.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import {
  deleteExpiredTokens,
  extendSession,
  giveUpBranches,
  giveUpLaterTokens,
  type KnownToken,
  type LiveSession,
  laterTokenUsed,
  lockLiveSession,
  readRefreshToken,
  revokeSession,
  rotateRefreshToken,
} from './session-store.ts';
import { issueRefreshToken, type OpenedSession, type SessionContext } from './sessions.ts';

/** Surfaces whose devices lose answers, or are killed before they have kept them: see lostOnTheWay. */
const LOSES_ANSWERS: readonly Surface[] = ['driver'];

/**
 * How long a rotated token is still exchanged, in seconds: its answer may have been lost, or two tabs of one browser
 * refreshed at once.
 */
const GRACE = 10;

export interface RefreshContext extends Pick<SessionContext, 'ids' | 'secrets' | 'config'> {
  database: Database;
}

/** A refresh token, the surface whose sessions may be continued with it, and where it came from. */
export interface Presented {
  token: string;
  surface: Surface;
  ip: string;
  requestId: string;
}

type Outcome =
  | { kind: 'refreshed'; session: OpenedSession }
  | { kind: 'unknown' }
  | { kind: 'reused'; accountId: string }
  | { kind: 'refused'; refusal: WaslError };

/**
 * Exchanges a refresh token for a new one and lets the session live on. A token that was exchanged longer ago than the
 * grace is in two hands, and its whole session ends, unless it is a driver's whose answer was lost. Within the grace it
 * may be exchanged again, and each answer is a branch; the first branch that is used ends the others, and one of those
 * that comes after all is in two hands too, which the audit log says. A session also ends when its account has lost the
 * surface's role. Throws auth.UNAUTHENTICATED, auth.SURFACE_REFUSED; `onReuse` hears of the theft.
 */
export async function refreshSession(
  context: RefreshContext,
  presented: Presented,
  onReuse: (accountId: string) => void,
): Promise<OpenedSession> {
  const outcome = await inTransaction(context.database, (trx) => exchange(trx, context, presented));
  if (outcome.kind === 'refreshed') return outcome.session;
  if (outcome.kind === 'refused') throw outcome.refusal;
  if (outcome.kind === 'reused') onReuse(outcome.accountId);
  throw new WaslError('auth.UNAUTHENTICATED', {
    detail: 'This refresh token is unknown, expired or revoked. Sign in again.',
  });
}

async function exchange(trx: Transaction, context: RefreshContext, presented: Presented): Promise<Outcome> {
  const hash = context.secrets.hash('token', presented.token);
  const session = await lockLiveSession(trx, hash, presented.surface);
  if (session === null) return { kind: 'unknown' };
  // Read only now: whoever held the session before may have rotated this very token.
  const token = await readRefreshToken(trx, hash);
  if (token === null) return { kind: 'unknown' };
  if (await inTwoHands(trx, session, token)) {
    await revokeSession(trx, session.id, 'REFRESH_TOKEN_REUSED');
    await recordAudit(trx, {
      // Nobody knows which of the two hands it was.
      by: null,
      action: 'refreshSession',
      ...{ subjectType: 'ACCOUNT', subjectId: session.account_id },
      ...{ requestId: presented.requestId, ip: presented.ip },
      reason: 'REFRESH_TOKEN_REUSED',
      data: { sessionId: session.id },
    });
    return { kind: 'reused', accountId: session.account_id };
  }
  const refusal = surfaceRefusal(session.surface, session.roles);
  if (refusal !== null) {
    await revokeSession(trx, session.id, 'ROLE_LOST');
    return { kind: 'refused', refusal };
  }
  if (token.age === null) {
    await rotateRefreshToken(trx, hash);
    await giveUpBranches(trx, session.id, token.id);
  }
  await extendSession(trx, session.id, context.config.refreshTokenLife, presented.ip);
  // Keeps the family as short as reuse can still be noticed.
  await deleteExpiredTokens(trx, session.id);
  const refreshToken = await issueRefreshToken(trx, context, session.id);
  const { account_id: accountId, surface } = session;
  return { kind: 'refreshed', session: { accountId, sessionId: session.id, surface, refreshToken } };
}

async function inTwoHands(trx: Transaction, session: LiveSession, token: KnownToken): Promise<boolean> {
  if (token.lost) return true;
  if (token.age === null) return false;
  // Whoever used what was given for it does not need it again.
  if (await laterTokenUsed(trx, session.id, token.id)) return true;
  return token.age > GRACE && !(await lostOnTheWay(trx, session, token));
}

/**
 * Whether a token that nobody's later use speaks against may have been exchanged in vain: then its device still has
 * nothing else, and what was given is given up. Should that turn up after all, two hands have it, and the session ends.
 */
async function lostOnTheWay(
  trx: Transaction,
  { id: sessionId, surface }: LiveSession,
  { id }: KnownToken,
): Promise<boolean> {
  if (!LOSES_ANSWERS.includes(surface)) return false;
  await giveUpLaterTokens(trx, sessionId, id);
  return true;
}
