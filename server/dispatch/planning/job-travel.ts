import type { Point } from '../../../actors/planning/point.ts';
import type { TravelTimes } from '../../../actors/planning/travel-times.ts';
import { qatarHour } from '../../kernel/calendar/qatar-time.ts';
import { MAX_POINTS, type Travel } from '../travel/travel.ts';

import type { ZoneDirectory } from '../zones/zones.ts';
import type { JobTravel } from './plan-job.ts';

/**
 * Most places whose travel times are computed here; for more the planning thread computes them from the learned
 * factors.
 */
const MAX_PLACES_HERE = 100;
/** Rows of the matrix written before yielding to the event loop. */
const ROWS_PER_SLICE = 20;

export async function jobTravel(
  { travel, calibrated, zones }: Travel & { zones: ZoneDirectory },
  points: readonly Point[],
  at: Date,
): Promise<JobTravel> {
  // A thread cannot call the routing service.
  if (points.length <= (travel === calibrated ? MAX_PLACES_HERE : MAX_POINTS)) {
    return { seconds: await tableOf(await travel.among(points, at), points) };
  }
  const [factors, map] = await Promise.all([calibrated.factors(), zones.map()]);
  return {
    points,
    zones: points.map((point) => map.homeOf(point)),
    hour: qatarHour(at),
    factors: { all: factors.all, pairs: [...factors.pairs], cells: [...factors.cells] },
  };
}

async function tableOf(times: TravelTimes, points: readonly Point[]): Promise<Int32Array> {
  const seconds = new Int32Array(points.length ** 2);
  for (const [row, from] of points.entries()) {
    if (row % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
    points.forEach((to, column) => {
      seconds[row * points.length + column] = row === column ? 0 : Math.round(times.seconds(from, to));
    });
  }
  return seconds;
}
