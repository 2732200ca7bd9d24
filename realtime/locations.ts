import type { Logger } from 'pino';
import type { LocationPoint, LocationReceipt } from '../actors/geo/presence-port.ts';
import { SingleFlight } from '../db/single-flight.ts';
import type { Arrivals } from './arrivals.ts';
import type { Breadcrumbs } from './breadcrumbs.ts';
import type { LocationFrames } from './location-frames.ts';
import type { LocationMeter, PointFate } from './location-meter.ts';
import { type JudgeContext, judge, newTrack, type TimedPoint, type Track } from './point-judge.ts';
import type { RedisPresence, Sign } from './presence.ts';
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
  /** Of the domain clock, 1 unless a simulation runs: drivers move with it, their devices' clocks do not. */
  rate?: number;
}

/** Reports a second and driver, and points a second: an offline day may come at once, but not every day. */
const REPORTS = { burst: 8, windowMs: 2_000 };
const POINTS = { burst: 4_000, windowMs: 1_000_000 };
/** Milliseconds between two writes of newest positions to Redis. */
const NOTE_EVERY = 250;
const FORGET_EVERY = 60_000;
/** Milliseconds for which the track of a silent driver is remembered. */
const REMEMBERED = 15 * 60_000;

interface Driver {
  track: Track;
  reports: Throttle;
  points: Throttle;
  seenAt: number;
}

/** What comes over a socket has been timed when its shape was checked. */
type TakenPoint = LocationPoint & { atMs?: number };

interface Sorted {
  live: TimedPoint[];
  latest: number;
}

/**
 * Takes drivers' points: judges each, shows the newest, keeps a sampled history, watches for arrivals. Nothing of it
 * waits for PostgreSQL. This process judges by what it has seen itself; the newest of all processes is Redis' word.
 */
export class Locations {
  readonly #options: LocationsOptions;
  readonly #now: () => number;
  readonly #drivers = new Map<string, Driver>();
  readonly #timers: NodeJS.Timeout[];
  #signs = new Map<string, Sign>();
  readonly #noting = new SingleFlight();

  constructor(options: LocationsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#timers = [
      setInterval(() => void this.flush(), NOTE_EVERY),
      setInterval(() => this.#forget(), FORGET_EVERY),
    ];
  }

  /** A report over a socket: answered at once, noted in Redis within a quarter of a second. */
  ping(driverId: string, points: readonly TakenPoint[], stream: string): LocationReceipt {
    const { live, latest } = this.#sort(driverId, points, stream);
    const point = live.at(-1) ?? this.#signs.get(driverId)?.point ?? null;
    this.#signs.set(driverId, { driverId, stream, point });
    return { accepted: live.length, latestSequence: latest };
  }

  /** A batch by REST: answered when Redis has noted it, as another process may know newer points. Never rejects. */
  async report(driverId: string, points: readonly LocationPoint[], stream: string): Promise<LocationReceipt> {
    const { live, latest } = this.#sort(driverId, points, stream);
    const receipt = await this.#options.presence.report(driverId, live, stream);
    return { ...receipt, latestSequence: Math.max(receipt.latestSequence, latest) };
  }

  /** Notes in Redis what came since the last time. Never rejects. */
  flush(): Promise<void> {
    return this.#noting.run(() => this.#note());
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.flush();
    await this.flush();
  }

  async #note(): Promise<void> {
    if (this.#signs.size === 0) return;
    const signs = [...this.#signs.values()];
    this.#signs = new Map();
    await this.#options.presence.note(signs);
  }

  /** Judges each point and hands on what is taken. The live ones come back in the order of their sequence. */
  #sort(driverId: string, points: readonly TakenPoint[], stream: string): Sorted {
    const now = this.#now();
    const driver = this.#driverOf(driverId, stream, now);
    const live: TimedPoint[] = [];
    const moment = performance.now();
    const taken = driver.reports.take(moment);
    for (const point of inOrder(points)) {
      const fate =
        taken && driver.points.take(moment) ? this.#take(driverId, driver, point, stream, live) : 'flood';
      this.#options.meter.points(fate, 1);
    }
    this.#show(driverId, live.at(-1));
    return { live, latest: driver.track.newest?.sequence ?? 0 };
  }

  /** One point: judged, and given to whom it concerns. */
  #take(
    driverId: string,
    { track, seenAt: now }: Driver,
    point: TakenPoint,
    stream: string,
    live: TimedPoint[],
  ): PointFate {
    const timed = isTimed(point) ? point : { ...point, atMs: Date.parse(point.recordedAt) };
    const fate = judge(track, stream, timed, {
      area: this.#options.area,
      now,
      rate: this.#options.rate ?? 1,
    });
    if (fate === 'accepted') {
      live.push(timed);
      this.#options.arrivals.see(driverId, timed);
      this.#options.breadcrumbs.offer(driverId, timed, false);
    } else if (fate === 'late') {
      this.#options.breadcrumbs.offer(driverId, timed, true);
    }
    return fate;
  }

  #show(driverId: string, point: TimedPoint | undefined): void {
    if (point === undefined) return;
    const { latitude, longitude, heading = null, atMs } = point;
    this.#options.frames.see({ driverId, latitude, longitude, heading, atMs });
  }

  #driverOf(driverId: string, stream: string, now: number): Driver {
    const known = this.#drivers.get(driverId);
    if (known !== undefined) {
      known.seenAt = now;
      return known;
    }
    const driver = {
      track: newTrack(stream),
      reports: new Throttle(REPORTS.burst, REPORTS.windowMs),
      points: new Throttle(POINTS.burst, POINTS.windowMs),
      seenAt: now,
    };
    this.#drivers.set(driverId, driver);
    return driver;
  }

  #forget(): void {
    const now = this.#now();
    for (const [driverId, { seenAt }] of this.#drivers) {
      if (now - seenAt > REMEMBERED) this.#drivers.delete(driverId);
    }
    this.#options.breadcrumbs.forget(now);
  }
}

function isTimed(point: TakenPoint): point is TimedPoint {
  return point.atMs !== undefined;
}

function inOrder(points: readonly TakenPoint[]): readonly TakenPoint[] {
  return points.length < 2 ? points : [...points].sort((one, other) => one.sequence - other.sequence);
}
