import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

interface Bilingual {
  en: string;
  ar: string;
}

export class Variant extends Model {
  static override tableName = 'variants';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['options', 'optionTexts'];

  declare id: string;
  declare productId: string;
  declare importKey: string | null;
  /** Unique across the platform. */
  declare sku: string;
  declare nameEn: string;
  declare nameAr: string;
  /** What distinguishes it from the product's other variants, e.g. { weight: '500 g' }. */
  declare options: { [name: string]: string };
  /** Localised names and values of the options, by the same keys; an option missing here is shown as it is stored. */
  declare optionTexts: { [name: string]: { name: Bilingual; value: Bilingual } };
  declare position: number;
}
