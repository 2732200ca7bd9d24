import { distance } from '@turf/distance';
import type { Place } from './service-area.ts';

export function metresBetween(from: Place, to: Place): number {
  return distance([from.longitude, from.latitude], [to.longitude, to.latitude], { units: 'meters' });
}
