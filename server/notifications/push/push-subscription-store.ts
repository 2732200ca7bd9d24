import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, bytea, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** Maximum number of devices per account, since each message is one request per device. */
const MAX_DEVICES = 10;

const NEW_SUBSCRIPTION = {
  id: uuid,
  accountId: uuid,
  sessionId: uuid,
  endpoint: text,
  p256dh: bytea,
  auth: bytea,
};

/**
 * Stores a subscription, or renews the one with this endpoint, and returns its id. A browser keeps its endpoint when
 * another person signs in, so the subscription moves to the account signed in now. If there are too many, the least
 * recently renewed are removed.
 */
export async function keepSubscription(
  trx: Transaction,
  subscription: ValuesOf<typeof NEW_SUBSCRIPTION>,
): Promise<string> {
  const { accountId } = subscription;
  await lockAccount.first(trx, { name: `push-subscriptions:${accountId}` });
  const kept = await keep.first(trx, subscription);
  await dropSurplus.count(trx, { accountId, most: MAX_DEVICES });
  return kept?.id ?? subscription.id;
}

const lockAccount = statement({
  name: 'push.lock_account',
  sql: 'SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))::text AS locked',
  params: { name: text },
  row: { locked: text },
});
const keep = statement({
  name: 'push.keep_subscription',
  sql: `INSERT INTO push_subscriptions AS p (id, account_id, session_id, endpoint, p256dh, auth, renewed_at)
        VALUES (:id, :accountId, :sessionId, :endpoint, :p256dh, :auth, clock_timestamp())
        ON CONFLICT (endpoint) DO UPDATE
           SET id = CASE WHEN p.account_id = EXCLUDED.account_id THEN p.id ELSE EXCLUDED.id END,
               account_id = EXCLUDED.account_id, session_id = EXCLUDED.session_id,
               p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth, renewed_at = clock_timestamp()
        RETURNING id`,
  params: NEW_SUBSCRIPTION,
  row: { id: uuid },
});
const dropSurplus = statement({
  name: 'push.drop_surplus',
  sql: `DELETE FROM push_subscriptions
         WHERE id IN (SELECT id FROM push_subscriptions WHERE account_id = :accountId
                       ORDER BY renewed_at DESC, id DESC OFFSET :most)`,
  params: { accountId: uuid, most: bigint },
});

const SHOWN = {
  id: uuid,
  sessionId: uuid,
  endpoint: text,
  userAgent: nullable(text),
  createdAt: timestamptz,
  reachedAt: nullable(timestamptz),
};
export type SubscriptionRow = ValuesOf<typeof SHOWN>;

/** Subscriptions of sessions that have not ended. */
const OF_OPEN_SESSIONS = `push_subscriptions p JOIN sessions s ON s.id = p.session_id
           AND s.revoked_at IS NULL AND s.expires_at > now()`;
const SHOWN_COLUMNS = `p.id, p.session_id AS "sessionId", p.endpoint, s.user_agent AS "userAgent",
               p.created_at AS "createdAt", p.reached_at AS "reachedAt"`;

/** Newest first. @param before Id of the last row of the previous page. */
export function listSubscriptions(
  database: Database,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<SubscriptionRow[]> {
  return list.all(database, { accountId, before, limit });
}

const list = statement({
  name: 'push.list_subscriptions',
  sql: `SELECT ${SHOWN_COLUMNS} FROM ${OF_OPEN_SESSIONS}
         WHERE p.account_id = :accountId AND (:before::uuid IS NULL OR p.id < :before)
         ORDER BY p.id DESC LIMIT :limit`,
  params: { accountId: uuid, before: nullable(uuid), limit: bigint },
  row: SHOWN,
});

/** Null if the account has none with this id. */
export function readSubscription(
  executor: Database | Transaction,
  accountId: string,
  id: string,
): Promise<SubscriptionRow | null> {
  return one.first(executor, { accountId, id });
}

const one = statement({
  name: 'push.subscription',
  sql: `SELECT ${SHOWN_COLUMNS} FROM ${OF_OPEN_SESSIONS} WHERE p.account_id = :accountId AND p.id = :id`,
  params: { accountId: uuid, id: uuid },
  row: SHOWN,
});

/** Returns whether the account had one with this id. */
export async function removeSubscription(trx: Transaction, accountId: string, id: string): Promise<boolean> {
  return (await remove.count(trx, { accountId, id })) > 0;
}

const remove = statement({
  name: 'push.remove_subscription',
  sql: 'DELETE FROM push_subscriptions WHERE account_id = :accountId AND id = :id',
  params: { accountId: uuid, id: uuid },
});

const DEVICE = { id: uuid, endpoint: text, p256dh: bytea, auth: bytea };

/** A device that receives push messages. */
export type Device = ValuesOf<typeof DEVICE>;

/** The devices on which the account is signed in now. */
export function readDevices(database: Database, accountId: string): Promise<Device[]> {
  return devices.all(database, { accountId, most: MAX_DEVICES });
}

const devices = statement({
  name: 'push.devices',
  sql: `SELECT p.id, p.endpoint, p.p256dh, p.auth FROM ${OF_OPEN_SESSIONS}
          JOIN accounts a ON a.id = p.account_id AND a.status = 'ACTIVE'
         WHERE p.account_id = :accountId ORDER BY p.renewed_at DESC LIMIT :most`,
  params: { accountId: uuid, most: bigint },
  row: DEVICE,
});

/** Records the push services' answers: which devices received a message, and which subscriptions no longer exist. */
export async function noteAnswers(
  database: Database,
  { reached, gone }: { reached: readonly string[]; gone: readonly string[] },
): Promise<void> {
  if (reached.length > 0) await noteReached.count(database, { ids: reached });
  if (gone.length > 0) await removeGone.count(database, { ids: gone });
}

/** Rounded to the hour, so that not every message writes a row. */
const noteReached = statement({
  name: 'push.note_reached',
  sql: `UPDATE push_subscriptions SET reached_at = now()
         WHERE id = ANY(:ids) AND (reached_at IS NULL OR reached_at < now() - interval '1 hour')`,
  params: { ids: arrayOf(uuid) },
});
const removeGone = statement({
  name: 'push.remove_gone',
  sql: 'DELETE FROM push_subscriptions WHERE id = ANY(:ids)',
  params: { ids: arrayOf(uuid) },
});

/** Deletes all subscriptions of an account that is being closed. */
export async function eraseSubscriptions(trx: Transaction, accountId: string): Promise<void> {
  await erase.count(trx, { accountId });
}

const erase = statement({
  name: 'push.erase_subscriptions',
  sql: 'DELETE FROM push_subscriptions WHERE account_id = :accountId',
  params: { accountId: uuid },
});

/** Deletes those of ended sessions, at most `limit`. Returns how many. */
export function purgeSubscriptions(database: Database, limit: number): Promise<number> {
  return purge.count(database, { limit });
}

const purge = statement({
  name: 'push.purge_subscriptions',
  sql: `DELETE FROM push_subscriptions
         WHERE id IN (SELECT p.id FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id
                       WHERE s.revoked_at IS NOT NULL OR s.expires_at <= now()
                       LIMIT :limit FOR UPDATE OF p SKIP LOCKED)`,
  params: { limit: bigint },
});
