import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { AlertSeverity } from './alert-store.ts';
import type { AlertKind } from './alert-texts.ts';

/** One thing that is so now and that a dispatcher should know. */
export interface Cause {
  /** Names the cause within its kind: whoever finds it again finds the same alert. */
  key: string;
  subjectType: string;
  subjectId: string;
  /** Only what makes a difference to a reader: every change of it is told. */
  data: JsonObject;
  /** Where it differs from the kind's. */
  severity?: AlertSeverity;
}

/** What a condition looks at. */
export interface Sight {
  trx: Transaction;
  /** Domain time. */
  now: Date;
  /** Domain seconds per real second. */
  clockRate: number;
  settings: SettingValues;
  /** Keys of this kind's causes that are on the board: a condition names them first, so that none is lost to `most`. */
  known: readonly string[];
  /** How many causes to name at most. */
  most: number;
}

/** A kind of alert that is found by looking. */
export interface Condition {
  kind: AlertKind;
  /** Every cause there is now, the known ones first. Null: it cannot be told at present, and nothing changes. */
  causes(sight: Sight): Promise<Cause[] | null>;
}
