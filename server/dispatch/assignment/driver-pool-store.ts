import type { Reservation, StopKind } from '../../../actors/driver/state.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
  xid8,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** A stop as stored in `routes`. */
export interface RouteStopRow {
  stopId: string;
  taskId: string;
  kind: StopKind;
  latitude: number;
  longitude: number;
  dueBy: string | null;
  notBefore?: string | null;
  locked: boolean;
  done: boolean;
  eta: string | null;
  arrivedAt: string | null;
}

const COLUMNS = `d.id, d.status, d.full_name, d.zone_ids, d.capacity, d.items_assigned, d.active_tasks, d.cash_limit,
  d.cash_on_hand, d.cod_assigned, d.duty, d.idle_since, d.shift_planned_end AS shift_end,
  r.stops, a.state -> 'reservations' AS reservations`;
const JOINED = `LEFT JOIN routes r ON r.shift_id = d.shift_id AND d.duty <> 'OFF'
  LEFT JOIN actor a ON a.kind = 'driver' AND a.key = d.id AND d.active_tasks > 0`;

const DRIVER = {
  id: uuid,
  status: text,
  full_name: text,
  zone_ids: arrayOf(uuid),
  capacity: integer,
  items_assigned: integer,
  active_tasks: integer,
  cash_limit: nullable(numeric),
  cash_on_hand: numeric,
  cod_assigned: numeric,
  duty: oneOf<'OFF' | 'ON_DUTY' | 'ON_BREAK'>(),
  idle_since: nullable(timestamptz),
  shift_end: nullable(timestamptz),
  stops: nullable(jsonb<RouteStopRow[]>()),
  reservations: nullable(jsonb<{ [offerId: string]: Reservation }>()),
};

export type PooledDriver = ValuesOf<typeof DRIVER>;

// A row without an id only carries the snapshot: no driver has changed.
const CHANGED = { ...DRIVER, id: nullable(uuid), seen: text };

export interface ChangedDrivers {
  /** Pass as `since` next time. */
  seen: string;
  drivers: PooledDriver[];
}

/** Older than every transaction. */
const BEFORE_ALL = '0';

/** All approved drivers. With `since`: the drivers whose rows were written after that snapshot, approved or not. */
export async function changedDrivers(database: Database, since: string | null): Promise<ChangedDrivers> {
  const look = since === null ? selectApproved : selectChanged;
  const rows = await look.all(database, { since: since ?? BEFORE_ALL });
  const seen = rows.at(-1)?.seen;
  if (seen === undefined) throw new Error('reading the drivers returned no snapshot');
  return { seen, drivers: rows.filter((row): row is typeof row & { id: string } => row.id !== null) };
}

const changedSince = (name: string, more: string) =>
  statement({
    name,
    sql: `SELECT s.seen, ${COLUMNS}
            FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS seen) s
            LEFT JOIN drivers d ON d.changed_by >= :since ${more}
            ${JOINED}`,
    params: { since: xid8 },
    row: CHANGED,
    prepare: true,
  });
const selectApproved = changedSince('assignment.drivers_approved', `AND d.status = 'APPROVED'`);
const selectChanged = changedSince('assignment.drivers_changed', '');

/** One driver, approved or not. */
export function findPooledDriver(database: Database, driverId: string): Promise<PooledDriver | null> {
  return selectOne.first(database, { driverId });
}

const selectOne = statement({
  name: 'assignment.find_driver',
  sql: `SELECT ${COLUMNS} FROM drivers d ${JOINED} WHERE d.id = :driverId`,
  params: { driverId: uuid },
  row: DRIVER,
});
