import { tentative } from '../../../actors/assignment/take-on.ts';
import type { AssignmentDriver } from '../../../actors/assignment/world.ts';
import type { Reservation, StopKind } from '../../../actors/driver/state.ts';
import type { Database } from '../../../db/database.ts';
import { runPrepared } from '../../../db/prepared.ts';

/** A stop as `routes` keeps it. */
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

/** A driver's rows; presence and position are live state and stand elsewhere. */
export type KnownDriver = Omit<AssignmentDriver, 'presence' | 'position'> & {
  /** Tasks reserved and not yet accepted. */
  offered: readonly string[];
};

interface Row {
  id: string;
  status: string;
  full_name: string;
  zone_ids: string[];
  capacity: number;
  items_assigned: number;
  active_tasks: number;
  cash_limit: string | null;
  cash_on_hand: string;
  cod_assigned: string;
  duty: KnownDriver['duty'];
  idle_since: Date | null;
  shift_end: Date | null;
  stops: RouteStopRow[] | null;
  reservations: { [offerId: string]: Reservation } | null;
}

const COLUMNS = `d.id, d.status, d.full_name, d.zone_ids, d.capacity, d.items_assigned, d.active_tasks, d.cash_limit,
  d.cash_on_hand, d.cod_assigned, d.duty, d.idle_since, d.shift_planned_end AS shift_end,
  r.stops, a.state -> 'reservations' AS reservations`;
const JOINED = `LEFT JOIN routes r ON r.shift_id = d.shift_id AND d.duty <> 'OFF'
  LEFT JOIN actor a ON a.kind = 'driver' AND a.key = d.id AND d.active_tasks > 0`;

const changedSince = (more: string) => `SELECT s.seen, ${COLUMNS}
  FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS seen) s
  LEFT JOIN drivers d ON d.changed_by >= ?::xid8 ${more}
  ${JOINED}`;
const READ_APPROVED = { name: 'drivers_approved', sql: changedSince(`AND d.status = 'APPROVED'`) };
const READ_CHANGED = { name: 'drivers_changed', sql: changedSince('') };

/** Told apart from every snapshot there is. */
const BEFORE_ALL = '0';

/**
 * The approved drivers, kept in memory. Every look reads the rows that were written since the last one, by whichever
 * process: what committed before it is seen. A look that comes too early costs a refusal by the driver actor, which alone
 * promises room and cash.
 */
export class DriverRows {
  readonly #database: Database;
  readonly #drivers = new Map<string, KnownDriver>();
  #seen = BEFORE_ALL;
  #reading: Promise<string[]> | null = null;
  #next: Promise<string[]> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All approved drivers, on duty or not, as they were at the last look. */
  get drivers(): ReadonlyMap<string, KnownDriver> {
    return this.#drivers;
  }

  /** Answers whose rows changed. One read at a time; those who ask meanwhile share the one that follows. */
  look(): Promise<string[]> {
    if (this.#reading === null) return this.#begin();
    this.#next ??= this.#reading.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<string[]> {
    this.#next = null;
    const reading = this.#read().finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    this.#reading = reading;
    return reading;
  }

  /** Rows of transactions that were under way at the last look come once more, whether it saw them or not. */
  async #read(): Promise<string[]> {
    const first = this.#seen === BEFORE_ALL;
    const statement = first ? READ_APPROVED : READ_CHANGED;
    const rows = await runPrepared<(Row | { id: null }) & { seen: string }>(this.#database, statement, [
      this.#seen,
    ]);
    const changed: string[] = [];
    for (const row of rows) {
      this.#seen = row.seen;
      if (row.id === null) continue;
      if (row.status === 'APPROVED') this.#drivers.set(row.id, driverOf(row));
      else this.#drivers.delete(row.id);
      changed.push(row.id);
    }
    return changed;
  }
}

/** One driver as the rows are now, approved or not. */
export async function readDriver(database: Database, driverId: string): Promise<KnownDriver | null> {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `SELECT ${COLUMNS} FROM drivers d ${JOINED} WHERE d.id = ?`,
    [driverId],
  );
  const [row] = rows;
  return row === undefined ? null : driverOf(row);
}

function driverOf(row: Row): KnownDriver {
  const known: KnownDriver = {
    id: row.id,
    name: row.full_name,
    approved: row.status === 'APPROVED',
    duty: row.duty,
    zoneIds: row.zone_ids,
    capacity: row.capacity,
    itemsAssigned: row.items_assigned,
    activeTasks: row.active_tasks,
    cashLimit: row.cash_limit,
    cashOnHand: row.cash_on_hand,
    codAssigned: row.cod_assigned,
    idleSince: row.idle_since?.toISOString() ?? null,
    stops: row.stops ?? [],
    shiftEnd: row.shift_end?.toISOString() ?? null,
    offered: [],
  };
  return withOffers(known, Object.values(row.reservations ?? {}));
}

/**
 * What is offered and not yet accepted is in no route, but will be: without its stops everything of the same minute
 * would go to the one driver who is nearest. They stand at the end, and are late nowhere; room and cash count them already.
 */
function withOffers(driver: KnownDriver, offers: readonly Reservation[]): KnownDriver {
  if (offers.length === 0) return driver;
  const stops = offers.flatMap(({ pickup, dropoff }) => tentative(pickup, dropoff));
  return {
    ...driver,
    stops: [...driver.stops, ...stops],
    idleSince: null,
    offered: offers.map(({ taskId }) => taskId),
  };
}
