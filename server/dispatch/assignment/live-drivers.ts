import type { DriverPosition, Presence } from '../../../actors/geo/presence-port.ts';
import { SingleFlight } from '../../../db/single-flight.ts';

interface Live {
  stateOf(driverIds: readonly string[]): Promise<Map<string, Presence>>;
  positionOf(driverIds: readonly string[]): Promise<Map<string, DriverPosition>>;
}

export interface LiveState {
  presence: Presence;
  position: { latitude: number; longitude: number } | null;
}

/** Milliseconds. Younger is as good as new; up to the second age what is known is used while it is read anew. */
const FRESH = 1_000;
const USABLE = 5_000;

/** Presence and positions of the drivers on duty, read once a second however often a driver is chosen. Never rejects. */
export class LiveDrivers {
  readonly #live: Live;
  readonly #known = new Map<string, LiveState>();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #reading = new SingleFlight();

  constructor(live: Live) {
    this.#live = live;
  }

  of(driverId: string): LiveState {
    return this.#known.get(driverId) ?? { presence: 'UNKNOWN', position: null };
  }

  /** Sees to it that these are known, however old that is; `changed` ones are read in any case. */
  async look(driverIds: readonly string[], changed: readonly string[]): Promise<void> {
    const age = performance.now() - this.#readAt;
    if (age > USABLE) return this.lookAnew(driverIds);
    if (age > FRESH) void this.lookAnew(driverIds);
    const again = new Set(changed);
    const missing = driverIds.filter((id) => again.has(id) || !this.#known.has(id));
    if (missing.length > 0) await this.read(missing);
  }

  /** As it is now. */
  async lookAnew(driverIds: readonly string[]): Promise<void> {
    await this.#reading.run(() => this.#readAll(driverIds));
  }

  async #readAll(driverIds: readonly string[]): Promise<void> {
    const began = performance.now();
    await this.read(driverIds);
    this.#readAt = began;
    const wanted = new Set(driverIds);
    for (const id of this.#known.keys()) if (!wanted.has(id)) this.#known.delete(id);
  }

  async read(driverIds: readonly string[]): Promise<void> {
    const [states, positions] = await Promise.all([
      this.#live.stateOf(driverIds),
      this.#live.positionOf(driverIds),
    ]);
    for (const id of driverIds) {
      const at = positions.get(id);
      const position = at === undefined ? null : { latitude: at.latitude, longitude: at.longitude };
      this.#known.set(id, { presence: states.get(id) ?? 'UNKNOWN', position });
    }
  }
}
