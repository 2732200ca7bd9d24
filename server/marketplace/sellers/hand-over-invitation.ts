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
 * Shows the owner an invitation's token to pass on by hand, for when e-mail is off. Only once, and audited: the owner
 * vouches for the person, since the token no longer proves that someone reads that e-mail. Throws common.NOT_FOUND,
 * seller.INVITATION_ENDED, and common.CONFLICT while e-mail is on and the second time.
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
      detail: 'This invitation is sent by e-mail and cannot be shown.',
    });
  const token = invitation.handedOverAt === null ? await openInvitation(trx, context.secrets, id) : null;
  if (token === null)
    throw new WaslError('common.CONFLICT', {
      detail: 'This invitation was already handed over. Revoke it and send another.',
    });
  await noteHandOver(trx, id, now);
  await recordInvitation(trx, context, 'handOverStaffInvitation', id, { sellerId });
  return { token, expiresAt: invitation.expiresAt };
}
