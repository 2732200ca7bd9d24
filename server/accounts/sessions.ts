import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { Config } from '../kernel/process/config.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { newRefreshToken, type Surface } from '../kernel/security/tokens.ts';
import { isFirstSession } from './account-store.ts';
import { deviceName } from './device.ts';
import { isKnownDevice, type Origin } from './known-device.ts';
import { notifyOwner } from './notify-owner.ts';
import { insertRefreshToken, insertSession } from './session-store.ts';

/**
 * Closes the live connections of an account's ended sessions in every process. Call it after the commit that ended
 * them: each connection then checks whether its session is still open.
 */
export type DisconnectAccount = (accountId: string) => void;

export interface SessionContext {
  ids: Ids;
  secrets: Secrets;
  config: Pick<Config, 'refreshTokenLife' | 'sessionLife' | 'lockout'>;
}

export interface SessionStart {
  accountId: string;
  surface: Surface;
  /** Whether the sign-in included a second factor. */
  mfa: boolean;
}

export interface OpenedSession {
  accountId: string;
  sessionId: string;
  surface: Surface;
  /** Given to the client once; only its hash is stored. */
  refreshToken: string;
}

/**
 * Opens a session. Notifies the account's owner of a sign-in from an unknown device or network, except for the
 * account's first session. The caller holds the account's row lock.
 */
export async function openSession(
  trx: Transaction,
  context: SessionContext,
  origin: Origin,
  start: SessionStart,
): Promise<OpenedSession> {
  const { accountId } = start;
  const sessionId = context.ids.next();
  if (!(await isKnownDevice(trx, accountId, origin)) && !(await isFirstSession(trx, accountId))) {
    const data = { sessionId, device: deviceName(origin.userAgent), place: origin.ip };
    await notifyOwner(trx, accountId, 'NEW_SIGN_IN', data);
  }
  const { refreshTokenLife, sessionLife } = context.config;
  await insertSession(trx, {
    id: sessionId,
    accountId,
    surface: start.surface,
    mfa: start.mfa,
    ip: origin.ip,
    userAgent: origin.userAgent,
    life: refreshTokenLife,
    wholeLife: sessionLife.usual,
    administratorLife: sessionLife.administrator,
  });
  const refreshToken = await issueRefreshToken(trx, context, sessionId);
  return { accountId, sessionId, surface: start.surface, refreshToken };
}

/** A refresh token with the session's idle lifetime. */
export async function issueRefreshToken(
  trx: Transaction,
  { ids, secrets, config }: Pick<SessionContext, 'ids' | 'secrets' | 'config'>,
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
