import type { Place } from '../actors/geo/service-area.ts';
import type { LocatedDriver } from './events.ts';

/** A driver's position, as sent between processes and to clients. */
export interface Sighting extends Place {
  driverId: string;
  /** Degrees from north; null when the device does not report it. */
  heading: number | null;
  /** When it was measured, milliseconds since the epoch. */
  atMs: number;
}

interface Known extends Sighting {
  /** Whether it still has to be sent in a frame. */
  waits: boolean;
  /** Whether this process received it from the driver and still has to send it to the others. */
  own: boolean;
  /** When the driver was last in a frame; 0: never. */
  shownAt: number;
  /**
   * The position in that frame and when it was measured, because a zone's frame must also show that a driver has left
   * it. Mutated in place: it lives long enough to be promoted to the old generation.
   */
  readonly shown: Place & { atMs: number };
}

/** A driver in a frame, with the position in the previous frame. */
export interface Moved extends Sighting {
  before: Place | null;
  /** Whether it still has to be sent to the other processes. */
  own: boolean;
}

/** Milliseconds between two frames that contain the same driver. */
const SHOW_INTERVAL_MS = 1_000;
/** Milliseconds without a new position after which a driver is forgotten. */
const FORGET_AFTER_MS = 3_600_000;

/** The newest position of every driver known to this process, and which of them still have to be sent in a frame. */
export class LocationView {
  readonly #known = new Map<string, Known>();
  /** An array compacted in place: a set with as many additions and removals would be rebuilt every second. */
  readonly #waiting: Known[] = [];
  /** Milliseconds by which a driver may be early, so that one who is due before the next frame does not wait for it. */
  readonly #slack: number;

  constructor(slack: number) {
    this.#slack = slack;
  }

  get size(): number {
    return this.#known.size;
  }

  /** @param own Received from the driver by this process, which must send it to the others with the next frame. */
  see(sighting: Sighting, own = false): void {
    const known = this.#known.get(sighting.driverId);
    if (known === undefined) {
      const added = {
        ...sighting,
        waits: true,
        own,
        shownAt: 0,
        shown: { latitude: 0.1, longitude: 0.1, atMs: 0.1 },
      };
      this.#known.set(sighting.driverId, added);
      this.#waiting.push(added);
      return;
    }
    if (sighting.atMs < known.atMs) return;
    known.latitude = sighting.latitude;
    known.longitude = sighting.longitude;
    known.heading = sighting.heading;
    known.atMs = sighting.atMs;
    known.own ||= own;
    if (known.waits) return;
    known.waits = true;
    this.#waiting.push(known);
  }

  /** The drivers that moved and are due, at most once a second each. They count as shown from now on. */
  take(now: number): Moved[] {
    const moved: Moved[] = [];
    let left = 0;
    for (const known of this.#waiting) {
      if (this.#isDue(known, now)) moved.push(show(known, now));
      else {
        this.#waiting[left] = known;
        left += 1;
      }
    }
    this.#waiting.length = left;
    return moved;
  }

  /**
   * Due a second after the last frame, or when the position was measured a second after the one in that frame. Counting
   * from the frame alone would delay a driver who was shown late by the same amount every second from then on.
   */
  #isDue({ shownAt, shown, atMs }: Known, now: number): boolean {
    const least = SHOW_INTERVAL_MS - this.#slack;
    return now - shownAt >= least || (shownAt !== 0 && atMs - shown.atMs >= least);
  }

  all(): IterableIterator<Sighting> {
    return this.#known.values();
  }

  /** Forgets drivers without a new position for an hour. */
  forget(now: number): void {
    for (const [driverId, known] of this.#known) {
      if (now - known.atMs > FORGET_AFTER_MS && !known.waits) this.#known.delete(driverId);
    }
  }
}

/** Marks the driver as shown in a frame now. */
function show(known: Known, now: number): Moved {
  const { driverId, latitude, longitude, heading, atMs, own, shown } = known;
  const before = known.shownAt === 0 ? null : { latitude: shown.latitude, longitude: shown.longitude };
  known.waits = false;
  known.own = false;
  known.shownAt = now;
  shown.latitude = latitude;
  shown.longitude = longitude;
  shown.atMs = atMs;
  return { driverId, latitude, longitude, heading, atMs, own, before };
}

/** Rounded to five decimals, about a metre. */
export function located(
  { driverId, latitude, longitude, heading, atMs }: Sighting,
  now: number,
): LocatedDriver {
  return [driverId, round5(latitude), round5(longitude), heading, Math.max(0, now - atMs)];
}

function round5(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
