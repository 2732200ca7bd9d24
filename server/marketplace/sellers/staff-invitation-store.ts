import type { PartialModelObject } from 'objection';
import type { Database, Transaction } from '../../../db/database.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { StaffInvitation } from '../../../db/models/staff-invitation.ts';
import { bigint, boolean, integer, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

export async function insertInvitation(
  trx: Transaction,
  invitation: PartialModelObject<StaffInvitation>,
): Promise<void> {
  await StaffInvitation.query(knexOf(trx)).insert(invitation);
}

/** @param tokenHashes What may be stored for the token. */
export async function findInvitationByToken(
  trx: Transaction,
  tokenHashes: readonly Buffer[],
): Promise<StaffInvitation | null> {
  return (
    (await StaffInvitation.query(knexOf(trx))
      .whereIn('token_hash', [...tokenHashes])
      .first()) ?? null
  );
}

export async function lockInvitation(trx: Transaction, id: string): Promise<StaffInvitation | null> {
  return (await StaffInvitation.query(knexOf(trx)).findById(id).forUpdate()) ?? null;
}

/** Null for another seller's invitation. */
export async function lockOwnInvitation(
  trx: Transaction,
  sellerId: string,
  id: string,
): Promise<StaffInvitation | null> {
  return (
    (await StaffInvitation.query(knexOf(trx)).findById(id).where({ seller_id: sellerId }).forUpdate()) ?? null
  );
}

export type InvitationEnd = Pick<StaffInvitation, 'status' | 'endedAt'> &
  Partial<Pick<StaffInvitation, 'acceptedBy'>>;

export async function updateInvitation(trx: Transaction, id: string, end: InvitationEnd): Promise<void> {
  await StaffInvitation.query(knexOf(trx)).findById(id).patch(end);
}

export async function noteHandOver(trx: Transaction, id: string, handedOverAt: Date): Promise<void> {
  await StaffInvitation.query(knexOf(trx)).findById(id).patch({ handedOverAt });
}

export async function findInvitation(database: Database, id: string): Promise<StaffInvitation | null> {
  return (await StaffInvitation.query(database).findById(id)) ?? null;
}

/** Newest first. @param before Id of the last invitation on the previous page. */
export async function readInvitations(
  database: Database,
  sellerId: string,
  before: string | null,
  count: number,
): Promise<StaffInvitation[]> {
  const query = StaffInvitation.query(database)
    .where({ seller_id: sellerId })
    .orderBy('id', 'desc')
    .limit(count);
  return before === null ? query : query.where('id', '<', before);
}

/** An e-mail's relation to a seller, and the seller's number of open invitations. */
export interface EmailStanding {
  /** Whether the e-mail belongs to the owner or staff. */
  member: boolean;
  /** Whether an invitation to it is open. */
  invited: boolean;
  /** Open invitations of the seller, to any e-mail. */
  pending: number;
}

/** @param key From `emailKey()`. */
export function readEmailStanding(
  trx: Transaction,
  seller: { sellerId: string; ownerId: string | null },
  key: string,
): Promise<EmailStanding | null> {
  return emailStanding.first(trx, { ...seller, key });
}

const emailStanding = statement({
  name: 'sellers.email_standing',
  sql: `SELECT EXISTS (SELECT FROM accounts a LEFT JOIN seller_staff f ON f.account_id = a.id
                        WHERE lower(a.email) = :key AND (f.seller_id = :sellerId OR a.id = :ownerId)) AS member,
               count(*) FILTER (WHERE i.email_key = :key) > 0 AS invited, count(*) AS pending
          FROM staff_invitations i WHERE i.seller_id = :sellerId AND i.status = 'PENDING'`,
  params: { key: text, sellerId: uuid, ownerId: nullable(uuid) },
  row: { member: boolean, invited: boolean, pending: bigint },
});

/**
 * Ends up to `limit` open invitations that have expired, earliest first. Returns their ids.
 * @param sellerId Null for all sellers. @param now Domain time.
 */
export async function lapseExpired(
  trx: Transaction,
  filter: { now: Date; sellerId: string | null; limit: number },
): Promise<string[]> {
  return (await lapse.all(trx, filter)).map(({ id }) => id);
}

const lapse = statement({
  name: 'sellers.lapse_invitations',
  sql: `UPDATE staff_invitations SET status = 'LAPSED', ended_at = expires_at
         WHERE id IN (SELECT id FROM staff_invitations
                       WHERE status = 'PENDING' AND expires_at <= :now
                         AND (:sellerId::uuid IS NULL OR seller_id = :sellerId)
                       ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED)
        RETURNING id`,
  params: { now: timestamptz, sellerId: nullable(uuid), limit: bigint },
  row: { id: uuid },
});

/** Revokes a seller's open invitations. Returns their ids. @param now Domain time. */
export async function revokePending(trx: Transaction, sellerId: string, now: Date): Promise<string[]> {
  return (await revokeOpen.all(trx, { sellerId, now })).map(({ id }) => id);
}

const revokeOpen = statement({
  name: 'sellers.revoke_pending_invitations',
  sql: `UPDATE staff_invitations SET status = 'REVOKED', ended_at = :now
         WHERE seller_id = :sellerId AND status = 'PENDING' RETURNING id`,
  params: { sellerId: uuid, now: timestamptz },
  row: { id: uuid },
});

const KEPT_DAYS = 90;

/** Deletes invitations that ended 90 days ago, at most `limit`. Returns how many. */
export function purgeInvitations(database: Database, limit: number): Promise<number> {
  return purge.count(database, { days: KEPT_DAYS, limit });
}

const purge = statement({
  name: 'sellers.purge_invitations',
  sql: `DELETE FROM staff_invitations
         WHERE id IN (SELECT id FROM staff_invitations WHERE ended_at < now() - make_interval(days => :days)
                       ORDER BY ended_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { days: integer, limit: bigint },
});
