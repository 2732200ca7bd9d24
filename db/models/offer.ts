import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** One seller's price for one variant, on or off. `price` is a decimal string in QAR. */
export class Offer extends Model {
  static override tableName = 'offers';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare variantId: string;
  declare sellerId: string;
  declare price: string;
  declare active: boolean;
  /** Below so many free pieces it is low; null: nobody wants to know. */
  declare lowStockThreshold: number | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
