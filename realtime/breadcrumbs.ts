import type { Logger } from 'pino';
import type { Breadcrumb, PgBreadcrumbStore } from '../db/stores/breadcrumb-store.ts';
import { BulkWriter } from './bulk-writer.ts';
import type { LocationMeter } from './location-meter.ts';
import { isWithin, nearMetres } from './near-metres.ts';
import type { TimedPoint } from './point-judge.ts';

export interface BreadcrumbsOptions {
  store: Pick<PgBreadcrumbStore, 'insert'>;
  meter: LocationMeter;
  log: Logger;
  /** Maximum number of waiting points; beyond it the oldest are dropped. */
  capacity?: number;
  /** Milliseconds between two writes. */
  every?: number;
}

const CAPACITY = 20_000;
const WRITE_INTERVAL_MS = 2_000;
/** A point is stored if it is this many milliseconds or metres from the last stored one. */
export const SAMPLED = { every: 15_000, metres: 50 };
/** Milliseconds for which the last stored point of a driver is remembered after the driver's last point. */
const FORGET_AFTER_MS = 15 * 60_000;

/** Where and when a track was last sampled. */
type Kept = Pick<TimedPoint, 'latitude' | 'longitude' | 'atMs'>;

/**
 * Samples drivers' tracks and writes them in bulk. Points not written yet (a few seconds' worth) are lost with the
 * process.
 */
export class Breadcrumbs {
  /**
   * Entries are mutated in place: objects that live from one ping to the next would be promoted to the old generation
   * and make garbage collections long.
   */
  readonly #kept = new Map<string, Kept>();
  readonly #writer: BulkWriter<Breadcrumb>;

  constructor({ store, meter, log, capacity = CAPACITY, every = WRITE_INTERVAL_MS }: BreadcrumbsOptions) {
    this.#writer = new BulkWriter({
      what: 'breadcrumbs',
      write: async (crumbs) => meter.breadcrumbs('written', await store.insert(crumbs)),
      dropped: (count) => meter.breadcrumbs('dropped', count),
      ...{ log, capacity, every },
    });
  }

  /** Adds a point to the track if it is far enough from the last stored one. */
  offer(driverId: string, point: TimedPoint, late: boolean): void {
    // Late points are sampled separately, so that they do not make the live track denser.
    const key = late ? `${driverId}:late` : driverId;
    const last = this.#kept.get(key);
    if (last !== undefined && !tellsMore(last, point)) return;
    const { latitude, longitude, atMs } = point;
    if (last === undefined) this.#kept.set(key, { latitude, longitude, atMs });
    else {
      last.latitude = latitude;
      last.longitude = longitude;
      last.atMs = atMs;
    }
    this.#writer.add(crumbOf(driverId, point, late));
  }

  /** Writes the waiting points; if that fails, they stay waiting. Never rejects. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Forgets where inactive drivers were last sampled. */
  forget(now: number): void {
    for (const [key, { atMs }] of this.#kept) if (now - atMs > FORGET_AFTER_MS) this.#kept.delete(key);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}

function tellsMore(last: Kept, point: TimedPoint): boolean {
  if (Math.abs(point.atMs - last.atMs) >= SAMPLED.every) return true;
  return !isWithin(SAMPLED.metres, last, point) && nearMetres(last, point) >= SAMPLED.metres;
}

function crumbOf(driverId: string, point: TimedPoint, late: boolean): Breadcrumb {
  const { sequence, latitude, longitude, accuracy, speed = null, heading = null, atMs } = point;
  return { driverId, at: new Date(atMs), sequence, latitude, longitude, accuracy, speed, heading, late };
}
