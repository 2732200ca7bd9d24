import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** The platform's share of a seller's goods. `percent` is a decimal string, "10.00". */
export class CommissionPlan extends Model {
  static override tableName = 'commission_plans';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare name: string;
  declare percent: string;
  declare isDefault: boolean;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
