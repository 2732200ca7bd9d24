import type { Condition } from '../condition.ts';
import { chainStuck } from './chain-stuck.ts';
import { driverStaleWithWork } from './driver-stale-with-work.ts';
import { driverWithoutZone } from './driver-without-zone.ts';
import { lateRisk } from './late-risk.ts';
import { queueBacklog } from './queue-backlog.ts';
import { unassignedTooLong } from './unassigned-too-long.ts';
import { uncoveredArea } from './uncovered-area.ts';

/** What the worker looks for. Missed ticks are looked for by API processes: a dead worker notices nothing. */
export function allConditions(): Condition[] {
  return [
    unassignedTooLong,
    lateRisk,
    driverStaleWithWork,
    driverWithoutZone,
    uncoveredArea(),
    chainStuck,
    queueBacklog,
  ];
}
