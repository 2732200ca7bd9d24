import type { AssignmentPolicy } from '../assignment/policy.ts';
import { askedOf, brokenRule } from '../assignment/rules.ts';
import type { AssignmentDriver, AssignmentWorld, WaitingTask } from '../assignment/world.ts';
import { ZoneMap } from '../geo/zone-map.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { DriverChange, ReplayDay, ReplayTask } from './day.ts';
import { EventQueue } from './event-queue.ts';
import { type Reality, recordedReality } from './reality.ts';
import { type DriverHooks, SimDriver } from './sim-driver.ts';
import { iso, type SimStop } from './sim-route.ts';

export interface SimulationOptions {
  /** The travel times that policies and drivers assume; a function if they change during the day. */
  travel: TravelTimes | ((moment: number) => TravelTimes);
  /** How long tasks wait for others to be assigned together with; 0: each is assigned at once. */
  batchSeconds: number;
  fairnessToleranceSeconds: number;
  /** Seed for what the day does not record, e.g. how long a driver takes to accept. */
  seed: number;
  /** What really happens; absent: as recorded, with drives as estimated. */
  reality?: Reality;
}

/** How a task went. Times in milliseconds since the epoch. */
export interface TaskOutcome {
  taskId: string;
  /** The driver who took it, or has it at the end. */
  driverId: string | null;
  assignedAt: number | null;
  pickedUpAt: number | null;
  deliveredAt: number | null;
}

export interface DriverOutcome {
  driverId: string;
  delivered: number;
  /** Straight-line metres between the places where the driver stopped. */
  metres: number;
  drivingSeconds: number;
  serviceSeconds: number;
  dutySeconds: number;
  /** Seconds worked after the end of the shift. */
  overtimeSeconds: number;
  /** Number of times a stop of the driver's route was put behind a task that came later; null: unknown. */
  movedStops: number | null;
}

export interface DayOutcome {
  tasks: TaskOutcome[];
  drivers: DriverOutcome[];
}

/** How long a driver whose offer timed out is not offered the task again. */
const EXCLUDED_MS = 15 * 60_000;
/** How long after the end of the day tasks under way may still be finished. */
export const AFTERWARDS_MS = 12 * 3_600_000;
/** Maximum number of waiting tasks tried again at once after a change. */
const MAX_RETRIED_TASKS = 50;

/** Runs the day with another policy: the same tasks, drivers, shifts and zones, but the policy's choices. */
export function simulate(day: ReplayDay, policy: AssignmentPolicy, options: SimulationOptions): DayOutcome {
  return new Simulation(day, policy, options).run();
}

interface Waiting {
  task: ReplayTask;
  excluded: { driverId: string; until: string | null }[];
}

class Simulation {
  readonly #day: ReplayDay;
  readonly #policy: AssignmentPolicy;
  readonly #options: SimulationOptions;
  readonly #queue = new EventQueue();
  readonly #drivers = new Map<string, SimDriver>();
  /** By task, oldest first. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #outcomes = new Map<string, TaskOutcome>();
  readonly #reality: Reality;
  readonly #travelAt: (moment: number) => TravelTimes;
  /** Number of offers by task and driver. */
  readonly #offers = new Map<string, number>();
  readonly #exclusions = new Map<string, Waiting['excluded']>();
  #zones = new ZoneMap([]);
  #isBatchPlanned = false;

  constructor(day: ReplayDay, policy: AssignmentPolicy, options: SimulationOptions) {
    this.#day = day;
    this.#policy = policy;
    this.#options = options;
    const { travel } = options;
    this.#travelAt = typeof travel === 'function' ? travel : () => travel;
    this.#reality = options.reality ?? recordedReality(day, this.#travelAt(day.from), options.seed);
    const hooks: DriverHooks = {
      queue: this.#queue,
      travelAt: this.#travelAt,
      reality: this.#reality,
      done: (driver, stop, at, delivered) => this.#stopDone(driver, stop, at, delivered),
      freed: (driver, at) => this.#freed(driver, at),
    };
    for (const driver of day.drivers) this.#drivers.set(driver.id, new SimDriver(driver, day.from, hooks));
  }

  run(): DayOutcome {
    const { zones, drivers, tasks, to } = this.#day;
    for (const { at, zones: active } of zones)
      this.#queue.plan(at, (now) => this.#useZones(new ZoneMap(active), now));
    for (const { id, changes } of drivers) {
      for (const change of changes) this.#queue.plan(change.at, (now) => this.#change(id, change, now));
    }
    for (const task of tasks) {
      this.#outcomes.set(task.taskId, outcomeOf(task.taskId));
      this.#queue.plan(task.readyAt, (now) => this.#ready(task, now));
      if (task.cancelledAt !== null) this.#queue.plan(task.cancelledAt, (now) => this.#cancel(task, now));
    }
    const end = Math.max(to, this.#queue.run(to + AFTERWARDS_MS));
    return {
      tasks: [...this.#outcomes.values()],
      drivers: [...this.#drivers.values()].map((one) => figuresOf(one, end)),
    };
  }

  #useZones(zones: ZoneMap, now: number): void {
    this.#zones = zones;
    this.#tryAgain(null, now);
  }

  #change(driverId: string, change: DriverChange, now: number): void {
    const driver = this.#drivers.get(driverId);
    if (driver === undefined) return;
    if (change.what === 'TERMS') driver.terms = change;
    else if (change.what === 'HAND_IN') driver.cashOnHand = '0.00';
    else driver.changeDuty(change.duty, change.position, change.shiftEnd, now);
    if (driver.duty === 'ON_DUTY') this.#tryAgain(driver, now);
  }

  #ready(task: ReplayTask, now: number): void {
    const { carriedBy } = task;
    const carrier = carriedBy === null ? undefined : this.#drivers.get(carriedBy.driverId);
    if (carriedBy !== null && carrier !== undefined) {
      Object.assign(this.#outcome(task), { driverId: carrier.id, assignedAt: now });
      carrier.carry(task, carriedBy.pickedUp, now);
      return;
    }
    this.#wait(task, now);
  }

  #wait(task: ReplayTask, now: number): void {
    const excluded = this.#exclusions.get(task.taskId) ?? [];
    this.#waiting.set(task.taskId, { task, excluded });
    const { batchSeconds } = this.#options;
    if (batchSeconds === 0) this.#choose([task.taskId], now);
    if (batchSeconds === 0 || this.#isBatchPlanned) return;
    this.#isBatchPlanned = true;
    this.#queue.plan(now + batchSeconds * 1000, (at) => {
      this.#isBatchPlanned = false;
      this.#choose([...this.#waiting.keys()], at);
    });
  }

  #cancel(task: ReplayTask, now: number): void {
    const outcome = this.#outcome(task);
    if (outcome.pickedUpAt !== null) return;
    this.#waiting.delete(task.taskId);
    this.#drivers.get(outcome.driverId ?? '')?.drop(task.taskId, now);
    Object.assign(outcome, { driverId: null, assignedAt: null });
  }

  /** Tries waiting tasks again after a change for one driver, or for all. */
  #tryAgain(driver: SimDriver | null, now: number): void {
    if (this.#waiting.size === 0) return;
    let ids = [...this.#waiting.keys()];
    if (driver !== null) {
      const seen = driver.seen(now);
      ids = ids.filter((id) => this.#fits(id, seen, now));
    }
    if (ids.length > 0) this.#choose(ids.slice(0, MAX_RETRIED_TASKS), now);
  }

  #fits(taskId: string, driver: AssignmentDriver, now: number): boolean {
    const waiting = this.#waiting.get(taskId);
    if (waiting === undefined) return false;
    return brokenRule(askedOf(waitingTask(waiting), { zones: this.#zones, now: iso(now) }), driver) === null;
  }

  #choose(taskIds: readonly string[], now: number): void {
    const waiting = taskIds.flatMap((id) => this.#waiting.get(id) ?? []);
    if (waiting.length === 0) return;
    const tasks = waiting.sort((left, right) => left.task.dueBy - right.task.dueBy).map(waitingTask);
    const { choices } = this.#policy.assign(tasks, this.#world(now));
    for (const { taskId, driverId } of choices) {
      const one = this.#waiting.get(taskId);
      const driver = this.#drivers.get(driverId ?? '');
      if (one !== undefined && driver !== undefined) this.#offer(one.task, driver, now);
    }
  }

  #world(now: number): AssignmentWorld {
    const seen = [...this.#drivers.values()].filter(({ terms }) => terms.approved);
    const onDuty = seen.filter(({ duty }) => duty === 'ON_DUTY');
    return {
      now: iso(now),
      drivers: onDuty.map((driver) => driver.seen(now)),
      others: { count: seen.length - onDuty.length, some: [] },
      zones: this.#zones,
      travel: this.#travelAt(now),
      fairnessToleranceSeconds: this.#options.fairnessToleranceSeconds,
    };
  }

  /** Reserves capacity and cash until the driver answers. */
  #offer(task: ReplayTask, driver: SimDriver, now: number): void {
    this.#waiting.delete(task.taskId);
    driver.reserve(task);
    Object.assign(this.#outcome(task), { driverId: driver.id, assignedAt: now });
    const name = `${task.taskId} ${driver.id}`;
    const turn = (this.#offers.get(name) ?? 0) + 1;
    this.#offers.set(name, turn);
    const { what, seconds } = this.#reality.answer(driver.id, task, turn);
    this.#queue.plan(now + seconds * 1000, (at) => {
      if (!this.#holds(task, driver, turn)) return;
      if (what === 'ACCEPT') this.#accept(task, driver, at);
      else this.#refuse(task, driver, what === 'DECLINE', at);
    });
  }

  #refuse(task: ReplayTask, driver: SimDriver, declined: boolean, now: number): void {
    driver.release(task.taskId);
    const until = declined ? null : iso(now + EXCLUDED_MS);
    const others = this.#exclusions.get(task.taskId) ?? [];
    this.#exclusions.set(task.taskId, [...others, { driverId: driver.id, until }]);
    this.#backToQueue(task, now);
    if (until !== null) this.#queue.plan(now + EXCLUDED_MS, (at) => this.#tryAgain(driver, at));
  }

  #accept(task: ReplayTask, driver: SimDriver, now: number): void {
    if (driver.duty === 'OFF') {
      driver.release(task.taskId);
      this.#backToQueue(task, now);
      return;
    }
    driver.accept(task, now);
  }

  /** Whether the offer still stands: the task is not cancelled, and was not offered to the driver again since. */
  #holds(task: ReplayTask, driver: SimDriver, turn: number): boolean {
    const isLatest = this.#offers.get(`${task.taskId} ${driver.id}`) === turn;
    return isLatest && this.#outcome(task).driverId === driver.id;
  }

  #backToQueue(task: ReplayTask, now: number): void {
    Object.assign(this.#outcome(task), { driverId: null, assignedAt: null });
    this.#wait(task, now);
  }

  #stopDone(driver: SimDriver, { task, kind }: SimStop, now: number, delivered: boolean): void {
    const outcome = this.#outcome(task);
    if (kind === 'PICKUP') {
      outcome.pickedUpAt = now;
      return;
    }
    if (delivered) outcome.deliveredAt = now;
    this.#freed(driver, now);
  }

  #freed(driver: SimDriver, now: number): void {
    if (driver.duty === 'ON_DUTY') this.#tryAgain(driver, now);
  }

  #outcome({ taskId }: ReplayTask): TaskOutcome {
    const outcome = this.#outcomes.get(taskId);
    if (outcome === undefined) throw new Error(`task ${taskId} is not of this day`);
    return outcome;
  }
}

function waitingTask({ task, excluded }: Waiting): WaitingTask {
  const { taskId, pickup, dropoff, cod, items, dueBy } = task;
  return {
    taskId,
    pickupLat: pickup.latitude,
    pickupLng: pickup.longitude,
    dropoffLat: dropoff.latitude,
    dropoffLng: dropoff.longitude,
    cod,
    items,
    dueBy: iso(dueBy),
    excluded,
    refused: [],
  };
}

function outcomeOf(taskId: string): TaskOutcome {
  return { taskId, driverId: null, assignedAt: null, pickedUpAt: null, deliveredAt: null };
}

function figuresOf(driver: SimDriver, end: number): DriverOutcome {
  driver.finish(end);
  const {
    id: driverId,
    delivered,
    metres,
    drivingSeconds,
    serviceSeconds,
    dutySeconds,
    overtimeSeconds,
    movedStops,
  } = driver;
  return {
    ...{ driverId, delivered, metres, drivingSeconds, serviceSeconds, dutySeconds, overtimeSeconds },
    movedStops,
  };
}
