import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import { StaffInvitation } from '../../../db/models/staff-invitation.ts';
import { emailKey, giveRole } from '../../accounts/accounts.ts';

import { requireWork } from './seller-machine.ts';
import { holdSeller } from './seller-store.ts';
import {
  endInvitation,
  type InvitationContext,
  invitationEnded,
  noSuchInvitation,
  recordInvitation,
  statusAt,
} from './staff-invitations.ts';

/**
 * PENDING → ACCEPTED: the account becomes staff of the seller. It must have the e-mail that was invited: the token
 * proves that somebody reads that e-mail, the session that it is this account. Repeating it changes nothing while the
 * account is still on the staff. Rows are held in the order account, seller, invitation. Answers the seller's id.
 * Throws common.NOT_FOUND, seller.INVITATION_FOR_ANOTHER, seller.INVITATION_ENDED, seller.ALREADY_LINKED,
 * seller.INVALID_STATE.
 */
export async function acceptInvitation(
  trx: Transaction,
  context: InvitationContext,
  token: string,
): Promise<string> {
  const { clock, secrets, by } = context;
  // One decision per account at a time: becoming staff and becoming an owner exclude each other.
  const account = await trx<{ id: string; email: string }>('accounts')
    .where({ id: by.accountId })
    .forUpdate()
    .first('email');
  const tokenHash = secrets.hash('staff-invitation', token);
  const known = await StaffInvitation.query(trx).findOne({ token_hash: tokenHash });
  if (known === undefined || account === undefined) throw noSuchInvitation();
  if (known.emailKey !== emailKey(account.email))
    throw new WaslError('seller.INVITATION_FOR_ANOTHER', {
      detail: 'This invitation was sent to another e-mail. Sign in with that one, or register with it.',
    });
  const seller = await holdSeller(trx, known.sellerId);
  const invitation = await StaffInvitation.query(trx).findById(known.id).forUpdate();
  if (invitation === undefined) throw noSuchInvitation();
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
  await trx('seller_staff').insert({ account_id: accountId, seller_id: sellerId, permissions });
  await giveRole(trx, accountId, 'SELLER_STAFF', invitedBy);
  await endInvitation(trx, id, { status: 'ACCEPTED', endedAt: context.clock.now(), acceptedBy: accountId });
  await recordInvitation(trx, context, 'acceptStaffInvitation', id, { sellerId, permissions });
}

/** The seller an account owns or works for. */
async function sellerOf(trx: Transaction, accountId: string): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM sellers WHERE owner_account_id = :accountId AND status <> 'REJECTED'
      UNION ALL SELECT seller_id FROM seller_staff WHERE account_id = :accountId`,
    { accountId },
  );
  return rows[0]?.id ?? null;
}
