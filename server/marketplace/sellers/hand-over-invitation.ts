import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import { openInvitation } from '../../notifications/notifications.ts';
import { lockOwnInvitation, noteHandOver } from './staff-invitation-store.ts';
import {
  type InvitationContext,
  invitationEnded,
  noSuchInvitation,
  recordInvitation,
  statusAt,
} from './staff-invitations.ts';

/**
 * Shows the owner the token of an invitation that no e-mail can bring, to be passed on by hand. Once, and on record:
 * the owner who passes it on answers for the person, since it does not prove any more that somebody reads that e-mail.
 * Throws common.NOT_FOUND, seller.INVITATION_ENDED, common.CONFLICT while e-mail is sent, and the second time.
 */
export async function handOverInvitation(
  trx: Transaction,
  context: InvitationContext,
  { sellerId, id, emailIsSent }: { sellerId: string; id: string; emailIsSent: boolean },
): Promise<{ token: string; expiresAt: Date }> {
  const invitation = await lockOwnInvitation(trx, sellerId, id);
  if (invitation === null) throw noSuchInvitation();
  const now = context.clock.now();
  const status = statusAt(invitation, now);
  if (status !== 'PENDING') throw invitationEnded(status);
  if (emailIsSent)
    throw new WaslError('common.CONFLICT', {
      detail: 'This invitation is sent by e-mail, and shown nowhere.',
    });
  const token = invitation.handedOverAt === null ? await openInvitation(trx, context.secrets, id) : null;
  if (token === null)
    throw new WaslError('common.CONFLICT', {
      detail: 'This invitation was handed over before. Take it back and send another.',
    });
  await noteHandOver(trx, id, now);
  await recordInvitation(trx, context, 'handOverStaffInvitation', id, { sellerId });
  return { token, expiresAt: invitation.expiresAt };
}
