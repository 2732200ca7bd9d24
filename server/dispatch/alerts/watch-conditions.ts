import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { changeAlert } from './alert-book.ts';
import { lockOverdue } from './alert-store.ts';
import { escalatingKinds } from './alert-texts.ts';
import { type AlertChangeDependencies, changingAlerts, type Happened } from './changing-alerts.ts';
import type { Condition } from './condition.ts';
import { type WatchDependencies, watchCondition } from './watch-condition.ts';

/** Scheduled job: compares every condition with the board, then escalates unacknowledged alerts. */
export function watchConditions(
  deps: WatchDependencies,
  conditions: readonly Condition[],
): () => Promise<void> {
  return async () => {
    const faults: unknown[] = [];
    // One failing condition must not stop the others.
    for (const condition of conditions) {
      await watchCondition(deps, condition).catch((error: unknown) => faults.push(error));
    }
    await escalateAlerts(deps);
    if (faults.length > 0)
      throw new AggregateError(faults, `${faults.length} condition(s) could not be checked`);
  };
}

const BATCH_SIZE = 50;

/** Makes unacknowledged alerts of the escalating kinds critical, once per alert. */
async function escalateAlerts(
  deps: AlertChangeDependencies & { clock: Clock; settings: Settings },
): Promise<void> {
  await changingAlerts(deps, async (trx) => {
    const { alertEscalationMinutes } = await deps.settings.values(trx);
    const now = deps.clock.now();
    const raisedUntil = new Date(now.getTime() - alertEscalationMinutes * 60_000);
    const alerts = await lockOverdue(trx, { kinds: escalatingKinds(), raisedUntil, limit: BATCH_SIZE });
    const happened: Happened[] = [];
    for (const alert of alerts) {
      const patch = { severity: 'CRITICAL', escalatedAt: now } as const;
      const escalated = await changeAlert(trx, alert, patch, { change: 'ESCALATED', at: now });
      happened.push({ alert: escalated, change: 'ESCALATED' });
    }
    return happened;
  });
}
