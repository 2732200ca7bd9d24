import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** One seller's price for one variant, active or not. `price` is a decimal string in QAR. */
export class Offer extends Model {
  static override tableName = 'offers';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare variantId: string;
  declare sellerId: string;
  declare price: string;
  declare active: boolean;
  /** Stock counts as low when fewer units than this are available; null: no warning. */
  declare lowStockThreshold: number | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
