import { WaslError } from '../../actors/errors.ts';
import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import { idempotently } from '../kernel/http/idempotency.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../kernel/http/page.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { requeueNotification, requeueNotifications } from './requeue.ts';
import {
  type Backlog,
  readBacklog,
  readOneSent,
  readSent,
  readSentAbout,
  type SentRow,
} from './sent-notification-store.ts';

type SentOperation = 'listSentNotifications' | 'requeueNotification' | 'requeueNotifications';

/** Maximum number of deliveries that one request queues again. */
const MAX_REQUEUED = 1_000;

/** What administrators see of all notifications: that they exist, and how far each channel's delivery has come. */
export function sentNotificationHandlers({
  database,
  secrets,
}: Pick<Dependencies, 'database' | 'secrets'>): Pick<Handlers, SentOperation> {
  const cursors = new Cursors(secrets);
  return {
    async listSentNotifications({ query }) {
      const { limit = DEFAULT_LIMIT, accountId = null, kind = null, channel = null, status = null } = query;
      const scope = `sent:${JSON.stringify([accountId, kind, channel, status])}`;
      const key = cursors.decode(scope, query.cursor);
      const before = key === null ? null : { createdAt: new Date(String(key[0])), id: String(key[1]) };
      const filter = { accountId, kind, channel, status, before, count: limit + 1 };
      const [rows, backlog] = await Promise.all([readSent(database, filter), readBacklog(database)]);
      const placeOf = (row: SentRow) => [row.created_at.toISOString(), row.id];
      const { data, page } = cursors.page(scope, rows, limit, placeOf, renderSent);
      return { status: 200, body: { data, page, backlog: backlog.map(renderBacklog) } };
    },

    async requeueNotification({ caller, params, body, idempotency, requestId, ip }) {
      const context = { by: signedIn(caller), requestId, ip };
      const { replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await requeueNotification(trx, context, params.id, body?.channel ?? null);
          return { status: 200, reference: {} };
        }),
      );
      const row = await readOneSent(database, params.id);
      if (row === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such notification.' });
      return { status: 200, body: renderSent(row), replayed };
    },

    async requeueNotifications({ caller, body, idempotency, requestId, ip }) {
      const context = { by: signedIn(caller), requestId, ip };
      const which = { channel: body.channel, kind: body.kind ?? null, limit: MAX_REQUEUED };
      const { replayed, reference } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const requeued = await requeueNotifications(trx, context, which);
          return { status: 200, reference: { requeued: String(requeued) } };
        }),
      );
      return { status: 200, body: { requeued: Number(reference.requeued) }, replayed };
    },
  };
}

/** The notifications of these accounts about an order since it was placed, newest first, at most `count`. */
export async function readNotified(
  database: Database,
  about: { orderId: string; accountIds: readonly string[]; since: Date },
  count: number,
): Promise<components['schemas']['SentNotification'][]> {
  return (await readSentAbout(database, { ...about, count })).map(renderSent);
}

/** Without its text, which is only for its recipient. */
function renderSent(row: SentRow): components['schemas']['SentNotification'] {
  return {
    id: row.id,
    accountId: row.account_id,
    address: row.address,
    kind: row.kind as NotificationKind,
    data: row.data,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    deliveries: row.deliveries.map((delivery) => ({
      channel: delivery.channel,
      status: delivery.status,
      attempts: delivery.attempts,
      releaseAt: instant(delivery.release_at),
      nextAttemptAt: instant(delivery.next_attempt_at),
      lastError: delivery.last_error,
      updatedAt: new Date(delivery.updated_at).toISOString(),
    })),
  };
}

function renderBacklog({ since, seconds, ...counts }: Backlog): components['schemas']['ChannelBacklog'] {
  return { ...counts, oldestSince: since?.toISOString() ?? null, oldestAgeSeconds: seconds };
}

/** A time as in JSON from the database. */
function instant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}
