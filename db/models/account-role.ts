import objection from 'objection';
import type { Role } from '../../actors/runtime/machine.ts';

const { Model, snakeCaseMappers } = objection;

/** A role that a person can hold. */
export type AccountRoleName = Exclude<Role, 'SYSTEM'>;

export class AccountRole extends Model {
  static override tableName = 'account_roles';
  static override idColumn = ['account_id', 'role'];
  static override columnNameMappers = snakeCaseMappers();

  declare accountId: string;
  declare role: AccountRoleName;
  declare grantedBy: string | null;
  declare grantedAt: Date;
}
