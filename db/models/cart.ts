import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** A guest's or an account's cart: exactly one of `accountId` and `tokenHash` is set. */
export class Cart extends Model {
  static override tableName = 'carts';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare accountId: string | null;
  /** SHA-256 of the guest's token. */
  declare tokenHash: Buffer | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
