import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import {
  type Alert,
  type AlertChangeName,
  type AlertPatch,
  type AlertSeverity,
  insertAlert,
  insertChange,
  updateAlert,
} from './alert-store.ts';
import { alertText, manyText } from './alert-texts.ts';
import { readSubject } from './subject-store.ts';

/** What an alert's sentences are built from. */
export interface AlertWords {
  kind: string;
  dedupeKey: string;
  subjectType: string;
  subjectId: string;
  /** How many cases it covers. */
  subjectCount: number;
  data: JsonObject;
  /** Overrides the kind's severity. */
  severity?: AlertSeverity;
}

/** A change of an alert, with its domain time and author; no account means the service itself. */
export interface AlertChange {
  change: AlertChangeName;
  at: Date;
  accountId?: string | null;
  note?: string | null;
  requestId?: string | null;
}

export interface Worded {
  severity: AlertSeverity;
  messageEn: string;
  messageAr: string;
}

/** The sentences an alert's subject and data produce now. */
export async function wordsOf(trx: Transaction, alert: Omit<AlertWords, 'dedupeKey'>): Promise<Worded> {
  const { severity, en, ar } =
    alert.subjectCount > 1
      ? manyText(alert.kind, alert.subjectCount, alert.data)
      : alertText(alert.kind, await readSubject(trx, alert.subjectType, alert.subjectId), alert.data);
  return { severity: alert.severity ?? severity, messageEn: en, messageAr: ar };
}

/** Inserts a new alert. Null if its id is known or its key has an unresolved alert. */
export async function enterAlert(
  trx: Transaction,
  alert: AlertWords & { id: string; raisedAt: Date },
): Promise<Alert | null> {
  const { id, kind, dedupeKey, subjectType, subjectId, subjectCount, data, raisedAt } = alert;
  const words = await wordsOf(trx, alert);
  const about = { id, kind, dedupeKey, subjectType, subjectId, subjectCount, data, raisedAt };
  const entered = await insertAlert(trx, { ...about, ...words });
  if (entered === null) return null;
  await record(trx, entered, { change: 'RAISED', at: raisedAt });
  return entered;
}

/** Updates an alert that the caller has locked: increments its version and adds a history entry. */
export async function changeAlert(
  trx: Transaction,
  alert: Alert,
  patch: AlertPatch,
  change: AlertChange,
): Promise<Alert> {
  const changed = await updateAlert(trx, alert, patch);
  await record(trx, changed, change);
  return changed;
}

async function record(trx: Transaction, alert: Alert, change: AlertChange): Promise<void> {
  await insertChange(trx, {
    alertId: alert.id,
    version: alert.version,
    change: change.change,
    status: alert.status,
    severity: alert.severity,
    message_en: alert.messageEn,
    message_ar: alert.messageAr,
    at: change.at,
    account_id: change.accountId ?? null,
    note: change.note ?? null,
    requestId: change.requestId ?? null,
  });
}

export function resolveByItself(trx: Transaction, alert: Alert, at: Date): Promise<Alert> {
  return changeAlert(trx, alert, { status: 'RESOLVED', resolvedAt: at }, { change: 'RESOLVED', at });
}
