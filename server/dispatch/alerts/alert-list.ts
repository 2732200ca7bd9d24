import type { Database } from '../../../db/database.ts';
import { Alert, type AlertSeverity, type AlertStatus } from '../../../db/models/alert.ts';
import type { AlertChangeName } from './alert-book.ts';

export interface AlertFilter {
  status?: AlertStatus;
  unresolved?: boolean;
  kind?: string;
  severity?: AlertSeverity;
  subjectType?: string;
  subjectId?: string;
}

export interface AlertPosition {
  raisedAt: Date;
  id: string;
}

/** Alerts after `position`, newest first. */
export function listAlerts(
  database: Database,
  filter: AlertFilter,
  position: AlertPosition | null,
  limit: number,
): Promise<Alert[]> {
  const query = Alert.query(database).orderBy('raised_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (filter.status !== undefined) query.where('status', filter.status);
  if (filter.unresolved === true) query.whereNot('status', 'RESOLVED');
  if (filter.kind !== undefined) query.where('kind', filter.kind);
  if (filter.severity !== undefined) query.where('severity', filter.severity);
  if (filter.subjectType !== undefined) query.where('subject_type', filter.subjectType);
  if (filter.subjectId !== undefined) query.where('subject_id', filter.subjectId);
  if (position !== null) query.whereRaw('(raised_at, id) < (?, ?)', [position.raisedAt, position.id]);
  return query.execute();
}

export interface KindCount {
  kind: string;
  open: number;
  acknowledged: number;
  critical: number;
}

/** Unresolved alerts per kind. */
export async function countAlerts(database: Database): Promise<KindCount[]> {
  const { rows } = await database.raw<{ rows: KindCount[] }>(
    `SELECT kind, count(*) FILTER (WHERE status = 'OPEN') AS open,
            count(*) FILTER (WHERE status = 'ACKNOWLEDGED') AS acknowledged,
            count(*) FILTER (WHERE severity = 'CRITICAL') AS critical
       FROM alerts WHERE status <> 'RESOLVED' GROUP BY kind ORDER BY kind`,
  );
  return rows;
}

export interface AlertChangeRow {
  version: number;
  change: AlertChangeName;
  status: AlertStatus;
  severity: AlertSeverity;
  message_en: string;
  message_ar: string;
  at: Date;
  account_id: string | null;
  note: string | null;
}

const CHANGES_SHOWN = 100;

/** The last things that happened to an alert, oldest first. */
export async function readChanges(database: Database, alertId: string): Promise<AlertChangeRow[]> {
  const rows = await database<AlertChangeRow & { alert_id: string }>('alert_changes')
    .where('alert_id', alertId)
    .orderBy('version', 'desc')
    .limit(CHANGES_SHOWN)
    .select(
      'version',
      'change',
      'status',
      'severity',
      'message_en',
      'message_ar',
      'at',
      'account_id',
      'note',
    );
  return rows.reverse();
}
