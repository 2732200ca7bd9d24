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
  /** How often it was told: when it was raised, and with every change of what it says. */
  declare count: number;
  declare raisedAt: Date;
  /** When its cause was last known to hold. */
  declare lastSeenAt: Date;
  /** The id of the word that was taken last. */
  declare lastWord: string | null;
  declare escalatedAt: Date | null;
  declare acknowledgedAt: Date | null;
  declare acknowledgedBy: string | null;
  declare acknowledgeNote: string | null;
  declare resolvedAt: Date | null;
  /** Null while unresolved, and when the cause ended by itself. */
  declare resolvedBy: string | null;
  declare note: string | null;
  /** When the cause ended after a person had resolved the alert. */
  declare causeEndedAt: Date | null;
  declare version: number;
}
