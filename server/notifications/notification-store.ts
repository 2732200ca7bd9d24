import type { Database, Transaction } from '../../db/database.ts';
import { Notification } from '../../db/models/notification.ts';

export async function unreadCount(executor: Database | Transaction, accountId: string): Promise<number> {
  return Notification.query(executor).where({ account_id: accountId }).whereNull('read_at').resultSize();
}

/** Where a page of the bell ended. */
export interface BellPlace {
  /** RFC 3339. */
  createdAt: string;
  id: string;
}

/** Newest first, from the one after `after`. */
export async function listNotifications(
  executor: Database | Transaction,
  accountId: string,
  after: BellPlace | null,
  limit: number,
): Promise<Notification[]> {
  const query = Notification.query(executor)
    .where({ account_id: accountId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
  return after === null
    ? query
    : query.whereRaw('(created_at, id) < (?::timestamptz, ?::uuid)', [after.createdAt, after.id]);
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
