import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { openCode } from './delivery-codes.ts';
import type { NotificationRow } from './notification-store.ts';
import { codeText } from './words/secret-words.ts';

type NotificationDto = components['schemas']['Notification'];

export interface Reading {
  locale: Locale;
  /** Domain time. */
  now: Date;
  secrets: Secrets;
}

/** For its recipient only: a valid delivery code is decrypted into the body. */
export function renderNotification(notification: NotificationRow, reading: Reading): NotificationDto {
  const { id, titleEn, titleAr, data, createdAt, readAt } = notification;
  return {
    id,
    kind: notification.kind as NotificationKind,
    title: reading.locale === 'ar' ? titleAr : titleEn,
    body: bodyOf(notification, reading),
    data,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

function bodyOf(notification: NotificationRow, { locale, now, secrets }: Reading): string {
  const { bodyEn, bodyAr, data, sealedUntil } = notification;
  const code = openCode(notification, secrets, now);
  if (code === null || sealedUntil === null) return locale === 'ar' ? bodyAr : bodyEn;
  return codeText(code, String(data.orderNumber ?? ''), sealedUntil)[locale];
}
