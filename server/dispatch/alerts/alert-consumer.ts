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

/** What an actor says about something a dispatcher should look at, or that it is over. */
interface AlertPayload {
  kind: AlertKind;
  dedupeKey: string;
  subjectType: string;
  subjectId: string;
  data: JsonObject;
  close?: boolean;
  /** Whoever raises it knows that it is another cause than the one that a person resolved. */
  isNews?: true;
}

/**
 * Words that this process takes in at a time. Those of one cause are written into one row: at a rush they would wait
 * for each other with all the connections there are.
 */
const WORDS = { permits: 1, maxWaiting: 2_000, timeoutMs: 30_000 };

/** Consumer `alert`: raises one alert per key or brings it up to date, and closes it when its cause is over. */
export function alertConsumer(deps: AlertDependencies): Consumer<'alert'> {
  const words = new Semaphore(WORDS);
  return async (alert, { effectId }) => {
    await words.run(
      () =>
        alert.close === true
          ? closing(deps, alert.dedupeKey)
          : raising(deps, alert, deterministicId(effectId, 'alert')),
      // It is left where it is, and tried again.
      () => new WaslError('common.UNAVAILABLE', { detail: 'Too many alerts at once.', retryAfter: 1 }),
    );
  };
}

/** Raises an alert on the service's own account; `id` makes the repetition harmless. Tells whether it was new. */
export async function raise(
  deps: AlertDependencies,
  alert: Omit<AlertPayload, 'close'>,
  id: string,
): Promise<boolean> {
  const happened = await raising(deps, alert, id);
  return happened.some(({ change }) => change === 'RAISED');
}

/** Resolves the alert of this key, if one is unresolved. */
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
