import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../../db/database.ts';
import { bigint, bytea, double, nullable, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { SealedColumn } from '../../kernel/security/sealed-column.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';

const PURPOSE = 'webhook-secret';
/** Bytes, as Standard Webhooks recommends. */
const SECRET_BYTES = 32;

/** A new secret, in the form that libraries of Standard Webhooks read. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Throws if no accepted APP_SECRET sealed it. */
export function openSecret(secrets: Secrets, id: string, sealed: Buffer): string {
  return secrets.open(PURPOSE, sealed, id);
}

/** Null if it has ended, or is not the endpoint's. */
export async function readSealed(database: Database, endpointId: string, id: string): Promise<Buffer | null> {
  return (await sealedOf.first(database, { endpointId, id }))?.sealed ?? null;
}

const sealedOf = statement({
  name: 'webhooks.sealed_secret',
  sql: `SELECT sealed FROM webhook_secrets
         WHERE id = :id AND endpoint_id = :endpointId AND (ends_at IS NULL OR ends_at > now())`,
  params: { id: uuid, endpointId: uuid },
  row: { sealed: bytea },
});

/** Makes it the current one of the endpoint, which has none. */
export async function keepSecret(
  trx: Transaction,
  secrets: Secrets,
  { id, endpointId, secret }: { id: string; endpointId: string; secret: string },
): Promise<void> {
  await insert.count(trx, { id, endpointId, sealed: secrets.seal(PURPOSE, secret, id) });
}

const insert = statement({
  name: 'webhooks.insert_secret',
  sql: `INSERT INTO webhook_secrets (id, endpoint_id, sealed, made_at)
        VALUES (:id, :endpointId, :sealed, clock_timestamp())`,
  params: { id: uuid, endpointId: uuid, sealed: bytea },
});

/** Ends all secrets after so many hours at the latest, and deletes those that have ended. Returns how many are left. */
export async function endSecrets(trx: Transaction, endpointId: string, hours: number): Promise<number> {
  await end.count(trx, { endpointId, hours });
  await dropEnded.count(trx, { endpointId });
  return (await countLeft.first(trx, { endpointId }))?.count ?? 0;
}

const end = statement({
  name: 'webhooks.end_secrets',
  sql: `UPDATE webhook_secrets SET ends_at = least(ends_at, now() + :hours * interval '1 hour')
         WHERE endpoint_id = :endpointId`,
  params: { endpointId: uuid, hours: double },
});
const dropEnded = statement({
  name: 'webhooks.drop_ended_secrets',
  sql: 'DELETE FROM webhook_secrets WHERE endpoint_id = :endpointId AND ends_at <= now()',
  params: { endpointId: uuid },
});
const countLeft = statement({
  name: 'webhooks.count_secrets',
  sql: 'SELECT count(*) FROM webhook_secrets WHERE endpoint_id = :endpointId',
  params: { endpointId: uuid },
  row: { count: bigint },
});

export async function dropSecrets(trx: Transaction, endpointId: string): Promise<void> {
  await drop.count(trx, { endpointId });
}

const drop = statement({
  name: 'webhooks.drop_secrets',
  sql: 'DELETE FROM webhook_secrets WHERE endpoint_id = :endpointId',
  params: { endpointId: uuid },
});

export const sealedWebhookSecrets: SealedColumn = {
  name: 'webhook_secrets.sealed',
  read: async (database, page) => {
    const rows = await outdated.all(database, page);
    return rows.map((row) => ({ ...row, purpose: PURPOSE, boundTo: row.key }));
  },
  replace: async (database, { key, sealed: before }, sealed) =>
    (await replace.count(database, { key, before, sealed })) === 1,
};

const outdated = statement({
  name: 'webhooks.outdated_secrets',
  sql: `SELECT id AS key, sealed FROM webhook_secrets
         WHERE substring(sealed FOR 5) <> :prefix AND (:after::uuid IS NULL OR id > :after)
         ORDER BY id LIMIT :limit`,
  params: { prefix: bytea, after: nullable(uuid), limit: bigint },
  row: { key: uuid, sealed: bytea },
});

const replace = statement({
  name: 'webhooks.reseal_secret',
  sql: 'UPDATE webhook_secrets SET sealed = :sealed WHERE id = :key AND sealed = :before',
  params: { key: uuid, before: bytea, sealed: bytea },
});
