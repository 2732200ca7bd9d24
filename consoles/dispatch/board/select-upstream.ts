import type { BoardTask, DriverSpot, Upstream, UpstreamStore } from './board-types.ts';
import { lookOf } from './task-look.ts';

/** A store with what is coming and what is there already. */
export interface UpstreamRow {
  store: UpstreamStore;
  groups: number;
  /** Tasks waiting there for a driver now. */
  waiting: number;
  /** Parts that will be ready within the next hour. */
  soon: number;
  /** Free drivers who can be there in a few minutes. */
  near: number;
}

/** Parts expected in the quarter of an hour that begins at `from`. */
export interface Quarter {
  from: number;
  groups: number;
}

const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;
/** Number of quarters drawn; drivers do not set out yet for anything later. */
export const QUARTERS = 12;
/** Metres in a straight line: about five minutes of driving. */
const NEAR = 3_000;
const METRES_PER_DEGREE = 111_320;

/** The next three hours over all stores, by quarter of an hour, empty ones included. */
export function quartersOf({ stores, at }: Pick<Upstream, 'stores' | 'at'>): Quarter[] {
  const first = Math.floor(Date.parse(at) / QUARTER) * QUARTER;
  const quarters = Array.from({ length: QUARTERS }, (_, index) => ({
    from: first + index * QUARTER,
    groups: 0,
  }));
  for (const { expected } of stores) {
    for (const { from, groups } of expected) {
      const quarter = quarters[Math.floor((Date.parse(from) - first) / QUARTER)];
      if (quarter !== undefined) quarter.groups += groups;
    }
  }
  return quarters;
}

export function soonOf({ expected }: Pick<UpstreamStore, 'expected'>, now: number): number {
  return expected.reduce((sum, { from, groups }) => (Date.parse(from) < now + HOUR ? sum + groups : sum), 0);
}

/** Identifies a store by its position. */
export function placeKey({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude},${longitude}`;
}

export interface CityNow {
  tasks: ReadonlyMap<string, BoardTask>;
  /** Positions of free drivers. */
  free: readonly DriverSpot[];
  now: number;
}

/** In the service's sequence: the store where something is ready first. */
export function upstreamRows(
  { stores }: Pick<Upstream, 'stores'>,
  { tasks, free, now }: CityNow,
): UpstreamRow[] {
  const waiting = new Map<string, number>();
  for (const { status, pickup } of tasks.values()) {
    if (lookOf(status) !== 'waiting') continue;
    const key = placeKey(pickup.location);
    waiting.set(key, (waiting.get(key) ?? 0) + 1);
  }
  return stores.map((store) => ({
    store,
    groups: store.toAccept + store.preparing + store.packed,
    waiting: waiting.get(placeKey(store.location)) ?? 0,
    soon: soonOf(store, now),
    near: free.filter((spot) => metresBetween(spot, store.location) <= NEAR).length,
  }));
}

interface Place {
  latitude: number;
  longitude: number;
}

function metresBetween(one: Place, other: Place): number {
  const across = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(across, one.latitude - other.latitude) * METRES_PER_DEGREE;
}
