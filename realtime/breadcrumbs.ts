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
  /** Points waiting at most; beyond, the oldest are dropped. */
  capacity?: number;
  /** Milliseconds between two writes. */
  every?: number;
}

const CAPACITY = 20_000;
const WRITE_EVERY = 2_000;
/** A point is kept when it is this far from the last kept one, in milliseconds or in metres. */
export const SAMPLED = { every: 15_000, metres: 50 };
/** Milliseconds for which the last kept point of a silent driver is remembered. */
const REMEMBERED = 15 * 60_000;

/** Where and when a track was last sampled. */
type Kept = Pick<TimedPoint, 'latitude' | 'longitude' | 'atMs'>;

/** Samples drivers' tracks and writes them in bulk. What is not written yet is lost with the process: at most seconds. */
export class Breadcrumbs {
  /** Written over in place: what is kept from one ping to the next is not young garbage any more. */
  readonly #kept = new Map<string, Kept>();
  readonly #writer: BulkWriter<Breadcrumb>;

  constructor({ store, meter, log, capacity = CAPACITY, every = WRITE_EVERY }: BreadcrumbsOptions) {
    this.#writer = new BulkWriter({
      what: 'breadcrumbs',
      write: async (crumbs) => meter.breadcrumbs('written', await store.insert(crumbs)),
      dropped: (count) => meter.breadcrumbs('dropped', count),
      ...{ log, capacity, every },
    });
  }

  /** Takes a point into the track unless it tells nothing new. */
  offer(driverId: string, point: TimedPoint, late: boolean): void {
    // Late points have a sample of their own, so that they do not make the live ones dense.
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

  /** Writes what waits; what cannot be written waits on. Never rejects. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Forgets where silent drivers were last sampled. */
  forget(now: number): void {
    for (const [key, { atMs }] of this.#kept) if (now - atMs > REMEMBERED) this.#kept.delete(key);
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
