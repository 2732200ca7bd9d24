import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export class Product extends Model {
  static override tableName = 'products';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare importKey: string | null;
  declare categoryId: string;
  /** The seller who may edit its texts; null for an imported product. */
  declare createdBySellerId: string | null;
  declare titleEn: string;
  declare titleAr: string;
  declare descriptionEn: string;
  declare descriptionAr: string;
  /** Digital goods cannot be paid in cash. */
  declare digital: boolean;
  declare active: boolean;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
