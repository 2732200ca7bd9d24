import { randomUUID } from 'node:crypto';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../server/kernel/security/secrets.ts';

export interface QueuedRow {
  notification_id: string;
  channel: string;
  status: string;
  attempts: number;
  provider_ref: string | null;
  last_error: string | null;
  next_attempt_at: Date;
  urgency: number;
}

export interface Letter {
  channel: 'EMAIL' | 'SMS' | 'PUSH';
  /** The address it goes to; without one it goes to an account that has no address for the channel. */
  to?: string;
  /** An existing account. */
  account?: string;
  urgency?: 0 | 1 | 2;
  status?: 'QUEUED' | 'HELD' | 'SENDING';
  releaseAt?: Date;
  readAt?: Date;
  locale?: 'en' | 'ar' | null;
  title?: string;
  body?: string;
  bodyAr?: string;
}

/** Queues a message as the slice's own writers do, to a new account where no address is given. Returns its id. */
export async function queueLetter(database: Database, letter: Letter): Promise<string> {
  const { channel, to, urgency = 1, status = 'QUEUED', releaseAt = null, readAt = null } = letter;
  const { locale = 'en', title = 'Delivered', body = 'Your order has been delivered.' } = letter;
  const id = randomUUID();
  const accountId =
    to === undefined ? (letter.account ?? (await newAccount(database, locale ?? 'en'))) : null;
  await database.raw(
    `INSERT INTO notifications (id, event_key, account_id, recipient_email, recipient_phone, recipient_locale, kind,
                                title_en, title_ar, body_en, body_ar, source_version, created_at, read_at)
     VALUES (?, ?, ?, ?, ?, ?, 'DELIVERED', ?, 'تم التسليم', ?, ?, 1, now(), ?)`,
    [
      ...[id, `test:${id}`, accountId, channel === 'EMAIL' ? (to ?? null) : null],
      ...[channel === 'SMS' ? (to ?? null) : null, accountId === null ? locale : null],
      ...[title, body, letter.bodyAr ?? 'تم تسليم طلبك.', readAt],
    ],
  );
  await database.raw(
    `INSERT INTO notification_deliveries (notification_id, channel, status, urgency, release_at) VALUES (?, ?, ?, ?, ?)`,
    [id, channel, status, urgency, releaseAt],
  );
  return id;
}

/** Queues the code of an order's delivery as the slice does. Returns the notification's id. */
export async function queueDeliveryCode(
  { database, secrets, clock }: { database: Database; secrets: Secrets; clock: Clock },
  { code, own, atTheDoor }: { code: string; own: string | null; atTheDoor: string },
): Promise<string> {
  const [id, orderId, codeId] = [randomUUID(), randomUUID(), randomUUID()];
  const accountId = await newAccount(database, 'en');
  await database('accounts').where({ id: accountId }).update({ phone: own });
  await database('orders').insert({
    ...{
      id: orderId,
      number: orderId,
      checkout_id: randomUUID(),
      account_id: accountId,
      status: 'IN_PROGRESS',
    },
    ...{ address: { phone: atTheDoor }, payment_method: 'COD', placed_at: clock.now(), actor_version: 1 },
    ...{ goods_total: '1.00', shipping_total: '0.00', total: '1.00' },
  });
  await database('notifications').insert({
    ...{ id, event_key: `code:${id}`, account_id: accountId, kind: 'DELIVERY_CODE', source_version: 1 },
    ...{
      title_en: 'Your delivery code',
      title_ar: 'رمز التسليم',
      body_en: 'It has ended.',
      body_ar: 'انتهى.',
    },
    ...{ data: { orderId, orderNumber: 'W-2026-000123', codeId }, created_at: clock.now() },
    ...{ sealed: secrets.seal('delivery-code', code, codeId), sealed_for: randomUUID() },
    sealed_until: new Date(clock.now().getTime() + 60_000),
  });
  await database('notification_deliveries').insert({
    ...{ notification_id: id, channel: 'SMS', status: 'QUEUED', urgency: 0 },
  });
  return id;
}

/** An account with an e-mail address and no telephone. */
async function newAccount(database: Database, locale: string): Promise<string> {
  const id = randomUUID();
  await database.raw(`INSERT INTO accounts (id, email, display_name, locale) VALUES (?, ?, 'Noora', ?)`, [
    ...[id, `${id}@test.wasl.example`, locale],
  ]);
  return id;
}

/** An account that is signed in on a device, which receives push messages there. Returns its id. */
export async function newAccountWithDevice(
  database: Database,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: Buffer; auth: Buffer },
): Promise<string> {
  const accountId = await newAccount(database, 'en');
  const sessionId = randomUUID();
  await database('sessions').insert({
    ...{ id: sessionId, account_id: accountId, surface: 'driver' },
    expires_at: new Date(Date.now() + 3_600_000),
  });
  await database('push_subscriptions').insert({
    ...{ id: randomUUID(), account_id: accountId, session_id: sessionId },
    ...{ endpoint, p256dh, auth },
  });
  return accountId;
}

export interface ManyLetters {
  channel: 'EMAIL' | 'SMS' | 'PUSH';
  urgency: number;
  count: number;
  /** An address made of a word and, for `#`, a number; or an account that receives push messages. */
  to: string;
}

/** Queues many, each a millisecond older than the next. */
export async function queueMany(
  database: Database,
  { channel, urgency, count, to }: ManyLetters,
): Promise<void> {
  const column = { EMAIL: 'recipient_email', SMS: 'recipient_phone', PUSH: 'account_id' }[channel];
  const type = channel === 'PUSH' ? 'uuid' : 'text';
  await database.raw(
    `WITH made AS (
       INSERT INTO notifications (id, event_key, ${column}, recipient_locale, kind, title_en, title_ar, body_en, body_ar,
                                  source_version, created_at)
       SELECT gen_random_uuid(), 'bulk:' || n, replace(:to, '#', lpad(n::text, 6, '0'))::${type},
              CASE WHEN :channel <> 'PUSH' THEN 'en' END, 'DELIVERED', 'Delivered',
              'تم التسليم', 'Your order has been delivered.', 'تم تسليم طلبك.', n, now()
         FROM generate_series(1, :count::int) n
       RETURNING id, source_version)
     INSERT INTO notification_deliveries (notification_id, channel, status, urgency, next_attempt_at)
     SELECT id, :channel, 'QUEUED', :urgency, now() - interval '1 hour' + source_version * interval '1 millisecond'
       FROM made`,
    { channel, urgency, count, to },
  );
}

export async function deliveryOf(database: Database, id: string): Promise<QueuedRow> {
  return database<QueuedRow>('notification_deliveries')
    .where({ notification_id: id })
    .first() as Promise<QueuedRow>;
}

export async function countByStatus(database: Database): Promise<Record<string, number>> {
  const { rows } = await database.raw<{ rows: { status: string; count: number }[] }>(
    'SELECT status, count(*)::int AS count FROM notification_deliveries GROUP BY status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
