import { chainStuck } from '../dispatch/alerts/chain-stuck.ts';
import type { Condition } from '../dispatch/alerts/condition.ts';
import { unassignedTooLong } from '../dispatch/assignment/unassigned-too-long.ts';
import { driverStaleWithWork } from '../dispatch/drivers/driver-stale-with-work.ts';
import { driverWithoutZone } from '../dispatch/drivers/driver-without-zone.ts';
import { lateRisk } from '../dispatch/tasks/late-risk.ts';
import { uncoveredArea } from '../dispatch/zones/uncovered-area.ts';
import { queueBacklog } from '../notifications/queue-backlog.ts';
import type { Actors } from './compose-actors.ts';

export type ConditionSources = Pick<Actors['deps'], 'zones' | 'serviceArea'> & {
  presence: Pick<Actors['deps']['presence'], 'stateOf'>;
};

/** What the worker looks for. Missed ticks are looked for by API processes: a dead worker notices nothing. */
export function allConditions(deps: ConditionSources): Condition[] {
  return [
    unassignedTooLong,
    lateRisk,
    driverStaleWithWork(deps),
    driverWithoutZone,
    uncoveredArea(deps),
    chainStuck,
    queueBacklog,
  ];
}
