import type { Database, Transaction } from '../../db/database.ts';
import { bigint, nullable, oneOf, text, timestamptz, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';
import type { Surface } from '../kernel/security/tokens.ts';

const SHOWN = {
  id: uuid,
  surface: oneOf<Surface>(),
  user_agent: nullable(text),
  ip: nullable(text),
  last_ip: nullable(text),
  created_at: timestamptz,
  last_seen_at: timestamptz,
  expires_at: timestamptz,
  mfa_at: nullable(timestamptz),
};

/** What the owner is shown of a session. */
export type SessionRow = ValuesOf<typeof SHOWN>;

/**
 * Open sessions, newest first. @param before Id of the last session on the previous page. @param count Rows to read.
 */
export function readSessions(
  database: Database,
  accountId: string,
  before: string | null,
  count: number,
): Promise<SessionRow[]> {
  return list.all(database, { accountId, before, count });
}

const list = statement({
  name: 'sessions.list',
  sql: `SELECT id, surface, user_agent, ip, last_ip, created_at, last_seen_at, expires_at, mfa_at
          FROM sessions
         WHERE account_id = :accountId AND revoked_at IS NULL AND expires_at > now()
           AND (:before::uuid IS NULL OR id < :before)
         ORDER BY id DESC LIMIT :count`,
  params: { accountId: uuid, before: nullable(uuid), count: bigint },
  row: SHOWN,
});

const ORIGIN = { userAgent: nullable(text), ip: nullable(text), lastIp: nullable(text) };

/** Devices and addresses of the account's latest sign-ins, including sessions that have ended. */
export function recentOrigins(
  trx: Transaction,
  accountId: string,
  count: number,
): Promise<ValuesOf<typeof ORIGIN>[]> {
  return origins.all(trx, { accountId, count });
}

const origins = statement({
  name: 'sessions.recent_origins',
  sql: `SELECT user_agent AS "userAgent", ip, last_ip AS "lastIp"
          FROM sessions WHERE account_id = :accountId ORDER BY id DESC LIMIT :count`,
  params: { accountId: uuid, count: bigint },
  row: ORIGIN,
});

/** Ends one open session of the account; false if it has no such session. */
export async function endOneSession(
  trx: Transaction,
  accountId: string,
  sessionId: string,
  reason: string,
): Promise<boolean> {
  return (await endOne.count(trx, { accountId, sessionId, reason })) > 0;
}

const endOne = statement({
  name: 'sessions.end_one',
  sql: `UPDATE sessions SET revoked_at = now(), revoke_reason = :reason
         WHERE id = :sessionId AND account_id = :accountId AND revoked_at IS NULL AND expires_at > now()`,
  params: { accountId: uuid, sessionId: uuid, reason: text },
});
