import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';
import { JOURNEYS } from './journeys.ts';

type ZoneFigures = components['schemas']['DispatchOverview']['zonesOfDay'];

const MOST_ZONES = 200;

interface ZoneRow {
  zone_id: string;
  name_en: string;
  name_ar: string;
  tasks: number;
  on_time: number;
  wait_s: number | null;
  waiting: number;
}

/**
 * What was delivered from each zone on a day, and what waits there now. The wait is from ready until a driver accepted.
 * The journeys are made.
 */
export async function readZones(database: Database, { from, to }: Span): Promise<ZoneFigures> {
  const { rows } = await database.raw<{ rows: ZoneRow[] }>(SQL, { from, to });
  return rows.map((row) => ({
    zoneId: row.zone_id,
    name: { en: row.name_en, ar: row.name_ar },
    tasks: row.tasks,
    onTime: row.on_time,
    waiting: row.waiting,
    medianWaitSeconds: row.wait_s === null ? null : Math.round(row.wait_s),
  }));
}

const SQL = `
  WITH done AS (
    SELECT zone_id, count(*) AS tasks, count(*) FILTER (WHERE on_time) AS on_time,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY assign_s + take_s) AS wait_s
      FROM (${JOURNEYS}) journeys WHERE zone_id IS NOT NULL GROUP BY zone_id),
  waiting AS (SELECT zone_id, count(*) AS waiting FROM zone_tickets GROUP BY zone_id)
  SELECT z.id AS zone_id, z.name_en, z.name_ar, coalesce(done.tasks, 0) AS tasks,
         coalesce(done.on_time, 0) AS on_time, done.wait_s, coalesce(waiting.waiting, 0) AS waiting
    FROM delivery_zones z
    LEFT JOIN done ON done.zone_id = z.id
    LEFT JOIN waiting ON waiting.zone_id = z.id
   WHERE done.zone_id IS NOT NULL OR waiting.zone_id IS NOT NULL
   ORDER BY 4 DESC, waiting.waiting DESC NULLS LAST, z.id LIMIT ${MOST_ZONES}`;
