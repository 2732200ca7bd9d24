import type { Consumer } from '../../../actors/runtime/relay.ts';
import { untilPurged } from '../../kernel/jobs/in-batches.ts';
import { MINUTE, SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { alertConsumer } from './alert-consumer.ts';
import { alertHandlers } from './alert-handlers.ts';
import { backupStale, restoreUnproved } from './backups-watched.ts';
import { chainStuck } from './chain-stuck.ts';
import type { Condition } from './condition.ts';
import { purgeAlerts } from './purge-alerts.ts';
import type { WatchDependencies } from './watch-condition.ts';
import { watchConditions } from './watch-conditions.ts';

export { type AlertDependencies, close, raise } from './alert-consumer.ts';
export { ALERT_TRANSITIONS } from './alert-steps.ts';
export { ALERT_TEXTS } from './alert-texts.ts';
export type { Cause, Condition, Sight } from './condition.ts';
export { alertData } from './personal-data-store.ts';
export { excludingRule } from './rule-labels.ts';
export { type WatchDependencies, watchCondition } from './watch-condition.ts';
export { WorkerWatch } from './worker-watch.ts';

/** How often the board is compared with the actual state. */
const WATCH_EVERY_MS = 5 * SECOND;

/** The dispatchers' alert board: alerts are raised, updated, escalated and resolved. */
export const alertsSlice = {
  handlers: alertHandlers,
  consumers: (deps: Parameters<typeof alertConsumer>[0]): { alert: Consumer<'alert'> } => ({
    alert: alertConsumer(deps),
  }),
  /** @param conditions Alert conditions of all slices. */
  jobs: (
    deps: WatchDependencies & Parameters<typeof purgeAlerts>[0],
    conditions: readonly Condition[],
  ): ScheduledJob[] => [
    { name: 'alerts', every: WATCH_EVERY_MS, run: watchConditions(deps, conditions) },
    { name: 'old-alerts', every: MINUTE, run: untilPurged((limit) => purgeAlerts(deps, limit)) },
  ],
  conditions: (): Condition[] => [chainStuck, backupStale, restoreUnproved],
};
