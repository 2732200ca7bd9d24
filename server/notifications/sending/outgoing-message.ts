import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { Bilingual } from '../words/notice-words.ts';
import { type SecretKind, secretText } from '../words/secret-words.ts';
import type { OutgoingMessage } from './channel-driver.ts';
import type { Claimed, Settled } from './delivery-store.ts';

/** What a claimed message is: to be handed over, or ended without. */
export type Outgoing = { message: OutgoingMessage } | { settled: Settled };

/** Which key a kind's secret is sealed under, and what it is bound to. Other kinds say all in their words. */
const SEALED: Readonly<Record<SecretKind, (claimed: Claimed, sealed: Buffer, secrets: Secrets) => string>> = {
  DELIVERY_CODE: ({ data }, sealed, secrets) => secrets.open('delivery-code', sealed, String(data.codeId)),
  STAFF_INVITATION: ({ sealedFor }, sealed, secrets) =>
    secrets.open('staff-invitation', sealed, sealedFor ?? ''),
  SIGN_IN_CODE: openOneTime,
  EMAIL_VERIFICATION: openOneTime,
  PASSWORD_RESET: openOneTime,
  PHONE_VERIFICATION: openOneTime,
};

/** Kinds that are worth nothing without their secret. */
export const KINDS_WITH_SECRET = Object.keys(SEALED) as SecretKind[];

function hasSecret(kind: NotificationKind): kind is SecretKind {
  return kind in SEALED;
}

function openOneTime({ sealedFor }: Claimed, sealed: Buffer, secrets: Secrets): string {
  return secrets.open('one-time-code', sealed, sealedFor ?? '');
}

const URGENCIES = ['high', 'normal', 'low'] as const;
const ENDED = { providerRef: null, pauseMs: null, counts: false } as const;

/** @param now domain time */
export function outgoing(claimed: Claimed, secrets: Secrets, now: Date): Outgoing {
  if (claimed.readAt !== null && claimed.urgency > 0) {
    return {
      settled: { ...ENDED, status: 'SUPPRESSED', words: 'It was read in the app before it was sent.' },
    };
  }
  if (addressOf(claimed) === null) {
    const what = claimed.channel === 'EMAIL' ? 'e-mail address' : 'telephone number';
    return { settled: { ...ENDED, status: 'SUPPRESSED', words: `The recipient has no ${what}.` } };
  }
  const body = bodyOf(claimed, secrets, now);
  const expiresAt = endOf(claimed);
  if (body === 'expired' || (expiresAt !== null && expiresAt <= now))
    return { settled: { ...ENDED, status: 'EXPIRED', words: null } };
  if (body === 'unreadable') {
    const words = 'Its secret cannot be opened: APP_SECRET is not the one it was sealed with.';
    return { settled: { ...ENDED, status: 'FAILED', words } };
  }
  const { notificationId, channel, accountId, email, phone, kind, data, urgency } = claimed;
  const title = { en: claimed.titleEn, ar: claimed.titleAr };
  const id = `${notificationId}.${channel.toLowerCase()}`;
  return {
    message: {
      deliveryId: id,
      notificationId,
      messageId: id,
      kind,
      // An address that nobody knows the language of gets both, in the order in which Qatar writes them.
      locale: claimed.locale ?? 'ar',
      title: inLanguage(title, claimed.locale, ' · '),
      body: inLanguage(body, claimed.locale, '\n\n'),
      data,
      urgency: URGENCIES[urgency] ?? 'normal',
      accountId,
      email,
      phone,
      expiresAt,
    },
  };
}

/** An offer names its end in its data, a code has it beside its secret; null for what is worth knowing at any time. */
function endOf({ sealedUntil, data }: Claimed): Date | null {
  const named = typeof data.expiresAt === 'string' ? new Date(data.expiresAt) : null;
  const end = sealedUntil ?? named;
  return end === null || Number.isNaN(end.getTime()) ? null : end;
}

/** Whom the channel reaches. A push goes to whatever devices the account has: its driver knows them. */
function addressOf({ channel, email, phone, accountId }: Claimed): string | null {
  return { EMAIL: email, SMS: phone, PUSH: accountId }[channel];
}

function bodyOf(claimed: Claimed, secrets: Secrets, now: Date): Bilingual | 'expired' | 'unreadable' {
  const { kind, sealed, sealedUntil, data } = claimed;
  const body = { en: claimed.bodyEn, ar: claimed.bodyAr };
  if (!hasSecret(kind)) return body;
  if (sealed === null || sealedUntil === null || sealedUntil <= now) return 'expired';
  try {
    return secretText(kind, SEALED[kind](claimed, sealed, secrets), { body, data, until: sealedUntil });
  } catch {
    return 'unreadable';
  }
}

function inLanguage({ en, ar }: Bilingual, locale: Claimed['locale'], between: string): string {
  if (locale !== null) return locale === 'en' ? en : ar;
  return `${ar}${between}${en}`;
}
