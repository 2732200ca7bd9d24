import type { Presence } from '../../actors/geo/presence-port.ts';
import type { Point } from '../../actors/planning/point.ts';
import type { Database } from '../../db/database.ts';

/** A stop as `routes` keeps it. */
export interface RouteStopRow {
  stopId: string;
  taskId: string;
  kind: 'PICKUP' | 'DROPOFF' | 'RETURN';
  latitude: number;
  longitude: number;
  dueBy: string | null;
  locked: boolean;
  done: boolean;
  eta: string | null;
  arrivedAt: string | null;
}

/** A driver on duty, as far as a choice needs. Money is decimal strings. */
export interface PoolDriver {
  id: string;
  name: string;
  zoneIds: string[];
  capacity: number;
  itemsAssigned: number;
  /** Accepted and not finished, and those reserved. */
  activeTasks: number;
  cashLimit: string | null;
  cashOnHand: string;
  /** Cash that assigned tasks will bring. */
  codAssigned: string;
  idleSince: Date | null;
  presence: Presence;
  position: Point | null;
  stops: RouteStopRow[];
}

/** Everybody approved at one moment: those on duty in full, the others as a number and some names. */
export interface DriverPool {
  onDuty: PoolDriver[];
  others: { count: number; some: { id: string; name: string }[] };
}

interface Live {
  stateOf(driverIds: readonly string[]): Promise<Map<string, Presence>>;
  positionOf(driverIds: readonly string[]): Promise<Map<string, Point>>;
}

/** More drivers on duty than this are not looked at for one choice. */
const MOST_ON_DUTY = 2_000;
const NAMES_SHOWN = 50;

export async function readPool(database: Database, presence: Live): Promise<DriverPool> {
  const rows = await onDuty(database);
  const ids = rows.map((row) => row.id);
  const [states, positions, others] = await Promise.all([
    presence.stateOf(ids),
    presence.positionOf(ids),
    offDuty(database),
  ]);
  return {
    onDuty: rows.map((row) =>
      poolDriver(row, states.get(row.id) ?? 'UNKNOWN', positions.get(row.id) ?? null),
    ),
    others,
  };
}

interface Row {
  id: string;
  full_name: string;
  zone_ids: string[];
  capacity: number;
  items_assigned: number;
  active_tasks: number;
  cash_limit: string | null;
  cash_on_hand: string;
  cod_assigned: string;
  idle_since: Date | null;
  stops: RouteStopRow[] | null;
}

async function onDuty(database: Database): Promise<Row[]> {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `SELECT d.id, d.full_name, d.zone_ids, d.capacity, d.items_assigned, d.active_tasks, d.cash_limit,
            d.cash_on_hand, d.cod_assigned, d.idle_since, r.stops
       FROM drivers d LEFT JOIN routes r ON r.shift_id = d.shift_id
      WHERE d.status = 'APPROVED' AND d.duty = 'ON_DUTY'
      ORDER BY d.id LIMIT ?`,
    [MOST_ON_DUTY],
  );
  return rows;
}

async function offDuty(database: Database): Promise<DriverPool['others']> {
  const { rows } = await database.raw<{ rows: { id: string; name: string; count: number }[] }>(
    `SELECT id, full_name AS name, count(*) OVER () AS count
       FROM drivers WHERE status = 'APPROVED' AND duty <> 'ON_DUTY' ORDER BY id LIMIT ?`,
    [NAMES_SHOWN],
  );
  return { count: rows[0]?.count ?? 0, some: rows.map(({ id, name }) => ({ id, name })) };
}

function poolDriver(row: Row, presence: Presence, position: Point | null): PoolDriver {
  return {
    id: row.id,
    name: row.full_name,
    zoneIds: row.zone_ids,
    capacity: row.capacity,
    itemsAssigned: row.items_assigned,
    activeTasks: row.active_tasks,
    cashLimit: row.cash_limit,
    cashOnHand: row.cash_on_hand,
    codAssigned: row.cod_assigned,
    idleSince: row.idle_since,
    presence,
    position: position === null ? null : { latitude: position.latitude, longitude: position.longitude },
    stops: row.stops ?? [],
  };
}
