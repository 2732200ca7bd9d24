import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Consumer, Pusher } from '../../actors/runtime/relay.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Alert } from '../../db/models/alert.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { leavePushes, sendPushes } from '../live-pushes.ts';
import { closeAlert, raiseAlert } from './alert-store.ts';
import { stillHolds } from './alert-subject.ts';

export interface AlertDependencies {
  database: Database;
  clock: Clock;
  pusher: Pusher;
}

/** What an actor says about something a dispatcher should look at, or that it is over. */
interface AlertPayload {
  kind: string;
  dedupeKey: string;
  subjectType: string;
  subjectId: string;
  data: JsonObject;
  close?: boolean;
}

/** Consumer `alert`: raises one alert per key, closes it when its cause is over. */
export function alertConsumer(deps: AlertDependencies): Consumer {
  return async (payload, { effectId }) => {
    const alert = payload as unknown as AlertPayload;
    if (alert.close === true) await close(deps, alert.dedupeKey);
    else await raise(deps, alert, deterministicId(effectId, 'alert'));
  };
}

/** Raises an alert on the service's own account; `id` makes the repetition harmless. Tells whether it was new. */
export async function raise(
  { database, clock, pusher }: AlertDependencies,
  alert: Omit<AlertPayload, 'close'>,
  id: string,
): Promise<boolean> {
  const row = await inTransaction(database, async (trx) => {
    if (!(await stillHolds(trx, alert))) return null;
    const raised = await raiseAlert(trx, { ...alert, id, raisedAt: clock.now() });
    if (raised === null) return null;
    const { kind, severity, subjectType, subjectId } = raised;
    const payload = { alertId: id, kind, severity, subjectType, subjectId };
    return leavePushes(trx, raised, [{ rooms: ['dispatch'], event: 'alert.raised', payload }]);
  });
  await sendPushes({ database, pusher }, row);
  return row !== null;
}

/** Resolves the alert of this key, if one is open. */
export async function close(
  { database, clock, pusher }: AlertDependencies,
  dedupeKey: string,
): Promise<void> {
  const row = await inTransaction(database, async (trx) => {
    const closed = await closeAlert(trx, dedupeKey, clock.now());
    return closed === null ? null : leaveUpdated(trx, closed);
  });
  await sendPushes({ database, pusher }, row);
}

/** For `sendPushes`, when the transaction has committed. */
export function leaveUpdated(
  trx: Transaction,
  { id, kind, status, version }: Pick<Alert, 'id' | 'kind' | 'status' | 'version'>,
): Promise<OutboxRow | null> {
  const payload = { alertId: id, kind, status, version };
  return leavePushes(trx, { id, version }, [{ rooms: ['dispatch'], event: 'alert.updated', payload }]);
}
