import { v7 as uuidv7 } from 'uuid';
import { type AlertDependencies, close, raise } from '../alerts/alerts.ts';
import { assignedOutside, type OutsideTask, type ZoneDirectory } from '../zones/zones.ts';
import { isAlertKnown, openAlerts } from './assignment-store.ts';

export type WatchDependencies = AlertDependencies & { zones: ZoneDirectory };

const PAGE_SIZE = 500;
const KIND = 'TASK_OUTSIDE_ZONES';

/**
 * Raises an alert for each assigned task with a stop outside its driver's zones, and closes those whose cause has
 * ended. One that a person resolved is not raised again until zones change.
 */
export async function watchAssigned(deps: WatchDependencies): Promise<void> {
  const known = await deps.zones.present();
  const outside = new Set<string>();
  for await (const task of assignedOutside(deps.database, known.map)) {
    const key = keyOf(task);
    outside.add(key);
    if (!(await isAlertKnown(deps.database, key, known.revision)))
      await raiseOutside(deps, task, key, known.revision);
  }
  const open = await openAlerts(deps.database, KIND, PAGE_SIZE);
  for (const { dedupe_key, subject_id } of open) {
    if (outside.has(dedupe_key) || (await isStillOutside(deps, subject_id, dedupe_key))) continue;
    await close(deps, dedupe_key);
  }
}

function keyOf({ taskId, driverId }: OutsideTask): string {
  return `outside-zones:${taskId}:${driverId}`;
}

async function raiseOutside(
  deps: WatchDependencies,
  { taskId, driverId, driverName, stops }: OutsideTask,
  dedupeKey: string,
  revision: number,
): Promise<void> {
  const data = { driverId, driverName, stops, revision };
  // Zones have changed since a person resolved it, so the quiet time does not apply.
  const about = { kind: KIND, dedupeKey, subjectType: 'TASK', subjectId: taskId, isNews: true } as const;
  await raise(deps, { ...about, data }, uuidv7());
}

/** Checked again just before closing: another process may have raised it a moment ago with newer zones. */
async function isStillOutside(deps: WatchDependencies, taskId: string, key: string): Promise<boolean> {
  for await (const task of assignedOutside(deps.database, await deps.zones.map(), { taskId }))
    if (keyOf(task) === key) return true;
  return false;
}
