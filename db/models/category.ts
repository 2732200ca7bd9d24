import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export class Category extends Model {
  static override tableName = 'categories';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare parentId: string | null;
  declare importKey: string | null;
  declare slug: string;
  declare nameEn: string;
  declare nameAr: string;
  declare position: number;
  declare version: number;
}
