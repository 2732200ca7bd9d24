import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** A person who signs in. `email` is kept as typed; its lower case is unique. */
export class Account extends Model {
  static override tableName = 'accounts';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare email: string;
  declare displayName: string;
  declare locale: 'en' | 'ar';
  declare phone: string | null;
  declare passwordHash: string | null;
  declare verifiedAt: Date | null;
  declare status: 'ACTIVE' | 'DISABLED';
  declare isSuperAdmin: boolean;
  declare isDemo: boolean;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
