import type { components } from '../../kernel/http/api-types.ts';
import type { Alert, AlertChangeRow } from './alert-store.ts';
import { alertAction } from './alert-texts.ts';
import type { ShownSubject } from './subjects-store.ts';

type Schemas = components['schemas'];

export function renderAlert(alert: Alert): Schemas['Alert'] {
  return {
    id: alert.id,
    kind: alert.kind,
    severity: alert.severity,
    subjectType: alert.subjectType,
    subjectId: alert.subjectId,
    subjectCount: alert.subjectCount,
    message: { en: alert.messageEn, ar: alert.messageAr },
    action: alertAction(alert.kind),
    data: alert.data,
    status: alert.status,
    count: alert.count,
    raisedAt: alert.raisedAt.toISOString(),
    lastSeenAt: alert.lastSeenAt.toISOString(),
    escalatedAt: alert.escalatedAt?.toISOString() ?? null,
    acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: alert.acknowledgedBy,
    acknowledgeNote: alert.acknowledgeNote,
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
    resolvedBy: alert.resolvedBy,
    note: alert.note,
    version: alert.version,
  };
}

export function renderAlertDetail(
  alert: Alert,
  subjects: readonly ShownSubject[],
  history: readonly AlertChangeRow[],
): Schemas['AlertDetail'] {
  return { ...renderAlert(alert), subjects: subjects.map(renderSubject), history: history.map(renderChange) };
}

function renderSubject({ subjectType, subjectId, name, since }: ShownSubject) {
  return { subjectType, subjectId, name, since: since.toISOString() };
}

function renderChange(row: AlertChangeRow): Schemas['AlertDetail']['history'][number] {
  return {
    version: row.version,
    change: row.change,
    status: row.status,
    severity: row.severity,
    message: { en: row.message_en, ar: row.message_ar },
    at: row.at.toISOString(),
    accountId: row.account_id,
    note: row.note,
  };
}
