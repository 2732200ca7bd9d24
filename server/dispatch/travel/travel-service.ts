import type { Point } from '../../../actors/planning/point.ts';
import type { TravelTimes } from '../../../actors/planning/travel-times.ts';

/** Travel times for planning, arrivals and routes: whoever needs them doesn't know where they come from. */
export interface TravelService {
  /**
   * Times between any two of these points, for who sets off at that moment. Never rejects, and takes no longer than
   * a turn of an actor can wait for a hundred places, than a plan can for more.
   */
  among(points: readonly Point[], at: Date): Promise<TravelTimes>;
}
