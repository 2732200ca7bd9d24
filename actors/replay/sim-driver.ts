import { tentative } from '../assignment/take-on.ts';
import type { AssignmentDriver } from '../assignment/world.ts';
import { metresBetween } from '../geo/distance.ts';
import { add, compare, ZERO } from '../money/money.ts';
import type { Point } from '../planning/point.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { DriverTerms, Duty, ReplayDriver, ReplayTask } from './day.ts';
import type { EventQueue } from './event-queue.ts';
import type { Reality } from './reality.ts';
import { iso, SimRoute, type SimStop } from './sim-route.ts';

type Activity =
  | { doing: 'NOTHING' }
  | { doing: 'DRIVE'; stop: SimStop; from: Point; since: number; until: number }
  | { doing: 'SERVE'; stop: SimStop }
  | { doing: 'HAND_IN' };

export interface DriverHooks {
  queue: EventQueue;
  /** Estimated travel times at that moment. */
  travelAt: (moment: number) => TravelTimes;
  reality: Reality;
  /** The goods were picked up or delivered at this stop; after a failed attempt, `delivered` is false. */
  done(driver: SimDriver, stop: SimStop, at: number, delivered: boolean): void;
  /** The driver has capacity again: goods were returned, or cash was handed in. */
  freed(driver: SimDriver, at: number): void;
}

/**
 * A simulated driver who drives from stop to stop and stands still on a break. Drivers always finish what they have
 * accepted.
 */
export class SimDriver {
  readonly id: string;
  readonly name: string;
  terms: DriverTerms;
  duty: Duty;
  cashOnHand: string;
  idleSince: number | null;
  shiftEnd: number | null;
  /** Straight-line metres, and seconds of driving, at stops and on duty. */
  metres = 0;
  drivingSeconds = 0;
  serviceSeconds = 0;
  dutySeconds = 0;
  overtimeSeconds = 0;
  delivered = 0;
  readonly #hooks: DriverHooks;
  readonly #reserved = new Map<string, ReplayTask>();
  readonly #work = new Map<string, ReplayTask>();
  /** Failed attempts at the door by task, and tasks whose goods go back. */
  readonly #failures = new Map<string, number>();
  readonly #returning = new Set<string>();
  readonly #route = new SimRoute();
  #activity: Activity = { doing: 'NOTHING' };
  #place: Point | null;
  #dutySince: number | null;
  /** Counts changes of plan: an event planned before the latest change is ignored. */
  #plan = 0;

  constructor({ id, name, start }: ReplayDriver, from: number, hooks: DriverHooks) {
    this.id = id;
    this.name = name;
    this.terms = start;
    this.duty = start.duty;
    this.cashOnHand = start.cashOnHand;
    this.idleSince = start.idleSince;
    this.shiftEnd = start.shiftEnd;
    this.#place = start.position;
    this.#dutySince = start.duty === 'OFF' ? null : from;
    this.#hooks = hooks;
  }

  get isBusy(): boolean {
    return this.#work.size > 0;
  }

  get movedStops(): number {
    return this.#route.moved;
  }

  /** The driver as a policy sees it; open offers count, as in the live system. */
  seen(now: number): AssignmentDriver {
    const offered = [...this.#reserved.values()];
    const held = [...offered, ...this.#work.values()];
    const due = held.filter(({ taskId }) => !this.#returning.has(taskId));
    const { shown } = this.#route;
    return {
      id: this.id,
      name: this.name,
      approved: this.terms.approved,
      duty: this.duty,
      presence: 'ONLINE',
      position: this.positionAt(now),
      zoneIds: this.terms.zoneIds,
      capacity: this.terms.capacity,
      itemsAssigned: held.reduce((sum, { items }) => sum + items, 0),
      activeTasks: held.length,
      cashLimit: this.terms.cashLimit,
      cashOnHand: this.cashOnHand,
      codAssigned: add(ZERO, ...due.map(({ cod }) => cod)),
      idleSince: this.idleSince === null || offered.length > 0 ? null : iso(this.idleSince),
      stops:
        offered.length === 0
          ? shown
          : [...shown, ...offered.flatMap(({ pickup, dropoff }) => tentative(pickup, dropoff))],
      shiftEnd: this.shiftEnd === null ? null : iso(this.shiftEnd),
    };
  }

  positionAt(now: number): Point | null {
    const { doing } = this.#activity;
    if (doing !== 'DRIVE') return this.#place;
    const { from, stop, since, until } = this.#activity;
    const part = until === since ? 1 : Math.min(1, (now - since) / (until - since));
    return {
      latitude: from.latitude + part * (stop.latitude - from.latitude),
      longitude: from.longitude + part * (stop.longitude - from.longitude),
    };
  }

  reserve(task: ReplayTask): void {
    this.#reserved.set(task.taskId, task);
  }

  release(taskId: string): void {
    this.#reserved.delete(taskId);
  }

  /** Inserts the task where it costs least in the present route, as the live driver actor does. */
  accept(task: ReplayTask, now: number): void {
    this.#reserved.delete(task.taskId);
    this.#route.insert(task, this.#from(now));
    this.#take(task, now);
  }

  /** The driver has had the task since before the day. */
  carry(task: ReplayTask, pickedUp: boolean, now: number): void {
    this.#route.append(task, pickedUp ? ['DROPOFF'] : ['PICKUP', 'DROPOFF']);
    this.#take(task, now);
  }

  /** The task was cancelled before its pickup. */
  drop(taskId: string, now: number): void {
    this.#reserved.delete(taskId);
    if (!this.#work.delete(taskId)) return;
    this.#route.removeTask(taskId);
    if (this.#activity.doing === 'SERVE' && this.#activity.stop.task.taskId === taskId) {
      this.#activity = { doing: 'NOTHING' };
      this.#plan += 1;
    }
    this.#rest(now);
    this.#go(now);
  }

  changeDuty(duty: Duty, position: Point | null, shiftEnd: number | null, now: number): void {
    this.#countDuty(now);
    const starts = this.duty === 'OFF' && duty !== 'OFF';
    if (starts && position !== null && !this.isBusy) this.#place = position;
    this.duty = duty;
    this.shiftEnd = duty === 'OFF' ? null : (shiftEnd ?? this.shiftEnd);
    this.#dutySince = duty === 'OFF' ? null : now;
    if (starts) this.idleSince = this.isBusy ? null : now;
    this.#go(now);
  }

  /** Nothing more happens after this. */
  finish(now: number): void {
    this.#countDuty(now);
  }

  #take(task: ReplayTask, now: number): void {
    this.#work.set(task.taskId, task);
    this.idleSince = null;
    this.#go(now);
  }

  #from(now: number) {
    const travel = this.#hooks.travelAt(now);
    return { origin: this.positionAt(now), now, travel, shiftEnd: this.shiftEnd };
  }

  #countDuty(now: number): void {
    if (this.#dutySince !== null) this.dutySeconds += (now - this.#dutySince) / 1000;
    this.#dutySince = this.duty === 'OFF' ? null : now;
  }

  /** Starts, continues or stops driving, as duty and route require. */
  #go(now: number): void {
    const { next } = this.#route;
    const stands = this.duty === 'ON_BREAK' || next === undefined;
    const goesOn = this.#activity.doing === 'DRIVE' && !stands && this.#activity.stop === next;
    if (this.#activity.doing === 'DRIVE' && !goesOn) this.#halt(now);
    this.#show();
    if (this.#activity.doing === 'NOTHING' && !stands) this.#drive(next, now);
  }

  #drive(stop: SimStop, now: number): void {
    const from = this.#place;
    const seconds = from === null ? 0 : this.#hooks.reality.driveSeconds(this.id, from, stop, now);
    const until = now + Math.round(seconds * 1000);
    this.#activity = { doing: 'DRIVE', stop, from: from ?? stop, since: now, until };
    this.#next(until, (at) => this.#arrive(stop, at));
  }

  #halt(now: number): void {
    const here = this.positionAt(now);
    this.#drove(here, now);
    this.#place = here;
    this.#activity = { doing: 'NOTHING' };
    this.#plan += 1;
  }

  #drove(to: Point | null, now: number): void {
    if (this.#activity.doing !== 'DRIVE' || to === null) return;
    this.metres += metresBetween(this.#activity.from, to);
    this.drivingSeconds += (now - this.#activity.since) / 1000;
    if (this.duty === 'OFF') this.overtimeSeconds += (now - this.#activity.since) / 1000;
  }

  #arrive(stop: SimStop, now: number): void {
    this.#drove(stop, now);
    this.#place = { latitude: stop.latitude, longitude: stop.longitude };
    this.#activity = { doing: 'SERVE', stop };
    this.#show();
    const attempt = this.#failuresOf(stop.task) + 1;
    const seconds = this.#hooks.reality.staySeconds(this.id, { task: stop.task, kind: stop.kind, attempt });
    this.#next(now + Math.round(seconds * 1000), (at) => this.#leave(stop, seconds, at));
  }

  #leave(stop: SimStop, seconds: number, now: number): void {
    this.#stood(seconds);
    this.#activity = { doing: 'NOTHING' };
    this.#route.leave(stop);
    const delivered = stop.kind === 'DROPOFF' && this.#tryDoor(stop.task, now);
    if (stop.kind === 'RETURN') this.#finishWork(stop.task, now);
    if (delivered) this.#bringCashIn(now);
    this.#go(now);
    this.#hooks.done(this, stop, now, delivered);
  }

  /** Whether the goods were taken; if not, their next step is started. */
  #tryDoor(task: ReplayTask, now: number): boolean {
    const failures = this.#failuresOf(task);
    const again = task.door?.retriesAfter[failures];
    if (again !== undefined) {
      this.#failures.set(task.taskId, failures + 1);
      this.#hooks.queue.plan(now + again * 1000, (at) => this.#takeAlong(task, 'DROPOFF', at));
      return false;
    }
    if (task.undeliverable && task.door?.goesBack) {
      this.#returning.add(task.taskId);
      this.#takeAlong(task, 'RETURN', now);
      return false;
    }
    if (!task.undeliverable) {
      this.cashOnHand = add(this.cashOnHand, task.cod);
      this.delivered += 1;
    }
    this.#finishWork(task, now);
    return !task.undeliverable;
  }

  #takeAlong(task: ReplayTask, kind: 'DROPOFF' | 'RETURN', now: number): void {
    this.#route.insertOne(task, kind, this.#from(now));
    this.#go(now);
  }

  #finishWork({ taskId }: ReplayTask, now: number): void {
    this.#work.delete(taskId);
    this.#returning.delete(taskId);
    this.#failures.delete(taskId);
    this.#rest(now);
  }

  #bringCashIn(now: number): void {
    const habit = this.#hooks.reality.handsIn(this.id);
    if (habit === null || compare(this.cashOnHand, habit.above) <= 0) return;
    this.#activity = { doing: 'HAND_IN' };
    this.#next(now + Math.round(habit.seconds * 1000), (at) => {
      this.#stood(habit.seconds);
      this.cashOnHand = ZERO;
      this.#activity = { doing: 'NOTHING' };
      this.#go(at);
      this.#hooks.freed(this, at);
    });
  }

  #stood(seconds: number): void {
    this.serviceSeconds += seconds;
    if (this.duty === 'OFF') this.overtimeSeconds += seconds;
  }

  #failuresOf({ taskId }: ReplayTask): number {
    return this.#failures.get(taskId) ?? 0;
  }

  #rest(now: number): void {
    if (!this.isBusy && this.duty !== 'OFF') this.idleSince ??= now;
  }

  /** Plans the driver's one next event; a change of plan cancels it. */
  #next(at: number, happen: (at: number) => void): void {
    const plan = ++this.#plan;
    this.#hooks.queue.plan(at, (then) => {
      if (plan === this.#plan) happen(then);
    });
  }

  #show(): void {
    this.#route.show(this.#activity.doing === 'SERVE');
  }
}
