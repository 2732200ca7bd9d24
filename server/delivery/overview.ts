import type { DriverPresence } from '../../actors/geo/presence-port.ts';
import type { TaskStatus } from '../../actors/order/state.ts';
import type { Database } from '../../db/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { components } from '../http/api-types.ts';

type Overview = components['schemas']['DispatchOverview'];

/** Presence is asked of so many approved drivers at most. */
const DRIVERS_ASKED = 5_000;

/** The board in numbers. */
export async function readOverview({
  database,
  clock,
  presence,
}: Pick<Dependencies, 'database' | 'clock'> & { presence: DriverPresence }): Promise<Overview> {
  const [tasks, drivers, alerts] = await Promise.all([
    database.raw<{ rows: { status: TaskStatus; count: number }[] }>(
      'SELECT status, count(*) AS count FROM delivery_tasks GROUP BY status ORDER BY status',
    ),
    countDrivers(database, presence),
    database.raw<{ rows: { count: number }[] }>(`SELECT count(*) AS count FROM alerts WHERE status = 'OPEN'`),
  ]);
  return {
    at: clock.now().toISOString(),
    tasks: tasks.rows,
    drivers,
    openAlerts: alerts.rows[0]?.count ?? 0,
  };
}

async function countDrivers(database: Database, presence: DriverPresence): Promise<Overview['drivers']> {
  const rows = await database<{ id: string; duty: 'OFF' | 'ON_DUTY' | 'ON_BREAK'; status: string }>('drivers')
    .where('status', 'APPROVED')
    .orderBy('id')
    .limit(DRIVERS_ASKED)
    .select('id', 'duty');
  const states = [...(await presence.stateOf(rows.map(({ id }) => id))).values()];
  const onDuty = rows.filter(({ duty }) => duty === 'ON_DUTY').length;
  const onBreak = rows.filter(({ duty }) => duty === 'ON_BREAK').length;
  const online = states.filter((state) => state === 'ONLINE').length;
  const stale = states.filter((state) => state === 'STALE').length;
  const offline = states.filter((state) => state === 'OFFLINE').length;
  const unknown = rows.length - online - stale - offline;
  return { onDuty, onBreak, offDuty: rows.length - onDuty - onBreak, online, stale, offline, unknown };
}
