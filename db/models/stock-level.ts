import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** An offer's stock in one warehouse, in pieces; available = onHand - reserved, never below zero. */
export class StockLevel extends Model {
  static override tableName = 'stock_levels';
  static override idColumn = ['offer_id', 'warehouse_id'];
  static override columnNameMappers = snakeCaseMappers();

  declare offerId: string;
  declare warehouseId: string;
  declare onHand: number;
  declare reserved: number;
  /** Grows with every change of onHand, not with reservations. */
  declare version: number;
  declare updatedAt: Date;
}
