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

/** More drivers on duty than this are not looked at for one choice. */
const MOST_ON_DUTY = 2_000;
const NAMES_SHOWN = 20;

interface Seat {
  rows: KnownDriver;
  live: LiveState;
  /** How many choices of this process are in it that the rows do not show yet. */
  promised: number;
  driver: AssignmentDriver;
}

interface Promised {
  task: WaitingTask;
  /** Milliseconds of this process's own clock. */
  at: number;
}

/** Milliseconds after which a choice has become a reservation, or nothing. */
const PROMISED_FOR = 2_000;

/** What a choice is made from: drivers, zones and settings as they are, put together without reading them all each time. */
export class AssignmentDesk {
  readonly #deps: DeskDependencies;
  readonly #rows: DriverRows;
  readonly #live: LiveDrivers;
  /** A driver's object stays the same while nothing about the driver changes: much is remembered with it. */
  #seated = new Map<string, Seat>();
  #ways: { factors: TravelFactors; map: ZoneMap; hour: number; travel: TravelTimes } | null = null;
  readonly #promised = new Map<string, Promised[]>();

  constructor(deps: DeskDependencies) {
    this.#deps = deps;
    this.#rows = new DriverRows(deps.database);
    this.#live = new LiveDrivers(deps.presence);
  }

  /**
   * Rows as of now; presence and positions up to a second old, unless they are to be `anew`. With those `onBreak`, whom
   * the rules keep from everything, for somebody who looks for them by name.
   */
  async world({ anew = false, onBreak = false } = {}): Promise<AssignmentWorld> {
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
    await (anew ? this.#live.lookAnew(ids) : this.#live.look(ids, changed));
    return {
      now: now.toISOString(),
      drivers: this.#seat(onDuty),
      others: this.#others(),
      zones: map,
      travel: this.#travel(factors, map, now),
      fairnessToleranceSeconds,
    };
  }

  /** Whether the driver has given a sign of life lately, asked just now; who has not is known to be away from here on. */
  async isThere(driverId: string): Promise<boolean> {
    await this.#live.read([driverId]);
    return this.#live.of(driverId).presence !== 'OFFLINE';
  }

  /**
   * The task was given to the driver, who does not know it yet: the next choice counts it. Without that all choices of
   * one moment fell on the same driver, who would refuse most of them.
   */
  promise(task: WaitingTask, driverId: string): void {
    const held = this.#promised.get(driverId) ?? [];
    this.#promised.set(driverId, [...held, { task, at: performance.now() }]);
  }

  /** What follows from the choice is done: the rows tell how it went. */
  kept({ taskId }: WaitingTask, driverId: string): void {
    const left = this.#promised.get(driverId)?.filter(({ task }) => task.taskId !== taskId) ?? [];
    if (left.length === 0) this.#promised.delete(driverId);
    else this.#promised.set(driverId, left);
  }

  /** Those that the rows don't show yet. */
  #promisedTo({ id, offered }: KnownDriver): Promised[] {
    const held = this.#promised.get(id);
    if (held === undefined) return [];
    const oldest = performance.now() - PROMISED_FOR;
    const left = held.filter(({ task, at }) => at > oldest && !offered.includes(task.taskId));
    if (left.length === 0) this.#promised.delete(id);
    else if (left.length < held.length) this.#promised.set(id, left);
    return left;
  }

  /** One and the same as long as it tells the same times: what was worked out of a route is kept with it. */
  #travel(factors: TravelFactors, map: ZoneMap, now: Date): TravelTimes {
    const hour = qatarHour(now);
    const known = this.#ways;
    if (known?.factors === factors && known.map === map && known.hour === hour) return known.travel;
    const travel = calibratedTimes(factors, hour, (point) => map.homeOf(point));
    this.#ways = { factors, map, hour, travel };
    return travel;
  }

  #onDuty(onBreak: boolean): KnownDriver[] {
    const found: KnownDriver[] = [];
    for (const driver of this.#rows.drivers.values()) {
      const wanted = driver.duty === 'ON_DUTY' || (onBreak && driver.duty === 'ON_BREAK');
      if (wanted && found.length < MOST_ON_DUTY) found.push(driver);
    }
    return found;
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
      if (some.length < NAMES_SHOWN) some.push({ id, name });
    }
    return { count, some };
  }
}

function withPromises(driver: AssignmentDriver, promises: readonly Promised[]): AssignmentDriver {
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
