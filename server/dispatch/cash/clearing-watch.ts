import { type WatchDependencies, watchCondition } from '../alerts/alerts.ts';
import { clearingOpen } from './clearing-open.ts';

/** Worker duty: an alert for each completed task whose cash stays in clearing, until it is cleared. */
export function watchClearing(deps: WatchDependencies): Promise<void> {
  return watchCondition(deps, clearingOpen);
}
