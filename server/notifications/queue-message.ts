import type { NotificationKind, OneTimeCodeKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import {
  type AddressMessage,
  eraseSealedFor,
  findSealedFor,
  insertAddressMessage,
} from './address-message-store.ts';
import { urgencyRank } from './notice-table.ts';
import { noticeText } from './texts.ts';

/** The address of a message that is not shown in the app. */
export type Address = { email: string } | { phone: string };

export interface CodeMessage {
  kind: OneTimeCodeKind;
  to: Address;
  codeId: string;
  /** In plain text only here: it is stored sealed, for the message's sender. */
  code: string;
  locale: Locale;
  /** Where it was requested, so that a link leads back there. */
  surface?: Surface;
  /** Domain time. */
  at: Date;
  expiresAt: Date;
}

/**
 * Queues the message with a one-time code for an address, whether or not it belongs to an account. It is not shown in
 * the app, since the code proves that its user reads this address.
 */
export async function queueCode(
  trx: Transaction,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
  { kind, to, codeId, code, locale, surface = 'api', at, expiresAt }: CodeMessage,
): Promise<void> {
  await insertMessage(trx, {
    ...written(ids, kind, to, surface === 'api' ? {} : { surface }),
    locale,
    eventKey: `one-time-code:${codeId}`,
    sealed: secrets.seal('one-time-code', code, codeId),
    sealedFor: codeId,
    sealedUntil: expiresAt,
    at,
  });
}

/** Erases codes that were used, replaced or voided, so that messages not sent yet never will be. */
export function eraseCodes(trx: Transaction, codeIds: readonly string[]): Promise<void> {
  return eraseSealedFor(trx, codeIds);
}

/**
 * Sends a message to an address that an account had until now, which the account's own notifications no longer reach.
 */
export async function notifyAddress(
  trx: Transaction,
  { ids }: { ids: Ids },
  told: {
    kind: Extract<NotificationKind, 'EMAIL_CHANGED' | 'PHONE_CHANGED'>;
    to: Address;
    locale: Locale;
    /** Values for the text. */
    data: JsonObject;
    /** Domain time. */
    at: Date;
  },
): Promise<void> {
  const { kind, to, locale, data, at } = told;
  const message = written(ids, kind, to, data);
  await insertMessage(trx, {
    ...message,
    ...{ locale, at, eventKey: `former-address:${message.id}` },
    ...{ sealed: null, sealedFor: null, sealedUntil: null },
  });
}

export interface InvitationMessage {
  invitationId: string;
  email: string;
  /** In plain text only here: it is stored sealed, for the message's sender. */
  token: string;
  /** Domain time. */
  expiresAt: Date;
  at: Date;
  /** Values for the text. */
  data: JsonObject;
}

/**
 * Queues the message with an invitation for its e-mail address, whether or not it belongs to an account, so that the
 * inviter learns nothing about that. It is not shown in the app, since the token proves that its user reads this
 * e-mail.
 */
export async function queueInvitation(
  trx: Transaction,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
  { invitationId, email, token, expiresAt, at, data }: InvitationMessage,
): Promise<void> {
  await insertMessage(trx, {
    ...written(ids, 'STAFF_INVITATION', { email }, data),
    locale: null,
    eventKey: `staff-invitation:${invitationId}`,
    sealed: secrets.seal('staff-invitation', token, invitationId),
    sealedFor: invitationId,
    sealedUntil: expiresAt,
    at,
  });
}

/** The token in an invitation's message; null once erased. */
export async function openInvitation(
  trx: Transaction,
  secrets: Secrets,
  invitationId: string,
): Promise<string | null> {
  const sealed = await findSealedFor(trx, { kind: 'STAFF_INVITATION', sealedFor: invitationId });
  return sealed === null ? null : secrets.open('staff-invitation', sealed, invitationId);
}

/** Erases the tokens of invitations that have ended. */
export function eraseInvitations(trx: Transaction, invitationIds: readonly string[]): Promise<void> {
  return eraseSealedFor(trx, invitationIds);
}

function insertMessage(trx: Transaction, message: AddressMessage): Promise<void> {
  return insertAddressMessage(trx, message, urgencyRank(message.kind));
}

function written(
  ids: Ids,
  kind: NotificationKind,
  to: Address,
  data: JsonObject,
): Omit<AddressMessage, 'locale' | 'eventKey' | 'sealed' | 'sealedFor' | 'sealedUntil' | 'at'> {
  const { title, body } = noticeText(kind, data);
  return {
    id: ids.next(),
    email: 'email' in to ? to.email : null,
    phone: 'phone' in to ? to.phone : null,
    kind,
    titleEn: title.en,
    titleAr: title.ar,
    bodyEn: body.en,
    bodyAr: body.ar,
    data,
  };
}
