import type { Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  double,
  integer,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { SellerPermission } from '../kernel/security/seller-rights.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import { lockAccount } from './account-store.ts';

const SURFACE = oneOf<Surface>();
const ROLES = arrayOf(oneOf<AccountRoleName>());

const OPEN_SESSION = {
  session_id: uuid,
  account_id: uuid,
  surface: text,
  is_super_admin: boolean,
  /** Seconds since it passed a second factor; null if it has not. */
  mfa_age: nullable(double),
  mfa_enrolled: boolean,
  roles: ROLES,
  owned_seller_id: nullable(uuid),
  staff_seller_id: nullable(uuid),
  permissions: nullable(arrayOf(oneOf<SellerPermission>())),
  driver_id: nullable(uuid),
};

/** An open session with what its account may do. */
export type OpenSession = ValuesOf<typeof OPEN_SESSION>;

/** Open sessions by id; ids of ended ones are missing. */
export async function readOpenSessions(
  database: Database,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, OpenSession>> {
  const rows = await open.all(database, { sessionIds });
  return new Map(rows.map((row) => [row.session_id, row]));
}

const open = statement({
  name: 'sessions.open',
  sql: `SELECT s.id AS session_id, s.account_id, s.surface, a.is_super_admin,
               extract(epoch FROM now() - s.mfa_at)::double precision AS mfa_age,
               m.account_id IS NOT NULL AS mfa_enrolled,
               ARRAY(SELECT role FROM account_roles WHERE account_id = a.id) AS roles,
               (SELECT id FROM sellers WHERE owner_account_id = a.id AND status <> 'REJECTED') AS owned_seller_id,
               f.seller_id AS staff_seller_id, f.permissions,
               (SELECT id FROM drivers WHERE account_id = a.id) AS driver_id
          FROM sessions s
          JOIN accounts a ON a.id = s.account_id
          LEFT JOIN seller_staff f ON f.account_id = a.id
          LEFT JOIN mfa_factors m ON m.account_id = a.id AND m.confirmed_at IS NOT NULL
         WHERE s.id = ANY(:sessionIds::uuid[])
           AND s.revoked_at IS NULL AND s.expires_at > now() AND a.status = 'ACTIVE'`,
  params: { sessionIds: arrayOf(uuid) },
  row: OPEN_SESSION,
  prepare: true,
});

const INSERTED = {
  id: uuid,
  accountId: uuid,
  surface: SURFACE,
  mfa: boolean,
  ip: nullable(text),
  userAgent: nullable(text),
  /** Seconds: idle lifetime, absolute lifetime, and absolute lifetime of an administrator's session. */
  life: double,
  wholeLife: double,
  administratorLife: double,
};

/** The statement itself checks whether the account is an administrator's. */
export async function insertSession(trx: Transaction, session: ValuesOf<typeof INSERTED>): Promise<void> {
  await insert.count(trx, session);
}

const insert = statement({
  name: 'sessions.insert',
  sql: `INSERT INTO sessions (id, account_id, surface, mfa_at, ip, last_ip, user_agent, expires_at, ends_at)
        SELECT :id::uuid, :accountId::uuid, :surface::text, CASE WHEN :mfa::boolean THEN now() END, :ip::text, :ip::text,
               :userAgent::text,
               least(now() + make_interval(secs => :life::double precision), ends_at), ends_at
          FROM (SELECT now() + make_interval(secs => CASE
                         WHEN EXISTS (SELECT 1 FROM account_roles WHERE account_id = :accountId AND role = 'ADMIN')
                         THEN :administratorLife::double precision ELSE :wholeLife::double precision END) AS ends_at) AS whole`,
  params: INSERTED,
});

/** Ends a session with all its tokens. Idempotent. */
export async function revokeSession(trx: Transaction, sessionId: string, reason: string): Promise<void> {
  await revoke.count(trx, { sessionId, reason });
}

const revoke = statement({
  name: 'sessions.revoke',
  sql: `UPDATE sessions SET revoked_at = now(), revoke_reason = :reason
         WHERE id = :sessionId AND revoked_at IS NULL`,
  params: { sessionId: uuid, reason: text },
});

/**
 * Ends all of an account's sessions, or all but one, and returns their ids. Locks the account first: a sign-in that was
 * admitted earlier has committed its session and it is found here; a later one sees what this transaction changed.
 * After the commit the caller closes the live connections (`DisconnectAccount`).
 */
export async function endSessions(
  trx: Transaction,
  accountId: string,
  reason: string,
  { except }: { except?: string } = {},
): Promise<string[]> {
  await lockAccount(trx, accountId);
  const rows = await endAll.all(trx, { accountId, reason, except: except ?? null });
  return rows.map(({ id }) => id);
}

const endAll = statement({
  name: 'sessions.end_all',
  sql: `UPDATE sessions SET revoked_at = now(), revoke_reason = :reason
         WHERE account_id = :accountId AND revoked_at IS NULL AND expires_at > now()
           AND id IS DISTINCT FROM :except
        RETURNING id`,
  params: { accountId: uuid, reason: text, except: nullable(uuid) },
  row: { id: uuid },
});

/** How many open sessions the account has. */
export async function countOpenSessions(database: Database, accountId: string): Promise<number> {
  return (await countOpen.first(database, { accountId }))?.count ?? 0;
}

const countOpen = statement({
  name: 'sessions.count_open',
  sql: `SELECT count(*) AS count FROM sessions
         WHERE account_id = :accountId AND revoked_at IS NULL AND expires_at > now()`,
  params: { accountId: uuid },
  row: { count: bigint },
});

/** Marks the session as having passed a second factor. */
export async function markSteppedUp(trx: Transaction, sessionId: string): Promise<void> {
  await stepUp.count(trx, { sessionId });
}

const stepUp = statement({
  name: 'sessions.step_up',
  sql: 'UPDATE sessions SET mfa_at = now() WHERE id = :sessionId',
  params: { sessionId: uuid },
});

/** Removes the second-factor mark from all sessions of the account. */
export async function clearSteppedUp(trx: Transaction, accountId: string): Promise<void> {
  await stepDown.count(trx, { accountId });
}

const stepDown = statement({
  name: 'sessions.step_down',
  sql: 'UPDATE sessions SET mfa_at = NULL WHERE account_id = :accountId',
  params: { accountId: uuid },
});

const LIVE_SESSION = { id: uuid, account_id: uuid, surface: SURFACE, roles: ROLES };
export type LiveSession = ValuesOf<typeof LIVE_SESSION>;

/** The open session that a refresh token belongs to, row-locked. @param tokenHashes What may be stored for the token. */
export function lockLiveSession(
  trx: Transaction,
  tokenHashes: readonly Buffer[],
  surface: Surface,
): Promise<LiveSession | null> {
  return lockLive.first(trx, { tokenHashes, surface });
}

const lockLive = statement({
  name: 'sessions.lock_live',
  sql: `SELECT s.id, s.account_id, s.surface,
               ARRAY(SELECT role FROM account_roles WHERE account_id = s.account_id) AS roles
          FROM sessions s JOIN accounts a ON a.id = s.account_id
         WHERE s.id = (SELECT session_id FROM refresh_tokens WHERE token_hash = ANY(:tokenHashes))
           AND s.surface = :surface AND s.revoked_at IS NULL AND s.expires_at > now() AND a.status = 'ACTIVE'
           FOR UPDATE OF s`,
  params: { tokenHashes: arrayOf(bytea), surface: SURFACE },
  row: LIVE_SESSION,
});

/** The session of a page token, open or not; null if no such token was issued. */
export async function findPageSession(
  database: Database,
  tokenHashes: readonly Buffer[],
): Promise<{ id: string; account_id: string } | null> {
  return findPage.first(database, { tokenHashes });
}

const findPage = statement({
  name: 'sessions.of_page',
  sql: `SELECT s.id, s.account_id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
         WHERE t.token_hash = ANY(:tokenHashes) AND s.surface = 'shop'`,
  params: { tokenHashes: arrayOf(bytea) },
  row: { id: uuid, account_id: uuid },
});

/** Like `extendSession`, at most once every `every` seconds across all processes. Returns whether it extended now. */
export function extendPageSession(
  database: Database,
  sessionId: string,
  { life, every, ip }: { life: number; every: number; ip: string },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    if ((await extendPage.count(trx, { sessionId, life, every, ip })) === 0) return false;
    await extendTokens.count(trx, { sessionId });
    return true;
  });
}

const extendPage = statement({
  name: 'sessions.extend_of_page',
  sql: `UPDATE sessions SET expires_at = least(now() + make_interval(secs => :life), ends_at),
                            last_seen_at = now(), last_ip = :ip
         WHERE id = :sessionId AND revoked_at IS NULL AND expires_at > now()
           AND last_seen_at < now() - make_interval(secs => :every)`,
  params: { sessionId: uuid, life: double, every: double, ip: text },
});
const extendTokens = statement({
  name: 'sessions.extend_tokens_of_page',
  sql: `UPDATE refresh_tokens SET expires_at = (SELECT expires_at FROM sessions WHERE id = :sessionId)
         WHERE session_id = :sessionId`,
  params: { sessionId: uuid },
});

/** Records use and extends the session, up to its absolute end. @param life Seconds from now. */
export async function extendSession(
  trx: Transaction,
  sessionId: string,
  life: number,
  ip: string,
): Promise<void> {
  await extend.count(trx, { sessionId, life, ip });
}

const extend = statement({
  name: 'sessions.extend',
  sql: `UPDATE sessions SET expires_at = least(now() + make_interval(secs => :life), ends_at),
                            last_seen_at = now(), last_ip = :ip
         WHERE id = :sessionId`,
  params: { sessionId: uuid, life: double, ip: text },
});

/** Limits the account's sessions to an administrator's lifetime. @param life Seconds since each session began. */
export async function shortenSessions(trx: Transaction, accountId: string, life: number): Promise<void> {
  await shorten.count(trx, { accountId, life });
}

const shorten = statement({
  name: 'sessions.shorten',
  sql: `UPDATE sessions SET ends_at = least(ends_at, created_at + make_interval(secs => :life)),
                            expires_at = least(expires_at, created_at + make_interval(secs => :life))
         WHERE account_id = :accountId AND revoked_at IS NULL AND expires_at > now()`,
  params: { accountId: uuid, life: double },
});

const NEW_TOKEN = { id: uuid, sessionId: uuid, hash: bytea, life: double };

/** `life`: seconds from now. */
export async function insertRefreshToken(trx: Transaction, token: ValuesOf<typeof NEW_TOKEN>): Promise<void> {
  await insertToken.count(trx, token);
}

const insertToken = statement({
  name: 'sessions.insert_refresh_token',
  sql: `INSERT INTO refresh_tokens (id, session_id, token_hash, expires_at)
        VALUES (:id, :sessionId, :hash, now() + make_interval(secs => :life))`,
  params: NEW_TOKEN,
});

const KNOWN_TOKEN = {
  id: uuid,
  /** Seconds since it was rotated; null if it was not. */
  age: nullable(double),
  /** Invalidated because its predecessor was exchanged again. */
  lost: boolean,
};
export type KnownToken = ValuesOf<typeof KNOWN_TOKEN>;

/** Null if it no longer exists. */
export function readRefreshToken(trx: Transaction, hashes: readonly Buffer[]): Promise<KnownToken | null> {
  return readToken.first(trx, { hashes });
}

const readToken = statement({
  name: 'sessions.refresh_token',
  sql: `SELECT id, extract(epoch FROM clock_timestamp() - rotated_at)::double precision AS age,
               lost_at IS NOT NULL AS lost
          FROM refresh_tokens WHERE token_hash = ANY(:hashes)`,
  params: { hashes: arrayOf(bytea) },
  row: KNOWN_TOKEN,
});

/**
 * Invalidates all unexchanged tokens of the session except this one: branches created when one token was exchanged more
 * than once.
 */
export async function invalidateBranches(
  trx: Transaction,
  sessionId: string,
  tokenId: string,
): Promise<void> {
  await giveUpOthers.count(trx, { sessionId, tokenId });
}

const giveUpOthers = statement({
  name: 'sessions.give_up_branches',
  sql: `UPDATE refresh_tokens SET lost_at = clock_timestamp()
         WHERE session_id = :sessionId AND id <> :tokenId AND rotated_at IS NULL AND lost_at IS NULL`,
  params: { sessionId: uuid, tokenId: uuid },
});

export async function rotateRefreshToken(trx: Transaction, id: string): Promise<void> {
  await rotate.count(trx, { id });
}

const rotate = statement({
  name: 'sessions.rotate_refresh_token',
  sql: 'UPDATE refresh_tokens SET rotated_at = clock_timestamp() WHERE id = :id',
  params: { id: uuid },
});

// Compared by the database's clock: ids come from processes whose clocks may differ.
const LATER_TOKENS = `session_id = :sessionId AND lost_at IS NULL
  AND issued_at > (SELECT issued_at FROM refresh_tokens WHERE id = :tokenId)`;
const LATER_PARAMS = { sessionId: uuid, tokenId: uuid };

/** Whether a valid token of the session issued after this one has been exchanged. */
export async function laterTokenUsed(trx: Transaction, sessionId: string, tokenId: string): Promise<boolean> {
  return (await laterUsed.first(trx, { sessionId, tokenId }))?.used !== false;
}

const laterUsed = statement({
  name: 'sessions.later_token_used',
  sql: `SELECT coalesce(bool_or(rotated_at IS NOT NULL), false) AS used FROM refresh_tokens WHERE ${LATER_TOKENS}`,
  params: LATER_PARAMS,
  row: { used: boolean },
});

/** Invalidates all tokens issued after this one. */
export async function invalidateLaterTokens(
  trx: Transaction,
  sessionId: string,
  tokenId: string,
): Promise<void> {
  await invalidateLater.count(trx, { sessionId, tokenId });
}

const invalidateLater = statement({
  name: 'sessions.give_up_later_tokens',
  sql: `UPDATE refresh_tokens SET lost_at = clock_timestamp() WHERE ${LATER_TOKENS}`,
  params: LATER_PARAMS,
});

export async function deleteExpiredTokens(trx: Transaction, sessionId: string): Promise<void> {
  await deleteExpired.count(trx, { sessionId });
}

const deleteExpired = statement({
  name: 'sessions.delete_expired_tokens',
  sql: 'DELETE FROM refresh_tokens WHERE session_id = :sessionId AND expires_at < now()',
  params: { sessionId: uuid },
});

/** Whether a session has this many tokens, used ones included. */
export async function hasTokens(trx: Transaction, sessionId: string, count: number): Promise<boolean> {
  return (await countTokens.first(trx, { sessionId, count }))?.reached === true;
}

const countTokens = statement({
  name: 'sessions.count_tokens',
  sql: `SELECT count(*) >= :count AS reached
          FROM (SELECT FROM refresh_tokens WHERE session_id = :sessionId LIMIT :count) t`,
  params: { sessionId: uuid, count: bigint },
  row: { reached: boolean },
});

/** Days an ended session is kept, for investigations. */
const ENDED_DAYS = 30;

/** A session may have thousands of tokens, too many of them for one statement. */
const TOKENS_PER_SESSION_DELETED = 10;

/**
 * Deletes sessions that ended more than ENDED_DAYS ago, with their tokens, at most `limit` and ten times as many tokens.
 * Returns how many, or `limit` if tokens of them are left.
 */
export function purgeSessions(database: Database, limit: number): Promise<number> {
  return inTransaction(database, async (trx) => {
    const rows = await lockEnded.all(trx, { days: ENDED_DAYS, limit });
    const ids = rows.map(({ id }) => id);
    const most = limit * TOKENS_PER_SESSION_DELETED;
    if ((await deleteTokensOf.count(trx, { ids, most })) === most) return limit;
    await deleteSessions.count(trx, { ids });
    return ids.length;
  });
}

const lockEnded = statement({
  name: 'sessions.lock_ended',
  sql: `SELECT id FROM sessions
         WHERE least(expires_at, coalesce(revoked_at, expires_at)) < now() - make_interval(days => :days)
         ORDER BY least(expires_at, coalesce(revoked_at, expires_at)) LIMIT :limit FOR UPDATE SKIP LOCKED`,
  params: { days: integer, limit: bigint },
  row: { id: uuid },
});
const deleteTokensOf = statement({
  name: 'sessions.delete_tokens_of',
  sql: `DELETE FROM refresh_tokens
         WHERE id IN (SELECT id FROM refresh_tokens WHERE session_id = ANY(:ids) LIMIT :most)`,
  params: { ids: arrayOf(uuid), most: bigint },
});
const deleteSessions = statement({
  name: 'sessions.delete',
  sql: 'DELETE FROM sessions WHERE id = ANY(:ids)',
  params: { ids: arrayOf(uuid) },
});
