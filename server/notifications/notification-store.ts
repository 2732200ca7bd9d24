import type { Database, Transaction } from '../../db/database.ts';
import { Notification } from '../../db/models/notification.ts';

export async function unreadCount(executor: Database | Transaction, accountId: string): Promise<number> {
  return Notification.query(executor).where({ account_id: accountId }).whereNull('read_at').resultSize();
}

/** Newest first, from the one after `afterId`. */
export async function listNotifications(
  executor: Database | Transaction,
  accountId: string,
  afterId: string | null,
  limit: number,
): Promise<Notification[]> {
  const query = Notification.query(executor)
    .where({ account_id: accountId })
    .orderBy('id', 'desc')
    .limit(limit);
  return afterId === null ? query : query.where('id', '<', afterId);
}

/** The notification as it stands then; undefined when the account has none with this id. A second reading changes nothing. */
export async function markRead(
  trx: Transaction,
  accountId: string,
  id: string,
  at: Date,
): Promise<Notification | undefined> {
  await Notification.query(trx)
    .where({ id, account_id: accountId })
    .whereNull('read_at')
    .patch({ readAt: at });
  return Notification.query(trx).findOne({ id, account_id: accountId });
}

export async function markAllRead(trx: Transaction, accountId: string, at: Date): Promise<void> {
  await Notification.query(trx).where({ account_id: accountId }).whereNull('read_at').patch({ readAt: at });
}
