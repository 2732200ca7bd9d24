import { LATENESS_WEIGHT, RESERVE_SECONDS } from '../planning/insertion.ts';
import type { Point } from '../planning/point.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { AssignmentDriver, AssignmentStop } from './world.ts';
import { originOf } from './world.ts';

/** Mean earth radius in metres, the same as used to measure distances. */
const EARTH_RADIUS_METRES = 6_371_008.8;
/**
 * Milliseconds subtracted from every leg, since legs are rounded to milliseconds and a bound must never be too high.
 */
const ROUNDING_MS = 1;

/**
 * A place in metres from the earth's centre. The straight line through the globe is a lower bound of the distance along
 * its surface.
 */
interface Place extends Point {
  x: number;
  y: number;
  z: number;
}

/** The open stops of a route, one array per field. */
interface PlacedRoute {
  size: number;
  /** Index of the first open stop that a new stop may be inserted before. */
  first: number;
  places: readonly Place[];
  /** Whether the route has slots that may have to be waited for; waiting absorbs delay. */
  waits: boolean;
  /** Latest arrival at each stop less the reserve, milliseconds since the epoch; Infinity: never late. */
  due: Float64Array;
  /** Milliseconds from the previous stop; the first entry depends on the driver's position. */
  leg: Float64Array;
  /** The driver's position when the first leg was last asked for, and its milliseconds. */
  from: Point | null;
  firstLeg: number;
}

/** A task's two places, and the milliseconds between them. */
export interface PlacedTask {
  pickup: Place;
  dropoff: Place;
  between: number;
  due: number;
}

/**
 * A cache of prepared routes, by travel times and list of stops; a changed route is a new list. Like `bound` below it
 * is a memo, not state: its keys are never mutated, so an entry always equals what recomputing would give, and it is
 * collected with them. It outlives a call because there are thousands of choices between two changes of a driver's
 * stops.
 */
const known = new WeakMap<TravelTimes, WeakMap<readonly AssignmentStop[], PlacedRoute>>();

export function placedTask(pickup: Point, dropoff: Point, dueBy: string, travel: TravelTimes): PlacedTask {
  const between = millis(travel.seconds(pickup, dropoff));
  return { pickup: placed(pickup), dropoff: placed(dropoff), between, due: aimOf(dueBy) };
}

/**
 * A lower bound in seconds of what a task costs a driver: never more than `insertTask` finds, and close to it for
 * routes without lateness. Linear in the number of stops, with almost no trigonometry.
 *
 * The cost of a pair of places splits into the pickup's part and the drop-off's part, so the minimum of each is enough.
 * A delay increases the lateness of the following stops at least by that of the stops already late and that of the one
 * that becomes late next. This is convex in the delay, so it may be counted separately for the pickup's and the
 * drop-off's delay.
 */
export function leastCost(
  driver: AssignmentDriver,
  task: PlacedTask,
  now: number,
  travel: TravelTimes,
): number {
  const shiftEnd = driver.shiftEnd === null ? Number.POSITIVE_INFINITY : Date.parse(driver.shiftEnd);
  bound.look(placedRoute(driver.stops, travel), originOf(driver), task, { now, shiftEnd, travel });
  return bound.least() / 1000;
}

/**
 * Squared metres, in a straight line, from the task's pickup to the nearest place where the driver is or still drives
 * to. 0 if nobody knows where the driver is, whom `leastCost` takes to be there, too.
 */
export function squaredDistance(
  driver: AssignmentDriver,
  { pickup }: PlacedTask,
  travel: TravelTimes,
): number {
  const origin = originOf(driver);
  if (origin === null) return 0;
  const { places } = placedRoute(driver.stops, travel);
  let least = squared(placed(origin), pickup);
  for (const place of places) least = Math.min(least, squared(place, pickup));
  return least;
}

interface Given {
  now: number;
  shiftEnd: number;
  travel: TravelTimes;
}

const INITIAL_SIZE = 64;

/** Computes the bound for one route at a time; its arrays are overwritten for the next. */
class Bound {
  private route: PlacedRoute = {
    size: 0,
    first: 0,
    places: [],
    waits: false,
    due: new Float64Array(0),
    leg: new Float64Array(0),
    from: null,
    firstLeg: 0,
  };
  private task: PlacedTask | null = null;
  private now = 0;
  private shiftEnd = 0;
  private service = 0;
  private taskDue = 0;
  private firstLeg = 0;
  /** When the route leaves each open stop, the first entry being the start; milliseconds from the start. */
  private leaves = new Float64Array(INITIAL_SIZE);
  /**
   * For the suffix from each open stop: the number of stops, the number of late ones, and the slack of the next to
   * become late.
   */
  private stops = new Float64Array(INITIAL_SIZE);
  private late = new Float64Array(INITIAL_SIZE);
  private slack = new Float64Array(INITIAL_SIZE);
  /**
   * Lower bounds of the legs from the place before each open stop to the task's two places, and from those to the open
   * stop.
   */
  private toPickup = new Float64Array(INITIAL_SIZE);
  private toDropoff = new Float64Array(INITIAL_SIZE);
  private fromPickup = new Float64Array(INITIAL_SIZE);
  private fromDropoff = new Float64Array(INITIAL_SIZE);

  look(route: PlacedRoute, origin: Point | null, task: PlacedTask, given: Given): void {
    if (route.size + 1 > this.leaves.length) this.grow(2 * (route.size + 1));
    this.route = route;
    this.task = task;
    this.now = given.now;
    this.shiftEnd = given.shiftEnd;
    this.taskDue = task.due;
    this.service = millis(given.travel.service);
    this.measure(origin, task, given.travel);
    this.drive(origin, given.travel);
    this.lookBack();
  }

  least(): number {
    const { route, service, leaves, toPickup, toDropoff, fromPickup, fromDropoff } = this;
    const between = this.task?.between ?? 0;
    if (route.size === 0) return this.empty(between);
    let best = Number.POSITIVE_INFINITY;
    let pickedUp = Number.POSITIVE_INFINITY;
    let shift = Number.POSITIVE_INFINITY;
    for (let index = route.first; index <= route.size; index += 1) {
      const atEnd = index === route.size;
      const leg = atEnd ? 0 : index === 0 ? this.firstLeg : (route.leg[index] as number);
      const left = leaves[index] as number;
      const arrival = left + (toPickup[index] as number);

      const together =
        (toPickup[index] as number) + between + (fromDropoff[index] as number) - leg + 2 * service;
      const own = this.tooLate(arrival) + this.tooLate(arrival + service + between);
      const one = together + LATENESS_WEIGHT * (own + this.delay(index, together));
      if (one < best) best = one;

      if (pickedUp < Number.POSITIVE_INFINITY) {
        const dropoff = (toDropoff[index] as number) + (fromDropoff[index] as number) - leg + service;
        const late = this.tooLate(left + shift + (toDropoff[index] as number));
        const apart = pickedUp + dropoff + LATENESS_WEIGHT * (late + this.delay(index, dropoff));
        if (apart < best) best = apart;
      }
      if (atEnd) break;
      const pickup = (toPickup[index] as number) + (fromPickup[index] as number) - leg + service;
      const alone = pickup + LATENESS_WEIGHT * (this.tooLate(arrival) + this.delay(index, pickup));
      if (alone < pickedUp) pickedUp = alone;
      if (pickup < shift) shift = pickup;
    }
    return best;
  }

  /** A driver without stops is not late, even after the end of the shift. */
  private empty(between: number): number {
    const { service, now, shiftEnd } = this;
    const arrival = this.toPickup[0] as number;
    const dropped = arrival + service + between;
    const late = this.tooLate(arrival) + this.tooLate(dropped) + Math.max(0, now + dropped - shiftEnd);
    return arrival + between + 2 * service + LATENESS_WEIGHT * late;
  }

  private measure(origin: Point | null, { pickup, dropoff }: PlacedTask, travel: TravelTimes): void {
    const { places, size } = this.route;
    const { toPickup, toDropoff, fromPickup, fromDropoff } = this;
    const pace = 1000 * (travel.leastSecondsPerMetre ?? Number.NaN);
    const start = origin === null ? null : placed(origin);
    toPickup[0] = start === null ? 0 : least(start, pickup, pace, travel);
    toDropoff[0] = start === null ? 0 : least(start, dropoff, pace, travel);
    fromPickup[size] = 0;
    fromDropoff[size] = 0;
    // Straight lines are symmetric; measured travel times may not be.
    const straight = !Number.isNaN(pace);
    for (let index = 0; index < size; index += 1) {
      const place = places[index] as Place;
      const [there, on] = [least(place, pickup, pace, travel), least(place, dropoff, pace, travel)];
      toPickup[index + 1] = there;
      toDropoff[index + 1] = on;
      fromPickup[index] = straight ? there : least(pickup, place, pace, travel);
      fromDropoff[index] = straight ? on : least(dropoff, place, pace, travel);
    }
  }

  /** When the present route leaves each stop. */
  private drive(origin: Point | null, travel: TravelTimes): void {
    const { leaves, service } = this;
    const { places, leg, size } = this.route;
    const [stop] = places;
    this.firstLeg = stop === undefined || origin === null ? 0 : firstLegOf(this.route, origin, stop, travel);
    leaves[0] = 0;
    for (let index = 0; index < size; index += 1) {
      const way = index === 0 ? this.firstLeg : (leg[index] as number);
      leaves[index + 1] = (leaves[index] as number) + way + service;
    }
  }

  private lookBack(): void {
    const { leaves, stops, late, slack, service, now, shiftEnd } = this;
    const { due, size } = this.route;
    stops[size] = 0;
    late[size] = 0;
    slack[size] = Number.POSITIVE_INFINITY;
    // Waiting for a slot may absorb the whole delay, so with slots the bound assumes that nothing becomes late.
    const { waits } = this.route;
    const countLeft = (index: number, left: number) =>
      this.count(index, waits ? Number.POSITIVE_INFINITY : left);
    if (shiftEnd < Number.POSITIVE_INFINITY && size > 0)
      countLeft(size, shiftEnd - (now + (leaves[size] as number) - service));
    for (let index = size - 1; index >= 0; index -= 1) {
      stops[index] = stops[index + 1] as number;
      late[index] = late[index + 1] as number;
      slack[index] = slack[index + 1] as number;
      countLeft(index, (due[index] as number) - (now + (leaves[index + 1] as number) - service));
    }
  }

  private count(index: number, left: number): void {
    const { stops, late, slack } = this;
    stops[index] = (stops[index] as number) + 1;
    if (left <= 0) late[index] = (late[index] as number) + 1;
    else if (left < (slack[index] as number)) slack[index] = left;
  }

  /** Lower bound of the lateness added to the stops from `index` on when they are reached `by` milliseconds later. */
  private delay(index: number, by: number): number {
    if (by < 0) return by * (this.stops[index] as number);
    const next = by - (this.slack[index] as number);
    return by * (this.late[index] as number) + (next > 0 ? next : 0);
  }

  private tooLate(offset: number): number {
    const late = this.now + offset - this.taskDue;
    return late > 0 ? late : 0;
  }

  private grow(size: number): void {
    this.leaves = new Float64Array(size);
    this.stops = new Float64Array(size);
    this.late = new Float64Array(size);
    this.slack = new Float64Array(size);
    this.toPickup = new Float64Array(size);
    this.toDropoff = new Float64Array(size);
    this.fromPickup = new Float64Array(size);
    this.fromDropoff = new Float64Array(size);
  }
}

/**
 * Scratch buffers for one call of `leastCost`, which does not yield; `look` overwrites everything that `least` reads.
 * Allocating eight arrays for each driver of each choice would cost more than the bound saves.
 */
const bound = new Bound();

/** The first leg is cached by position: a driver's position changes far less often than tasks are compared. */
function firstLegOf(route: PlacedRoute, origin: Point, stop: Point, travel: TravelTimes): number {
  const { from } = route;
  if (from === null || from.latitude !== origin.latitude || from.longitude !== origin.longitude) {
    route.from = { latitude: origin.latitude, longitude: origin.longitude };
    route.firstLeg = millis(travel.seconds(origin, stop));
  }
  return route.firstLeg;
}

/** Lower bound of a leg in milliseconds. `pace` is milliseconds per metre; NaN when no bound is known. */
function least(from: Place, to: Place, pace: number, travel: TravelTimes): number {
  if (Number.isNaN(pace)) return millis(travel.seconds(from, to)) - ROUNDING_MS;
  return Math.sqrt(squared(from, to)) * pace - ROUNDING_MS;
}

function squared(from: Place, to: Place): number {
  const x = from.x - to.x;
  const y = from.y - to.y;
  const z = from.z - to.z;
  return x * x + y * y + z * z;
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
  const open = stops.filter(({ done }) => !done);
  const legOf = (stop: Point, index: number) => {
    const before = open[index - 1];
    return before === undefined ? 0 : millis(travel.seconds(before, stop));
  };
  return {
    size: open.length,
    first: open.findLastIndex(({ locked }) => locked) + 1,
    places: open.map(placed),
    waits: open.some(({ notBefore }) => notBefore != null),
    due: Float64Array.from(open, ({ dueBy }) => (dueBy === null ? Number.POSITIVE_INFINITY : aimOf(dueBy))),
    leg: Float64Array.from(open, legOf),
    from: null,
    firstLeg: 0,
  };
}

function placed({ latitude, longitude }: Point): Place {
  const north = (latitude * Math.PI) / 180;
  const east = (longitude * Math.PI) / 180;
  const x = EARTH_RADIUS_METRES * Math.cos(north) * Math.cos(east);
  const y = EARTH_RADIUS_METRES * Math.cos(north) * Math.sin(east);
  return { latitude, longitude, x, y, z: EARTH_RADIUS_METRES * Math.sin(north) };
}

function aimOf(dueBy: string): number {
  return Date.parse(dueBy) - 1000 * RESERVE_SECONDS;
}

function millis(seconds: number): number {
  return Math.round(seconds * 1000);
}
