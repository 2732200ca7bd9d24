import type { Condition } from './condition.ts';
import { escalateAlerts } from './escalate-alerts.ts';
import { type WatchDependencies, watchCondition } from './watch-condition.ts';

/** Worker duty: compares every condition with the board, then lets what nobody has taken on escalate. */
export function watchDuty(deps: WatchDependencies, conditions: readonly Condition[]): () => Promise<void> {
  return async () => {
    const faults: unknown[] = [];
    // One that cannot be looked at must not blind the others.
    for (const condition of conditions) {
      await watchCondition(deps, condition).catch((error: unknown) => faults.push(error));
    }
    await escalateAlerts(deps);
    if (faults.length > 0)
      throw new AggregateError(faults, `${faults.length} condition(s) were not looked at`);
  };
}
