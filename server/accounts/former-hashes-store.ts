import type { Database, Transaction } from '../../db/database.ts';
import { bigint, timestamptz } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const NEEDED = { sessions: bigint, deviceTokens: bigint, recoveryCodes: bigint };

/** How much of accounts still depends on hashes that were made before a moment. */
export type NeededHashes = ValuesOf<typeof NEEDED>;

/** Open sessions of which no token is newer, device tokens of open sessions, and unused recovery codes. */
export async function countHashesBefore(database: Database, before: Date): Promise<NeededHashes> {
  return (await count.first(database, { before })) ?? { sessions: 0, deviceTokens: 0, recoveryCodes: 0 };
}

/** An access token or page is in use, but nothing that was issued since. */
const OLD_SESSION = `s.revoked_at IS NULL AND s.expires_at > now()
  AND NOT EXISTS (SELECT FROM refresh_tokens t WHERE t.session_id = s.id AND t.issued_at >= :before)`;
const OLD_DEVICE_TOKEN = `d.created_at < :before AND EXISTS (
  SELECT FROM sessions s WHERE s.id = d.session_id AND s.revoked_at IS NULL AND s.expires_at > now())`;
const OLD_CODE = 'used_at IS NULL AND (made_at IS NULL OR made_at < :before)';

const count = statement({
  name: 'accounts.count_former_hashes',
  sql: `SELECT (SELECT count(*) FROM sessions s WHERE ${OLD_SESSION}) AS sessions,
               (SELECT count(*) FROM device_tokens d WHERE ${OLD_DEVICE_TOKEN}) AS "deviceTokens",
               (SELECT count(*) FROM recovery_codes WHERE ${OLD_CODE}) AS "recoveryCodes"`,
  params: { before: timestamptz },
  row: NEEDED,
});

/** Ends what can no longer be found once the secret of these hashes is dropped. */
export async function endHashesBefore(trx: Transaction, before: Date): Promise<void> {
  await endSessions.count(trx, { before });
  await endDeviceTokens.count(trx, { before });
  await endCodes.count(trx, { before });
}

const endSessions = statement({
  name: 'accounts.end_sessions_of_former_hashes',
  sql: `UPDATE sessions s SET revoked_at = now(), revoke_reason = 'HASHING_SECRET_DROPPED' WHERE ${OLD_SESSION}`,
  params: { before: timestamptz },
});
const endDeviceTokens = statement({
  name: 'accounts.end_device_tokens_of_former_hashes',
  sql: `DELETE FROM device_tokens d WHERE ${OLD_DEVICE_TOKEN}`,
  params: { before: timestamptz },
});
const endCodes = statement({
  name: 'accounts.end_recovery_codes_of_former_hashes',
  sql: `DELETE FROM recovery_codes WHERE ${OLD_CODE}`,
  params: { before: timestamptz },
});
