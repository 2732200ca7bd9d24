import { metresBetween } from '../../../actors/geo/distance.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { components } from '../../kernel/http/api-types.ts';

type Figures = components['schemas']['PlanFigures'];

/** Ratio of road distance to straight-line distance. */
const DETOUR_FACTOR = 1.35;
/** Cost of moving a stop, in seconds, because a person has to read and follow the change. */
export const MOVE_COST_S = 60;
/** Cost of a second of lateness, in seconds of driving. */
export const LATENESS_COST = 5;

export function figuresOf(
  { travelTime, lateness, lateStops }: { travelTime: number; lateness: number; lateStops: number },
  metres: number,
): Figures {
  return {
    travelSeconds: travelTime,
    distanceMetres: Math.round(metres),
    latenessSeconds: lateness,
    lateStops,
  };
}

/** Distance along these places, by road where known. */
export function metresAlong(origin: Point, places: readonly Point[]): number {
  let from = origin;
  return places.reduce((sum, place) => {
    const metres = metresBetween(from, place) * DETOUR_FACTOR;
    from = place;
    return sum + metres;
  }, 0);
}
