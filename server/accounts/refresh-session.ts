import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { surfaceRefusal } from '../kernel/security/surface-roles.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import { issueRefreshToken, type OpenedSession, revokeSession, type SessionContext } from './sessions.ts';

/** Surfaces whose devices lose answers, or are killed before they have kept them: see lostOnTheWay. */
const LOSES_ANSWERS: readonly Surface[] = ['driver'];

/**
 * How long a rotated token is still exchanged, in seconds: its answer may have been lost, or two tabs of one browser
 * refreshed at once.
 */
const GRACE = 10;

export interface RefreshContext extends SessionContext {
  database: Database;
}

/** A refresh token, and the surface whose sessions may be continued with it. */
export interface Presented {
  token: string;
  surface: Surface;
}

type Outcome =
  | { kind: 'refreshed'; session: OpenedSession }
  | { kind: 'unknown' }
  | { kind: 'reused' }
  | { kind: 'refused'; refusal: WaslError };

/**
 * Exchanges a refresh token for a new one and lets the session live on. A token that was exchanged longer ago than the
 * grace is in two hands, and its whole session ends, unless it is a driver's whose answer was lost. A session also ends
 * when its account has lost the surface's role. Throws auth.UNAUTHENTICATED, auth.SURFACE_REFUSED; `onReuse` hears of
 * the theft.
 */
export async function refreshSession(
  context: RefreshContext,
  presented: Presented,
  onReuse: () => void,
): Promise<OpenedSession> {
  const outcome = await inTransaction(context.database, (trx) => exchange(trx, context, presented));
  if (outcome.kind === 'refreshed') return outcome.session;
  if (outcome.kind === 'refused') throw outcome.refusal;
  if (outcome.kind === 'reused') onReuse();
  throw new WaslError('auth.UNAUTHENTICATED', {
    detail: 'This refresh token is unknown, expired or revoked. Sign in again.',
  });
}

async function exchange(trx: Transaction, context: RefreshContext, presented: Presented): Promise<Outcome> {
  const hash = context.secrets.hash('token', presented.token);
  const session = await lockLiveSession(trx, hash, presented.surface);
  if (session === undefined) return { kind: 'unknown' };
  // Read only now: whoever held the session before may have rotated this very token.
  const token = await readToken(trx, hash);
  if (token === undefined) return { kind: 'unknown' };
  if (isOld(token) && !(await lostOnTheWay(trx, session, token))) {
    await revokeSession(trx, session.id, 'REFRESH_TOKEN_REUSED');
    return { kind: 'reused' };
  }
  const refusal = surfaceRefusal(session.surface, session.roles);
  if (refusal !== null) {
    await revokeSession(trx, session.id, 'ROLE_LOST');
    return { kind: 'refused', refusal };
  }
  if (token.age === null) await rotate(trx, hash);
  await trx.raw('UPDATE sessions SET expires_at = now() + make_interval(secs => ?) WHERE id = ?', [
    context.config.refreshTokenLife,
    session.id,
  ]);
  // Keeps the family as short as reuse can still be noticed.
  await trx.raw('DELETE FROM refresh_tokens WHERE session_id = ? AND expires_at < now()', [session.id]);
  const refreshToken = await issueRefreshToken(trx, context, session.id);
  const { account_id: accountId, surface } = session;
  return { kind: 'refreshed', session: { accountId, sessionId: session.id, surface, refreshToken } };
}

interface LiveSession {
  id: string;
  account_id: string;
  surface: Surface;
  roles: AccountRoleName[];
}

async function lockLiveSession(
  trx: Transaction,
  hash: Buffer,
  surface: Surface,
): Promise<LiveSession | undefined> {
  const { rows } = await trx.raw<{ rows: LiveSession[] }>(
    `SELECT s.id, s.account_id, s.surface,
            ARRAY(SELECT role FROM account_roles WHERE account_id = s.account_id) AS roles
       FROM sessions s JOIN accounts a ON a.id = s.account_id
      WHERE s.id = (SELECT session_id FROM refresh_tokens WHERE token_hash = ?)
        AND s.surface = ? AND s.revoked_at IS NULL AND s.expires_at > now() AND a.status = 'ACTIVE'
        FOR UPDATE OF s`,
    [hash, surface],
  );
  return rows[0];
}

interface KnownToken {
  id: string;
  /** Seconds since it was rotated; null when it was not. */
  age: number | null;
  /** Its predecessor came again, so it was given up. */
  lost: boolean;
}

/** Undefined when it is gone. */
async function readToken(trx: Transaction, hash: Buffer): Promise<KnownToken | undefined> {
  const { rows } = await trx.raw<{ rows: KnownToken[] }>(
    `SELECT id, extract(epoch FROM clock_timestamp() - rotated_at)::double precision AS age,
            lost_at IS NOT NULL AS lost
       FROM refresh_tokens WHERE token_hash = ?`,
    [hash],
  );
  return rows[0];
}

function isOld({ age, lost }: KnownToken): boolean {
  return lost || (age !== null && age > GRACE);
}

/**
 * Whether nobody has used what was given for this token: then its device still has nothing else, and what was given is
 * given up. Should that turn up after all, two hands have it, and the session ends.
 */
async function lostOnTheWay(
  trx: Transaction,
  { id: sessionId, surface }: LiveSession,
  { id, lost }: KnownToken,
): Promise<boolean> {
  if (lost || !LOSES_ANSWERS.includes(surface)) return false;
  const { rows } = await trx.raw<{ rows: { used: boolean }[] }>(
    `SELECT coalesce(bool_or(rotated_at IS NOT NULL), false) AS used
       FROM refresh_tokens WHERE session_id = ? AND id > ? AND lost_at IS NULL`,
    [sessionId, id],
  );
  if (rows[0]?.used !== false) return false;
  await trx.raw(
    'UPDATE refresh_tokens SET lost_at = clock_timestamp() WHERE session_id = ? AND id > ? AND lost_at IS NULL',
    [sessionId, id],
  );
  return true;
}

async function rotate(trx: Transaction, hash: Buffer): Promise<void> {
  await trx.raw('UPDATE refresh_tokens SET rotated_at = clock_timestamp() WHERE token_hash = ?', [hash]);
}
