import type { Place } from '../actors/geo/service-area.ts';
import { nearMetres } from './near-metres.ts';

/**
 * Metres around a stop: closer than `enter` is inside, farther than `leave` is outside, and between them nothing
 * changes.
 */
export const FENCE = { enter: 80, leave: 150 } as const;
/** Milliseconds inside the fence after which a moving driver is not just passing by. */
const DWELL_MS = 10_000;
/** Metres per second below which a driver is not just passing by. */
const SLOW_METRES_PER_SECOND = 2;

export interface FencePoint extends Place {
  /** Metres. */
  accuracy: number;
  /** Milliseconds since the epoch. */
  atMs: number;
  /** Metres per second. */
  speed?: number;
}

export type Crossing = 'entered' | 'left' | null;

/**
 * The fence around one stop. A point counts as inside or outside only if its whole circle of accuracy lies on that side
 * of the outer radius. Arriving takes two consecutive points, the newer of them slow or ten seconds after the first,
 * since a road may lead past the door.
 */
export class Geofence {
  readonly #stop: Place;
  #inside = false;
  #first: number | null = null;

  constructor(stop: Place) {
    this.#stop = stop;
  }

  get inside(): boolean {
    return this.#inside;
  }

  /** Points must come in the order they were measured. */
  see(point: FencePoint): Crossing {
    const metres = nearMetres(point, this.#stop);
    if (metres - point.accuracy > FENCE.leave) return this.#away();
    const there = metres <= FENCE.enter && metres + point.accuracy <= FENCE.leave;
    if (this.#inside || !there) {
      if (metres > FENCE.enter) this.#first = null;
      return null;
    }
    if (this.#first === null) {
      this.#first = point.atMs;
      return null;
    }
    const stays = point.speed !== undefined && point.speed < SLOW_METRES_PER_SECOND;
    if (!stays && point.atMs - this.#first < DWELL_MS) return null;
    this.#inside = true;
    return 'entered';
  }

  #away(): Crossing {
    const left = this.#inside;
    this.#inside = false;
    this.#first = null;
    return left ? 'left' : null;
  }
}
