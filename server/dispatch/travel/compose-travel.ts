import type { Database } from '../../../db/database.ts';
import type { Config } from '../../kernel/process/config.ts';
import type { ZoneDirectory } from '../zones/zones.ts';
import { readFactors } from './calibrate-travel.ts';
import { CalibratedTravel } from './calibrated-travel.ts';
import { OsrmTravel } from './osrm-travel.ts';
import { OsrmPaths, type StreetPaths } from './street-paths.ts';
import type { TravelService } from './travel-service.ts';

export interface Travel {
  /** The service that all callers use. */
  travel: TravelService;
  /** Fallback behind it, and the only source without a routing service. */
  calibrated: CalibratedTravel;
  /** Null without a routing service. */
  streets: StreetPaths | null;
}

interface TravelDependencies {
  config: Pick<Config, 'travelTimesUrl'>;
  database: Database;
  metrics: { travelTimes(outcome: string): void; streetPaths(outcome: string): void };
}

export function composeTravel(
  { config, database, metrics }: TravelDependencies,
  zones: ZoneDirectory,
): Travel {
  const calibrated = new CalibratedTravel({ readFactors: () => readFactors(database), zones });
  const url = config.travelTimesUrl;
  if (url === null) return { travel: calibrated, calibrated, streets: null };
  const times = (outcome: string) => metrics.travelTimes(outcome);
  const paths = (outcome: string) => metrics.streetPaths(outcome);
  return {
    travel: new OsrmTravel({ url, fallback: calibrated, meter: times }),
    calibrated,
    streets: new OsrmPaths({ url, meter: paths }),
  };
}
