import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { AlertSeverity } from './alert-store.ts';
import type { AlertKind } from './alert-texts.ts';

/** Something that holds now and that a dispatcher should know. */
export interface Cause {
  /** Identifies the cause within its kind, so that finding it again updates the same alert. */
  key: string;
  subjectType: string;
  subjectId: string;
  /** Only what matters to the reader: every change is announced. */
  data: JsonObject;
  /** Overrides the kind's severity. */
  severity?: AlertSeverity;
}

/** What a condition gets to look at. */
export interface Sight {
  trx: Transaction;
  /** Domain time. */
  now: Date;
  /** Domain seconds per real second. */
  clockRate: number;
  settings: SettingValues;
  /** Keys of this kind's causes on the board. Conditions return them first, so that `most` cuts off none of them. */
  known: readonly string[];
  /** Most causes to return. */
  most: number;
}

/** An alert kind that is detected by checking the current state. */
export interface Condition {
  kind: AlertKind;
  /** All causes that hold now, known ones first. Null if they cannot be determined at present; then nothing changes. */
  causes(sight: Sight): Promise<Cause[] | null>;
}
