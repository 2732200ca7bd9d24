import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';
import { readZonesOf } from './overview-store.ts';

type ZoneFigures = components['schemas']['DispatchOverview']['zonesOfDay'];

const MOST_ZONES = 200;

/**
 * What was delivered from each zone on a day, and what waits there now. The wait is from ready until a driver accepted.
 * The journeys are made.
 */
export async function readZones(database: Database, span: Span): Promise<ZoneFigures> {
  const rows = await readZonesOf(database, span, MOST_ZONES);
  return rows.map((row) => ({
    zoneId: row.zone_id,
    name: { en: row.name_en, ar: row.name_ar },
    tasks: row.tasks,
    onTime: row.on_time,
    waiting: row.waiting,
    medianWaitSeconds: row.wait_s === null ? null : Math.round(row.wait_s),
  }));
}
