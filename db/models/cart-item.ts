import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export class CartItem extends Model {
  static override tableName = 'cart_items';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare cartId: string;
  declare offerId: string;
  /** 1 to 99. */
  declare quantity: number;
  /** QAR, when the line was put in or its quantity set. */
  declare seenPrice: string;
  declare createdAt: Date;
  declare updatedAt: Date;
}
