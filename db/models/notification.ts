import objection from 'objection';
import type { JsonObject } from '../../actors/runtime/machine.ts';

const { Model, snakeCaseMappers } = objection;

/** One event told to one account. */
export class Notification extends Model {
  static override tableName = 'notifications';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['data'];

  declare id: string;
  declare eventKey: string;
  declare accountId: string;
  declare kind: string;
  declare titleEn: string;
  declare titleAr: string;
  declare bodyEn: string;
  declare bodyAr: string;
  declare data: JsonObject;
  /** A delivery code under AES-256-GCM, with its task and end; null once used, replaced or expired. */
  declare sealed: Buffer | null;
  declare sealedFor: string | null;
  declare sealedUntil: Date | null;
  declare sourceVersion: number;
  declare createdAt: Date;
  declare readAt: Date | null;
}
