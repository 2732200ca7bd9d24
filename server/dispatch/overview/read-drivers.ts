import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Span } from './day-span.ts';
import { readDriversOf } from './overview-store.ts';

type DriverFigures = components['schemas']['DispatchOverview']['driversOfDay'];

/** Drivers shown, those with most deliveries first. */
const MOST_DRIVERS = 500;

/**
 * Who delivered how much on a day, for everybody who was on duty, delivered or collected. The journeys are made.
 * @param now Domain time: nothing is counted beyond it.
 */
export async function readDrivers(database: Database, span: Span, now: Date): Promise<DriverFigures> {
  const { from, to } = span;
  const until = new Date(Math.max(from.getTime(), Math.min(to.getTime(), now.getTime())));
  const rows = await readDriversOf(database, span, { until, limit: MOST_DRIVERS });
  return rows.map((row) => ({
    driverId: row.driver_id,
    driverName: row.driver_name,
    tasks: row.tasks,
    onTime: row.on_time,
    cashCollected: qar(row.cash),
    dutySeconds: Math.round(row.duty_s),
    idleSeconds: Math.round(row.idle_s),
    distanceMetres: row.metres === null ? null : Math.round(row.metres),
  }));
}
