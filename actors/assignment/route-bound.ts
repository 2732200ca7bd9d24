import { LATENESS_WEIGHT, RESERVE_SECONDS } from '../planning/insertion.ts';
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

/** The open stops of a route, side by side. */
interface PlacedRoute {
  size: number;
  /** Nothing is put before this open stop. */
  first: number;
  places: readonly Place[];
  /** A slot may have to be awaited, and waiting takes up delay. */
  waits: boolean;
  /** When each is to be reached at the latest, less the reserve; milliseconds since the epoch; Infinity: never late. */
  due: Float64Array;
  /** Milliseconds from the stop before it; the first one's depends on where the driver is. */
  leg: Float64Array;
  /** Where the driver was when the way to the first stop was last asked for, and what it was. */
  from: Point | null;
  firstLeg: number;
}

/** The task's two places, and the way between them in milliseconds. */
export interface PlacedTask {
  pickup: Place;
  dropoff: Place;
  between: number;
  due: number;
}

/**
 * Routes as they were worked out, by travel times and by list of stops; a route that changed is another list. Like
 * `bound` below this is a memory and no state: both arguments are never changed, so an entry says what working it out
 * again would say, and goes when they go. It outlives a call because choices come by the thousand and drivers change
 * their stops rarely.
 */
const known = new WeakMap<TravelTimes, WeakMap<readonly AssignmentStop[], PlacedRoute>>();

export function placedTask(pickup: Point, dropoff: Point, dueBy: string, travel: TravelTimes): PlacedTask {
  const between = millis(travel.seconds(pickup, dropoff));
  return { pickup: placed(pickup), dropoff: placed(dropoff), between, due: aimOf(dueBy) };
}

/**
 * What taking on a task costs the driver at the very least, in seconds: never more than `insertTask` finds, and for
 * routes without lateness hardly less. Takes time in proportion to the stops, and hardly any trigonometry.
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
  const shiftEnd = driver.shiftEnd === null ? Number.POSITIVE_INFINITY : Date.parse(driver.shiftEnd);
  bound.look(placedRoute(driver.stops, travel), originOf(driver), task, { now, shiftEnd, travel });
  return bound.least() / 1000;
}

interface Given {
  now: number;
  shiftEnd: number;
  travel: TravelTimes;
}

const SIZE = 64;

/** Looks at one route after the other; what it writes down of one is written over with the next. */
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
  /** When each open stop is left behind, the first entry being the start; milliseconds from it. */
  private leaves = new Float64Array(SIZE);
  /** From each open stop on: how many stops there are, how many are late, and how soon the next one is. */
  private stops = new Float64Array(SIZE);
  private late = new Float64Array(SIZE);
  private slack = new Float64Array(SIZE);
  /** The least ways from the place before each open stop to the task's two, and from those on to the open stop. */
  private toPickup = new Float64Array(SIZE);
  private toDropoff = new Float64Array(SIZE);
  private fromPickup = new Float64Array(SIZE);
  private fromDropoff = new Float64Array(SIZE);

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

  /** A driver without stops is not late, even where the shift is over. */
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
    // A straight line is as long one way as the other; ways that are asked for may not be.
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

  /** When the route as it is leaves each stop. */
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
    // Delay that waiting swallows makes nothing late: at the very least, nothing is.
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

  /** How much later, in all, the stops from `index` on are at least when they are reached so much later. */
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
 * Scratch room for one call of `leastCost`, which does not yield: `look` writes over all that `least` reads. Eight new
 * arrays for each driver of each choice would cost more than the bound saves.
 */
const bound = new Bound();

/** Drivers move once in a while, tasks come all the time. */
function firstLegOf(route: PlacedRoute, origin: Point, stop: Point, travel: TravelTimes): number {
  const { from } = route;
  if (from === null || from.latitude !== origin.latitude || from.longitude !== origin.longitude) {
    route.from = { latitude: origin.latitude, longitude: origin.longitude };
    route.firstLeg = millis(travel.seconds(origin, stop));
  }
  return route.firstLeg;
}

/** Milliseconds; `pace` is those for a metre, NaN where nobody can say. */
function least(from: Place, to: Place, pace: number, travel: TravelTimes): number {
  if (Number.isNaN(pace)) return millis(travel.seconds(from, to)) - ROUNDING;
  const x = from.x - to.x;
  const y = from.y - to.y;
  const z = from.z - to.z;
  return Math.sqrt(x * x + y * y + z * z) * pace - ROUNDING;
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
  const x = EARTH * Math.cos(north) * Math.cos(east);
  const y = EARTH * Math.cos(north) * Math.sin(east);
  return { latitude, longitude, x, y, z: EARTH * Math.sin(north) };
}

function aimOf(dueBy: string): number {
  return Date.parse(dueBy) - 1000 * RESERVE_SECONDS;
}

function millis(seconds: number): number {
  return Math.round(seconds * 1000);
}
