import type { Database } from '../database.ts';
import { arrayOf, oneOf, timestamptz, uuid } from '../sql-types.ts';
import { statement } from '../statement.ts';

type Presence = 'ONLINE' | 'STALE' | 'OFFLINE';

export interface RecordedPresence {
  driverId: string;
  presence: Presence;
  /** Real time. */
  since: Date;
}

/** One statement for all rows; existing ones are left unchanged. */
export async function insertPresence(
  database: Database,
  changes: readonly RecordedPresence[],
): Promise<void> {
  if (changes.length === 0) return;
  await insert.count(database, {
    driverIds: changes.map(({ driverId }) => driverId),
    presences: changes.map(({ presence }) => presence),
    times: changes.map(({ since }) => since),
  });
}

const insert = statement({
  name: 'presence.insert',
  sql: `INSERT INTO presence_changes (driver_id, presence, since)
        SELECT c.driver_id, c.presence, c.since
          FROM unnest(:driverIds::uuid[], :presences::text[], :times::timestamptz[]) AS c (driver_id, presence, since)
        ON CONFLICT DO NOTHING`,
  params: { driverIds: arrayOf(uuid), presences: arrayOf(oneOf<Presence>()), times: arrayOf(timestamptz) },
});

/** The presence of each driver at a moment of real time; UNKNOWN before recording began. */
export async function presenceAt(
  database: Database,
  driverIds: readonly string[],
  at: Date,
): Promise<Map<string, Presence | 'UNKNOWN'>> {
  const rows = await ofMoment.all(database, { driverIds, at });
  return new Map(rows.map(({ id, presence }) => [id, presence]));
}

const ofMoment = statement({
  name: 'presence.at',
  sql: `SELECT d.id, coalesce(c.presence, CASE WHEN b.since <= :at THEN 'OFFLINE' ELSE 'UNKNOWN' END) AS presence
          FROM unnest(:driverIds::uuid[]) AS d (id)
          LEFT JOIN recorded_since b ON b.what = 'presence'
          LEFT JOIN LATERAL (SELECT presence FROM presence_changes
                              WHERE driver_id = d.id AND since <= :at
                              ORDER BY since DESC, presence = 'ONLINE' DESC LIMIT 1) c ON true`,
  params: { driverIds: arrayOf(uuid), at: timestamptz },
  row: { id: uuid, presence: oneOf<Presence | 'UNKNOWN'>() },
});

/**
 * Deletes rows not needed for any moment after `horizon` (real time); a driver without rows is OFFLINE. Returns the
 * number deleted.
 */
export function dropOldPresence(database: Database, horizon: Date): Promise<number> {
  return dropOld.count(database, { horizon });
}

const dropOld = statement({
  name: 'presence.drop_old',
  sql: `DELETE FROM presence_changes c
         WHERE c.since < :horizon
           AND (c.presence = 'OFFLINE'
                OR EXISTS (SELECT FROM presence_changes n
                            WHERE n.driver_id = c.driver_id AND n.since > c.since AND n.since <= :horizon))`,
  params: { horizon: timestamptz },
});
