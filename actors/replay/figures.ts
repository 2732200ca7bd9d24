import { metresBetween } from '../geo/distance.ts';
import type { Point } from '../planning/point.ts';
import type { ReplayDay, ReplayTask, ReplayVisit } from './day.ts';
import type { DayOutcome, DriverOutcome, TaskOutcome } from './simulate.ts';

/** The results of a day, whether a policy or a dispatcher made the choices. */
export interface DayFigures {
  /** Cancelled tasks do not count, unless their goods were picked up. */
  tasks: number;
  delivered: number;
  /** Never assigned to a driver. */
  notAssigned: number;
  /** Of the delivered tasks. */
  lateness: { totalMinutes: number; p95Minutes: number; share: number };
  /** Straight-line kilometres between the places where drivers stopped. */
  kilometres: number;
  /** Seconds from ready until assigned to the driver who took it. */
  waitForAssignment: { meanSeconds: number; p95Seconds: number };
  /** Deliveries per driver on duty. `gini`: 0 when all delivered equally many, towards 1 when one delivered all. */
  fairness: { drivers: number; least: number; most: number; mean: number; gini: number };
  overtimeMinutes: number;
  /** Number of times a stop was put behind a task that came later; null: unknown. */
  movedStops: number | null;
}

/** How much a run of a day differs from what happened. */
export interface Agreement {
  /** Tasks assigned in both, without those assigned by hand. */
  compared: number;
  sameDriver: number;
  share: number;
  /** Median difference between the delivery times in seconds; null without any. */
  deliveryMedianSeconds: number | null;
}

export function figuresOf(day: ReplayDay, outcome: DayOutcome): DayFigures {
  const byId = new Map(day.tasks.map((task) => [task.taskId, task]));
  const counted = outcome.tasks.filter((task) => counts(byId.get(task.taskId), task));
  const delivered = counted.filter(({ deliveredAt }) => deliveredAt !== null);
  const late = delivered.map((task) => minutesLate(byId.get(task.taskId), task)).sort(ascending);
  const waits = counted.flatMap((task) => waitOf(byId.get(task.taskId), task) ?? []).sort(ascending);
  const working = outcome.drivers.filter(({ dutySeconds, delivered: done }) => dutySeconds > 0 || done > 0);
  const shares = working.map(({ delivered: done }) => done).sort(ascending);
  return {
    tasks: counted.length,
    delivered: delivered.length,
    notAssigned: counted.filter(({ driverId }) => driverId === null).length,
    lateness: {
      totalMinutes: round(sum(late), 1),
      p95Minutes: round(quantile(late, 0.95), 1),
      share: round(late.length === 0 ? 0 : late.filter((minutes) => minutes > 0).length / late.length, 4),
    },
    kilometres: round(sum(outcome.drivers.map(({ metres }) => metres)) / 1000, 1),
    waitForAssignment: {
      meanSeconds: round(waits.length === 0 ? 0 : sum(waits) / waits.length, 1),
      p95Seconds: round(quantile(waits, 0.95), 1),
    },
    fairness: {
      drivers: shares.length,
      least: shares[0] ?? 0,
      most: shares.at(-1) ?? 0,
      mean: round(shares.length === 0 ? 0 : sum(shares) / shares.length, 2),
      gini: round(gini(shares), 4),
    },
    overtimeMinutes: round(sum(outcome.drivers.map(({ overtimeSeconds }) => overtimeSeconds)) / 60, 1),
    movedStops: movedBy(outcome),
  };
}

/** The recorded day in the shape of a run, so that both are measured alike. */
export function recordedOutcome(day: ReplayDay): DayOutcome {
  const tasks = day.tasks.map(({ taskId, recorded }): TaskOutcome => {
    const { driverId, assignedAt, pickedUpAt, deliveredAt } = recorded;
    return { taskId, driverId, assignedAt, pickedUpAt, deliveredAt };
  });
  return { tasks, drivers: day.drivers.map((driver) => recordedDriver(day, driver)) };
}

export function agreementWith(day: ReplayDay, outcome: DayOutcome): Agreement {
  const chosen = new Map(outcome.tasks.map((task) => [task.taskId, task]));
  const pairs = day.tasks.flatMap(({ taskId, recorded, carriedBy }) => {
    const task = chosen.get(taskId);
    if (task === undefined || recorded.byHand || carriedBy !== null) return [];
    return task.driverId === null || recorded.driverId === null ? [] : [{ task, recorded }];
  });
  const same = pairs.filter(({ task, recorded }) => task.driverId === recorded.driverId).length;
  const apart = pairs
    .flatMap(({ task, recorded }) =>
      task.deliveredAt === null || recorded.deliveredAt === null
        ? []
        : Math.abs(task.deliveredAt - recorded.deliveredAt) / 1000,
    )
    .sort(ascending);
  return {
    compared: pairs.length,
    sameDriver: same,
    share: round(pairs.length === 0 ? 1 : same / pairs.length, 4),
    deliveryMedianSeconds: apart.length === 0 ? null : round(quantile(apart, 0.5), 1),
  };
}

/** Half the mean difference between any two values, divided by the mean. @param values In ascending order. */
export function gini(values: readonly number[]): number {
  const total = sum(values);
  if (total === 0) return 0;
  const weighted = values.reduce(
    (all, value, index) => all + (2 * (index + 1) - values.length - 1) * value,
    0,
  );
  return weighted / (values.length * total);
}

function movedBy({ drivers }: DayOutcome): number | null {
  const moved = drivers.map(({ movedStops }) => movedStops);
  return moved.every((one) => one !== null) ? sum(moved) : null;
}

function counts(task: ReplayTask | undefined, { pickedUpAt }: TaskOutcome): boolean {
  return task !== undefined && (task.cancelledAt === null || pickedUpAt !== null);
}

function minutesLate(task: ReplayTask | undefined, { deliveredAt }: TaskOutcome): number {
  if (task === undefined || deliveredAt === null) return 0;
  return Math.max(0, deliveredAt - task.dueBy) / 60_000;
}

/** Null if it was never assigned, or was assigned before the day began. */
function waitOf(task: ReplayTask | undefined, { assignedAt }: TaskOutcome): number | null {
  if (task === undefined || assignedAt === null || task.carriedBy !== null) return null;
  return Math.max(0, assignedAt - task.readyAt) / 1000;
}

function recordedDriver(day: ReplayDay, { id, start, changes }: ReplayDay['drivers'][number]): DriverOutcome {
  const visits = day.tasks
    .flatMap(visitsOf)
    .filter(({ driverId }) => driverId === id)
    .sort((left, right) => left.at - right.at);
  let [metres, place] = [0, placeBefore(start.position, changes, visits[0]?.at)];
  for (const visit of visits) {
    if (place !== null) metres += metresBetween(place, visit.place);
    place = visit.place;
  }
  const delivered = day.tasks.filter(
    ({ recorded }) => recorded.driverId === id && recorded.deliveredAt !== null,
  );
  const { dutySeconds, offFrom } = dutyOf(day, start.duty, changes);
  const after = visits.at(-1)?.at ?? 0;
  const overtimeSeconds = offFrom === null ? 0 : Math.max(0, after - offFrom) / 1000;
  const unknown = { drivingSeconds: 0, serviceSeconds: 0, movedStops: null };
  return { driverId: id, delivered: delivered.length, metres, dutySeconds, overtimeSeconds, ...unknown };
}

/** Places where drivers were because of a task on the recorded day, in order. */
export function visitsOf({ pickup, dropoff, recorded }: ReplayTask): readonly ReplayVisit[] {
  const { driverId, acceptedAt, pickedUpAt, deliveredAt, visits } = recorded;
  if (visits !== undefined) return visits;
  if (driverId === null) return [];
  const known = acceptedAt ?? 0;
  return [
    ...(pickedUpAt === null ? [] : [{ driverId, at: pickedUpAt, known, place: pickup }]),
    ...(deliveredAt === null ? [] : [{ driverId, at: deliveredAt, known, place: dropoff }]),
  ];
}

type Changes = ReplayDay['drivers'][number]['changes'];

function placeBefore(start: Point | null, changes: Changes, first: number | undefined): Point | null {
  let place = start;
  for (const change of changes) {
    if (first !== undefined && change.at > first) break;
    if (change.what === 'DUTY' && change.position !== null) place = change.position;
  }
  return place;
}

function dutyOf(
  day: ReplayDay,
  duty: string,
  changes: Changes,
): { dutySeconds: number; offFrom: number | null } {
  let since = duty === 'OFF' ? null : day.from;
  let dutySeconds = 0;
  let offFrom: number | null = null;
  for (const change of changes) {
    if (change.what !== 'DUTY') continue;
    if (since !== null) dutySeconds += (change.at - since) / 1000;
    since = change.duty === 'OFF' ? null : change.at;
    offFrom = change.duty === 'OFF' ? change.at : null;
  }
  if (since !== null) dutySeconds += Math.max(0, day.to - since) / 1000;
  return { dutySeconds, offFrom };
}

/** @param sorted In ascending order. */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function ascending(left: number, right: number): number {
  return left - right;
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
