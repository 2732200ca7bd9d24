import objection from 'objection';
import type { Variant } from './variant.ts';

const { Model, snakeCaseMappers } = objection;

/** Immutable. */
export class OrderLine extends Model {
  static override tableName = 'order_lines';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['options', 'optionTexts'];

  declare id: string;
  declare orderId: string;
  declare groupId: string;
  declare offerId: string;
  declare variantId: string;
  declare sku: string;
  declare nameEn: string;
  declare nameAr: string;
  /** Of the variant, as they were when it was bought; none on lines from before they were kept. */
  declare options: Variant['options'];
  declare optionTexts: Variant['optionTexts'];
  declare quantity: number;
  /** QAR, decimal strings. */
  declare unitPrice: string;
  declare lineTotal: string;
  /** Percent; prices include the tax. */
  declare taxRate: string;
  declare taxAmount: string;
}
