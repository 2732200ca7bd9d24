import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import { surfaceRefusal } from '../kernel/security/surface-roles.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import {
  deleteExpiredTokens,
  extendSession,
  hasTokens,
  invalidateBranches,
  invalidateLaterTokens,
  type KnownToken,
  type LiveSession,
  laterTokenUsed,
  lockLiveSession,
  readRefreshToken,
  revokeSession,
  rotateRefreshToken,
} from './session-store.ts';
import { issueRefreshToken, type OpenedSession, type SessionContext } from './sessions.ts';

/** Surfaces whose devices may miss a response, or are killed before saving it: see responseMayBeLost. */
const MAY_LOSE_RESPONSES: readonly Surface[] = ['driver'];

/**
 * Seconds during which a rotated token may be exchanged again: its response may have been lost, or two tabs of one
 * browser refreshed at the same time.
 */
const GRACE_S = 10;

/**
 * Tokens of a session, used ones included, at which it ends. They are kept until they expire, so that a thief's is
 * noticed, and every refresh reads them: without a bound one session could make refreshing slower and slower. A client
 * that refreshes ten times an hour, day and night, has 7,200 in 30 days.
 */
const MAX_TOKENS = 10_000;

export interface RefreshContext extends Pick<SessionContext, 'ids' | 'secrets' | 'config'> {
  database: Database;
}

/** A refresh token, the surface whose sessions it may continue, and where the request came from. */
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
 * Exchanges a refresh token for a new one and extends its session. A token that was already exchanged longer ago than
 * the grace period counts as stolen (two parties hold it) and ends the session, unless a driver's device lost the
 * response. Within the grace period it may be exchanged again; each new token is a branch. The first branch used
 * invalidates the others, and later use of those counts as theft too, recorded in the audit log. The session also ends
 * if its account has lost the role for the surface, and at MAX_TOKENS. Throws auth.UNAUTHENTICATED, auth.SURFACE_REFUSED; calls `onReuse`
 * on theft.
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
  const hashes = context.secrets.hashes('token', presented.token);
  const session = await lockLiveSession(trx, hashes, presented.surface);
  if (session === null) return { kind: 'unknown' };
  // Read after the session is locked: the previous holder of the lock may have rotated this token.
  const token = await readRefreshToken(trx, hashes);
  if (token === null) return { kind: 'unknown' };
  if (await isReused(trx, session, token)) {
    await revokeSession(trx, session.id, 'REFRESH_TOKEN_REUSED');
    await recordAudit(trx, {
      // It is unknown which of the two parties this is.
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
    await rotateRefreshToken(trx, token.id);
    await invalidateBranches(trx, session.id, token.id);
  }
  await extendSession(trx, session.id, context.config.refreshTokenLife, presented.ip);
  // Reuse of an expired token need not be detected, so the token family stays small.
  await deleteExpiredTokens(trx, session.id);
  if (await hasTokens(trx, session.id, MAX_TOKENS)) {
    await revokeSession(trx, session.id, 'TOO_MANY_TOKENS');
    const detail = 'This session has been refreshed too often. Sign in again.';
    return { kind: 'refused', refusal: new WaslError('auth.UNAUTHENTICATED', { detail }) };
  }
  const refreshToken = await issueRefreshToken(trx, context, session.id);
  const { account_id: accountId, surface } = session;
  return { kind: 'refreshed', session: { accountId, sessionId: session.id, surface, refreshToken } };
}

async function isReused(trx: Transaction, session: LiveSession, token: KnownToken): Promise<boolean> {
  if (token.lost) return true;
  if (token.age === null) return false;
  // A client that has used the newer token does not need the old one again.
  if (await laterTokenUsed(trx, session.id, token.id)) return true;
  return token.age > GRACE_S && !(await responseMayBeLost(trx, session, token));
}

/**
 * Whether the response to the token's exchange may have been lost. No newer token of the session has been used, so the
 * device may still hold only this one; the newer tokens are invalidated. If one of them is used later, two parties hold
 * tokens and the session ends.
 */
async function responseMayBeLost(
  trx: Transaction,
  { id: sessionId, surface }: LiveSession,
  { id }: KnownToken,
): Promise<boolean> {
  if (!MAY_LOSE_RESPONSES.includes(surface)) return false;
  await invalidateLaterTokens(trx, sessionId, id);
  return true;
}
