import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { surfaceRefusal } from '../security/surface-roles.ts';
import type { Surface } from '../security/tokens.ts';
import { issueRefreshToken, type OpenedSession, revokeSession, type SessionContext } from './sessions.ts';

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
 * Exchanges a refresh token for a new one and lets the session live on. A token that was exchanged longer ago than
 * the grace is in two hands: its whole session ends. So does one whose account has lost the surface's role. Throws
 * auth.UNAUTHENTICATED, auth.SURFACE_REFUSED; `onReuse` hears of the theft.
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
  const age = await rotationAge(trx, hash);
  if (age === undefined) return { kind: 'unknown' };
  if (age !== null && age > GRACE) {
    await revokeSession(trx, session.id, 'REFRESH_TOKEN_REUSED');
    return { kind: 'reused' };
  }
  const refusal = surfaceRefusal(session.surface, session.roles);
  if (refusal !== null) {
    await revokeSession(trx, session.id, 'ROLE_LOST');
    return { kind: 'refused', refusal };
  }
  if (age === null) await rotate(trx, hash);
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

/** Seconds since the token was rotated; null when it was not; undefined when it is gone. */
async function rotationAge(trx: Transaction, hash: Buffer): Promise<number | null | undefined> {
  const { rows } = await trx.raw<{ rows: { age: number | null }[] }>(
    `SELECT extract(epoch FROM clock_timestamp() - rotated_at)::double precision AS age
       FROM refresh_tokens WHERE token_hash = ?`,
    [hash],
  );
  return rows[0]?.age;
}

async function rotate(trx: Transaction, hash: Buffer): Promise<void> {
  await trx.raw('UPDATE refresh_tokens SET rotated_at = clock_timestamp() WHERE token_hash = ?', [hash]);
}
