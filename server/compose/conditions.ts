import { alertsSlice, type Condition } from '../dispatch/alerts/alerts.ts';
import { assignmentSlice } from '../dispatch/assignment/assignment.ts';
import { driversSlice } from '../dispatch/drivers/drivers.ts';
import { tasksSlice } from '../dispatch/tasks/tasks.ts';
import { zonesSlice } from '../dispatch/zones/zones.ts';
import { notificationsSlice } from '../notifications/notifications.ts';

export type ConditionSources = Parameters<typeof zonesSlice.conditions>[0] &
  Parameters<typeof driversSlice.conditions>[0] &
  Parameters<typeof notificationsSlice.conditions>[0];

/** All alert conditions the worker checks. API processes check for missed ticks, because a dead worker cannot. */
export function allConditions(deps: ConditionSources): Condition[] {
  return [
    ...assignmentSlice.conditions(),
    ...tasksSlice.conditions(),
    ...driversSlice.conditions(deps),
    ...zonesSlice.conditions(deps),
    ...alertsSlice.conditions(),
    ...notificationsSlice.conditions(deps),
  ];
}
