import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import { NO_FACTORS, type TravelFactors } from '../../../actors/planning/calibration.ts';
import type { Point } from '../../../actors/planning/point.ts';
import { calibratedTimes, cityTravelTimes, type TravelTimes } from '../../../actors/planning/travel-times.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import { qatarHour } from '../../kernel/calendar/qatar-time.ts';
import type { TravelService } from './travel-service.ts';

/** Milliseconds after which the factors are read again. They change every few minutes, and only slightly. */
const FRESH_MS = 60_000;

interface Sources {
  readFactors(): Promise<TravelFactors>;
  zones: { map(): Promise<ZoneMap> };
}

/** Straight-line times with factors learned from finished legs, cached in memory. */
export class CalibratedTravel implements TravelService {
  readonly #sources: Sources;
  #factors: TravelFactors = NO_FACTORS;
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #reading = new SingleFlight();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  async among(_points: readonly Point[], at: Date): Promise<TravelTimes> {
    try {
      const [factors, zones] = await Promise.all([this.factors(), this.#sources.zones.map()]);
      return calibratedTimes(factors, qatarHour(at), (point) => zones.homeOf(point));
    } catch {
      // Without the database no planning happens, but callers waiting for times still get some.
      return cityTravelTimes;
    }
  }

  /**
   * The current factors. Reads at most once a minute, and keeps the previous ones while the database is unreachable.
   */
  async factors(): Promise<TravelFactors> {
    if (performance.now() - this.#readAt > FRESH_MS) await this.#reading.run(() => this.#read());
    return this.#factors;
  }

  /** Call after a new estimate. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<void> {
    this.#readAt = performance.now();
    try {
      this.#factors = await this.#sources.readFactors();
    } catch {
      // Keep the previous factors.
    }
  }
}
