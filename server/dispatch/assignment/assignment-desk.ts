import { tentative } from '../../../actors/assignment/take-on.ts';
import {
  type AssignmentDriver,
  type AssignmentWorld,
  dropoffOf,
  pickupOf,
  type WaitingTask,
} from '../../../actors/assignment/world.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import { add } from '../../../actors/money/money.ts';
import type { TravelFactors } from '../../../actors/planning/calibration.ts';
import { calibratedTimes, type TravelTimes } from '../../../actors/planning/travel-times.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { qatarHour } from '../../kernel/calendar/qatar-time.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { CalibratedTravel } from '../travel/travel.ts';

import type { ZoneDirectory } from '../zones/zones.ts';
import { DriverRows, type KnownDriver } from './driver-pool.ts';
import { LiveDrivers, type LiveState } from './live-drivers.ts';

export interface DeskDependencies {
  database: Database;
  clock: Clock;
  presence: DriverPresence;
  settings: Settings;
  zones: ZoneDirectory;
  calibrated: Pick<CalibratedTravel, 'factors'>;
}

const MAX_NAMES = 20;

interface Seat {
  rows: KnownDriver;
  live: LiveState;
  /** Number of this process's choices included that the rows do not show yet. */
  promised: number;
  driver: AssignmentDriver;
}

interface Tentative {
  task: WaitingTask;
  /** Milliseconds on the process's monotonic clock. */
  at: number;
}

/** Milliseconds after which a choice has become a reservation or failed. */
const TENTATIVE_MS = 2_000;

/**
 * The current drivers, zones and settings that a choice is made from, cached so that they are not all read each time.
 */
export class AssignmentDesk {
  readonly #deps: DeskDependencies;
  readonly #rows: DriverRows;
  readonly #live: LiveDrivers;
  /** A driver's object is replaced only when the driver changes, because derived values are cached by it. */
  #seated = new Map<string, Seat>();
  #ways: { factors: TravelFactors; map: ZoneMap; hour: number; travel: TravelTimes } | null = null;
  readonly #promised = new Map<string, Tentative[]>();

  constructor(deps: DeskDependencies) {
    this.#deps = deps;
    this.#rows = new DriverRows(deps.database);
    this.#live = new LiveDrivers(deps.presence);
  }

  /**
   * Current rows; presence and positions up to a second old unless `fresh`. `onBreak` includes drivers on a break, whom
   * the rules exclude, for dispatchers who look for one by name.
   */
  async world({ fresh = false, onBreak = false } = {}): Promise<AssignmentWorld> {
    const { zones, settings, clock, calibrated } = this.#deps;
    const [changed, map, { fairnessToleranceSeconds }, factors] = await Promise.all([
      this.#rows.look(),
      zones.map(),
      settings.values(),
      calibrated.factors(),
    ]);
    const now = clock.now();
    const onDuty = this.#onDuty(onBreak);
    const ids = onDuty.map(({ id }) => id);
    await (fresh ? this.#live.refresh(ids) : this.#live.look(ids, changed));
    return {
      now: now.toISOString(),
      drivers: this.#seat(onDuty),
      others: this.#others(),
      zones: map,
      travel: this.#travel(factors, map, now),
      fairnessToleranceSeconds,
    };
  }

  /** Whether the driver has been in contact lately, read now. The result updates the cached presence. */
  async isThere(driverId: string): Promise<boolean> {
    await this.#live.read([driverId]);
    return this.#live.of(driverId).presence !== 'OFFLINE';
  }

  /**
   * Counts a chosen task against the driver until the rows show it. Otherwise simultaneous choices would all pick the
   * same driver, who would refuse most of them.
   */
  promise(task: WaitingTask, driverId: string): void {
    const held = this.#promised.get(driverId) ?? [];
    this.#promised.set(driverId, [...held, { task, at: performance.now() }]);
  }

  /** The effects of the choice are done, so the rows show its outcome. */
  kept({ taskId }: WaitingTask, driverId: string): void {
    const left = this.#promised.get(driverId)?.filter(({ task }) => task.taskId !== taskId) ?? [];
    if (left.length === 0) this.#promised.delete(driverId);
    else this.#promised.set(driverId, left);
  }

  /** Tentative assignments the rows do not show yet. */
  #promisedTo({ id, offered }: KnownDriver): Tentative[] {
    const held = this.#promised.get(id);
    if (held === undefined) return [];
    const oldest = performance.now() - TENTATIVE_MS;
    const left = held.filter(({ task, at }) => at > oldest && !offered.includes(task.taskId));
    if (left.length === 0) this.#promised.delete(id);
    else if (left.length < held.length) this.#promised.set(id, left);
    return left;
  }

  /** Returns the same object while the times are the same, because route calculations are cached by it. */
  #travel(factors: TravelFactors, map: ZoneMap, now: Date): TravelTimes {
    const hour = qatarHour(now);
    const known = this.#ways;
    if (known?.factors === factors && known.map === map && known.hour === hour) return known.travel;
    const travel = calibratedTimes(factors, hour, (point) => map.homeOf(point));
    this.#ways = { factors, map, hour, travel };
    return travel;
  }

  #onDuty(onBreak: boolean): KnownDriver[] {
    return [...this.#rows.drivers.values()].filter(
      ({ duty }) => duty === 'ON_DUTY' || (onBreak && duty === 'ON_BREAK'),
    );
  }

  #seat(onDuty: readonly KnownDriver[]): AssignmentDriver[] {
    const seated = new Map<string, Seat>();
    const drivers = onDuty.map((rows) => {
      const live = this.#live.of(rows.id);
      const before = this.#seated.get(rows.id);
      const promises = this.#promisedTo(rows);
      const promised = promises.length;
      const same = before?.rows === rows && before.promised === promised && isSame(before.live, live);
      const seat = same
        ? before
        : { rows, live, promised, driver: withPromises({ ...rows, ...live }, promises) };
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
      if (some.length < MAX_NAMES) some.push({ id, name });
    }
    return { count, some };
  }
}

function withPromises(driver: AssignmentDriver, promises: readonly Tentative[]): AssignmentDriver {
  if (promises.length === 0) return driver;
  const tasks = promises.map(({ task }) => task);
  return {
    ...driver,
    stops: [...driver.stops, ...tasks.flatMap((task) => tentative(pickupOf(task), dropoffOf(task)))],
    itemsAssigned: tasks.reduce((sum, { items }) => sum + items, driver.itemsAssigned),
    activeTasks: driver.activeTasks + tasks.length,
    codAssigned: add(driver.codAssigned, ...tasks.map(({ cod }) => cod)),
    idleSince: null,
  };
}

function isSame(left: LiveState, right: LiveState): boolean {
  return (
    left.presence === right.presence &&
    left.position?.latitude === right.position?.latitude &&
    left.position?.longitude === right.position?.longitude
  );
}
