import { LATENESS_WEIGHT } from '../planning/insertion.ts';
import type { Point } from '../planning/point.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { AssignmentDriver, AssignmentStop } from './world.ts';
import { originOf } from './world.ts';

/** Metres; the radius with which distances are measured. */
const EARTH = 6_371_008.8;
/** Ways are rounded to milliseconds: what is counted here stays so much below. */
const ROUNDING = 1;

/** A place on a ball, in metres: the straight line through the ball is never longer than the way over it. */
interface Place extends Point {
  x: number;
  y: number;
  z: number;
}

interface PlacedStop extends Place {
  /** Milliseconds since the epoch; Infinity: never late. */
  due: number;
  /** Milliseconds from the stop before it; the first one's depends on where the driver is. */
  leg: number;
}

interface PlacedRoute {
  open: readonly PlacedStop[];
  /** Nothing is put before this open stop. */
  first: number;
}

/** The task's two places, and the way between them in milliseconds. */
export interface PlacedTask {
  pickup: Place;
  dropoff: Place;
  between: number;
  due: number;
}

/** Routes as they were worked out for one way of telling travel times; a route that changed is another list of stops. */
const known = new WeakMap<TravelTimes, WeakMap<readonly AssignmentStop[], PlacedRoute>>();

export function placedTask(pickup: Point, dropoff: Point, dueBy: string, travel: TravelTimes): PlacedTask {
  const between = millis(travel.seconds(pickup, dropoff));
  return { pickup: placed(pickup), dropoff: placed(dropoff), between, due: Date.parse(dueBy) };
}

/**
 * What taking on a task costs the driver at the very least, in seconds: never more than `insertTask` finds, and for
 * routes without lateness hardly less. Takes time in proportion to the stops, and no trigonometry.
 *
 * Every pair of places splits into what the pickup adds and what the drop-off adds, so the least of each is enough.
 * Lateness of the stops behind a delay grows at least as fast as that of the late ones among them, and of the one
 * that is late next; being convex it may be counted for both delays apart.
 */
export function leastCost(
  driver: AssignmentDriver,
  task: PlacedTask,
  now: number,
  travel: TravelTimes,
): number {
  const route = placedRoute(driver.stops, travel);
  const origin = originOf(driver);
  const shiftEnd = driver.shiftEnd === null ? Number.POSITIVE_INFINITY : Date.parse(driver.shiftEnd);
  return new Bound(route, origin, task, { now, shiftEnd, travel }).least() / 1000;
}

interface Given {
  now: number;
  shiftEnd: number;
  travel: TravelTimes;
}

class Bound {
  private readonly open: readonly PlacedStop[];
  private readonly first: number;
  private readonly origin: Place | null;
  private readonly task: PlacedTask;
  private readonly given: Given;
  private readonly service: number;
  private readonly pace: number;
  /** When each open stop is left behind, the first entry being the start; milliseconds from it. */
  private readonly leaves: Float64Array;
  /** From each open stop on: how many stops there are, how many are late, and how soon the next one is. */
  private readonly stops: Float64Array;
  private readonly late: Float64Array;
  private readonly slack: Float64Array;
  private firstLeg = 0;

  constructor({ open, first }: PlacedRoute, origin: Point | null, task: PlacedTask, given: Given) {
    this.open = open;
    this.first = first;
    this.origin = origin === null ? null : placed(origin);
    this.task = task;
    this.given = given;
    this.service = millis(given.travel.service);
    this.pace = 1000 * (given.travel.leastSecondsPerMetre ?? Number.NaN);
    const size = open.length + 1;
    this.leaves = new Float64Array(size);
    this.stops = new Float64Array(size);
    this.late = new Float64Array(size);
    this.slack = new Float64Array(size);
    this.drive();
    this.lookBack();
  }

  least(): number {
    const { open, first, task, service, leaves } = this;
    if (open.length === 0) return this.empty();
    let best = Number.POSITIVE_INFINITY;
    let pickedUp = Number.POSITIVE_INFINITY;
    let shift = Number.POSITIVE_INFINITY;
    for (let index = first; index <= open.length; index += 1) {
      const before = index === 0 ? this.origin : (open[index - 1] as PlacedStop);
      const after = open[index];
      const leg = after === undefined ? 0 : index === 0 ? this.firstLeg : after.leg;
      const left = leaves[index] as number;
      const toPickup = this.way(before, task.pickup);
      const toDropoff = this.way(before, task.dropoff);
      const onFromDropoff = after === undefined ? 0 : this.way(task.dropoff, after);

      const together = toPickup + task.between + onFromDropoff - leg + 2 * service;
      const arrival = left + toPickup;
      const own = this.tooLate(arrival) + this.tooLate(arrival + service + task.between);
      best = Math.min(best, together + LATENESS_WEIGHT * (own + this.delay(index, together)));

      const dropoff = toDropoff + onFromDropoff - leg + service;
      const droppedLate = this.tooLate(left + shift + toDropoff);
      if (pickedUp < Number.POSITIVE_INFINITY) {
        const apart = dropoff + LATENESS_WEIGHT * (droppedLate + this.delay(index, dropoff));
        best = Math.min(best, pickedUp + apart);
      }
      if (after === undefined) break;
      const pickup = toPickup + this.way(task.pickup, after) - leg + service;
      pickedUp = Math.min(
        pickedUp,
        pickup + LATENESS_WEIGHT * (this.tooLate(arrival) + this.delay(index, pickup)),
      );
      shift = Math.min(shift, pickup);
    }
    return best;
  }

  /** A driver without stops is not late, even where the shift is over. */
  private empty(): number {
    const { task, service } = this;
    const arrival = this.way(this.origin, task.pickup);
    const dropped = arrival + service + task.between;
    const { now, shiftEnd } = this.given;
    const overtime = Math.max(0, now + dropped - shiftEnd);
    const late = this.tooLate(arrival) + this.tooLate(dropped) + overtime;
    return arrival + task.between + 2 * service + LATENESS_WEIGHT * late;
  }

  /** When the route as it is leaves each stop. */
  private drive(): void {
    const { open, origin, leaves, service, given } = this;
    const [stop] = open;
    this.firstLeg = stop === undefined || origin === null ? 0 : millis(given.travel.seconds(origin, stop));
    for (let index = 0; index < open.length; index += 1) {
      const leg = index === 0 ? this.firstLeg : (open[index] as PlacedStop).leg;
      leaves[index + 1] = (leaves[index] as number) + leg + service;
    }
  }

  private lookBack(): void {
    const { open, leaves, stops, late, slack, service, given } = this;
    const last = open.length;
    slack[last] = Number.POSITIVE_INFINITY;
    if (given.shiftEnd < Number.POSITIVE_INFINITY && last > 0)
      this.count(last, given.now + (leaves[last] as number) - service, given.shiftEnd);
    for (let index = last - 1; index >= 0; index -= 1) {
      stops[index] = stops[index + 1] as number;
      late[index] = late[index + 1] as number;
      slack[index] = slack[index + 1] as number;
      const arrival = given.now + (leaves[index + 1] as number) - service;
      this.count(index, arrival, (open[index] as PlacedStop).due);
    }
  }

  private count(index: number, arrival: number, due: number): void {
    const { stops, late, slack } = this;
    stops[index] = (stops[index] as number) + 1;
    const left = due - arrival;
    if (left <= 0) late[index] = (late[index] as number) + 1;
    else slack[index] = Math.min(slack[index] as number, left);
  }

  /** How much later, in all, the stops from `index` on are at least when they are reached so much later. */
  private delay(index: number, by: number): number {
    if (by < 0) return by * (this.stops[index] as number);
    return by * (this.late[index] as number) + Math.max(0, by - (this.slack[index] as number));
  }

  private tooLate(offset: number): number {
    return Math.max(0, this.given.now + offset - this.task.due);
  }

  private way(from: Place | null, to: Place): number {
    if (from === null) return 0;
    if (Number.isNaN(this.pace)) return millis(this.given.travel.seconds(from, to)) - ROUNDING;
    const [x, y, z] = [from.x - to.x, from.y - to.y, from.z - to.z];
    return Math.sqrt(x * x + y * y + z * z) * this.pace - ROUNDING;
  }
}

function placedRoute(stops: readonly AssignmentStop[], travel: TravelTimes): PlacedRoute {
  let routes = known.get(travel);
  if (routes === undefined) {
    routes = new WeakMap();
    known.set(travel, routes);
  }
  let route = routes.get(stops);
  if (route === undefined) {
    route = place(stops, travel);
    routes.set(stops, route);
  }
  return route;
}

function place(stops: readonly AssignmentStop[], travel: TravelTimes): PlacedRoute {
  const left = stops.filter(({ done }) => !done);
  const open = left.map((stop, index): PlacedStop => {
    const before = left[index - 1];
    const due = stop.dueBy === null ? Number.POSITIVE_INFINITY : Date.parse(stop.dueBy);
    const leg = before === undefined ? 0 : millis(travel.seconds(before, stop));
    return { ...placed(stop), due, leg };
  });
  return { open, first: left.findLastIndex(({ locked }) => locked) + 1 };
}

function placed({ latitude, longitude }: Point): Place {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  const [x, y] = [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east)];
  return { latitude, longitude, x: EARTH * x, y: EARTH * y, z: EARTH * Math.sin(north) };
}

function millis(seconds: number): number {
  return Math.round(seconds * 1000);
}
