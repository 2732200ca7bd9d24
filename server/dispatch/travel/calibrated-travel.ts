import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import { NO_FACTORS, type TravelFactors } from '../../../actors/planning/calibration.ts';
import type { Point } from '../../../actors/planning/point.ts';
import { calibratedTimes, cityTravelTimes, type TravelTimes } from '../../../actors/planning/travel-times.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import { qatarHour } from '../../kernel/calendar/qatar-time.ts';
import type { TravelService } from './travel-service.ts';

/** Milliseconds after which the factors are looked at anew. They change every few minutes, and by little. */
const FRESH = 60_000;

interface Sources {
  readFactors(): Promise<TravelFactors>;
  zones: { map(): Promise<ZoneMap> };
}

/** Straight lines with factors learned from finished legs, kept in memory. */
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
      // With the database away nobody plans anything, but who waits for times gets some.
      return cityTravelTimes;
    }
  }

  /** What is known by now; reads at most once a minute, and goes on with the former while the database is away. */
  async factors(): Promise<TravelFactors> {
    if (performance.now() - this.#readAt > FRESH) await this.#reading.run(() => this.#read());
    return this.#factors;
  }

  /** They were just estimated anew. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<void> {
    this.#readAt = performance.now();
    try {
      this.#factors = await this.#sources.readFactors();
    } catch {
      // The former ones do.
    }
  }
}
