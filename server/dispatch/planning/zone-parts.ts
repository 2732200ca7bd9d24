import { metresBetween } from '../../../actors/geo/distance.ts';
import { type LiveDriver, originOf } from './live-vehicle.ts';
import type { FreeTask } from './zone-tasks.ts';

export interface ZonePart {
  drivers: LiveDriver[];
  tasks: FreeTask[];
}

/**
 * Most tasks planned together. Larger zones are split from west to east, each part with its share of drivers and time.
 */
const MAX_TASKS = 1_000;
/** Most drivers per part: those nearest to its tasks. */
export const MAX_DRIVERS = 300;
/** Most tasks per part used for comparing distances. */
const SAMPLE_SIZE = 50;

/** The parts to plan, and the number of drivers in no part because others are nearer. */
export function partsOf(
  drivers: readonly LiveDriver[],
  tasks: readonly FreeTask[],
): { parts: ZonePart[]; driversLeftOut: number } {
  const count = Math.max(1, Math.ceil(tasks.length / MAX_TASKS));
  const west = (driver: LiveDriver) => originOf(driver)?.longitude ?? 0;
  const byPlace = drivers.toSorted((left, right) => west(left) - west(right));
  const fromWest = tasks.toSorted((left, right) => left.pickup.longitude - right.pickup.longitude);
  const share = <T>(all: readonly T[], part: number) =>
    all.slice(Math.floor((part * all.length) / count), Math.floor(((part + 1) * all.length) / count));
  const parts = Array.from({ length: count }, (_, part) => {
    const own = share(fromWest, part);
    return { drivers: nearest(share(byPlace, part), own), tasks: own };
  });
  const planned = parts.reduce((sum, part) => sum + part.drivers.length, 0);
  return { parts, driversLeftOut: drivers.length - planned };
}

/** In the order given; drivers with unknown position last. */
function nearest(drivers: LiveDriver[], tasks: readonly FreeTask[]): LiveDriver[] {
  if (drivers.length <= MAX_DRIVERS) return drivers;
  const every = Math.max(1, Math.floor(tasks.length / SAMPLE_SIZE));
  const sample = tasks.filter((_, index) => index % every === 0).map(({ pickup }) => pickup);
  const away = (driver: LiveDriver) => {
    const origin = originOf(driver);
    if (origin === null) return Number.POSITIVE_INFINITY;
    return sample.reduce((least, pickup) => Math.min(least, metresBetween(origin, pickup)), Number.MAX_VALUE);
  };
  const kept = new Set(
    drivers
      .map((driver) => ({ driver, metres: away(driver) }))
      .sort((left, right) => left.metres - right.metres)
      .slice(0, MAX_DRIVERS)
      .map(({ driver }) => driver),
  );
  return drivers.filter((driver) => kept.has(driver));
}
