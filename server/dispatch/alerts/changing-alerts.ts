import { publish, push } from '../../../actors/machines/effect.ts';
import type { ConsumerPayloads, JsonObject, OutboxEffect } from '../../../actors/runtime/machine.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { emit } from '../../kernel/outbox/emit.ts';
import type { Alert, AlertChangeName } from './alert-store.ts';
import { alertAction } from './alert-texts.ts';

export interface AlertChangeDependencies {
  database: Database;
  ids: Ids;
}

/** A change of one alert. */
export interface Happened {
  alert: Alert;
  change: AlertChangeName;
}

/**
 * Changes alerts in one transaction and publishes each change: an event to the board, and a notification to dispatchers
 * for what is new or became critical. Published exactly once, even if the process crashes.
 */
export function changingAlerts(
  { database }: Pick<AlertChangeDependencies, 'database'>,
  work: (trx: Transaction) => Promise<readonly Happened[]>,
): Promise<readonly Happened[]> {
  return inTransaction(database, async (trx) => {
    const happened = await work(trx);
    for (const each of happened) await emitChange(trx, each);
    return happened;
  });
}

function emitChange(trx: Transaction, { alert, change }: Happened): Promise<void> {
  const event = change === 'RAISED' ? 'alert.raised' : 'alert.updated';
  const pushed = push(['dispatch'], event, shown(alert, change));
  const { id, version } = alert;
  const rung = rings(alert, change) ? [bell(alert)] : [];
  return emit(trx, { about: { id, version }, requestId: null }, [pushed, ...rung, ...told(alert, change)]);
}

/** Webhooks are told when an alert is raised, also again, and when it is resolved. */
function told(alert: Alert, change: AlertChangeName): OutboxEffect[] {
  const { id: alertId, kind, severity, subjectType, subjectId, version } = alert;
  const fact = { sellerId: null, data: { alertId, kind, severity, subjectType, subjectId, version } };
  if (change === 'RAISED' || change === 'REOPENED')
    return publish([{ ...fact, kind: 'alert.raised', at: alert.lastSeenAt.toISOString() }]);
  if (change === 'RESOLVED')
    return publish([
      { ...fact, kind: 'alert.resolved', at: (alert.resolvedAt ?? alert.lastSeenAt).toISOString() },
    ]);
  return [];
}

/** Everything a board needs to show the alert without another request. */
function shown(alert: Alert, change: AlertChangeName): JsonObject {
  return {
    alertId: alert.id,
    change,
    kind: alert.kind,
    severity: alert.severity,
    status: alert.status,
    subjectType: alert.subjectType,
    subjectId: alert.subjectId,
    subjectCount: alert.subjectCount,
    message: { en: alert.messageEn, ar: alert.messageAr },
    action: { ...alertAction(alert.kind) },
    count: alert.count,
    raisedAt: alert.raisedAt.toISOString(),
    lastSeenAt: alert.lastSeenAt.toISOString(),
    acknowledgedBy: alert.acknowledgedBy,
    resolvedBy: alert.resolvedBy,
    version: alert.version,
  };
}

function rings(alert: Alert, change: AlertChangeName): boolean {
  if (change === 'RAISED') return alert.severity !== 'INFO';
  return change === 'ESCALATED';
}

/** Notifies every dispatcher. A seller's missed deadline has its own notification kind. */
function bell(alert: Alert): OutboxEffect {
  const payload: ConsumerPayloads['notify'] = {
    kind: alert.kind === 'ACCEPTANCE_DEADLINE_MISSED' ? 'DEADLINE_MISSED' : 'ALERT',
    role: 'DISPATCHER',
    alertId: alert.id,
    alertKind: alert.kind,
    severity: alert.severity,
    subjectType: alert.subjectType,
    subjectId: alert.subjectId,
    messageEn: alert.messageEn,
    messageAr: alert.messageAr,
  };
  return { do: 'consume', consumer: 'notify', payload };
}
