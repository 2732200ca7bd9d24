import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** What is bought as a unit. */
export class Variant extends Model {
  static override tableName = 'variants';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['options'];

  declare id: string;
  declare productId: string;
  declare importKey: string | null;
  /** Unique on the whole platform. */
  declare sku: string;
  declare nameEn: string;
  declare nameAr: string;
  /** What tells it from its sisters, e.g. { weight: '500 g' }. */
  declare options: { [name: string]: string };
  declare position: number;
}
