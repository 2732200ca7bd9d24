import type { Point } from '../../actors/planning/point.ts';
import type { ZoneDirectory } from '../delivery/zone-directory.ts';
import type { Travel } from '../travel/compose-travel.ts';
import { localHour } from '../travel/local-hour.ts';
import type { JobTravel } from './plan-job.ts';

/** So many places are worked out here, by whatever service there is; more by the thread, from what was learned. */
const MOST_HERE = 100;

export async function jobTravel(
  { travel, calibrated, zones }: Travel & { zones: ZoneDirectory },
  points: readonly Point[],
  at: Date,
): Promise<JobTravel> {
  if (points.length <= MOST_HERE) {
    const times = await travel.among(points, at);
    const seconds = new Int32Array(points.length ** 2);
    points.forEach((from, row) => {
      points.forEach((to, column) => {
        seconds[row * points.length + column] = row === column ? 0 : Math.round(times.seconds(from, to));
      });
    });
    return { seconds };
  }
  const [factors, map] = await Promise.all([calibrated.factors(), zones.map()]);
  return {
    points,
    zones: points.map((point) => map.homeOf(point)),
    hour: localHour(at),
    factors: { all: factors.all, pairs: [...factors.pairs], cells: [...factors.cells] },
  };
}
