/** A place on the Mercator square: x grows eastwards and y southwards, both from 0 to 1. */
export interface Spot {
  x: number;
  y: number;
}

/** Milliseconds a mark takes to its new place: the interval between positions. */
const GLIDE = 1_000;
/** A leap longer than this (about 1.5 km here) cannot be an observed movement: the mark appears at its new place. */
const LEAP = 4e-5;

interface Way {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  startedAt: number;
}

export function spotOf(longitude: number, latitude: number): Spot {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI };
}

/** Interpolates marks between reported positions, which are a second apart. */
export class Glide {
  readonly #ways = new Map<string, Way>();
  readonly #still: boolean;
  #endsAt = 0;

  /** @param still Marks jump to their places at once (prefers-reduced-motion). */
  constructor(still = false) {
    this.#still = still;
  }

  moveTo(id: string, { x, y }: Spot, now: number): void {
    const way = this.#ways.get(id);
    if (way === undefined) {
      this.#ways.set(id, { fromX: x, fromY: y, toX: x, toY: y, startedAt: now - GLIDE });
      return;
    }
    if (way.toX === x && way.toY === y) return;
    const here = this.#at(way, now);
    const leaps = this.#still || Math.hypot(x - here.x, y - here.y) > LEAP;
    way.fromX = leaps ? x : here.x;
    way.fromY = leaps ? y : here.y;
    way.toX = x;
    way.toY = y;
    way.startedAt = now;
    if (!leaps) this.#endsAt = Math.max(this.#endsAt, now + GLIDE);
  }

  at(id: string, now: number): Spot | null {
    const way = this.#ways.get(id);
    return way === undefined ? null : this.#at(way, now);
  }

  moving(now: number): boolean {
    return now < this.#endsAt;
  }

  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#ways.keys()) if (!ids.has(id)) this.#ways.delete(id);
  }

  #at(way: Way, now: number): Spot {
    const share = Math.min(1, Math.max(0, (now - way.startedAt) / GLIDE));
    return { x: way.fromX + (way.toX - way.fromX) * share, y: way.fromY + (way.toY - way.fromY) * share };
  }
}
