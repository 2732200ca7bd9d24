import type { AssignmentDriver, AssignmentWorld } from '../../actors/assignment/world.ts';
import type { DriverPresence } from '../../actors/geo/presence-port.ts';
import { cityTravelTimes } from '../../actors/planning/travel-times.ts';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import type { Settings } from '../admin/settings.ts';
import { DriverRows, type KnownDriver } from './driver-pool.ts';
import { LiveDrivers, type LiveState } from './live-drivers.ts';
import type { ZoneDirectory } from './zone-directory.ts';

export interface DeskDependencies {
  database: Database;
  clock: Clock;
  presence: DriverPresence;
  settings: Settings;
  zones: ZoneDirectory;
}

/** More drivers on duty than this are not looked at for one choice. */
const MOST_ON_DUTY = 2_000;
const NAMES_SHOWN = 20;

interface Seat {
  rows: KnownDriver;
  live: LiveState;
  driver: AssignmentDriver;
}

/** What a choice is made from: drivers, zones and settings as they are, put together without reading them all each time. */
export class AssignmentDesk {
  readonly #deps: DeskDependencies;
  readonly #rows: DriverRows;
  readonly #live: LiveDrivers;
  /** A driver's object stays the same while nothing about the driver changes: much is remembered with it. */
  #seated = new Map<string, Seat>();

  constructor(deps: DeskDependencies) {
    this.#deps = deps;
    this.#rows = new DriverRows(deps.database);
    this.#live = new LiveDrivers(deps.presence);
  }

  /** Rows as of now; presence and positions up to a second old, unless they are to be `anew`. */
  async world({ anew = false } = {}): Promise<AssignmentWorld> {
    const { zones, settings, clock } = this.#deps;
    const [changed, map, { fairnessToleranceSeconds }] = await Promise.all([
      this.#rows.look(),
      zones.map(),
      settings.only('fairnessToleranceSeconds'),
    ]);
    const onDuty = this.#onDuty();
    const ids = onDuty.map(({ id }) => id);
    await (anew ? this.#live.lookAnew(ids) : this.#live.look(ids, changed));
    return {
      now: clock.now().toISOString(),
      drivers: this.#seat(onDuty),
      others: this.#others(),
      zones: map,
      travel: cityTravelTimes,
      fairnessToleranceSeconds,
    };
  }

  /** Whether the driver has given a sign of life lately, asked just now; who has not is known to be away from here on. */
  async isThere(driverId: string): Promise<boolean> {
    await this.#live.read([driverId]);
    return this.#live.of(driverId).presence !== 'OFFLINE';
  }

  #onDuty(): KnownDriver[] {
    const found: KnownDriver[] = [];
    for (const driver of this.#rows.drivers.values()) {
      if (driver.duty === 'ON_DUTY' && found.length < MOST_ON_DUTY) found.push(driver);
    }
    return found;
  }

  #seat(onDuty: readonly KnownDriver[]): AssignmentDriver[] {
    const seated = new Map<string, Seat>();
    const drivers = onDuty.map((rows) => {
      const live = this.#live.of(rows.id);
      const before = this.#seated.get(rows.id);
      const same = before?.rows === rows && isSame(before.live, live);
      const seat = same ? before : { rows, live, driver: { ...rows, ...live } };
      seated.set(rows.id, seat);
      return seat.driver;
    });
    this.#seated = seated;
    return drivers;
  }

  #others(): AssignmentWorld['others'] {
    let count = 0;
    const some: { id: string; name: string }[] = [];
    for (const { id, name, duty } of this.#rows.drivers.values()) {
      if (duty === 'ON_DUTY') continue;
      count += 1;
      if (some.length < NAMES_SHOWN) some.push({ id, name });
    }
    return { count, some };
  }
}

function isSame(left: LiveState, right: LiveState): boolean {
  return (
    left.presence === right.presence &&
    left.position?.latitude === right.position?.latitude &&
    left.position?.longitude === right.position?.longitude
  );
}
