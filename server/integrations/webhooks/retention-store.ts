import type { Database } from '../../../db/database.ts';
import { bigint } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { WANTING } from './stock-watch-store.ts';

/**
 * Removes the endpoints of closed shops, and deletes up to `limit` messages older than 30 days with their deliveries and
 * attempts, endpoints that were removed and have none left, and the stock told last where nobody wants to know it any
 * more. Returns how many messages.
 */
export async function purgeWebhooks(database: Database, limit: number): Promise<number> {
  await closed.count(database, {});
  const messages = await old.count(database, { limit });
  await removed.count(database, { limit });
  await ended.count(database, {});
  await untold.count(database, { limit });
  return messages;
}

const closed = statement({
  name: 'webhooks.remove_of_closed_shops',
  sql: `WITH gone AS (
          UPDATE webhook_endpoints e SET removed_at = now(), url = '', description = '', updated_at = now()
            FROM sellers s WHERE s.id = e.seller_id AND s.status = 'CLOSED' AND e.removed_at IS NULL
          RETURNING e.id
        )
        DELETE FROM webhook_secrets WHERE endpoint_id IN (SELECT id FROM gone)`,
});

const old = statement({
  name: 'webhooks.purge_messages',
  sql: `DELETE FROM webhook_messages WHERE id IN (
          SELECT id FROM webhook_messages WHERE created_at < now() - interval '30 days'
           ORDER BY created_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { limit: bigint },
});

const removed = statement({
  name: 'webhooks.purge_endpoints',
  sql: `DELETE FROM webhook_endpoints WHERE id IN (
          SELECT e.id FROM webhook_endpoints e
           WHERE e.removed_at IS NOT NULL
             AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id)
           LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { limit: bigint },
});

const ended = statement({
  name: 'webhooks.purge_secrets',
  sql: 'DELETE FROM webhook_secrets WHERE ends_at < now()',
});

const untold = statement({
  name: 'webhooks.purge_stock',
  sql: `DELETE FROM webhook_stock WHERE offer_id IN (
          SELECT k.offer_id FROM webhook_stock k LEFT JOIN offers o ON o.id = k.offer_id
           WHERE o.id IS NULL OR o.seller_id NOT IN (${WANTING}) LIMIT :limit)`,
  params: { limit: bigint },
});
