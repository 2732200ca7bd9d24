import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** Immutable. */
export class OrderLine extends Model {
  static override tableName = 'order_lines';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare orderId: string;
  declare groupId: string;
  declare offerId: string;
  declare variantId: string;
  declare sku: string;
  declare nameEn: string;
  declare nameAr: string;
  declare quantity: number;
  /** QAR, decimal strings. */
  declare unitPrice: string;
  declare lineTotal: string;
  /** Percent; prices include the tax. */
  declare taxRate: string;
  declare taxAmount: string;
}
