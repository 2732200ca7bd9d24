import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import { Alert, type AlertSeverity } from '../../../db/models/alert.ts';
import { readSubject } from './alert-subject.ts';
import { alertText } from './alert-texts.ts';

/** What an alert is to say. */
export interface AlertWords {
  kind: string;
  dedupeKey: string;
  subjectType: string;
  subjectId: string;
  data: JsonObject;
  /** Where it differs from the kind's. */
  severity?: AlertSeverity;
}

export type AlertChangeName = 'RAISED' | 'UPDATED' | 'ESCALATED' | 'ACKNOWLEDGED' | 'RESOLVED' | 'REOPENED';

/** What happened to an alert, when (domain time), and by whom; without an account the service itself did it. */
export interface AlertChange {
  change: AlertChangeName;
  at: Date;
  accountId?: string | null;
  note?: string | null;
  requestId?: string | null;
}

export type AlertPatch = Partial<
  Pick<
    Alert,
    | 'severity'
    | 'messageEn'
    | 'messageAr'
    | 'data'
    | 'status'
    | 'count'
    | 'lastSeenAt'
    | 'lastWord'
    | 'escalatedAt'
    | 'acknowledgedAt'
    | 'acknowledgedBy'
    | 'acknowledgeNote'
    | 'resolvedAt'
    | 'resolvedBy'
    | 'note'
    | 'causeEndedAt'
  >
>;

export interface Worded {
  severity: AlertSeverity;
  messageEn: string;
  messageAr: string;
}

/** The sentences of an alert as its subject and data give them now. */
export async function wordsOf(trx: Transaction, alert: AlertWords): Promise<Worded> {
  const subject = await readSubject(trx, alert.subjectType, alert.subjectId);
  const { severity, en, ar } = alertText(alert.kind, subject, alert.data);
  return { severity: alert.severity ?? severity, messageEn: en, messageAr: ar };
}

/** Enters a new alert. Null when its id is known, or one of its key is unresolved. */
export async function enterAlert(
  trx: Transaction,
  alert: AlertWords & { id: string; raisedAt: Date },
): Promise<Alert | null> {
  const { id, kind, dedupeKey, subjectType, subjectId, data, raisedAt } = alert;
  const { severity, messageEn, messageAr } = await wordsOf(trx, alert);
  const about = [id, kind, severity, dedupeKey, subjectType, subjectId, messageEn, messageAr];
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `INSERT INTO alerts (id, kind, severity, dedupe_key, subject_type, subject_id, message_en, message_ar,
                         data, status, raised_at, last_seen_at, last_word)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, 'OPEN', ?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING id`,
    [...about, JSON.stringify(data), raisedAt, raisedAt, id],
  );
  const entered = rows.length === 0 ? undefined : await Alert.query(trx).findById(id);
  if (entered === undefined) return null;
  await record(trx, entered, { change: 'RAISED', at: raisedAt });
  return entered;
}

/** Changes an alert that the caller has locked: one version more, and one line of its history. */
export async function changeAlert(
  trx: Transaction,
  alert: Alert,
  patch: AlertPatch,
  change: AlertChange,
): Promise<Alert> {
  const changed = await Alert.query(trx).patchAndFetchById(alert.id, {
    ...patch,
    version: alert.version + 1,
  });
  await record(trx, changed, change);
  return changed;
}

async function record(trx: Transaction, alert: Alert, change: AlertChange): Promise<void> {
  await trx('alert_changes').insert({
    alert_id: alert.id,
    version: alert.version,
    change: change.change,
    status: alert.status,
    severity: alert.severity,
    message_en: alert.messageEn,
    message_ar: alert.messageAr,
    at: change.at,
    account_id: change.accountId ?? null,
    note: change.note ?? null,
    request_id: change.requestId ?? null,
  });
}
