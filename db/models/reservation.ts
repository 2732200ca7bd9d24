import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** Stock of one row held for one checkout line. HELD counts in the row's `reserved`; LOST went to a stock count. */
export class Reservation extends Model {
  static override tableName = 'reservations';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare checkoutId: string;
  declare lineId: string;
  declare offerId: string;
  declare warehouseId: string;
  declare quantity: number;
  declare status: 'HELD' | 'CONSUMED' | 'RELEASED' | 'LOST';
  declare createdAt: Date;
  declare endedAt: Date | null;
}
