import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { Alert, type AlertStatus } from '../../db/models/alert.ts';
import { readSubject } from './alert-subject.ts';
import { alertText } from './alert-texts.ts';

export interface NewAlert {
  /** The same for every delivery of one word: a repeat raises nothing, even after the alert was resolved. */
  id: string;
  kind: string;
  dedupeKey: string;
  subjectType: string;
  subjectId: string;
  data: JsonObject;
  raisedAt: Date;
}

/** Raises an alert. Null when it was raised before, or one with this key is still unresolved. */
export async function raiseAlert(trx: Transaction, alert: NewAlert): Promise<Alert | null> {
  const subject = await readSubject(trx, alert.subjectType, alert.subjectId);
  const { severity, en, ar } = alertText(alert.kind, subject);
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `INSERT INTO alerts (id, kind, severity, dedupe_key, subject_type, subject_id, message_en, message_ar, data, status, raised_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, 'OPEN', ?)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      alert.id,
      alert.kind,
      severity,
      alert.dedupeKey,
      alert.subjectType,
      alert.subjectId,
      en,
      ar,
      JSON.stringify(alert.data),
      alert.raisedAt,
    ],
  );
  return rows.length === 0 ? null : ((await Alert.query(trx).findById(alert.id)) ?? null);
}

/** Resolves the unresolved alert of this key, because what it says is over. Null when there is none. */
export async function closeAlert(trx: Transaction, dedupeKey: string, at: Date): Promise<Alert | null> {
  const [closed] = await Alert.query(trx)
    .where('dedupe_key', dedupeKey)
    .whereNot('status', 'RESOLVED')
    .patch({ status: 'RESOLVED', resolvedAt: at, version: trx.raw('version + 1') as never })
    .returning('*');
  return closed ?? null;
}

export interface AlertPosition {
  raisedAt: Date;
  id: string;
}

/** Alerts after `position`, newest first. */
export function listAlerts(
  database: Database,
  filter: { status?: AlertStatus },
  position: AlertPosition | null,
  limit: number,
): Promise<Alert[]> {
  const query = Alert.query(database).orderBy('raised_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (filter.status !== undefined) query.where('status', filter.status);
  if (position !== null) query.whereRaw('(raised_at, id) < (?, ?)', [position.raisedAt, position.id]);
  return query.execute();
}
