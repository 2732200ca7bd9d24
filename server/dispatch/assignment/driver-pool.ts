import { tentative } from '../../../actors/assignment/take-on.ts';
import type { AssignmentDriver } from '../../../actors/assignment/world.ts';
import type { Reservation } from '../../../actors/driver/state.ts';
import { CoalescedReads } from '../../../db/coalesced-reads.ts';
import type { Database } from '../../../db/database.ts';
import { changedDrivers, findPooledDriver, type PooledDriver } from './driver-pool-store.ts';

/** A driver's rows; presence and position are live state and stand elsewhere. */
export type KnownDriver = Omit<AssignmentDriver, 'presence' | 'position'> & {
  /** Tasks reserved and not yet accepted. */
  offered: readonly string[];
};

/**
 * The approved drivers, kept in memory. Every look reads the rows that were written since the last one, by whichever
 * process: what committed before it is seen. A look that comes too early costs a refusal by the driver actor, which alone
 * promises room and cash.
 */
export class DriverRows {
  readonly #database: Database;
  readonly #drivers = new Map<string, KnownDriver>();
  #seen: string | null = null;
  /** One read at a time; those who ask meanwhile share the one that follows. */
  readonly #looks = new CoalescedReads(() => this.#read());

  constructor(database: Database) {
    this.#database = database;
  }

  /** All approved drivers, on duty or not, as they were at the last look. */
  get drivers(): ReadonlyMap<string, KnownDriver> {
    return this.#drivers;
  }

  /** Answers whose rows changed. */
  look(): Promise<string[]> {
    return this.#looks.ask();
  }

  /** Rows of transactions that were under way at the last look come once more, whether it saw them or not. */
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

/** One driver as the rows are now, approved or not. */
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
