import { type Activity, type Cadence, cadenceOf, type Power } from './cadence.ts';
import { type Fix, type Point, PointFilter, pointOf } from './point-filter.ts';
import type { PointStore } from './point-store.ts';

/** The part of `navigator.geolocation` that is used. */
export interface Positions {
  watchPosition(
    found: (fix: Fix) => void,
    failed: (error: { code: number }) => void,
    options: { enableHighAccuracy: boolean; maximumAge: number; timeout: number },
  ): number;
  clearWatch(id: number): void;
}

/** Whether the phone reports its position. */
export type LocationState = 'OFF' | 'SEARCHING' | 'FOUND' | 'DENIED' | 'UNAVAILABLE';

/** TAKEN: the service has them. REFUSED: it will never accept these. LATER: no answer, or the service is busy. */
export type Reported = 'TAKEN' | 'REFUSED' | 'LATER';

export interface LocationOptions {
  positions: Positions;
  store: PointStore;
  accountId: string;
  report(points: readonly Point[]): Promise<Reported>;
  power(): Power;
  /** Milliseconds to add to the phone's clock to get the true time. */
  clockOffset(): number;
  onState?(state: LocationState): void;
  now?: () => number;
}

const PERMISSION_DENIED = 1;
/** Points per report, and milliseconds between reports when many are late. */
const BATCH = 100;
const PACE = 500;
const LOOK_AGAIN = 30_000;

/**
 * Watches the phone's position and reports it in batches: more often on the way, rarely on a break, and less often with
 * a low battery. Points that cannot be sent are kept on disk and sent as history once the network is back, after the
 * newest point, so that a dispatcher never sees an hour-old position as the present one.
 */
export class LocationManager {
  readonly #options: LocationOptions;
  readonly #filter = new PointFilter();
  readonly #now: () => number;
  #activity: Activity = 'OFF';
  #cadence: Cadence | null = null;
  #watch: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #recheck: ReturnType<typeof setInterval> | undefined;
  #buffer: Point[] = [];
  #sequence = 0;
  #state: LocationState = 'OFF';
  #reporting: Promise<void> | null = null;
  #closed = false;

  constructor(options: LocationOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  get state(): LocationState {
    return this.#state;
  }

  set(activity: Activity): void {
    this.#activity = activity;
    clearInterval(this.#recheck);
    if (activity !== 'OFF') this.#recheck = setInterval(() => this.#adapt(), LOOK_AGAIN);
    this.#adapt();
  }

  /** Sends what has gathered: the network is back. */
  flush(): Promise<void> {
    this.#reporting ??= this.#report().finally(() => {
      this.#reporting = null;
    });
    return this.#reporting;
  }

  async close(): Promise<void> {
    this.set('OFF');
    this.#closed = true;
    await this.#reporting;
    await this.#keep(this.#buffer.splice(0));
  }

  /** The battery level or the driver's activity may have changed. */
  #adapt(): void {
    const former = this.#cadence;
    const next = this.#closed ? null : cadenceOf(this.#activity, this.#options.power());
    this.#cadence = next;
    if (next === null) {
      this.#stop();
      return;
    }
    if (this.#watch === null || former?.precise !== next.precise) this.#start(next);
    if (former?.report !== next.report) this.#schedule();
  }

  #start({ precise }: Cadence): void {
    const { positions } = this.#options;
    if (this.#watch !== null) positions.clearWatch(this.#watch);
    if (this.#state === 'OFF') this.#tell('SEARCHING');
    this.#watch = positions.watchPosition(
      (fix) => this.#see(fix),
      ({ code }) => this.#tell(code === PERMISSION_DENIED ? 'DENIED' : 'UNAVAILABLE'),
      { enableHighAccuracy: precise, maximumAge: 1_000, timeout: 30_000 },
    );
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#recheck);
    if (this.#watch !== null) this.#options.positions.clearWatch(this.#watch);
    this.#watch = null;
    this.#tell('OFF');
  }

  #see(fix: Fix): void {
    const cadence = this.#cadence;
    if (cadence === null) return;
    this.#tell('FOUND');
    if (!this.#filter.accepts(fix, cadence.every, Math.max(cadence.every, 15_000))) return;
    // Grows across restarts, too, without being stored.
    this.#sequence = Math.max(this.#sequence + 1, this.#now());
    this.#buffer.push(pointOf(fix, this.#sequence, this.#options.clockOffset()));
    // The first point of a watch is sent at once.
    if (this.#timer === undefined) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#cadence === null) return;
    this.#timer = setTimeout(() => {
      void this.flush().finally(() => this.#schedule());
    }, this.#cadence.report);
  }

  async #report(): Promise<void> {
    const fresh = this.#buffer.splice(0);
    if (fresh.length > 0 && (await this.#tellService(fresh)) === 'LATER') {
      await this.#keep(fresh);
      return;
    }
    await this.#reportLate();
  }

  /** Oldest first, paced, until all are sent or the network is gone again. */
  async #reportLate(): Promise<void> {
    const { store, accountId } = this.#options;
    while (!this.#closed) {
      const late = await store.oldest(accountId, BATCH);
      if (late.length === 0 || (await this.#tellService(late)) === 'LATER') return;
      await store.remove(
        accountId,
        late.map(({ sequence }) => sequence),
      );
      if (late.length < BATCH) return;
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  }

  async #tellService(points: readonly Point[]): Promise<Reported> {
    try {
      return await this.#options.report(points);
    } catch {
      return 'LATER';
    }
  }

  async #keep(points: readonly Point[]): Promise<void> {
    if (points.length > 0) await this.#options.store.add(this.#options.accountId, points);
  }

  #tell(state: LocationState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}
