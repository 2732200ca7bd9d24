import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { DevicePurpose } from '../../kernel/security/device-tokens.ts';
import type { Surface } from '../../kernel/security/tokens.ts';

const PURPOSE = oneOf<DevicePurpose>();
const NEW_TOKEN = { id: uuid, sessionId: uuid, purpose: PURPOSE, hash: bytea, name: nullable(text) };

/** Replaces the session's previous token of this purpose, which ends. */
export async function replaceToken(trx: Transaction, token: ValuesOf<typeof NEW_TOKEN>): Promise<void> {
  await replace.count(trx, token);
}

const replace = statement({
  name: 'device_tokens.replace',
  sql: `INSERT INTO device_tokens (id, session_id, purpose, token_hash, name)
        VALUES (:id, :sessionId, :purpose, :hash, :name)
        ON CONFLICT (session_id, purpose) DO UPDATE
           SET id = EXCLUDED.id, token_hash = EXCLUDED.token_hash, name = EXCLUDED.name,
               created_at = now(), used_at = NULL`,
  params: NEW_TOKEN,
});

const KNOWN = {
  id: uuid,
  hash: bytea,
  purpose: PURPOSE,
  sessionId: uuid,
  accountId: uuid,
  surface: oneOf<Surface>(),
  // Whether use was not recorded within the last hour.
  unnoted: boolean,
};

/** A token that was issued and not revoked, and its session, which may have ended. */
export type KnownDeviceToken = ValuesOf<typeof KNOWN>;

/** @param hashes Hexadecimal. */
export async function readTokens(
  database: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KnownDeviceToken>> {
  const rows = await known.all(database, { hashes: hashes.map((hash) => Buffer.from(hash, 'hex')) });
  return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
}

const known = statement({
  name: 'device_tokens.known',
  sql: `SELECT t.id, t.token_hash AS hash, t.purpose, t.session_id AS "sessionId", s.account_id AS "accountId", s.surface,
               t.used_at IS NULL OR t.used_at < now() - interval '1 hour' AS unnoted
          FROM device_tokens t JOIN sessions s ON s.id = t.session_id
         WHERE t.token_hash = ANY(:hashes)`,
  params: { hashes: arrayOf(bytea) },
  row: KNOWN,
  prepare: true,
});

export async function noteUse(database: Database, id: string): Promise<void> {
  await note.count(database, { id });
}

const note = statement({
  name: 'device_tokens.note_use',
  sql: 'UPDATE device_tokens SET used_at = now() WHERE id = :id',
  params: { id: uuid },
});

const SHOWN = {
  id: uuid,
  sessionId: uuid,
  purpose: PURPOSE,
  name: nullable(text),
  createdAt: timestamptz,
  usedAt: nullable(timestamptz),
};
export type DeviceTokenRow = ValuesOf<typeof SHOWN>;

/** Tokens of open sessions, newest first. @param before Id of the last token on the previous page. */
export function listTokens(
  database: Database,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<DeviceTokenRow[]> {
  return list.all(database, { accountId, before, limit });
}

const list = statement({
  name: 'device_tokens.list',
  sql: `SELECT t.id, t.session_id AS "sessionId", t.purpose, t.name, t.created_at AS "createdAt", t.used_at AS "usedAt"
          FROM device_tokens t JOIN sessions s ON s.id = t.session_id
         WHERE s.account_id = :accountId AND s.revoked_at IS NULL AND s.expires_at > now()
           AND (:before::uuid IS NULL OR t.id < :before)
         ORDER BY t.id DESC LIMIT :limit`,
  params: { accountId: uuid, before: nullable(uuid), limit: bigint },
  row: SHOWN,
});

/** False if the account has no token with this id. */
export async function removeToken(trx: Transaction, accountId: string, id: string): Promise<boolean> {
  return (await remove.count(trx, { accountId, id })) > 0;
}

const remove = statement({
  name: 'device_tokens.remove',
  sql: `DELETE FROM device_tokens
         WHERE id = :id AND session_id IN (SELECT id FROM sessions WHERE account_id = :accountId)`,
  params: { accountId: uuid, id: uuid },
});

/** Deletes all tokens of an account that is being closed. */
export async function eraseTokens(trx: Transaction, accountId: string): Promise<void> {
  await erase.count(trx, { accountId });
}

const erase = statement({
  name: 'device_tokens.erase',
  sql: 'DELETE FROM device_tokens WHERE session_id IN (SELECT id FROM sessions WHERE account_id = :accountId)',
  params: { accountId: uuid },
});
