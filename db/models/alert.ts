import objection from 'objection';
import type { JsonObject } from '../../actors/runtime/machine.ts';

const { Model, snakeCaseMappers } = objection;

export type AlertStatus = 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED';
export type AlertSeverity = 'INFO' | 'WARNING' | 'CRITICAL';

/** Something a dispatcher should look at. One of each `dedupeKey` is unresolved at a time. */
export class Alert extends Model {
  static override tableName = 'alerts';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['data'];

  declare id: string;
  declare kind: string;
  declare severity: AlertSeverity;
  declare dedupeKey: string;
  declare subjectType: string;
  declare subjectId: string;
  declare messageEn: string;
  declare messageAr: string;
  declare data: JsonObject;
  declare status: AlertStatus;
  declare raisedAt: Date;
  declare acknowledgedAt: Date | null;
  declare acknowledgedBy: string | null;
  declare resolvedAt: Date | null;
  declare resolvedBy: string | null;
  declare note: string | null;
  declare version: number;
}
