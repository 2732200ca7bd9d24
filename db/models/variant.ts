import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

interface Bilingual {
  en: string;
  ar: string;
}

/** What is bought as a unit. */
export class Variant extends Model {
  static override tableName = 'variants';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['options', 'optionTexts'];

  declare id: string;
  declare productId: string;
  declare importKey: string | null;
  /** Unique on the whole platform. */
  declare sku: string;
  declare nameEn: string;
  declare nameAr: string;
  /** What tells it from its sisters, e.g. { weight: '500 g' }. */
  declare options: { [name: string]: string };
  /** What options are called in the two languages, by the same keys; one that is not here is called as it is. */
  declare optionTexts: { [name: string]: { name: Bilingual; value: Bilingual } };
  declare position: number;
}
