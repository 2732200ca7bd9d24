import { tentative } from '../../../actors/assignment/take-on.ts';
import type { AssignmentDriver } from '../../../actors/assignment/world.ts';
import type { Reservation } from '../../../actors/driver/state.ts';
import { CoalescedReads } from '../../../db/coalesced-reads.ts';
import type { Database } from '../../../db/database.ts';
import { changedDrivers, findPooledDriver, type PooledDriver } from './driver-pool-store.ts';

/** A driver's rows, without presence and position, which are live state. */
export type KnownDriver = Omit<AssignmentDriver, 'presence' | 'position'> & {
  /** Tasks reserved and not yet accepted. */
  offered: readonly string[];
};

/**
 * Approved drivers, cached in memory. Each look reads the rows written since the last one by any process, so it sees
 * everything committed before it. A row read too early only costs a refusal by the driver actor, which alone guarantees
 * capacity and cash limit.
 */
export class DriverRows {
  readonly #database: Database;
  readonly #drivers = new Map<string, KnownDriver>();
  #seen: string | null = null;
  /** One read at a time; concurrent callers share the next one. */
  readonly #looks = new CoalescedReads(() => this.#read());

  constructor(database: Database) {
    this.#database = database;
  }

  /** All approved drivers as of the last look, on duty or not. */
  get drivers(): ReadonlyMap<string, KnownDriver> {
    return this.#drivers;
  }

  /** Returns the ids of changed drivers. */
  look(): Promise<string[]> {
    return this.#looks.ask();
  }

  /** Rows of transactions that were running at the last look are read again, in case it missed them. */
  async #read(): Promise<string[]> {
    const { seen, drivers } = await changedDrivers(this.#database, this.#seen);
    this.#seen = seen;
    const changed: string[] = [];
    for (const row of drivers) {
      if (row.status === 'APPROVED') this.#drivers.set(row.id, driverOf(row));
      else this.#drivers.delete(row.id);
      changed.push(row.id);
    }
    return changed;
  }
}

/** One driver's current rows, approved or not. */
export async function readDriver(database: Database, driverId: string): Promise<KnownDriver | null> {
  const row = await findPooledDriver(database, driverId);
  return row === null ? null : driverOf(row);
}

function driverOf(row: PooledDriver): KnownDriver {
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
 * Adds the stops of offered, not yet accepted tasks, which are in no route yet. Without them, all tasks of the same
 * minute would go to the nearest driver. They are placed last and are never late; capacity and cash already include
 * them.
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
