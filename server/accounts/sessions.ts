import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { newRefreshToken, type Surface } from '../kernel/security/tokens.ts';
import { insertRefreshToken, insertSession } from './session-store.ts';

/**
 * Closes the live connections of the account's sessions that have ended, in every process. To be called when their end
 * has committed: each connection looks whether its own session still counts.
 */
export type DisconnectAccount = (accountId: string) => void;

export interface SessionContext {
  ids: Ids;
  secrets: Secrets;
  config: { refreshTokenLife: number };
}

export interface SessionStart {
  accountId: string;
  surface: Surface;
  /** The sign-in included a second factor. */
  mfa: boolean;
}

/** From where somebody signs in; kept with the session. */
export interface Origin {
  ip: string;
  userAgent: string | null;
}

export interface OpenedSession {
  accountId: string;
  sessionId: string;
  surface: Surface;
  /** Shown to the client once; only its hash is kept. */
  refreshToken: string;
}

export async function openSession(
  trx: Transaction,
  context: SessionContext,
  origin: Origin,
  start: SessionStart,
): Promise<OpenedSession> {
  const sessionId = context.ids.next();
  const now = new Date();
  await insertSession(trx, {
    id: sessionId,
    accountId: start.accountId,
    surface: start.surface,
    mfaAt: start.mfa ? now : null,
    ip: origin.ip,
    userAgent: origin.userAgent,
    expiresAt: new Date(now.getTime() + context.config.refreshTokenLife * 1000),
  });
  const refreshToken = await issueRefreshToken(trx, context, sessionId);
  return { accountId: start.accountId, sessionId, surface: start.surface, refreshToken };
}

/** A refresh token that lives as long as its session does without use. */
export async function issueRefreshToken(
  trx: Transaction,
  { ids, secrets, config }: SessionContext,
  sessionId: string,
): Promise<string> {
  const token = newRefreshToken();
  await insertRefreshToken(trx, {
    id: ids.next(),
    sessionId,
    hash: secrets.hash('token', token),
    life: config.refreshTokenLife,
  });
  return token;
}
