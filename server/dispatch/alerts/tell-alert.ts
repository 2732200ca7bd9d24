import type { ConsumerPayloads, JsonObject } from '../../../actors/runtime/machine.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { OutboxRow, PendingEffect } from '../../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { writeOutbox } from '../../../db/stores/outbox-store.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { ActorGateway } from '../../kernel/actors/actor-gateway.ts';
import type { Alert, AlertChangeName } from './alert-store.ts';
import { alertAction } from './alert-texts.ts';

export interface TellDependencies {
  database: Database;
  ids: Ids;
  actors: Pick<ActorGateway, 'publish'>;
}

/** What happened to one alert. */
export interface Happened {
  alert: Alert;
  change: AlertChangeName;
}

/**
 * Changes alerts in one transaction and tells what happened: an event per change to the board, and a notification to
 * dispatchers of what is new or has become critical. Both are left in the outbox with the change, so each is told
 * once, whoever dies when. Resolves when the transaction has committed; `told` when this process has told it.
 */
export async function changingAlerts(
  deps: TellDependencies,
  work: (trx: Transaction) => Promise<readonly Happened[]>,
): Promise<{ happened: readonly Happened[]; told: Promise<void> }> {
  const { happened, outbox } = await inTransaction(deps.database, async (trx) => {
    const changes = await work(trx);
    return { happened: changes, outbox: await leaveTold(trx, deps.ids, changes) };
  });
  const told = Promise.all(outbox.map((row) => deps.actors.publish({ outbox: row }))).then(() => undefined);
  return { happened, told };
}

async function leaveTold(trx: Transaction, ids: Ids, happened: readonly Happened[]): Promise<OutboxRow[]> {
  const rows = happened.map((each) => rowOf(ids, each));
  for (const row of rows) await writeOutbox(trx, row);
  return rows;
}

function rowOf(ids: Ids, { alert, change }: Happened): OutboxRow {
  const event = change === 'RAISED' ? 'alert.raised' : 'alert.updated';
  const push: PendingEffect = {
    id: ids.next(),
    effect: { do: 'push', rooms: ['dispatch'], event, payload: shown(alert, change) },
  };
  return {
    id: ids.next(),
    ref: { kind: 'record', key: alert.id },
    version: alert.version,
    correlationId: ids.next(),
    requestId: null,
    effects: rings(alert, change) ? [push, bell(ids, alert)] : [push],
  };
}

/** What a board needs to show the alert without asking. */
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

/** In the bell of every dispatcher. A seller's missed deadline has a kind of its own there. */
function bell(ids: Ids, alert: Alert): PendingEffect {
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
  return { id: ids.next(), effect: { do: 'consume', consumer: 'notify', payload } };
}
