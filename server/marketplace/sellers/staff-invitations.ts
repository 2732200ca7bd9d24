import { randomBytes } from 'node:crypto';
import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Seller } from '../../../db/models/seller.ts';
import type { InvitationStatus, StaffInvitation } from '../../../db/models/staff-invitation.ts';
import { emailKey } from '../../accounts/accounts.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { SellerPermission } from '../../kernel/security/seller-rights.ts';
import { eraseInvitations, queueInvitation } from '../../notifications/notifications.ts';
import { requireWork } from './seller-machine.ts';
import { lockSeller } from './seller-store.ts';
import { requireHeld } from './staff.ts';
import {
  findInvitation,
  type InvitationEnd,
  insertInvitation,
  lapseExpired,
  lockOwnInvitation,
  readEmailStanding,
  updateInvitation,
} from './staff-invitation-store.ts';

export interface InvitationContext {
  ids: Ids;
  clock: Clock;
  secrets: Secrets;
  by: SignedIn;
  requestId: string;
  ip: string;
}

const INVITATION_LIFE_MS = 7 * 24 * 3_600_000;
const TOKEN_BYTES = 32;
/** Limits the number of e-mails a seller can cause. */
const MAX_PENDING = 50;

/**
 * Invites an e-mail to the staff and queues the message with the token, which appears nowhere else. Permissions can be
 * granted only by someone who holds them. Returns the invitation's id. Throws auth.FORBIDDEN, seller.INVALID_STATE,
 * seller.ALREADY_LINKED if the e-mail belongs to this seller's people, seller.ALREADY_INVITED, and common.CONFLICT
 * beyond the limit of open invitations.
 */
export async function inviteStaff(
  trx: Transaction,
  context: InvitationContext,
  sellerId: string,
  { email, permissions }: { email: string; permissions: readonly SellerPermission[] },
): Promise<string> {
  const { ids, clock, secrets, by } = context;
  requireHeld(by, permissions);
  // Locked, to serialize two invitations of the same e-mail.
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'invite-staff');
  const now = clock.now();
  const key = emailKey(email);
  await lapseInvitations(trx, now, { sellerId });
  await refuseKnown(trx, seller, key);
  const id = ids.next();
  const token = `si_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
  await insertInvitation(trx, {
    ...{
      id,
      sellerId,
      expiresAt,
      email: email.trim(),
      emailKey: key,
      permissions: [...new Set(permissions)],
    },
    status: 'PENDING',
    tokenHash: secrets.hash('staff-invitation', token),
    invitedBy: by.accountId,
    createdAt: now,
  });
  const data = { sellerId, invitationId: id, nameEn: seller.displayNameEn, nameAr: seller.displayNameAr };
  await queueInvitation(trx, context, {
    invitationId: id,
    email: email.trim(),
    token,
    expiresAt,
    at: now,
    data,
  });
  await recordInvitation(trx, context, 'inviteStaff', id, { sellerId, permissions: [...permissions] });
  return id;
}

async function refuseKnown(trx: Transaction, seller: Seller, key: string): Promise<void> {
  const known = await readEmailStanding(trx, { sellerId: seller.id, ownerId: seller.ownerAccountId }, key);
  if (known?.member === true)
    throw new WaslError('seller.ALREADY_LINKED', { detail: 'This e-mail belongs to one of your people.' });
  if (known?.invited === true)
    throw new WaslError('seller.ALREADY_INVITED', {
      detail: 'An invitation to this e-mail is open. Revoke it before you send another.',
    });
  if ((known?.pending ?? 0) >= MAX_PENDING)
    throw new WaslError('common.CONFLICT', {
      detail: `A seller can have at most ${MAX_PENDING} open invitations. Revoke one first.`,
    });
}

/** PENDING → REVOKED; idempotent. Throws common.NOT_FOUND, seller.INVITATION_ENDED. */
export async function revokeInvitation(
  trx: Transaction,
  context: InvitationContext,
  sellerId: string,
  id: string,
): Promise<void> {
  const invitation = await lockOwnInvitation(trx, sellerId, id);
  if (invitation === null) throw noSuchInvitation();
  const status = statusAt(invitation, context.clock.now());
  if (status === 'REVOKED') return;
  if (status !== 'PENDING') throw invitationEnded(status);
  await endInvitation(trx, invitation.id, { status: 'REVOKED', endedAt: context.clock.now() });
  await recordInvitation(trx, context, 'revokeStaffInvitation', id, { sellerId });
}

export async function endInvitation(trx: Transaction, id: string, end: InvitationEnd): Promise<void> {
  await updateInvitation(trx, id, end);
  await eraseInvitations(trx, [id]);
}

/** Ends expired invitations: of one seller, or the oldest of all. Returns how many. */
export async function lapseInvitations(
  trx: Transaction,
  now: Date,
  { sellerId = null, limit = MAX_PENDING }: { sellerId?: string | null; limit?: number } = {},
): Promise<number> {
  const lapsed = await lapseExpired(trx, { now, sellerId, limit });
  if (lapsed.length > 0) await eraseInvitations(trx, lapsed);
  return lapsed.length;
}

/** Throws common.NOT_FOUND. */
export async function readInvitation(database: Database, id: string): Promise<StaffInvitation> {
  const invitation = await findInvitation(database, id);
  if (invitation === null) throw noSuchInvitation();
  return invitation;
}

/** An expired invitation counts as ended even before the worker has updated it. */
export function statusAt({ status, expiresAt }: StaffInvitation, now: Date): InvitationStatus {
  return status === 'PENDING' && expiresAt <= now ? 'LAPSED' : status;
}

export function noSuchInvitation(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such invitation.' });
}

export function invitationEnded(currentState: InvitationStatus): WaslError {
  return new WaslError('seller.INVITATION_ENDED', {
    detail: `This invitation is ${currentState}.`,
    extension: { currentState },
  });
}

export function recordInvitation(
  trx: Transaction,
  { by, requestId, ip }: Pick<InvitationContext, 'by' | 'requestId' | 'ip'>,
  action: string,
  id: string,
  data: { sellerId: string; permissions?: string[] },
): Promise<void> {
  const subject = { subjectType: 'STAFF_INVITATION', subjectId: id };
  return recordAudit(trx, { by, action, ...subject, requestId, ip, data });
}
