import type { Database, Transaction } from '../../db/database.ts';
import { arrayOf, nullable, text, timestamptz, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const WANTED = {
  /** 'KIND:CHANNEL' for each combination that is switched off. */
  switchedOff: arrayOf(text),
  /** 'HH:MM' in the zone; all three are set, or none. */
  quietFrom: nullable(text),
  quietUntil: nullable(text),
  quietZone: nullable(text),
};

/** An account's preferences. */
export type PreferenceRow = ValuesOf<typeof WANTED>;

/** Null: none saved, so everything is sent at any hour. */
export function readPreferences(
  executor: Database | Transaction,
  accountId: string,
): Promise<PreferenceRow | null> {
  return read.first(executor, { accountId });
}

const read = statement({
  name: 'notifications.preferences',
  sql: `SELECT switched_off AS "switchedOff", to_char(quiet_from, 'HH24:MI') AS "quietFrom",
               to_char(quiet_until, 'HH24:MI') AS "quietUntil", quiet_zone AS "quietZone"
          FROM notification_preferences WHERE account_id = :accountId`,
  params: { accountId: uuid },
  row: WANTED,
});

/** What is switched off now; locked until the commit, so that concurrent changes see each other. */
export async function lockSwitchedOff(trx: Transaction, accountId: string): Promise<readonly string[]> {
  return (await lock.first(trx, { accountId }))?.switchedOff ?? [];
}

const lock = statement({
  name: 'notifications.lock_preferences',
  sql: `INSERT INTO notification_preferences (account_id) VALUES (:accountId)
        ON CONFLICT (account_id) DO UPDATE SET updated_at = now()
        RETURNING switched_off AS "switchedOff"`,
  params: { accountId: uuid },
  row: { switchedOff: arrayOf(text) },
});

/** Fails with SQLSTATE 22023 for a time zone that PostgreSQL does not know. */
export async function writePreferences(
  trx: Transaction,
  wanted: PreferenceRow & { accountId: string },
): Promise<void> {
  await write.count(trx, wanted);
}

const write = statement({
  name: 'notifications.write_preferences',
  sql: `INSERT INTO notification_preferences (account_id, switched_off, quiet_from, quiet_until, quiet_zone)
        VALUES (:accountId, :switchedOff, :quietFrom::text::time, :quietUntil::text::time, :quietZone)
        ON CONFLICT (account_id) DO UPDATE
          SET switched_off = EXCLUDED.switched_off, quiet_from = EXCLUDED.quiet_from,
              quiet_until = EXCLUDED.quiet_until, quiet_zone = EXCLUDED.quiet_zone, updated_at = now()`,
  params: { accountId: uuid, ...WANTED },
});

/**
 * Applies changed preferences to an account's waiting messages: drops those now switched off, and updates until when
 * the others are held.
 */
export async function applyToWaiting(
  trx: Transaction,
  account: { accountId: string; at: Date },
): Promise<void> {
  await suppress.count(trx, { accountId: account.accountId });
  await holdAgain.count(trx, account);
}

const suppress = statement({
  name: 'notifications.suppress_unwanted',
  sql: `UPDATE notification_deliveries d SET status = 'SUPPRESSED', release_at = NULL, updated_at = now()
          FROM notifications n, notification_preferences p
         WHERE p.account_id = :accountId AND n.account_id = p.account_id
           AND d.notification_id = n.id AND d.status IN ('QUEUED', 'HELD')
           AND (n.kind || ':' || d.channel) = ANY (p.switched_off)`,
  params: { accountId: uuid },
});
const holdAgain = statement({
  name: 'notifications.hold_again',
  sql: `WITH held AS (
          SELECT d.notification_id, d.channel,
                 quiet_hours_end(:at, p.quiet_from, p.quiet_until, p.quiet_zone) AS ends
            FROM notification_preferences p
            JOIN notifications n ON n.account_id = p.account_id
            JOIN notification_deliveries d ON d.notification_id = n.id AND d.status = 'HELD'
           WHERE p.account_id = :accountId
             FOR UPDATE OF d
        )
        UPDATE notification_deliveries d
           SET status = CASE WHEN held.ends IS NULL THEN 'QUEUED' ELSE 'HELD' END, release_at = held.ends,
               updated_at = now()
          FROM held WHERE d.notification_id = held.notification_id AND d.channel = held.channel`,
  params: { accountId: uuid, at: timestamptz },
});

export async function deletePreferences(trx: Transaction, accountId: string): Promise<void> {
  await forget.count(trx, { accountId });
}

const forget = statement({
  name: 'notifications.delete_preferences',
  sql: 'DELETE FROM notification_preferences WHERE account_id = :accountId',
  params: { accountId: uuid },
});
