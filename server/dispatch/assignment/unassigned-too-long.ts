import type { Cause, Condition, Sight } from '../alerts/alerts.ts';

interface Row {
  id: string;
  since: Date;
  zone_id: string | null;
  chosen_driver_id: string | null;
  excluded_by: { [rule: string]: number } | null;
}

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

async function waiting({ trx, now, settings, known, most }: Sight): Promise<Row[]> {
  const before = new Date(now.getTime() - settings.unassignedAlertMinutes * 60_000);
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `WITH waiting AS (
       SELECT t.id, t.zone_id, w.since FROM delivery_tasks t
        CROSS JOIN LATERAL (
          SELECT coalesce(max(h.at), t.created_at) AS since FROM transitions h
           WHERE h.subject_type = 'TASK' AND h.subject_id = t.id AND h.to_state = 'UNASSIGNED'
             AND h.from_state NOT IN ('UNASSIGNED', 'ASSIGNED')) w
        WHERE (t.status = 'UNASSIGNED'
               OR (t.status = 'ASSIGNED' AND NOT t.offer_manual AND t.id = ANY (CAST(:known AS uuid[]))))
          AND t.created_at <= :before AND w.since <= :before
        ORDER BY t.id = ANY (CAST(:known AS uuid[])) DESC, w.since, t.id LIMIT :most)
     SELECT w.id, w.since, w.zone_id, c.chosen_driver_id, c.excluded_by
       FROM waiting w
       LEFT JOIN LATERAL (
         SELECT chosen_driver_id, excluded_by FROM assignment_choices
          WHERE task_id = w.id AND NOT manual ORDER BY round DESC, attempt DESC, at DESC LIMIT 1) c ON true`,
    { known: [...known], before, most },
  );
  return rows;
}

function causeOf(row: Row): Cause {
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
function excludingRule({ zone_id, chosen_driver_id, excluded_by }: Row): string {
  if (chosen_driver_id !== null) return 'NOBODY_ACCEPTED';
  if (excluded_by === null) return zone_id === null ? 'NO_ZONE' : 'NOT_TRIED';
  const { NOT_ON_DUTY: _, NOT_APPROVED: __, ...onDuty } = excluded_by;
  const [most] = Object.entries(onDuty).sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 'NOT_ON_DUTY';
}
