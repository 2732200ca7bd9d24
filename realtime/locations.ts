import type { Logger } from 'pino';
import type { LocationPoint, LocationReceipt } from '../actors/geo/presence-port.ts';
import { SingleFlight } from '../db/single-flight.ts';
import type { Arrivals } from './arrivals.ts';
import type { Breadcrumbs } from './breadcrumbs.ts';
import type { LocationFrames } from './location-frames.ts';
import type { LocationMeter, PointFate } from './location-meter.ts';
import { isLocated, type JudgeContext, judge, newTrack, type TimedPoint, type Track } from './point-judge.ts';
import type { RedisPresence } from './presence.ts';
import { Throttle } from './throttle.ts';

export interface LocationsOptions {
  presence: Pick<RedisPresence, 'note' | 'report'>;
  area: JudgeContext['area'];
  frames: Pick<LocationFrames, 'see'>;
  breadcrumbs: Pick<Breadcrumbs, 'offer' | 'forget'>;
  arrivals: Pick<Arrivals, 'see'>;
  meter: LocationMeter;
  log: Logger;
  now?: () => number;
  /** Rate of the domain clock, 1 except in simulations: drivers move by it, but their devices' clocks do not. */
  rate?: number;
}

/**
 * Limits per driver of reports and of points per second: the points of an offline day may come at once, but not
 * continually.
 */
const REPORT_LIMIT = { burst: 8, windowMs: 2_000 };
const POINT_LIMIT = { burst: 4_000, windowMs: 1_000_000 };
/** Milliseconds between two writes of newest positions to Redis. */
const WRITE_INTERVAL_MS = 250;
const FORGET_INTERVAL_MS = 60_000;
/** Milliseconds without a point after which a driver's track is forgotten. */
const FORGET_AFTER_MS = 15 * 60_000;

interface Driver {
  readonly id: string;
  readonly track: Track;
  readonly reports: Throttle;
  readonly points: Throttle;
  seenAt: number;
  /** The stream of a signal not yet written to Redis; null: none. */
  sign: string | null;
  /** Whether the newest position also has to be written. */
  moved: boolean;
}

/** Points from a socket already have a parsed time, from validation. */
type TakenPoint = LocationPoint & { atMs?: number };

/**
 * Takes drivers' points: judges each one, shows the newest, stores a sampled history, and detects arrivals. Nothing
 * here waits for PostgreSQL. A process judges by the points it has received itself; which is the newest over all
 * processes is decided in Redis.
 */
export class Locations {
  readonly #options: LocationsOptions;
  readonly #now: () => number;
  readonly #drivers = new Map<string, Driver>();
  readonly #timers: NodeJS.Timeout[];
  /** Reused for every ping. */
  readonly #context: JudgeContext;
  /** Drivers with signals not yet written to Redis. */
  #signed: Driver[] = [];
  readonly #noting = new SingleFlight();

  constructor(options: LocationsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#context = { area: options.area, now: 0, rate: options.rate ?? 1 };
    this.#timers = [
      setInterval(() => void this.flush(), WRITE_INTERVAL_MS),
      setInterval(() => this.#forget(), FORGET_INTERVAL_MS),
    ];
  }

  /** Takes a report from a socket: answered at once, and written to Redis within 250 ms. */
  ping(driverId: string, points: readonly TakenPoint[], stream: string): LocationReceipt {
    const driver = this.#driverOf(driverId, stream);
    const accepted = this.#takeAll(driver, points, stream, null);
    if (driver.sign === null) this.#signed.push(driver);
    driver.sign = stream;
    driver.moved ||= accepted > 0;
    return { accepted, latestSequence: latestOf(driver) };
  }

  /**
   * Takes a batch by REST: answered after it is written to Redis, because another process may know newer points. Never
   * rejects.
   */
  async report(driverId: string, points: readonly LocationPoint[], stream: string): Promise<LocationReceipt> {
    const driver = this.#driverOf(driverId, stream);
    const live: TimedPoint[] = [];
    this.#takeAll(driver, points, stream, live);
    const latest = latestOf(driver);
    const receipt = await this.#options.presence.report(driverId, live, stream);
    return { ...receipt, latestSequence: Math.max(receipt.latestSequence, latest) };
  }

  /** Writes to Redis what came since the last call. Never rejects. */
  flush(): Promise<void> {
    return this.#noting.run(() => this.#note());
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.flush();
    await this.flush();
  }

  async #note(): Promise<void> {
    if (this.#signed.length === 0) return;
    const signs = this.#signed.map(({ id, sign, moved, track }) => ({
      driverId: id,
      stream: sign ?? '',
      point: moved ? track.newest : null,
    }));
    const noted = this.#options.presence.note(signs);
    for (const driver of this.#signed) {
      driver.sign = null;
      driver.moved = false;
    }
    this.#signed = [];
    await noted;
  }

  /**
   * Judges each point and passes on the accepted ones. Returns how many are live.
   * @param live Collects the live points in the order of their sequence.
   */
  #takeAll(driver: Driver, points: readonly TakenPoint[], stream: string, live: TimedPoint[] | null): number {
    this.#context.now = driver.seenAt;
    const moment = performance.now();
    const taken = driver.reports.take(moment);
    let accepted = 0;
    let newest: TimedPoint | null = null;
    for (const point of inOrder(points)) {
      const timed = isTimed(point) ? point : { ...point, atMs: Date.parse(point.recordedAt) };
      const fate = taken && driver.points.take(moment) ? this.#take(driver, timed, stream) : 'flood';
      this.#options.meter.points(fate, 1);
      if (fate !== 'accepted') continue;
      accepted += 1;
      newest = timed;
      live?.push(timed);
    }
    if (newest !== null) this.#show(driver.id, newest);
    return accepted;
  }

  /** Judges one point and passes it to everything that uses it. */
  #take({ id, track }: Driver, point: TimedPoint, stream: string): PointFate {
    const fate = judge(track, stream, point, this.#context);
    if (fate === 'accepted') {
      this.#options.arrivals.see(id, point);
      this.#options.breadcrumbs.offer(id, point, false);
    } else if (fate === 'late') {
      this.#options.breadcrumbs.offer(id, point, true);
    }
    return fate;
  }

  #show(driverId: string, { latitude, longitude, heading, atMs }: TimedPoint): void {
    this.#options.frames.see({ driverId, latitude, longitude, heading: heading ?? null, atMs });
  }

  #driverOf(id: string, stream: string): Driver {
    const seenAt = this.#now();
    const known = this.#drivers.get(id);
    if (known !== undefined) {
      known.seenAt = seenAt;
      return known;
    }
    const driver = {
      id,
      track: newTrack(stream),
      reports: new Throttle(REPORT_LIMIT.burst, REPORT_LIMIT.windowMs),
      points: new Throttle(POINT_LIMIT.burst, POINT_LIMIT.windowMs),
      seenAt,
      sign: null,
      moved: false,
    };
    this.#drivers.set(id, driver);
    return driver;
  }

  #forget(): void {
    const now = this.#now();
    for (const [driverId, { seenAt }] of this.#drivers) {
      if (now - seenAt > FORGET_AFTER_MS) this.#drivers.delete(driverId);
    }
    this.#options.breadcrumbs.forget(now);
  }
}

function latestOf({ track }: Driver): number {
  return isLocated(track) ? track.newest.sequence : 0;
}

function isTimed(point: TakenPoint): point is TimedPoint {
  return point.atMs !== undefined;
}

function inOrder(points: readonly TakenPoint[]): readonly TakenPoint[] {
  return points.length < 2 ? points : [...points].sort((one, other) => one.sequence - other.sequence);
}
