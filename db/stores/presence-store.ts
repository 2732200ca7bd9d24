import type { Database } from '../database.ts';

type Presence = 'ONLINE' | 'STALE' | 'OFFLINE';

export interface RecordedPresence {
  driverId: string;
  presence: Presence;
  /** Real time. */
  since: Date;
}

/** One statement for all; what is known already is left as it is. */
export async function insertPresence(
  database: Database,
  changes: readonly RecordedPresence[],
): Promise<void> {
  if (changes.length === 0) return;
  await database.raw(
    `INSERT INTO presence_changes (driver_id, presence, since)
     SELECT * FROM unnest(?::uuid[], ?::text[], ?::timestamptz[]) ON CONFLICT DO NOTHING`,
    [
      changes.map(({ driverId }) => driverId),
      changes.map(({ presence }) => presence),
      changes.map(({ since }) => since.toISOString()),
    ] as never,
  );
}

/** The presence of each driver at a real moment; UNKNOWN before it was recorded at all. */
export async function presenceAt(
  database: Database,
  driverIds: readonly string[],
  at: Date,
): Promise<Map<string, Presence | 'UNKNOWN'>> {
  const { rows } = await database.raw<{ rows: { id: string; presence: Presence | 'UNKNOWN' }[] }>(
    `SELECT d.id, coalesce(c.presence, CASE WHEN b.since <= ? THEN 'OFFLINE' ELSE 'UNKNOWN' END) AS presence
       FROM unnest(?::uuid[]) AS d (id)
       LEFT JOIN recorded_since b ON b.what = 'presence'
       LEFT JOIN LATERAL (SELECT presence FROM presence_changes
                           WHERE driver_id = d.id AND since <= ? ORDER BY since DESC, presence = 'ONLINE' DESC LIMIT 1) c ON true`,
    [at, [...driverIds], at],
  );
  return new Map(rows.map(({ id, presence }) => [id, presence]));
}

/** Deletes what no moment after `horizon` (real time) needs: a driver without any row is OFFLINE. Answers how many. */
export async function dropOldPresence(database: Database, horizon: Date): Promise<number> {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `DELETE FROM presence_changes c WHERE c.since < ?
        AND (c.presence = 'OFFLINE'
             OR EXISTS (SELECT FROM presence_changes n
                         WHERE n.driver_id = c.driver_id AND n.since > c.since AND n.since <= ?))`,
    [horizon, horizon],
  );
  return rowCount;
}
