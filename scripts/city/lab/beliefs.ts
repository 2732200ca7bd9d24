import { metresBetween } from '../../../actors/geo/distance.ts';
import { estimateFactors, type MeasuredLeg } from '../../../actors/planning/calibration.ts';
import { calibratedTimes, type TravelTimes } from '../../../actors/planning/travel-times.ts';
import { namedChance } from '../../shared/chance.ts';
import type { DayPlan } from '../model/day-plan.ts';
import { hourAt } from '../model/demand.ts';
import { DISTRICTS } from '../model/districts.ts';
import { pathOf } from '../model/path.ts';
import { addressIn } from '../model/places.ts';
import { planMomentOf } from './lab-day.ts';

/** Trips of earlier days that the service would have learned from, in each hour. */
const WAYS_AN_HOUR = 40;
/** Changes the seed, so that trips of earlier days differ from those that will be driven. */
const EARLIER = 0x5eed;

/**
 * What the service believes of ways: what it learns by the hour from finished ones, here from as many on earlier days.
 * It is off for each single way, as it is live.
 */
export function learnedTravel(plan: DayPlan): (moment: number) => TravelTimes {
  const factors = estimateFactors(earlierLegs(plan));
  const byHour = new Map<number, TravelTimes>();
  return (moment) => {
    const hour = hourAt(plan.startHour, Math.max(0, planMomentOf(plan, moment)));
    const known = byHour.get(hour) ?? calibratedTimes(factors, hour, () => null);
    byHour.set(hour, known);
    return known;
  };
}

function earlierLegs({ options, startHour, ends }: DayPlan): MeasuredLeg[] {
  const seed = options.seed ^ EARLIER;
  const chance = namedChance(seed, 'ways');
  const somewhere = () =>
    addressIn(
      chance,
      chance.weighted(DISTRICTS, ({ residents }) => residents),
    ).location;
  return Array.from({ length: WAYS_AN_HOUR * Math.ceil(ends / 60) }, (_, index) => {
    const leaves = 60 * (index / WAYS_AN_HOUR);
    const [from, to] = [somewhere(), somewhere()];
    const { minutes } = pathOf(from, to, { seed, startHour, leaves, pace: 1 });
    return {
      ...{ fromZoneId: null, toZoneId: null, hour: hourAt(startHour, leaves) },
      ...{ straight: metresBetween(from, to), seconds: 60 * minutes },
    };
  });
}
