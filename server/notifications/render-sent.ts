import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { SentRow } from './sent-notification-store.ts';

/** Without its words, which are its recipient's alone. */
export function renderSent(row: SentRow): components['schemas']['SentNotification'] {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind as NotificationKind,
    data: row.data,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    deliveries: row.deliveries.map(({ channel, status, attempts, release_at, updated_at }) => ({
      channel,
      status,
      attempts,
      releaseAt: release_at === null ? null : new Date(release_at).toISOString(),
      updatedAt: new Date(updated_at).toISOString(),
    })),
  };
}
