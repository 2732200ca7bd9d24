import type { Cause, Condition, Sight } from '../alerts/alerts.ts';
import { type UnassignedTask, unassignedSince } from './assignment-store.ts';

/**
 * Nobody has taken a task for longer than the setting, counted from when it became ready, or from when its last driver
 * who had accepted it was relieved of it. An offer that nobody has accepted yet does not end the waiting.
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
    rule: excludingRule(row),
    excludedBy: row.excluded_by ?? {},
    zoneId: row.zone_id,
  };
  return { key: row.id, subjectType: 'TASK', subjectId: row.id, data };
}

/**
 * The rule that excluded most of the drivers on duty at the last choice. Those who are off duty are mostly many and
 * say little: they are named only when nobody was on duty.
 */
function excludingRule({ zone_id, chosen_driver_id, excluded_by }: UnassignedTask): string {
  if (chosen_driver_id !== null) return 'NOBODY_ACCEPTED';
  if (excluded_by === null) return zone_id === null ? 'NO_ZONE' : 'NOT_TRIED';
  const { NOT_ON_DUTY: _, NOT_APPROVED: __, ...onDuty } = excluded_by;
  const [most] = Object.entries(onDuty).sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 'NOT_ON_DUTY';
}
