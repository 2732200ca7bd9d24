import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export type Weekday = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';

/** A seller's regular opening hours: time spans in order, 'HH:MM' in Qatar, `to` up to '24:00'; none: closed. */
export type OpeningHours = Readonly<Record<Weekday, { from: string; to: string }[]>>;

export type SellerStatus = 'APPLIED' | 'ACTIVE' | 'REJECTED' | 'SUSPENDED' | 'CLOSED';

/** A legal entity that sells. `legalName` and `ownerAccountId` never change; the database enforces it. */
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
  /** Shown to customers, +974 and eight digits. */
  declare publicPhone: string | null;
  /** For its page in the shop: in both languages or in none. */
  declare descriptionEn: string | null;
  declare descriptionAr: string | null;
  /** Null: the platform's usual hours. */
  declare openingHours: OpeningHours | null;
  declare status: SellerStatus;
  declare onVacation: boolean;
  /** Day in Qatar on which it sells again automatically, YYYY-MM-DD; null: only when the seller ends the vacation. */
  declare vacationUntil: string | null;
  declare ownerAccountId: string | null;
  declare commissionPlanId: string;
  declare rejectionReason: string | null;
  declare decidedBy: string | null;
  declare decidedAt: Date | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
