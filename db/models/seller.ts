import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export type SellerStatus = 'APPLIED' | 'ACTIVE' | 'REJECTED' | 'SUSPENDED' | 'CLOSED';

/** A legal entity that sells. `legalName` and `ownerAccountId` never change: the database refuses it. */
export class Seller extends Model {
  static override tableName = 'sellers';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  /** Key in the catalogue file; null for a seller who applied. */
  declare importKey: string | null;
  declare legalName: string;
  declare legalNamePlaceholder: boolean;
  declare displayNameEn: string;
  declare displayNameAr: string;
  /** For customers, +974 and eight digits. */
  declare publicPhone: string | null;
  declare status: SellerStatus;
  declare onVacation: boolean;
  declare ownerAccountId: string | null;
  declare commissionPlanId: string;
  declare rejectionReason: string | null;
  declare decidedBy: string | null;
  declare decidedAt: Date | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
