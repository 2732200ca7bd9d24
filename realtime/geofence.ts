import type { Place } from '../actors/geo/service-area.ts';
import { nearMetres } from './near-metres.ts';

/** Metres around a stop: nearer is there, farther than `leave` is away, between them nothing changes. */
export const FENCE = { enter: 80, leave: 150 } as const;
/** Milliseconds in the fence after which somebody who moves has not merely driven past. */
const DWELL = 10_000;
/** Metres per second below which somebody is not driving past. */
const SLOW = 2;

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
 * The fence around one stop. A point counts only when its whole circle of accuracy speaks the same word: within the
 * outer radius to be there, beyond it to be away. Arriving takes two points in a row, the newest of them slow or
 * ten seconds after the first, for a road may lead past the door.
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

  /** Points come in the order in which they were measured. */
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
    const stays = point.speed !== undefined && point.speed < SLOW;
    if (!stays && point.atMs - this.#first < DWELL) return null;
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
