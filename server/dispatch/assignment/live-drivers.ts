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

/** Milliseconds. Up to FRESH_MS cached values are used as they are; up to USABLE_MS they are used while being refreshed. */
const FRESH_MS = 1_000;
const USABLE_MS = 5_000;

/**
 * Presence and positions of the drivers on duty, read once a second at most, however many choices are made. Never
 * rejects.
 */
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

  /** Ensures that these drivers are cached, fresh or not; `changed` ones are always read. */
  async look(driverIds: readonly string[], changed: readonly string[]): Promise<void> {
    const age = performance.now() - this.#readAt;
    if (age > USABLE_MS) return this.refresh(driverIds);
    if (age > FRESH_MS) void this.refresh(driverIds);
    const again = new Set(changed);
    const missing = driverIds.filter((id) => again.has(id) || !this.#known.has(id));
    if (missing.length > 0) await this.read(missing);
  }

  /** Reads the current values. */
  async refresh(driverIds: readonly string[]): Promise<void> {
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
