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
  /** A frame has still to carry it. */
  waits: boolean;
  /** This process has heard it from the driver, and the others have still to be told. */
  own: boolean;
  /** When a frame last carried the driver; 0: never. */
  shownAt: number;
  /**
   * The place in that frame, and when it was measured: a zone's frame must also tell that a driver has left it. Written
   * over in place, as it outlives the collection of young objects.
   */
  readonly shown: Place & { atMs: number };
}

/** A driver in a frame, with the place it had in the frame before. */
export interface Moved extends Sighting {
  before: Place | null;
  /** The other processes do not know yet. */
  own: boolean;
}

/** Milliseconds between two frames that carry the same driver. */
const SHOWN_EVERY = 1_000;
/** Milliseconds for which a driver who says nothing more is kept. */
const KEPT = 3_600_000;

/** The newest place of every driver that this process has heard of, and which of them a frame has still to carry. */
export class LocationView {
  readonly #known = new Map<string, Known>();
  /** A list that is closed up in place: a set of as many that come and go is built again every second. */
  readonly #waiting: Known[] = [];
  /** A frame may come this much early, in milliseconds: what is due before the next one does not wait for it. */
  readonly #slack: number;

  constructor(slack: number) {
    this.#slack = slack;
  }

  get size(): number {
    return this.#known.size;
  }

  /** @param own Heard from the driver by this process, which is to tell the others when a frame carries it. */
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

  /** Drivers that moved and are due, once a second. They count as shown from now on. */
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
   * A second after the last frame, or after what that frame showed was measured: counted from the frame alone, who was
   * shown late once would be late by as much every second from then on.
   */
  #isDue({ shownAt, shown, atMs }: Known, now: number): boolean {
    const least = SHOWN_EVERY - this.#slack;
    return now - shownAt >= least || (shownAt !== 0 && atMs - shown.atMs >= least);
  }

  all(): IterableIterator<Sighting> {
    return this.#known.values();
  }

  /** Lets go of drivers that said nothing for an hour. */
  forget(now: number): void {
    for (const [driverId, known] of this.#known) {
      if (now - known.atMs > KEPT && !known.waits) this.#known.delete(driverId);
    }
  }
}

/** Takes note that a frame carries it now. */
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
