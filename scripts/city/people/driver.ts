import { answerOf } from '../model/answer.ts';
import type { PlannedDriver } from '../model/day-plan.ts';
import { pathOf } from '../model/path.ts';
import { at, type Hired, momentNow, type World } from '../world/world.ts';
import { DriverDesk, type HandedOver, type Offered, type Stop } from './driver-desk.ts';
import { DriverStops } from './driver-stops.ts';
import { Gps } from './gps.ts';
import { Phone } from './phone.ts';

/** Domain minutes after which a driver with tasks but without a route drives to their stops. */
const WITHOUT_ROUTE = 3;
/** Domain minutes between polls while waiting. */
const LOOKS_AGAIN = 5;
const HANDING_IN = 4;
/** Maximum attempts to end a shift that is refused because of work that the app does not show yet. */
const MAX_ENDINGS = 40;

type Spawn = (what: string, work: Promise<void>) => void;

/** A driver's day: the shift with its breaks, offers, driving from stop to stop, and the cash. */
export class Driver {
  readonly #world: World;
  readonly #hired: Hired;
  readonly #planned: PlannedDriver;
  readonly #spawn: Spawn;
  readonly #phone: Phone;
  readonly #gps: Gps;
  readonly #desk: DriverDesk;
  readonly #stops: DriverStops;
  readonly #answered = new Set<string>();
  readonly #over = new AbortController();
  #breaks: PlannedDriver['breaks'];
  #waitsSince: number | null = null;

  constructor(world: World, hired: Hired, planned: PlannedDriver, spawn: Spawn) {
    this.#world = world;
    this.#hired = hired;
    this.#planned = planned;
    this.#spawn = spawn;
    this.#breaks = [...planned.breaks];
    this.#phone = new Phone(world, hired.citizen, planned);
    this.#gps = new Gps(world, hired.citizen, planned, this.#phone);
    this.#desk = new DriverDesk(world, hired, {
      onOffer: (offered) => this.#offered(offered),
      onHandOver: (handedOver) => this.#spawn(`${hired.key} hands goods over`, this.#handOver(handedOver)),
    });
    this.#stops = new DriverStops(world, hired, planned, this.#phone, this.#desk);
  }

  /** Resolves when the shift has ended and the driver holds neither goods nor cash. */
  async work(): Promise<void> {
    const { clock } = this.#world;
    await clock.until(at(this.#world, this.#planned.shift.from));
    if (this.#world.isEnding()) return;
    await this.#desk.connect();
    this.#spawn(`${this.#hired.key} reports positions`, this.#gps.report(this.#over.signal));
    this.#spawn(`${this.#hired.key} loses the network`, this.#loseNetwork());
    try {
      await this.#stops.shift('start');
      await this.#drive();
    } finally {
      this.#over.abort();
      this.#phone.regain();
    }
  }

  /** Closes the connection once it is no longer needed. */
  leave(): void {
    this.#desk.disconnect(false);
  }

  async #drive(): Promise<void> {
    let endings = 0;
    for (;;) {
      if (await this.#takeBreak()) continue;
      if (await this.#bringCashIn()) continue;
      const stop = this.#nextStop();
      if (stop !== null) {
        this.#waitsSince = null;
        if (await this.#driveTo(stop)) await this.#stops.visit(stop);
      } else if (this.#mayGoHome() && endings < MAX_ENDINGS) {
        endings += 1;
        if (await this.#stops.endShift()) return;
        await this.#desk.change(this.#world.clock.now() + 60_000);
      } else {
        await this.#desk.change(this.#world.clock.now() + LOOKS_AGAIN * 60_000);
      }
    }
  }

  #nextStop(): Stop | null {
    const next = this.#desk.nextStop();
    if (next !== null) return next;
    const any = this.#desk.anyStop();
    if (any === null) {
      this.#waitsSince = null;
      return null;
    }
    const now = this.#world.clock.now();
    this.#waitsSince ??= now;
    return now - this.#waitsSince >= WITHOUT_ROUTE * 60_000 ? any : null;
  }

  #mayGoHome(): boolean {
    const isLate = momentNow(this.#world) >= this.#planned.shift.to;
    return (isLate || this.#world.isEnding()) && this.#desk.inHand().length === 0 && !this.#desk.hasOffer();
  }

  /** Returns false if another stop became more urgent on the way. */
  async #driveTo(stop: Stop): Promise<boolean> {
    const target = this.#stops.placeOf(stop);
    if (target === null) {
      this.#desk.drop(stop.taskId);
      return false;
    }
    const { plan } = this.#world;
    const way = pathOf(this.#gps.here(), target, {
      seed: plan.options.seed,
      startHour: plan.startHour,
      leaves: momentNow(this.#world),
      pace: this.#planned.pace,
    });
    this.#gps.drive(way);
    const arrives = at(this.#world, way.arrives);
    while (this.#world.clock.now() < arrives) {
      await this.#desk.change(arrives);
      if (this.#world.clock.now() >= arrives) break;
      const next = this.#desk.nextStop() ?? this.#desk.anyStop();
      if (next?.stopId !== stop.stopId) {
        this.#gps.stop();
        return false;
      }
    }
    this.#gps.stop(target);
    return true;
  }

  async #takeBreak(): Promise<boolean> {
    const [next] = this.#breaks;
    if (next === undefined || momentNow(this.#world) < next.at || this.#world.isEnding()) return false;
    if (!this.#phone.isOnline || this.#desk.hasOffer()) return false;
    this.#breaks = this.#breaks.slice(1);
    if (!(await this.#stops.shift('break'))) return false;
    await this.#world.clock.minutes(next.minutes);
    await this.#stops.shift('resume');
    return true;
  }

  /** Hands in cash when the limit is near. */
  async #bringCashIn(): Promise<boolean> {
    if (Number(this.#desk.cash) < Number(this.#planned.handsInAbove) || !this.#phone.isOnline) return false;
    await this.#world.clock.minutes(HANDING_IN);
    return this.#stops.handIn();
  }

  /** Decides once about each offer; offers that are repeated after a reconnection are ignored. */
  #offered(offered: Offered): void {
    if (this.#answered.has(offered.offerId)) return;
    this.#answered.add(offered.offerId);
    const { seed } = this.#world.plan.options;
    const key = this.#world.logbook.group(offered.groupId)?.planned ?? offered.groupId;
    const isOver = momentNow(this.#world) >= this.#planned.shift.to || this.#world.isEnding();
    const answer = isOver
      ? { what: 'DECLINE' as const, after: 0.1, reason: 'My shift is over' }
      : answerOf(seed, this.#planned, key, offered.round);
    this.#spawn(`${this.#hired.key} answers an offer`, this.#stops.answer(offered, answer));
  }

  /** The receiver may not come; then neither driver confirms. */
  async #handOver(handedOver: HandedOver): Promise<void> {
    const { planned, logbook, clock } = this.#world;
    const trouble = planned.troubleOf(logbook.group(handedOver.groupId)?.planned)?.handOver;
    await clock.minutes(trouble?.meet ?? 0);
    if (trouble?.end !== 'MISSED') await this.#stops.handOver(handedOver);
  }

  async #loseNetwork(): Promise<void> {
    const { clock } = this.#world;
    const { signal } = this.#over;
    try {
      for (const { from, to } of this.#planned.outages) {
        await clock.until(at(this.#world, from), signal);
        this.#phone.lose();
        this.#desk.disconnect(false);
        await clock.until(at(this.#world, to), signal);
        this.#phone.regain();
        await this.#phone.flushed();
        await this.#desk.connect();
      }
    } catch (reason) {
      if (!signal.aborted) throw reason;
    }
  }
}
