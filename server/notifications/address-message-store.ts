import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Transaction } from '../../db/database.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';
import {
  arrayOf,
  bytea,
  jsonb,
  nullable,
  oneOf,
  smallint,
  text,
  timestamptz,
  uuid,
} from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';
import type { Locale } from '../kernel/texts/locale.ts';

const MESSAGE = {
  id: uuid,
  eventKey: text,
  email: nullable(text),
  phone: nullable(text),
  locale: nullable(oneOf<Locale>()),
  kind: oneOf<NotificationKind>(),
  titleEn: text,
  titleAr: text,
  bodyEn: text,
  bodyAr: text,
  data: jsonb<JsonObject>(),
  sealed: nullable(bytea),
  sealedFor: nullable(uuid),
  sealedUntil: nullable(timestamptz),
  at: timestamptz,
};

/** A message to an e-mail address or a phone. */
export type AddressMessage = ValuesOf<typeof MESSAGE>;

/** Inserts it, with a delivery through the one channel that reaches its address. */
export async function insertAddressMessage(
  trx: Transaction,
  message: AddressMessage,
  urgency: number,
): Promise<void> {
  const channel = message.email === null ? 'SMS' : 'EMAIL';
  await insert.count(trx, message);
  await queue.count(trx, { notificationId: message.id, channel, urgency });
}

const insert = statement({
  name: 'notifications.insert_to_address',
  sql: `INSERT INTO notifications (id, event_key, recipient_email, recipient_phone, recipient_locale, kind,
                                   title_en, title_ar, body_en, body_ar, data,
                                   sealed, sealed_for, sealed_until, source_version, created_at)
        VALUES (:id, :eventKey, :email, :phone, :locale, :kind, :titleEn, :titleAr, :bodyEn, :bodyAr, :data,
                :sealed, :sealedFor, :sealedUntil, 1, :at)`,
  params: MESSAGE,
});
const queue = statement({
  name: 'notifications.queue_to_address',
  sql: `INSERT INTO notification_deliveries (notification_id, channel, status, urgency)
        VALUES (:notificationId, :channel, 'QUEUED', :urgency)`,
  params: { notificationId: uuid, channel: oneOf<QueuedChannel>(), urgency: smallint },
});

/** The sealed secret of a message of that kind for this subject; null once erased. */
export async function findSealedFor(
  trx: Transaction,
  what: { kind: NotificationKind; sealedFor: string },
): Promise<Buffer | null> {
  return (await find.first(trx, what))?.sealed ?? null;
}

const find = statement({
  name: 'notifications.sealed_for',
  sql: 'SELECT sealed FROM notifications WHERE sealed_for = :sealedFor AND kind = :kind AND sealed IS NOT NULL',
  params: { kind: oneOf<NotificationKind>(), sealedFor: uuid },
  row: { sealed: bytea },
});

/** Erases the sealed secrets of these subjects, whose tokens and codes are no longer valid. */
export async function eraseSealedFor(trx: Transaction, ids: readonly string[]): Promise<void> {
  await erase.count(trx, { ids });
}

const erase = statement({
  name: 'notifications.erase_sealed_for',
  sql: 'UPDATE notifications SET sealed = NULL WHERE sealed_for = ANY(:ids) AND sealed IS NOT NULL',
  params: { ids: arrayOf(uuid) },
});
