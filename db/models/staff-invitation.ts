import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'REVOKED' | 'LAPSED';

/**
 * An invitation by a seller to the holder of an e-mail address to join its staff. It ends only once; the database
 * enforces it.
 */
export class StaffInvitation extends Model {
  static override tableName = 'staff_invitations';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare sellerId: string;
  declare email: string;
  declare emailKey: string;
  declare permissions: ('ORDERS' | 'CATALOGUE' | 'STOCK' | 'SHIPPING' | 'STAFF' | 'FINANCE')[];
  declare status: InvitationStatus;
  declare tokenHash: Buffer;
  /** Domain time, like the times below. */
  declare expiresAt: Date;
  declare invitedBy: string;
  declare acceptedBy: string | null;
  declare createdAt: Date;
  declare endedAt: Date | null;
  /** When its token was shown to the owner, who passes it on personally. */
  declare handedOverAt: Date | null;
}
