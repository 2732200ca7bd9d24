import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Consumer, Started } from '../../../actors/runtime/relay.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { AlertKind } from './alert-texts.ts';
import { closeAlert, raiseAlert } from './raise-alert.ts';
import { stillHolds } from './subject-store.ts';
import { changingAlerts, type TellDependencies } from './tell-alert.ts';

export interface AlertDependencies extends TellDependencies {
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

/** Consumer `alert`: raises one alert per key or brings it up to date, and closes it when its cause is over. */
export function alertConsumer(deps: AlertDependencies): Consumer {
  return async (payload, { effectId }): Promise<Started> => {
    const alert = payload as unknown as AlertPayload;
    const { told } =
      alert.close === true
        ? await closing(deps, alert.dedupeKey)
        : await raising(deps, alert, deterministicId(effectId, 'alert'));
    return { effects: told };
  };
}

/** Raises an alert on the service's own account; `id` makes the repetition harmless. Tells whether it was new. */
export async function raise(
  deps: AlertDependencies,
  alert: Omit<AlertPayload, 'close'>,
  id: string,
): Promise<boolean> {
  const { happened, told } = await raising(deps, alert, id);
  await told;
  return happened.some(({ change }) => change === 'RAISED');
}

/** Resolves the alert of this key, if one is unresolved. */
export async function close(deps: AlertDependencies, dedupeKey: string): Promise<void> {
  await (await closing(deps, dedupeKey)).told;
}

function raising(deps: AlertDependencies, alert: Omit<AlertPayload, 'close'>, id: string) {
  return changingAlerts(deps, async (trx) => {
    if (!(await stillHolds(trx, alert))) return [];
    const { alertQuietMinutes } = await deps.settings.values(trx);
    const raisedAt = deps.clock.now();
    const quietSince = new Date(raisedAt.getTime() - alertQuietMinutes * 60_000);
    return raiseAlert(trx, { ...alert, id, raisedAt, quietSince });
  });
}

function closing(deps: AlertDependencies, dedupeKey: string) {
  return changingAlerts(deps, (trx) => closeAlert(trx, dedupeKey, deps.clock.now()));
}
