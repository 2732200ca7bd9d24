import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'REVOKED' | 'LAPSED';

/** A seller's word to an e-mail address that its holder may join the staff. Ends once; the database refuses more. */
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
  /** Domain time, as the times below. */
  declare expiresAt: Date;
  declare invitedBy: string;
  declare acceptedBy: string | null;
  declare createdAt: Date;
  declare endedAt: Date | null;
  /** When its token was shown to the owner, to be passed on by hand. */
  declare handedOverAt: Date | null;
}
