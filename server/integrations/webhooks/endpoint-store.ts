import type { PublishedKind } from '../../../actors/kinds/published-kinds.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** Only sent when somebody asks for it; every endpoint takes it. */
export const TEST_KIND = 'webhook.test';

export type EndpointStatus = 'ACTIVE' | 'PAUSED' | 'DISABLED';

/** Whose endpoints: a seller's, or with null the platform's. */
export type Owner = string | null;

const KIND = oneOf<PublishedKind>();
const ENDPOINT = {
  id: uuid,
  url: text,
  description: text,
  kinds: arrayOf(KIND),
  status: oneOf<EndpointStatus>(),
  disabledBecause: nullable(oneOf<'GONE' | 'FAILING'>()),
  failures: integer,
  failingSince: nullable(timestamptz),
  version: integer,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  pending: bigint,
  /** When the last of its former secrets ends; null if it has none. */
  formerSecretUntil: nullable(timestamptz),
};
export type Endpoint = ValuesOf<typeof ENDPOINT>;

const COLUMNS = `e.id, e.url, e.description, e.kinds, e.status, e.disabled_because AS "disabledBecause", e.failures,
               e.failing_since AS "failingSince", e.version, e.created_at AS "createdAt", e.updated_at AS "updatedAt",
               (SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id
                                         AND d.status = 'PENDING' LIMIT 10000) p) AS pending,
               (SELECT max(s.ends_at) FROM webhook_secrets s
                 WHERE s.endpoint_id = e.id AND s.ends_at > now()) AS "formerSecretUntil"`;
const OF_OWNER = 'e.seller_id IS NOT DISTINCT FROM :owner::uuid AND e.removed_at IS NULL';

/** Newest first. @param before Id of the last one of the previous page. */
export function readEndpoints(
  database: Database,
  owner: Owner,
  before: string | null,
  limit: number,
): Promise<Endpoint[]> {
  return list.all(database, { owner, before, limit });
}

const list = statement({
  name: 'webhooks.endpoints',
  sql: `SELECT ${COLUMNS} FROM webhook_endpoints e
         WHERE ${OF_OWNER} AND (:before::uuid IS NULL OR e.id < :before) ORDER BY e.id DESC LIMIT :limit`,
  params: { owner: nullable(uuid), before: nullable(uuid), limit: bigint },
  row: ENDPOINT,
});

/** Null also for another owner's. */
export function readEndpoint(
  executor: Database | Transaction,
  owner: Owner,
  id: string,
): Promise<Endpoint | null> {
  return one.first(executor, { owner, id });
}

const one = statement({
  name: 'webhooks.endpoint',
  sql: `SELECT ${COLUMNS} FROM webhook_endpoints e WHERE e.id = :id AND ${OF_OWNER}`,
  params: { owner: nullable(uuid), id: uuid },
  row: ENDPOINT,
});

/** Locks it; null also for another owner's. */
export async function lockEndpoint(trx: Transaction, owner: Owner, id: string): Promise<Endpoint | null> {
  const locked = await lock.first(trx, { owner, id });
  return locked === null ? null : readEndpoint(trx, owner, id);
}

const lock = statement({
  name: 'webhooks.lock_endpoint',
  sql: `SELECT e.id FROM webhook_endpoints e WHERE e.id = :id AND ${OF_OWNER} FOR NO KEY UPDATE`,
  params: { owner: nullable(uuid), id: uuid },
  row: { id: uuid },
});

/** Serializes additions of an owner. Returns how many endpoints it has, and whether one has this address. */
export async function lockOwner(
  trx: Transaction,
  owner: Owner,
  url: string,
): Promise<{ count: number; known: boolean }> {
  await lockName.first(trx, { name: `webhooks:${owner ?? 'platform'}` });
  return (await counted.first(trx, { owner, url })) ?? { count: 0, known: false };
}

const lockName = statement({
  name: 'webhooks.lock_owner',
  sql: 'SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))::text AS locked',
  params: { name: text },
  row: { locked: text },
});
const counted = statement({
  name: 'webhooks.count_endpoints',
  sql: `SELECT count(*), coalesce(bool_or(e.url = :url), false) AS known FROM webhook_endpoints e WHERE ${OF_OWNER}`,
  params: { owner: nullable(uuid), url: text },
  row: { count: bigint, known: boolean },
});

const NEW = {
  id: uuid,
  owner: nullable(uuid),
  url: text,
  description: text,
  kinds: arrayOf(text),
  createdBy: uuid,
};

export async function insertEndpoint(trx: Transaction, endpoint: ValuesOf<typeof NEW>): Promise<void> {
  await insert.count(trx, endpoint);
}

const insert = statement({
  name: 'webhooks.insert_endpoint',
  sql: `INSERT INTO webhook_endpoints (id, seller_id, url, description, kinds, created_by)
        VALUES (:id, :owner, :url, :description, :kinds, :createdBy)`,
  params: NEW,
});

const CHANGED = {
  id: uuid,
  url: text,
  description: text,
  kinds: arrayOf(text),
  status: oneOf<EndpointStatus>(),
};

/** An endpoint that is switched on again, or gets another address, starts afresh: without its failures. */
export async function updateEndpoint(
  trx: Transaction,
  change: ValuesOf<typeof CHANGED> & { afresh: boolean },
): Promise<void> {
  await update.count(trx, change);
}

const update = statement({
  name: 'webhooks.update_endpoint',
  sql: `UPDATE webhook_endpoints
           SET url = :url, description = :description, kinds = :kinds, status = :status,
               disabled_because = CASE WHEN :status = 'DISABLED' THEN disabled_because END,
               failures = CASE WHEN :afresh THEN 0 ELSE failures END,
               failing_since = CASE WHEN :afresh THEN NULL ELSE failing_since END,
               rest_until = CASE WHEN :afresh THEN NULL ELSE rest_until END,
               version = version + 1, updated_at = now()
         WHERE id = :id`,
  params: { ...CHANGED, afresh: boolean },
});

/** What waits for its next attempt is due now. @param now Domain time. */
export async function hastenDeliveries(
  executor: Database | Transaction,
  id: string,
  now: Date,
): Promise<void> {
  await hasten.count(executor, { id, now });
}

const hasten = statement({
  name: 'webhooks.hasten_deliveries',
  sql: `UPDATE webhook_deliveries SET next_attempt_at = :now
         WHERE endpoint_id = :id AND status = 'PENDING' AND next_attempt_at > :now`,
  params: { id: uuid, now: timestamptz },
});

/** A change besides its own columns: of its secrets. */
export async function touchEndpoint(trx: Transaction, id: string): Promise<void> {
  await touch.count(trx, { id });
}

const touch = statement({
  name: 'webhooks.touch_endpoint',
  sql: 'UPDATE webhook_endpoints SET version = version + 1, updated_at = now() WHERE id = :id',
  params: { id: uuid },
});

/** Nothing is sent to it any more; a job deletes the row once what was sent to it is deleted. */
export async function removeEndpoint(trx: Transaction, id: string): Promise<void> {
  await remove.count(trx, { id });
}

const remove = statement({
  name: 'webhooks.remove_endpoint',
  sql: `UPDATE webhook_endpoints SET removed_at = now(), url = '', description = '', version = version + 1,
               updated_at = now() WHERE id = :id`,
  params: { id: uuid },
});
