import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** A way to have goods delivered: the platform's, or a seller's own, which replace the platform's for that seller. */
export class ShippingMethod extends Model {
  static override tableName = 'shipping_methods';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  /** Null: a method of the platform. */
  declare sellerId: string | null;
  declare code: 'STANDARD' | 'EXPRESS' | 'CUSTOM';
  declare nameEn: string;
  declare nameAr: string;
  /** Decimal string, in `currency`. */
  declare price: string;
  /** ISO 4217. What is not QAR is kept and never offered. */
  declare currency: string;
  /** Working days after the order. */
  declare minDays: number;
  declare maxDays: number;
  /** Qatar zone numbers it covers; null covers all of Qatar. */
  declare zoneNumbers: number[] | null;
  declare active: boolean;
  /** Removed by its seller; kept for the checkouts that chose it. */
  declare deletedAt: Date | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
