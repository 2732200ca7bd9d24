import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { NotificationChannel } from '../../db/models/notification-delivery.ts';
import type { Notice, SealedCode } from './notice.ts';
import { insertNotifications } from './notification-store.ts';
import { noticeText, queuedChannels } from './texts.ts';

export interface NewNotifications {
  notice: Notice;
  accountIds: readonly string[];
  /** The effect that asks for them: each recipient gets one for it, however often it is delivered. */
  effectId: string;
  /** Of the actor whose event this tells of. */
  version: number;
  code: SealedCode | null;
  /** Domain time. */
  at: Date;
  /**
   * False when the outbox row that asks for them is still there: then nothing waits for the disk. Whatever durable
   * commit takes that row away later also keeps what was written before it, and a crash until then asks again.
   */
  durable: boolean;
}

/**
 * In one statement, since there are several for every step of every order: a notification for each recipient, its way
 * through each channel, and the live events in the outbox. The in-app channel is delivered by being there; the others
 * stay queued until they have a provider. Recipients that were told before are left out; null when all were.
 */
export async function writeNotifications(
  executor: Database | Transaction,
  ids: Ids,
  { notice, accountIds, effectId, version, code, at, durable }: NewNotifications,
): Promise<OutboxRow | null> {
  const { title, body } = noticeText(notice.kind, notice.data);
  // Written again after a crash that lost it, it is the same one for those who have heard of it already.
  const notifications = accountIds.map((accountId) => ({
    id: deterministicId(effectId, 'notification', accountId),
    accountId,
  }));
  const channels: readonly NotificationChannel[] = ['IN_APP', ...queuedChannels(notice.kind)];
  const deliveries = notifications.flatMap(({ id }) =>
    channels.map((channel) => ({ id: ids.next(), notificationId: id, channel })),
  );
  const outbox = { id: ids.next(), version, correlationId: ids.next(), requestId: null };
  const left = await insertNotifications(executor, {
    durable,
    effectId,
    kind: notice.kind,
    titleEn: title.en,
    titleAr: title.ar,
    bodyEn: body.en,
    bodyAr: body.ar,
    data: notice.data,
    sealed: code?.sealed ?? null,
    sealedFor: code?.taskId ?? null,
    sealedUntil: code?.expiresAt ?? null,
    version,
    at,
    ids: notifications.map(({ id }) => id),
    accountIds: notifications.map(({ accountId }) => accountId),
    pushIds: notifications.map(() => ids.next()),
    deliveryIds: deliveries.map(({ id }) => id),
    deliveryOf: deliveries.map(({ notificationId }) => notificationId),
    channels: deliveries.map(({ channel }) => channel),
    outboxId: outbox.id,
    correlationId: outbox.correlationId,
  });
  return left === null ? null : { ...outbox, ref: { kind: 'record', key: left.key }, effects: left.effects };
}
