import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { insertInvitation } from './notification-store.ts';
import { noticeText, queuedChannels } from './texts.ts';

export interface InvitationMessage {
  invitationId: string;
  email: string;
  /** In plain text here alone: it is stored sealed, for the sender of the message. */
  token: string;
  /** Domain time. */
  expiresAt: Date;
  at: Date;
  /** What the words need. */
  data: JsonObject;
}

/**
 * Queues the message that brings an invitation to its e-mail address, whether or not that has an account: who invites
 * learns nothing about it. It stands under no bell, since the token proves that its holder reads this e-mail.
 */
export async function queueInvitation(
  trx: Transaction,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
  { invitationId, email, token, expiresAt, at, data }: InvitationMessage,
): Promise<void> {
  const { title, body } = noticeText('STAFF_INVITATION', data);
  const id = ids.next();
  const message = {
    id,
    eventKey: `staff-invitation:${invitationId}`,
    email,
    titleEn: title.en,
    titleAr: title.ar,
    bodyEn: body.en,
    bodyAr: body.ar,
    data,
    sealed: secrets.seal('staff-invitation', token, invitationId),
    sealedFor: invitationId,
    sealedUntil: expiresAt,
    at,
  };
  await insertInvitation(trx, message, queuedChannels('STAFF_INVITATION'));
}
