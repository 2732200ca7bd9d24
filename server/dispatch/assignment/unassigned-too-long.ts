import { type Cause, type Condition, excludingRule, type Sight } from '../alerts/alerts.ts';
import { type UnassignedTask, unassignedSince } from './assignment-store.ts';

/**
 * A task has not been accepted for longer than the setting, counted from when it became ready or was taken from the
 * last driver who had accepted it. A pending offer does not end the waiting.
 */
export const unassignedTooLong: Condition = {
  kind: 'TASK_UNASSIGNED_TOO_LONG',
  async causes(sight) {
    return (await waiting(sight)).map(causeOf);
  },
};

function waiting({ trx, now, settings, known, most }: Sight): Promise<UnassignedTask[]> {
  const before = new Date(now.getTime() - settings.unassignedAlertMinutes * 60_000);
  return unassignedSince(trx, { known, before, limit: most });
}

function causeOf(row: UnassignedTask): Cause {
  const data = {
    since: row.since.toISOString(),
    rule: reasonOf(row),
    excludedBy: row.excluded_by ?? {},
    zoneId: row.zone_id,
  };
  return { key: row.id, subjectType: 'TASK', subjectId: row.id, data };
}

/** Why the last choice found no driver. */
function reasonOf({ zone_id, chosen_driver_id, excluded_by }: UnassignedTask): string {
  if (chosen_driver_id !== null) return 'NOBODY_ACCEPTED';
  if (excluded_by === null) return zone_id === null ? 'NO_ZONE' : 'NOT_TRIED';
  return excludingRule(excluded_by);
}
