import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { CHANNELS } from './channels.ts';
import { noticeText } from './texts.ts';

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
  await trx('notifications').insert({
    id,
    event_key: `staff-invitation:${invitationId}`,
    recipient_email: email,
    kind: 'STAFF_INVITATION',
    title_en: title.en,
    title_ar: title.ar,
    body_en: body.en,
    body_ar: body.ar,
    data: JSON.stringify(data),
    sealed: secrets.seal('staff-invitation', token, invitationId),
    sealed_for: invitationId,
    sealed_until: expiresAt,
    source_version: 1,
    created_at: at,
  });
  const channels = CHANNELS.STAFF_INVITATION;
  await trx('notification_deliveries').insert(
    channels.map((channel) => ({ id: ids.next(), notification_id: id, channel, status: 'QUEUED' })),
  );
}

/** The tokens of invitations that have ended open nothing: they are erased. */
export async function eraseInvitations(trx: Transaction, invitationIds: readonly string[]): Promise<void> {
  await trx('notifications')
    .whereIn('sealed_for', [...invitationIds])
    .whereNotNull('sealed')
    .update({ sealed: null });
}
