import { WaslError } from '../../../actors/errors.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Consumer } from '../../../actors/runtime/relay.ts';
import { Semaphore } from '../../kernel/async/semaphore.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { lockCase } from './alert-store.ts';
import type { AlertKind } from './alert-texts.ts';
import { type AlertChangeDependencies, changingAlerts } from './changing-alerts.ts';
import { closeAlert, raiseAlert } from './raise-alert.ts';
import { stillHolds } from './subject-store.ts';

export interface AlertDependencies extends AlertChangeDependencies {
  clock: Clock;
  settings: Settings;
}

/** An actor's message that something needs a dispatcher, or no longer does. */
interface AlertPayload {
  kind: AlertKind;
  dedupeKey: string;
  subjectType: string;
  subjectId: string;
  data: JsonObject;
  close?: boolean;
  /** The sender knows that this is not the cause a person resolved. */
  isNews?: true;
}

/**
 * Limits alert effects processed at once by this process. Those with one cause update the same row; in a rush they
 * would hold every database connection while waiting for each other.
 */
const ALERT_LIMITS = { permits: 1, maxWaiting: 2_000, timeoutMs: 30_000 };

/** Consumer `alert`: raises or updates one alert per key, and closes it when its cause ends. */
export function alertConsumer(deps: AlertDependencies): Consumer<'alert'> {
  const words = new Semaphore(ALERT_LIMITS);
  return async (alert, { effectId }) => {
    await words.run(
      () =>
        alert.close === true
          ? closing(deps, alert.dedupeKey)
          : raising(deps, alert, deterministicId(effectId, 'alert')),
      // The effect stays in the outbox and is retried.
      () => new WaslError('common.UNAVAILABLE', { detail: 'Too many alerts at once.', retryAfter: 1 }),
    );
  };
}

/**
 * Raises an alert on behalf of the service; repeating it with the same `id` does nothing. Returns whether it was new.
 */
export async function raise(
  deps: AlertDependencies,
  alert: Omit<AlertPayload, 'close'>,
  id: string,
): Promise<boolean> {
  const happened = await raising(deps, alert, id);
  return happened.some(({ change }) => change === 'RAISED');
}

/** Resolves the unresolved alert with this key, if any. */
export async function close(deps: AlertDependencies, dedupeKey: string): Promise<void> {
  await closing(deps, dedupeKey);
}

function raising(deps: AlertDependencies, alert: Omit<AlertPayload, 'close'>, id: string) {
  return changingAlerts(deps, async (trx) => {
    await lockCase(trx, alert.dedupeKey);
    if (!(await stillHolds(trx, alert))) return [];
    const { alertQuietMinutes } = await deps.settings.values(trx);
    const raisedAt = deps.clock.now();
    const quietSince = new Date(raisedAt.getTime() - alertQuietMinutes * 60_000);
    return raiseAlert(trx, { ...alert, id, raisedAt, quietSince });
  });
}

function closing(deps: AlertDependencies, dedupeKey: string) {
  return changingAlerts(deps, async (trx) => {
    await lockCase(trx, dedupeKey);
    return closeAlert(trx, dedupeKey, deps.clock.now());
  });
}
