import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { SURFACES, type Surface } from '../../kernel/security/tokens.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { hasSecret, sealOf } from '../words/message-secret.ts';
import type { Bilingual } from '../words/notice-words.ts';
import { type SecretKind, secretText } from '../words/secret-words.ts';
import type { OutgoingMessage } from './channel-driver.ts';
import type { Claimed, Settled } from './delivery-store.ts';
import { invitationLink, type PageSettings, resetLink } from './page-links.ts';

/** A claimed message, ready to send, or settled without sending. */
export type Outgoing = { message: OutgoingMessage } | { settled: Settled };

const URGENCIES = ['high', 'normal', 'low'] as const;
const ENDED = { providerRef: null, pauseMs: null, counts: false } as const;

/** What is needed to open a message. */
interface Openers {
  secrets: Secrets;
  /** Addresses of the pages that links lead to. */
  config: PageSettings;
}

/** @param now Domain time. */
export function outgoing(claimed: Claimed, { secrets, config }: Openers, now: Date): Outgoing {
  if (claimed.readAt !== null && claimed.urgency > 0) {
    return {
      settled: { ...ENDED, status: 'SUPPRESSED', words: 'It was read in the app before it was sent.' },
    };
  }
  if (addressOf(claimed) === null) {
    const what = claimed.channel === 'EMAIL' ? 'e-mail address' : 'telephone number';
    return { settled: { ...ENDED, status: 'SUPPRESSED', words: `The recipient has no ${what}.` } };
  }
  const body = bodyOf(claimed, { secrets, config }, now);
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
      // When the language is unknown, the message has both, Arabic first as usual in Qatar.
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

/** When the message expires: an offer has it in its data, a code beside its secret; null: never. */
function endOf({ sealedUntil, data }: Claimed): Date | null {
  const named = typeof data.expiresAt === 'string' ? new Date(data.expiresAt) : null;
  const end = sealedUntil ?? named;
  return end === null || Number.isNaN(end.getTime()) ? null : end;
}

/** The address for the channel. For push, the driver looks up the account's devices. */
function addressOf({ channel, email, phone, accountId }: Claimed): string | null {
  return { EMAIL: email, SMS: phone, PUSH: accountId }[channel];
}

function bodyOf(
  claimed: Claimed,
  { secrets, config }: Openers,
  now: Date,
): Bilingual | 'expired' | 'unreadable' {
  const { kind, sealed, sealedUntil, data } = claimed;
  const body = { en: claimed.bodyEn, ar: claimed.bodyAr };
  if (!hasSecret(kind)) return body;
  if (sealed === null || sealedUntil === null || sealedUntil <= now) return 'expired';
  try {
    const { purpose, boundTo } = sealOf(kind, claimed);
    const secret = secrets.open(purpose, sealed, boundTo);
    const link = linkOf(kind, secret, data, config);
    return secretText(kind, secret, { body, data, until: sealedUntil, link });
  } catch {
    return 'unreadable';
  }
}

function linkOf(kind: SecretKind, secret: string, data: JsonObject, config: PageSettings): Bilingual | null {
  const inLocale = (locale: Locale) => {
    if (kind === 'PASSWORD_RESET') return resetLink(config, surfaceOf(data), locale, secret);
    return kind === 'STAFF_INVITATION' ? invitationLink(config, locale, secret) : null;
  };
  const [en, ar] = [inLocale('en'), inLocale('ar')];
  return en === null || ar === null ? null : { en, ar };
}

/** A request from a console leads back to that console. */
function surfaceOf({ surface }: JsonObject): Surface {
  return SURFACES.find((known) => known === surface) ?? 'api';
}

function inLanguage({ en, ar }: Bilingual, locale: Claimed['locale'], between: string): string {
  if (locale !== null) return locale === 'en' ? en : ar;
  return `${ar}${between}${en}`;
}
