import type { Place } from '../actors/geo/service-area.ts';
import type { LocatedDriver } from './events.ts';

/** Where a driver is, as it travels between processes and to clients. */
export interface Sighting extends Place {
  driverId: string;
  /** Degrees from north; null when the device does not say. */
  heading: number | null;
  /** When it was measured, milliseconds since the epoch. */
  atMs: number;
}

interface Known extends Sighting {
  /** When a frame last carried the driver; 0: never. */
  shownAt: number;
  /** The place in that frame, and when it was measured: a zone's frame must also tell that a driver has left it. */
  shown: (Place & { atMs: number }) | null;
}

/** A driver in a frame, with the place it had in the frame before. */
export interface Moved extends Sighting {
  before: Place | null;
}

/** Milliseconds between two frames that carry the same driver. */
const SHOWN_EVERY = 1_000;
/** Milliseconds for which a driver who says nothing more is kept. */
const KEPT = 3_600_000;

/** The newest place of every driver that this process has heard of, and which of them a frame has still to carry. */
export class LocationView {
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Set<Known>();
  /** A frame may come this much early, in milliseconds: what is due before the next one does not wait for it. */
  readonly #slack: number;

  constructor(slack: number) {
    this.#slack = slack;
  }

  get size(): number {
    return this.#known.size;
  }

  /** True when it is news. */
  see(sighting: Sighting): boolean {
    const known = this.#known.get(sighting.driverId);
    if (known === undefined) {
      const added = { ...sighting, shownAt: 0, shown: null };
      this.#known.set(sighting.driverId, added);
      this.#waiting.add(added);
      return true;
    }
    if (sighting.atMs < known.atMs) return false;
    known.latitude = sighting.latitude;
    known.longitude = sighting.longitude;
    known.heading = sighting.heading;
    known.atMs = sighting.atMs;
    this.#waiting.add(known);
    return true;
  }

  /** Drivers that moved and are due, once a second. They count as shown from now on. */
  take(now: number): Moved[] {
    const moved: Moved[] = [];
    for (const known of this.#waiting) {
      if (!this.#isDue(known, now)) continue;
      this.#waiting.delete(known);
      const { driverId, latitude, longitude, heading, atMs, shown: before } = known;
      moved.push({ driverId, latitude, longitude, heading, atMs, before });
      known.shownAt = now;
      known.shown = { latitude, longitude, atMs };
    }
    return moved;
  }

  /**
   * A second after the last frame, or after what that frame showed was measured: counted from the frame alone, who was
   * shown late once would be late by as much every second from then on.
   */
  #isDue({ shownAt, shown, atMs }: Known, now: number): boolean {
    const least = SHOWN_EVERY - this.#slack;
    return now - shownAt >= least || (shown !== null && atMs - shown.atMs >= least);
  }

  all(): IterableIterator<Sighting> {
    return this.#known.values();
  }

  /** Lets go of drivers that said nothing for an hour. */
  forget(now: number): void {
    for (const [driverId, known] of this.#known) {
      if (now - known.atMs > KEPT && !this.#waiting.has(known)) this.#known.delete(driverId);
    }
  }
}

/** Five decimals are a metre. */
export function located(
  { driverId, latitude, longitude, heading, atMs }: Sighting,
  now: number,
): LocatedDriver {
  return [driverId, round5(latitude), round5(longitude), heading, Math.max(0, now - atMs)];
}

function round5(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
