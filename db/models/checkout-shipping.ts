import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** The method chosen for one seller of a checkout, with the price and promise the buyer was shown. */
export class CheckoutShipping extends Model {
  static override tableName = 'checkout_shipping';
  static override idColumn = ['checkout_id', 'seller_id'];
  static override columnNameMappers = snakeCaseMappers();

  declare checkoutId: string;
  declare sellerId: string;
  declare methodId: string;
  declare code: 'STANDARD' | 'EXPRESS' | 'CUSTOM';
  declare nameEn: string;
  declare nameAr: string;
  /** QAR, a decimal string. */
  declare price: string;
  /** Days in Asia/Qatar, 'YYYY-MM-DD'. */
  declare promisedFrom: string;
  declare promisedTo: string;
}
