import objection from 'objection';
import type { JsonObject, Role } from '../../actors/runtime/machine.ts';

const { Model, snakeCaseMappers } = objection;

/** Who did what to which record, written in the transaction that did it. */
export class AuditEntry extends Model {
  static override tableName = 'audit_log';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['data'];

  declare id: string;
  declare at: Date;
  declare accountId: string | null;
  declare role: Role | null;
  declare action: string;
  declare subjectType: string;
  declare subjectId: string;
  declare reason: string | null;
  declare requestId: string | null;
  declare data: JsonObject;
}
