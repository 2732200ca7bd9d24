import type { Chance } from '../../shared/chance.ts';
import type { Moment } from './day-plan.ts';
import { DISTRICTS, type District } from './districts.ts';

/**
 * Relative number of orders in each hour of the day: few before nine, a peak at midday and a higher one after sunset.
 */
const BY_HOUR = [9, 5, 3, 2, 2, 2, 4, 8, 18, 34, 46, 54, 58, 52, 42, 40, 46, 56, 68, 80, 84, 72, 48, 24];

/**
 * Factor by which travel takes longer in each hour than on empty roads: to work, home for lunch, out in the evening.
 */
const TRAFFIC = [
  1, 1, 1, 1, 1, 1.02, 1.22, 1.42, 1.36, 1.2, 1.14, 1.18, 1.3, 1.32, 1.26, 1.2, 1.26, 1.4, 1.46, 1.38, 1.3,
  1.22, 1.12, 1.04,
];

/** Hours during which people order from work. */
const AT_WORK = { from: 8, to: 17 };
/** Share of people at work who order to their workplace. */
const ORDER_AT_WORK = 0.55;

/** @param at minutes since the plan's first hour began */
export function hourAt(startHour: number, at: Moment): number {
  return Math.floor(startHour + at / 60) % 24;
}

/** Factor of travel time against empty roads; between the hours it changes gradually. */
export function trafficAt(startHour: number, at: Moment): number {
  const hours = startHour + at / 60;
  const hour = Math.floor(hours);
  const [now, next] = [TRAFFIC[hour % 24] ?? 1, TRAFFIC[(hour + 1) % 24] ?? 1];
  return now + (hours - hour) * (next - now);
}

/** The moments of `count` orders, earliest first. */
export function orderMoments(chance: Chance, count: number, startHour: number, hours: number): Moment[] {
  const slots = Array.from({ length: Math.ceil(hours) }, (_, slot) => slot);
  // The last hour may be shorter than sixty minutes.
  const lengthOf = (slot: number) => Math.min(1, hours - slot);
  const moments = Array.from({ length: count }, () => {
    const slot = chance.weighted(slots, (each) => lengthOf(each) * (BY_HOUR[(startHour + each) % 24] ?? 0));
    return (slot + lengthOf(slot) * chance.unit()) * 60;
  });
  return moments.sort((left, right) => left - right);
}

/** The district to which an order of that hour goes. */
export function pickDistrict(chance: Chance, hour: number): District {
  const isWorkTime = hour >= AT_WORK.from && hour < AT_WORK.to;
  return chance.weighted(DISTRICTS, ({ residents, workers }) =>
    isWorkTime ? residents + ORDER_AT_WORK * workers : residents + 0.05 * workers,
  );
}
