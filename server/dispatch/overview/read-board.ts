import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';
import { countOpenAlerts, countTasks, readDuties } from './overview-store.ts';

type Overview = components['schemas']['DispatchOverview'];
export type Board = Pick<Overview, 'tasks' | 'drivers' | 'openAlerts'>;

/** Presence is asked of so many approved drivers at most. */
const DRIVERS_ASKED = 5_000;

/** What stands on the board now: open tasks, and those that ended on the day; drivers by duty and presence; alerts. */
export async function readBoard(
  { database, presence }: { database: Database; presence: DriverPresence },
  day: Span,
): Promise<Board> {
  const [tasks, drivers, openAlerts] = await Promise.all([
    countTasks(database, day),
    countDrivers(database, presence),
    countOpenAlerts(database),
  ]);
  return {
    tasks: tasks.map(({ status, count }) => ({ status, count: Number(count) })),
    drivers,
    openAlerts,
  };
}

async function countDrivers(database: Database, presence: DriverPresence): Promise<Overview['drivers']> {
  const rows = await readDuties(database, DRIVERS_ASKED);
  const states = [...(await presence.stateOf(rows.map(({ id }) => id))).values()];
  const onDuty = rows.filter(({ duty }) => duty === 'ON_DUTY').length;
  const onBreak = rows.filter(({ duty }) => duty === 'ON_BREAK').length;
  const online = states.filter((state) => state === 'ONLINE').length;
  const stale = states.filter((state) => state === 'STALE').length;
  const offline = states.filter((state) => state === 'OFFLINE').length;
  const unknown = rows.length - online - stale - offline;
  return { onDuty, onBreak, offDuty: rows.length - onDuty - onBreak, online, stale, offline, unknown };
}
