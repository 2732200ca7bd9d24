import type { AssignmentDriver, AssignmentStop } from '../assignment/world.ts';
import { metresBetween } from '../geo/distance.ts';
import { add, ZERO } from '../money/money.ts';
import { insertStops, insertTask } from '../planning/insertion.ts';
import type { Point } from '../planning/point.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { DriverTerms, Duty, ReplayDriver, ReplayTask } from './day.ts';
import type { EventQueue } from './event-queue.ts';

export interface SimStop extends Point {
  task: ReplayTask;
  kind: 'PICKUP' | 'DROPOFF';
}

type Activity =
  | { doing: 'NOTHING' }
  | { doing: 'DRIVE'; stop: SimStop; from: Point; since: number; until: number }
  | { doing: 'SERVE'; stop: SimStop };

export interface DriverHooks {
  queue: EventQueue;
  travel: TravelTimes;
  /** The goods were taken or handed over at this stop. */
  done(driver: SimDriver, stop: SimStop, at: number): void;
}

/** A driver who goes from stop to stop, and stands still on a break. Everybody works to the end what they have accepted. */
export class SimDriver {
  readonly id: string;
  readonly name: string;
  terms: DriverTerms;
  duty: Duty;
  cashOnHand: string;
  idleSince: number | null;
  shiftEnd: number | null;
  /** Straight metres, and seconds on the way, at stops and on duty. */
  metres = 0;
  drivingSeconds = 0;
  serviceSeconds = 0;
  dutySeconds = 0;
  overtimeSeconds = 0;
  delivered = 0;
  readonly #hooks: DriverHooks;
  readonly #reserved = new Map<string, ReplayTask>();
  readonly #work = new Map<string, ReplayTask>();
  #stops: SimStop[] = [];
  /** The same list as long as the route is the same: policies remember what they worked out for it. */
  #shown: readonly AssignmentStop[] = [];
  #activity: Activity = { doing: 'NOTHING' };
  #place: Point | null;
  #dutySince: number | null;
  /** Counts changes of plan: what was planned before one does not happen. */
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

  /** As a policy sees the driver. */
  seen(now: number): AssignmentDriver {
    const held = [...this.#reserved.values(), ...this.#work.values()];
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
      codAssigned: add(ZERO, ...held.map(({ cod }) => cod)),
      idleSince: this.idleSince === null ? null : iso(this.idleSince),
      stops: this.#shown,
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

  /** Puts the task where it costs least in the route as it is now, as the live driver does. */
  accept(task: ReplayTask, now: number): void {
    this.#reserved.delete(task.taskId);
    const plan = {
      origin: this.positionAt(now),
      startAt: iso(now),
      stops: this.#shown.map(({ locked, ...stop }) => ({ ...stop, fixed: locked })),
      travel: this.#hooks.travel,
      ...(this.shiftEnd === null ? {} : { shiftEnd: iso(this.shiftEnd) }),
    };
    const { pickup, dropoff } = task;
    const { pickupIndex, dropoffIndex } = insertTask(plan, { pickup, dropoff, dueBy: iso(task.dueBy) });
    this.#work.set(task.taskId, task);
    this.#stops = insertStops(
      this.#stops,
      [stopOf(task, 'PICKUP'), stopOf(task, 'DROPOFF')],
      pickupIndex,
      dropoffIndex,
    );
    this.idleSince = null;
    this.#go(now);
  }

  /** Has it since before the day. */
  carry(task: ReplayTask, pickedUp: boolean, now: number): void {
    this.#work.set(task.taskId, task);
    this.#stops = [...this.#stops, ...(pickedUp ? [] : [stopOf(task, 'PICKUP')]), stopOf(task, 'DROPOFF')];
    this.idleSince = null;
    this.#go(now);
  }

  /** The buyer no longer wants it; its goods have not been picked up. */
  drop(taskId: string, now: number): void {
    this.#reserved.delete(taskId);
    if (!this.#work.delete(taskId)) return;
    this.#stops = this.#stops.filter((stop) => stop.task.taskId !== taskId);
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

  /** Nothing happens any more. */
  finish(now: number): void {
    this.#countDuty(now);
  }

  #countDuty(now: number): void {
    if (this.#dutySince !== null) this.dutySeconds += (now - this.#dutySince) / 1000;
    this.#dutySince = this.duty === 'OFF' ? null : now;
  }

  /** Sets off for the next stop, goes on or stands still, as duty and route have it now. */
  #go(now: number): void {
    const [next] = this.#stops;
    const stands = this.duty === 'ON_BREAK' || next === undefined;
    const goesOn = this.#activity.doing === 'DRIVE' && !stands && this.#activity.stop === next;
    if (this.#activity.doing === 'DRIVE' && !goesOn) this.#halt(now);
    this.#show();
    if (this.#activity.doing === 'NOTHING' && !stands) this.#drive(next, now);
  }

  #drive(stop: SimStop, now: number): void {
    const from = this.#place;
    const seconds = from === null ? 0 : this.#hooks.travel.seconds(from, stop);
    const until = now + Math.round(seconds * 1000);
    this.#activity = { doing: 'DRIVE', stop, from: from ?? stop, since: now, until };
    const plan = ++this.#plan;
    this.#hooks.queue.plan(until, (at) => plan === this.#plan && this.#arrive(stop, at));
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
    const { service } = this.#hooks.travel;
    const plan = ++this.#plan;
    this.#hooks.queue.plan(
      now + Math.round(service * 1000),
      (at) => plan === this.#plan && this.#leave(stop, at),
    );
  }

  #leave(stop: SimStop, now: number): void {
    const { service } = this.#hooks.travel;
    this.serviceSeconds += service;
    if (this.duty === 'OFF') this.overtimeSeconds += service;
    this.#activity = { doing: 'NOTHING' };
    this.#stops = this.#stops.filter((each) => each !== stop);
    if (stop.kind === 'DROPOFF') {
      this.#work.delete(stop.task.taskId);
      if (!stop.task.undeliverable) {
        this.cashOnHand = add(this.cashOnHand, stop.task.cod);
        this.delivered += 1;
      }
      this.#rest(now);
    }
    this.#go(now);
    this.#hooks.done(this, stop, now);
  }

  #rest(now: number): void {
    if (!this.isBusy && this.duty !== 'OFF') this.idleSince ??= now;
  }

  #show(): void {
    const { doing } = this.#activity;
    this.#shown = this.#stops.map(({ latitude, longitude, task }, index) => ({
      latitude,
      longitude,
      dueBy: iso(task.dueBy),
      // Where the driver is being served, nothing comes in between.
      locked: index === 0 && doing === 'SERVE',
      done: false,
    }));
  }
}

function stopOf(task: ReplayTask, kind: SimStop['kind']): SimStop {
  const { latitude, longitude } = kind === 'PICKUP' ? task.pickup : task.dropoff;
  return { latitude, longitude, task, kind };
}

export function iso(moment: number): string {
  return new Date(moment).toISOString();
}
