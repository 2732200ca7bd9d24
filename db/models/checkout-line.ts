import objection from 'objection';
import type { Variant } from './variant.ts';

const { Model, snakeCaseMappers } = objection;

/** A cart line as it was copied when the checkout opened, one per offer. */
export class CheckoutLine extends Model {
  static override tableName = 'checkout_lines';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['options', 'optionTexts'];

  declare id: string;
  declare checkoutId: string;
  declare offerId: string;
  declare variantId: string;
  declare sellerId: string;
  declare sku: string;
  declare nameEn: string;
  declare nameAr: string;
  declare options: Variant['options'];
  declare optionTexts: Variant['optionTexts'];
  declare digital: boolean;
  declare quantity: number;
  /** QAR, a decimal string. */
  declare unitPrice: string;
}
