import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export type MovementCause = 'IMPORT' | 'COUNT' | 'RESERVE' | 'RELEASE' | 'SALE' | 'RETURN';

/** One change of a stock level. Append-only; the deltas of a level sum up to it, and a cause moves it once. */
export class StockMovement extends Model {
  static override tableName = 'stock_movements';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare offerId: string;
  declare warehouseId: string;
  declare onHandDelta: number;
  declare reservedDelta: number;
  declare cause: MovementCause;
  declare causeId: string;
  declare accountId: string | null;
  declare reason: string | null;
  declare at: Date;
}
