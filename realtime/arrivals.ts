import type { Logger } from 'pino';
import { WaslError } from '../actors/errors.ts';
import { SingleFlight } from '../db/single-flight.ts';
import type { CurrentStop } from './current-stop-store.ts';
import { Geofence } from './geofence.ts';
import type { LocationMeter } from './location-meter.ts';
import type { TimedPoint } from './point-judge.ts';

export interface ArrivalsOptions {
  /** The current stops of those drivers who are on the way to a door. */
  stops(driverIds: readonly string[]): Promise<CurrentStop[]>;
  /** Reports the arrival to the order. Idempotent: repeating it for the same stop has no effect. Throws WaslError. */
  arrive(stop: CurrentStop): Promise<unknown>;
  meter: LocationMeter;
  log: Logger;
  /** Milliseconds between two reads of the current stops of active drivers. */
  every?: number;
  now?: () => number;
}

const READ_INTERVAL_MS = 2_000;
/**
 * Milliseconds after which a driver's stop is read again, and after which a point is too old to count as an arrival.
 */
const STOP_LIFE_MS = 4_000;
const MAX_POINT_AGE_MS = 2 * 60_000;
const MAX_DRIVERS_PER_READ = 500;
/** Milliseconds without a point after which a driver is forgotten. */
const FORGET_AFTER_MS = 10 * 60_000;

interface Watched {
  stop: CurrentStop | null;
  fence: Geofence | null;
  told: boolean;
  /** When the stop was last read; 0: never. */
  readAt: number;
  seenAt: number;
}

/**
 * Detects that a driver has arrived at a door. A ping waits for nothing here: the stops of all active drivers are read
 * together every other second, and only crossing the fence gives a command.
 */
export class Arrivals {
  readonly #options: ArrivalsOptions;
  readonly #now: () => number;
  readonly #watched = new Map<string, Watched>();
  readonly #timer: NodeJS.Timeout;
  readonly #telling = new Set<Promise<void>>();
  readonly #looking = new SingleFlight();

  constructor(options: ArrivalsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#timer = setInterval(() => void this.look(), options.every ?? READ_INTERVAL_MS);
  }

  /** Takes a live point; points must come in the order they were measured. */
  see(driverId: string, point: TimedPoint): void {
    const now = this.#now();
    let watched = this.#watched.get(driverId);
    if (watched === undefined) {
      watched = { stop: null, fence: null, told: false, readAt: 0, seenAt: now };
      this.#watched.set(driverId, watched);
    }
    watched.seenAt = now;
    const { stop, fence } = watched;
    if (stop === null || fence === null || now - point.atMs > MAX_POINT_AGE_MS) return;
    const crossing = fence.see(point);
    if (crossing === 'left') watched.told = false;
    if (fence.inside && !watched.told) this.#tell(watched, stop);
  }

  /** Reads where active drivers are heading. Never rejects. */
  look(): Promise<void> {
    return this.#looking.run(() => this.#look());
  }

  /** Waits for reads and reports under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking.settled();
    await Promise.allSettled([...this.#telling]);
  }

  async #look(): Promise<void> {
    const now = this.#now();
    const due: string[] = [];
    for (const [driverId, { readAt, seenAt }] of this.#watched) {
      if (now - seenAt > FORGET_AFTER_MS) this.#watched.delete(driverId);
      else if (seenAt > readAt && now - readAt >= STOP_LIFE_MS) due.push(driverId);
    }
    try {
      for (let start = 0; start < due.length; start += MAX_DRIVERS_PER_READ) {
        const some = due.slice(start, start + MAX_DRIVERS_PER_READ);
        this.#adopt(some, await this.#options.stops(some), now);
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, "drivers' stops could not be read");
    }
  }

  #adopt(driverIds: readonly string[], stops: readonly CurrentStop[], now: number): void {
    const byDriver = new Map(stops.map((stop) => [stop.driverId, stop]));
    for (const driverId of driverIds) {
      const watched = this.#watched.get(driverId);
      if (watched === undefined) continue;
      watched.readAt = now;
      const stop = byDriver.get(driverId) ?? null;
      if (isSame(stop, watched.stop)) continue;
      watched.stop = stop;
      watched.fence = stop === null ? null : new Geofence(stop);
      watched.told = false;
    }
  }

  #tell(watched: Watched, stop: CurrentStop): void {
    watched.told = true;
    const telling = this.#ask(watched, stop).finally(() => this.#telling.delete(telling));
    this.#telling.add(telling);
  }

  async #ask(watched: Watched, stop: CurrentStop): Promise<void> {
    const { meter, log } = this.#options;
    try {
      await this.#options.arrive(stop);
      meter.arrival('told');
    } catch (error) {
      const refused = error instanceof WaslError && error.status < 500;
      meter.arrival(refused ? 'refused' : 'failed');
      // Lets the next point inside the fence try again.
      if (!refused) watched.told = false;
      log[refused ? 'info' : 'warn']({ err: error, taskId: stop.taskId }, 'an arrival was not taken');
    }
  }
}

function isSame(one: CurrentStop | null, other: CurrentStop | null): boolean {
  return one?.taskId === other?.taskId && one?.round === other?.round && one?.attempt === other?.attempt;
}
