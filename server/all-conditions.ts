import type { Condition } from './alerts/condition.ts';
import { chainStuck } from './alerts/conditions/chain-stuck.ts';
import { driverStaleWithWork } from './alerts/conditions/driver-stale-with-work.ts';
import { driverWithoutZone } from './alerts/conditions/driver-without-zone.ts';
import { lateRisk } from './alerts/conditions/late-risk.ts';
import { queueBacklog } from './alerts/conditions/queue-backlog.ts';
import { unassignedTooLong } from './alerts/conditions/unassigned-too-long.ts';
import { uncoveredArea } from './alerts/conditions/uncovered-area.ts';
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
