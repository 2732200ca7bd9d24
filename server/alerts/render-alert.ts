import type { Alert } from '../../db/models/alert.ts';
import type { components } from '../http/api-types.ts';

export function renderAlert(alert: Alert): components['schemas']['Alert'] {
  return {
    id: alert.id,
    kind: alert.kind,
    severity: alert.severity,
    subjectType: alert.subjectType,
    subjectId: alert.subjectId,
    message: { en: alert.messageEn, ar: alert.messageAr },
    data: alert.data,
    status: alert.status,
    raisedAt: alert.raisedAt.toISOString(),
    acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: alert.acknowledgedBy,
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
    resolvedBy: alert.resolvedBy,
    note: alert.note,
  };
}
