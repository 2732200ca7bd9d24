import type { Logger } from 'pino';
import type { Breadcrumb, PgBreadcrumbStore } from '../db/stores/breadcrumb-store.ts';
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
const PER_WRITE = 2_000;
/** A point is kept when it is this far from the last kept one, in milliseconds or in metres. */
export const SAMPLED = { every: 15_000, metres: 50 };
/** Milliseconds for which the last kept point of a silent driver is remembered. */
const REMEMBERED = 15 * 60_000;

/** Samples drivers' tracks and writes them in bulk. What is not written yet is lost with the process: at most seconds. */
export class Breadcrumbs {
  readonly #options: BreadcrumbsOptions;
  readonly #capacity: number;
  readonly #timer: NodeJS.Timeout;
  readonly #kept = new Map<string, TimedPoint>();
  #waiting: Breadcrumb[] = [];
  #writing: Promise<void> | null = null;

  constructor(options: BreadcrumbsOptions) {
    this.#options = options;
    this.#capacity = options.capacity ?? CAPACITY;
    this.#timer = setInterval(() => void this.flush(), options.every ?? WRITE_EVERY);
  }

  /** Takes a point into the track unless it tells nothing new. */
  offer(driverId: string, point: TimedPoint, late: boolean): void {
    // Late points have a sample of their own, so that they do not make the live ones dense.
    const key = late ? `${driverId}:late` : driverId;
    const last = this.#kept.get(key);
    if (last !== undefined && !tellsMore(last, point)) return;
    this.#kept.set(key, point);
    this.#waiting.push(crumbOf(driverId, point, late));
    if (this.#waiting.length > this.#capacity) this.#drop(this.#waiting.length - this.#capacity);
  }

  /** Writes what waits; what cannot be written waits on. Never rejects. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  /** Forgets where silent drivers were last sampled. */
  forget(now: number): void {
    for (const [key, { atMs }] of this.#kept) if (now - atMs > REMEMBERED) this.#kept.delete(key);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    await this.flush();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const crumbs = this.#waiting.slice(0, PER_WRITE);
      this.#waiting = this.#waiting.slice(PER_WRITE);
      try {
        this.#options.meter.breadcrumbs('written', await this.#options.store.insert(crumbs));
      } catch (error) {
        this.#options.log.warn({ err: error, points: crumbs.length }, 'breadcrumbs could not be written yet');
        this.#waiting = [...crumbs, ...this.#waiting];
        if (this.#waiting.length > this.#capacity) this.#drop(this.#waiting.length - this.#capacity);
        return;
      }
    }
  }

  #drop(count: number): void {
    this.#waiting = this.#waiting.slice(count);
    this.#options.meter.breadcrumbs('dropped', count);
  }
}

function tellsMore(last: TimedPoint, point: TimedPoint): boolean {
  if (Math.abs(point.atMs - last.atMs) >= SAMPLED.every) return true;
  return !isWithin(SAMPLED.metres, last, point) && nearMetres(last, point) >= SAMPLED.metres;
}

function crumbOf(driverId: string, point: TimedPoint, late: boolean): Breadcrumb {
  const { sequence, latitude, longitude, accuracy, speed = null, heading = null, atMs } = point;
  return { driverId, at: new Date(atMs), sequence, latitude, longitude, accuracy, speed, heading, late };
}
