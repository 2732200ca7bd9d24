import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';

type Overview = components['schemas']['DispatchOverview'];
export type Board = Pick<Overview, 'tasks' | 'drivers' | 'openAlerts'>;

/** Presence is asked of so many approved drivers at most. */
const DRIVERS_ASKED = 5_000;

/** What stands on the board now: open tasks, and those that ended on the day; drivers by duty and presence; alerts. */
export async function readBoard(
  { database, presence }: { database: Database; presence: DriverPresence },
  day: Span,
): Promise<Board> {
  const [tasks, drivers, alerts] = await Promise.all([
    countTasks(database, day),
    countDrivers(database, presence),
    database.raw<{ rows: { count: number }[] }>(`SELECT count(*) AS count FROM alerts WHERE status = 'OPEN'`),
  ]);
  return { tasks, drivers, openAlerts: alerts.rows[0]?.count ?? 0 };
}

/** What ended long ago would be most of all rows there are. */
async function countTasks(database: Database, { from, to }: Span): Promise<Board['tasks']> {
  const { rows } = await database.raw<{ rows: { status: TaskStatus; count: number }[] }>(
    `SELECT status, sum(count) AS count FROM (
       SELECT status, count(*) FROM delivery_tasks
        WHERE status IN ('UNASSIGNED', 'ASSIGNED', 'ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED',
                         'CODE_VERIFIED', 'CASH_RECORDED', 'FAILED', 'RETURNING') GROUP BY status
       UNION ALL
       SELECT 'COMPLETED', count(*) FROM delivery_tasks
        WHERE completed_at >= :from AND completed_at < :to HAVING count(*) > 0
       UNION ALL
       SELECT t.status, count(*) FROM order_groups g JOIN delivery_tasks t ON t.group_id = g.id
        WHERE g.ended_at >= :from AND g.ended_at < :to AND g.status <> 'DELIVERED'
          AND t.status IN ('CANCELLED', 'RETURNED', 'WRITTEN_OFF') GROUP BY t.status) counted
      GROUP BY status ORDER BY status`,
    { from, to },
  );
  return rows.map(({ status, count }) => ({ status, count: Number(count) }));
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
