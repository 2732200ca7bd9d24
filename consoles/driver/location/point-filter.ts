import type { components } from '../../../server/kernel/http/api-types.ts';

export type Point = components['schemas']['LocationPoint'];

/** One fix as the browser reports it; `timestamp` in ms since the epoch, by the phone's clock. */
export interface Fix {
  coords: {
    latitude: number;
    longitude: number;
    accuracy: number;
    speed: number | null;
    heading: number | null;
  };
  timestamp: number;
}

/** Metres. A less accurate fix is worth less than the previous one. */
const WORST = 150;
/** Milliseconds after which an inaccurate fix is better than none. */
const STARVED = 60_000;
/** Metres that count as movement, whatever the accuracy. */
const MIN_MOVE_METRES = 8;

interface Kept {
  latitude: number;
  longitude: number;
  at: number;
}

/**
 * Passes the fixes that are worth a report: accurate ones, at most one per `every`, and while standing still only often
 * enough to show that the phone is online.
 */
export class PointFilter {
  #last: Kept | null = null;

  /** `every` and `quiet` in ms: the shortest time between points while moving, and while standing. */
  accepts({ coords, timestamp }: Fix, every: number, quiet: number): boolean {
    const last = this.#last;
    const passed = last === null ? Number.POSITIVE_INFINITY : timestamp - last.at;
    if (passed <= 0) return false;
    if (coords.accuracy > WORST && passed < STARVED) return false;
    if (last !== null) {
      const moved =
        metresBetween(last, coords) > Math.max(MIN_MOVE_METRES, Math.min(coords.accuracy, WORST) / 2);
      if (passed < (moved ? every : quiet)) return false;
    }
    this.#last = { latitude: coords.latitude, longitude: coords.longitude, at: timestamp };
    return true;
  }
}

/**
 * Converts a fix to the contract's point; values the browser could not measure, or that are implausible, are left out.
 */
export function pointOf({ coords, timestamp }: Fix, sequence: number, clockOffset: number): Point {
  const { latitude, longitude, accuracy, speed, heading } = coords;
  return {
    sequence,
    latitude,
    longitude,
    accuracy: Math.min(100_000, Math.max(0, accuracy)),
    recordedAt: new Date(timestamp + clockOffset).toISOString(),
    ...(inRange(speed, 150) ? { speed } : {}),
    ...(inRange(heading, 360) ? { heading } : {}),
  };
}

function inRange(value: number | null, most: number): value is number {
  return value !== null && Number.isFinite(value) && value >= 0 && value <= most;
}

/** Distance in metres on a flat earth: the points are seconds apart. */
export function metresBetween(
  from: { latitude: number; longitude: number },
  to: { latitude: number; longitude: number },
): number {
  const perDegree = 111_195;
  const north = (to.latitude - from.latitude) * perDegree;
  const east = (to.longitude - from.longitude) * perDegree * Math.cos((from.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}
