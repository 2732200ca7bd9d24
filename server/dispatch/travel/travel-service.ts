import type { Point } from '../../../actors/planning/point.ts';
import type { TravelTimes } from '../../../actors/planning/travel-times.ts';

/** Travel times for planning, arrivals and routes, independent of their source. */
export interface TravelService {
  /**
   * Times between any two of these points when leaving at `at`. Never rejects. For up to a hundred points it is fast
   * enough for an actor's turn; for more, for a plan.
   */
  among(points: readonly Point[], at: Date): Promise<TravelTimes>;
}
