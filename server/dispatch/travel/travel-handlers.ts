import { cellOf, NO_FACTORS } from '../../../actors/planning/calibration.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { countLegs } from './calibrate-travel.ts';
import { readCalibration } from './calibration-store.ts';

type Schemas = components['schemas'];

/** Maximum number of pairs shown; those with the most legs come first. */
const MAX_PAIRS = 100;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Operation: the source of travel times, what they were learned from, and their error. */
export function travelHandlers(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
): Pick<Handlers, 'getTravelTimes'> {
  return {
    async getTravelTimes() {
      const [latest, counts] = await Promise.all([
        readCalibration(deps.database),
        countLegs(deps.database, deps.clock.now()),
      ]);
      const factors = latest?.factors ?? { all: NO_FACTORS.all, pairs: {}, cells: {} };
      const legsOf = (key: string) => counts.get(key) ?? 0;
      const pairs = Object.entries(factors.pairs)
        .map(([pair, factor]) => ({ pair, factor, legs: legsOf(pair) }))
        .sort((left, right) => right.legs - left.legs)
        .slice(0, MAX_PAIRS);
      const body: Schemas['TravelTimes'] = {
        source: deps.config.travelTimesUrl === null ? 'CALIBRATED' : 'SERVICE',
        calibratedAt: latest?.at.toISOString() ?? null,
        legs: latest?.legs ?? 0,
        laterLegs: latest?.later_legs ?? 0,
        errorPercent: rounded(latest?.error ?? null),
        defaultErrorPercent: rounded(latest?.default_error ?? null),
        plannedErrorPercent: rounded(latest?.planned_error ?? null),
        factor: exact(factors.all),
        pairs: pairs.map(({ pair, factor, legs }) => ({
          ...zonesOf(pair),
          factor: exact(factor),
          legs,
          hours: HOURS.flatMap((hour) => {
            const cell = cellOf(pair, hour);
            const hourly = factors.cells[cell];
            return hourly === undefined ? [] : [{ hour, factor: exact(hourly), legs: legsOf(cell) }];
          }),
        })),
      };
      return { status: 200, body };
    },
  };
}

function zonesOf(pair: string): { fromZoneId: string | null; toZoneId: string | null } {
  const [from = '-', to = '-'] = pair.split('>');
  return { fromZoneId: from === '-' ? null : from, toZoneId: to === '-' ? null : to };
}

function rounded(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * 10) / 10;
}

function exact(factor: number): number {
  return Math.round(factor * 1000) / 1000;
}
