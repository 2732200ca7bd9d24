import type { LocationPoint } from '../../actors/geo/presence-port.ts';
import type { LocationMeter } from '../../realtime/location-meter.ts';

/** Counts the metrics of locations, by name. */
export class Counts implements LocationMeter {
  readonly #counts: Record<string, number> = {};

  of(name: string): number {
    return this.#counts[name] ?? 0;
  }

  points(fate: string, count: number): void {
    this.#add(fate, count);
  }
  frame(): void {
    this.#add('frame', 1);
  }
  presenceChanged(presence: string): void {
    this.#add(presence, 1);
  }
  breadcrumbs(fate: string, count: number): void {
    this.#add(fate, count);
  }
  arrival(outcome: string): void {
    this.#add(outcome, 1);
  }

  #add(name: string, count: number): void {
    this.#counts[name] = this.of(name) + count;
  }
}

export const DOHA = { latitude: 25.2854, longitude: 51.531 };

/** A point `metres` north of Doha's corniche. */
export function pointAt(sequence: number, atMs: number, metres = 0): LocationPoint {
  return {
    sequence,
    latitude: DOHA.latitude + metres / 111_195,
    longitude: DOHA.longitude,
    accuracy: 5,
    recordedAt: new Date(atMs).toISOString(),
  };
}
