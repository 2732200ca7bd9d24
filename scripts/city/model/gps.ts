import type { Place } from '../../../actors/geo/service-area.ts';
import { namedChance } from '../../shared/chance.ts';
import type { Moment, PlannedDriver } from './day-plan.ts';
import { moved } from './places.ts';

export interface Fix {
  latitude: number;
  longitude: number;
  /** Metres, by the phone's own estimate. */
  accuracy: number;
}

/** Duration of a position error: a phone's position does not jump but is off to one side for a while. */
const DRIFT_MINUTES = 1.5;
/** Percentage of positions that are far off, as between towers, and report a low accuracy. */
const FAR_OFF_PERCENT = 0.5;
const FAR_OFF = 6;

/** The position that the driver's phone reports at that moment. */
export function fixOf(
  seed: number,
  { key, device }: Pick<PlannedDriver, 'key' | 'device'>,
  place: Place,
  moment: Moment,
): Fix {
  const now = Math.floor(moment / DRIFT_MINUTES);
  const part = moment / DRIFT_MINUTES - now;
  const [before, after] = [driftOf(seed, key, now), driftOf(seed, key, now + 1)];
  const chance = namedChance(seed, 'fix', key, Math.round(moment * 60));
  const noise = device.noiseMetres * (chance.percent(FAR_OFF_PERCENT) ? FAR_OFF : 1);
  const off = (axis: 'east' | 'north') =>
    noise * (0.8 * (before[axis] + part * (after[axis] - before[axis])) + 0.2 * chance.normal());
  return {
    ...moved(place, off('east'), off('north')),
    accuracy: Math.max(3, Math.round(1.3 * noise)),
  };
}

function driftOf(seed: number, key: string, slot: number): { east: number; north: number } {
  const chance = namedChance(seed, 'drift', key, slot);
  return { east: chance.normal(), north: chance.normal() };
}
