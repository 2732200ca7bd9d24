import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { StaffInvitation } from '../../../db/models/staff-invitation.ts';
import { emailKey, giveRole } from '../../accounts/accounts.ts';
import { requireWork } from './seller-machine.ts';
import { holdSeller } from './seller-store.ts';
import { findInvitationByToken, lockInvitation } from './staff-invitation-store.ts';
import {
  endInvitation,
  type InvitationContext,
  invitationEnded,
  noSuchInvitation,
  recordInvitation,
  statusAt,
} from './staff-invitations.ts';
import { insertStaff, lockAccount, sellerOf } from './staff-store.ts';

/**
 * PENDING → ACCEPTED: the account becomes staff of the seller. It must have the invited e-mail: the token proves that
 * someone reads that e-mail, the session proves the account. Repeating it changes nothing while the account is still
 * staff. Lock order: account, seller, invitation. Returns the seller's id. Throws common.NOT_FOUND,
 * seller.INVITATION_FOR_ANOTHER, seller.INVITATION_ENDED, seller.ALREADY_LINKED, seller.INVALID_STATE.
 */
export async function acceptInvitation(
  trx: Transaction,
  context: InvitationContext,
  token: string,
): Promise<string> {
  const { clock, secrets, by } = context;
  // Serializes decisions about the account: it may become staff or an owner, not both.
  const email = await lockAccount(trx, by.accountId);
  const known = await findInvitationByToken(trx, secrets.hashes('staff-invitation', token));
  if (known === null || email === null) throw noSuchInvitation();
  if (known.emailKey !== emailKey(email))
    throw new WaslError('seller.INVITATION_FOR_ANOTHER', {
      detail: 'This invitation was sent to another e-mail. Sign in or register with that e-mail.',
    });
  const seller = await holdSeller(trx, known.sellerId);
  const invitation = await lockInvitation(trx, known.id);
  if (invitation === null) throw noSuchInvitation();
  const linked = await sellerOf(trx, by.accountId);
  const status = statusAt(invitation, clock.now());
  if (status === 'ACCEPTED' && linked === invitation.sellerId) return invitation.sellerId;
  if (status !== 'PENDING') throw invitationEnded(status);
  if (linked !== null)
    throw new WaslError('seller.ALREADY_LINKED', { detail: 'This account already belongs to a seller.' });
  requireWork(seller.status, 'invite-staff');
  await join(trx, context, invitation);
  return invitation.sellerId;
}

async function join(
  trx: Transaction,
  context: InvitationContext,
  { id, sellerId, permissions, invitedBy }: StaffInvitation,
): Promise<void> {
  const { accountId } = context.by;
  await insertStaff(trx, { accountId, sellerId, permissions });
  await giveRole(trx, accountId, 'SELLER_STAFF', invitedBy);
  await endInvitation(trx, id, { status: 'ACCEPTED', endedAt: context.clock.now(), acceptedBy: accountId });
  await recordInvitation(trx, context, 'acceptStaffInvitation', id, { sellerId, permissions });
}
