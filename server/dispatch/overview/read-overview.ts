import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { add } from '../../../actors/money/money.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { readsOfPrimary, type StaleReads } from '../../../db/standby-reads.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Span } from './day-span.ts';
import { makeJourneys } from './journeys.ts';
import {
  countOpenAlerts,
  countTasks,
  readCashOf,
  readDriversOf,
  readDutyStates,
  readZonesOf,
} from './overview-store.ts';
import { readExceptions } from './read-exceptions.ts';
import { readFlow } from './read-flow.ts';

export interface OverviewDependencies {
  database: Database;
  stale: StaleReads;
  clock: Clock;
  presence: DriverPresence;
}

/** The board as it is now, and the numbers of a day. */
export async function readOverview(
  deps: OverviewDependencies,
  span: Span,
): Promise<components['schemas']['DispatchOverview']> {
  const { database, stale, clock, presence } = deps;
  const now = clock.now();
  // Rows that have just been made, perhaps those of a whole day, may not have reached a standby yet.
  const reads = (await makeJourneys(database, span)) ? readsOfPrimary(database) : stale;
  return reads.read((source) => readFigures(source, presence, span, now));
}

async function readFigures(
  database: Database,
  presence: DriverPresence,
  span: Span,
  now: Date,
): Promise<Overview> {
  const [{ counted, ...board }, flow, drivers, zones, cash, exceptions] = await Promise.all([
    readBoard(database, presence, span),
    readFlow(database, span),
    readDrivers(database, span, now),
    readZones(database, span),
    readCash(database, span),
    readExceptions(database, span),
  ]);
  const [driversOfDay, zonesOfDay] = [drivers.shown, zones.shown];
  const figures = { day: span.day, ...flow, driversOfDay, zonesOfDay, cash, exceptions };
  const complete = counted && drivers.complete && zones.complete;
  return { at: now.toISOString(), complete, ...board, ...figures };
}

/** The first `limit` of rows that were read with one more, and whether they are all. */
function first<Row, Shown>(rows: readonly Row[], limit: number, render: (row: Row) => Shown) {
  return { shown: rows.slice(0, limit).map(render), complete: rows.length <= limit };
}

type Overview = components['schemas']['DispatchOverview'];
type Board = Pick<Overview, 'tasks' | 'drivers' | 'openAlerts'>;

/** Most approved drivers whose presence is read. */
const MAX_DRIVERS_READ = 5_000;

/** The present board: open tasks and those that ended on the day, drivers by duty and presence, alerts. */
async function readBoard(
  database: Database,
  presence: DriverPresence,
  day: Span,
): Promise<Board & { counted: boolean }> {
  const [tasks, { drivers, complete }, openAlerts] = await Promise.all([
    countTasks(database, day),
    countDrivers(database, presence),
    countOpenAlerts(database),
  ]);
  return {
    tasks: tasks.map(({ status, count }) => ({ status, count: Number(count) })),
    drivers,
    openAlerts,
    counted: complete,
  };
}

async function countDrivers(
  database: Database,
  presence: DriverPresence,
): Promise<{ drivers: Overview['drivers']; complete: boolean }> {
  const { shown: rows, complete } = first(
    await readDutyStates(database, MAX_DRIVERS_READ + 1),
    MAX_DRIVERS_READ,
    (row) => row,
  );
  const states = [...(await presence.stateOf(rows.map(({ id }) => id))).values()];
  const onDuty = rows.filter(({ duty }) => duty === 'ON_DUTY').length;
  const onBreak = rows.filter(({ duty }) => duty === 'ON_BREAK').length;
  const online = states.filter((state) => state === 'ONLINE').length;
  const stale = states.filter((state) => state === 'STALE').length;
  const offline = states.filter((state) => state === 'OFFLINE').length;
  const unknown = rows.length - online - stale - offline;
  const offDuty = rows.length - onDuty - onBreak;
  return { drivers: { onDuty, onBreak, offDuty, online, stale, offline, unknown }, complete };
}

type CashFigures = components['schemas']['DispatchOverview']['cash'];

async function readCash(database: Database, span: Span): Promise<CashFigures> {
  const row = await readCashOf(database, span);
  if (row === null) throw new Error('an aggregate without a row');
  return {
    collected: inCents(row.collected),
    reversed: inCents(row.reversed),
    handedIn: inCents(row.handed_in),
    differences: inCents(row.differences),
    onTheRoad: inCents(row.on_the_road),
  };
}

/** The sum of no rows has no decimals. */
function inCents(amount: string): CashFigures['collected'] {
  return qar(add(amount));
}

type DriverFigures = components['schemas']['DispatchOverview']['driversOfDay'];

/** Most drivers shown, those with the most deliveries first. */
const MAX_DRIVERS_SHOWN = 500;

/**
 * Deliveries per driver on a day, for all who were on duty, delivered or collected. Requires the journey rows.
 * @param now Domain time; nothing after it is counted.
 */
async function readDrivers(
  database: Database,
  span: Span,
  now: Date,
): Promise<{ shown: DriverFigures; complete: boolean }> {
  const { from, to } = span;
  const until = new Date(Math.max(from.getTime(), Math.min(to.getTime(), now.getTime())));
  const rows = await readDriversOf(database, span, { until, limit: MAX_DRIVERS_SHOWN + 1 });
  return first(rows, MAX_DRIVERS_SHOWN, (row) => ({
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

type ZoneFigures = components['schemas']['DispatchOverview']['zonesOfDay'];

const MAX_ZONES_SHOWN = 200;

/**
 * Deliveries from each zone on a day, and tasks waiting there now. Waiting is from ready to accepted. Requires the
 * journey rows.
 */
async function readZones(database: Database, span: Span): Promise<{ shown: ZoneFigures; complete: boolean }> {
  const rows = await readZonesOf(database, span, MAX_ZONES_SHOWN + 1);
  return first(rows, MAX_ZONES_SHOWN, (row) => ({
    zoneId: row.zone_id,
    name: { en: row.name_en, ar: row.name_ar },
    tasks: row.tasks,
    onTime: row.on_time,
    waiting: row.waiting,
    medianWaitSeconds: row.wait_s === null ? null : Math.round(row.wait_s),
  }));
}
