import { metresBetween } from '../../../actors/geo/distance.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { components } from '../../kernel/http/api-types.ts';

type Figures = components['schemas']['PlanFigures'];

/** Roads are longer than the straight line by this much. */
const DETOUR = 1.35;
/** What moving a stop is reckoned at, in seconds: somebody has to read it, and to turn round. */
export const COST_OF_MOVE = 60;
/** A second late weighs as much as so many seconds of driving. */
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

/** Along these places, by road as far as it is known. */
export function metresAlong(origin: Point, places: readonly Point[]): number {
  let from = origin;
  return places.reduce((sum, place) => {
    const metres = metresBetween(from, place) * DETOUR;
    from = place;
    return sum + metres;
  }, 0);
}
