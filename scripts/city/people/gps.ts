import type { Place } from '../../../actors/geo/service-area.ts';
import type { LiveSchemas } from '../../../realtime/live-types.ts';
import { namedChance } from '../../shared/chance.ts';
import type { PlannedDriver } from '../model/day-plan.ts';
import { fixOf } from '../model/gps.ts';
import type { DrivenPath } from '../model/path.ts';
import type { Citizen } from '../world/citizen.ts';
import { momentNow, type World } from '../world/world.ts';
import type { Phone } from './phone.ts';

type Point = LiveSchemas['LocationPoint'];

/** Minimum real milliseconds between two positions, however fast the day runs: no phone reports more often. */
const CLOSEST = 500;
const MAX_KEPT_POINTS = 100;

/** Where the driver is, and the phone's reports about it. */
export class Gps {
  readonly #world: World;
  readonly #citizen: Citizen;
  readonly #planned: PlannedDriver;
  readonly #phone: Phone;
  #standing: Place;
  #way: DrivenPath | null = null;
  #sequence: number;
  #kept: Point[] = [];
  #late: Point[] | null = null;

  constructor(world: World, citizen: Citizen, planned: PlannedDriver, phone: Phone) {
    this.#world = world;
    this.#citizen = citizen;
    this.#planned = planned;
    this.#phone = phone;
    this.#standing = planned.home.location;
    // Increases from run to run, as the sequence of one device does.
    this.#sequence = Math.floor(Date.now() / 100);
  }

  here(): Place {
    return this.#way === null ? this.#standing : this.#way.at(momentNow(this.#world));
  }

  drive(way: DrivenPath): void {
    this.#way = way;
  }

  /** The driver stops here, or at the place just reached. */
  stop(place: Place = this.here()): void {
    this.#standing = place;
    this.#way = null;
  }

  /** Reports until the signal aborts. */
  async report(signal: AbortSignal): Promise<void> {
    const { clock } = this.#world;
    const every = Math.max(this.#planned.device.fixSeconds * 1_000, CLOSEST * clock.rate);
    while (!signal.aborted) {
      this.#kept.push(this.#fix());
      if (this.#kept.length > MAX_KEPT_POINTS) this.#kept.shift();
      if (this.#phone.isOnline) await this.#send();
      try {
        await clock.until(clock.now() + every, signal);
      } catch (reason) {
        if (!signal.aborted) throw reason;
      }
    }
  }

  #fix(): Point {
    const moment = momentNow(this.#world);
    const { latitude, longitude, accuracy } = fixOf(
      this.#world.plan.options.seed,
      this.#planned,
      this.here(),
      moment,
    );
    this.#sequence += 1;
    return {
      sequence: this.#sequence,
      ...{ latitude, longitude, accuracy },
      recordedAt: new Date().toISOString(),
      speed: Math.min(60, this.#way?.speedAt(moment) ?? 0),
      heading: Math.min(360, Math.max(0, this.#way?.headingAt(moment) ?? 0)),
    };
  }

  /** Sometimes a batch is delayed and overtaken by the next one, or arrives twice. */
  async #send(): Promise<void> {
    const points = this.#kept;
    this.#kept = [];
    const { duplicates, late } = this.#planned.device;
    const chance = namedChance(this.#world.plan.options.seed, 'batch', this.#planned.key, this.#sequence);
    if (this.#late === null && chance.unit() < late) {
      this.#late = points;
      return;
    }
    await this.#ping(points);
    if (chance.unit() < duplicates) await this.#ping(points);
    const overtaken = this.#late;
    this.#late = null;
    if (overtaken !== null) await this.#ping(overtaken);
  }

  async #ping(points: Point[]): Promise<void> {
    const { pings } = this.#world.figures;
    pings.sent += points.length;
    const answer = await this.#citizen.person.ping({ points, deviceId: this.#planned.key });
    if (answer?.ok === true) pings.accepted += answer.accepted;
  }
}
