import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** A way to ship goods: the platform's, or a seller's own, which replaces the platform's for that seller. */
export class ShippingMethod extends Model {
  static override tableName = 'shipping_methods';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  /** Null: the platform's. */
  declare sellerId: string | null;
  declare code: 'STANDARD' | 'EXPRESS' | 'CUSTOM';
  declare nameEn: string;
  declare nameAr: string;
  /** Decimal string, in `currency`. */
  declare price: string;
  /** ISO 4217. Methods in other currencies than QAR are stored but never offered. */
  declare currency: string;
  /** Working days after the order. */
  declare minDays: number;
  declare maxDays: number;
  /** Qatar zone numbers it covers; null: all of Qatar. */
  declare zoneNumbers: number[] | null;
  declare active: boolean;
  /** Removed by its seller; kept for the checkouts that use it. */
  declare deletedAt: Date | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
