import { expect } from 'chai';
import fc from 'fast-check';
import {
  insertStops,
  insertTask,
  LATENESS_WEIGHT,
  type LiveRoute,
  type NewTask,
} from '../../../actors/planning/insertion.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import type { Point } from '../../../actors/planning/point.ts';
import { dueOffset, offsetsOf, type PlannedStop } from '../../../actors/planning/timeline.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { PEARL, SOUQ, T0, WEST_BAY } from '../../worlds/pure/fixtures.ts';

const travel = cityTravelTimes;
/** Each of some 40 legs and limits is rounded to a millisecond, and lateness weighs five times. */
const TOLERANCE = 0.1;
const stop = (
  point: Point,
  dueBy: string | null = null,
  changes: Partial<PlannedStop> = {},
): PlannedStop => ({
  ...point,
  dueBy,
  fixed: false,
  done: false,
  ...changes,
});

/** Drives the whole list: seconds until the last service is over, and seconds late. */
function drive(plan: LiveRoute, stops: readonly PlannedStop[]): { seconds: number; lateness: number } {
  const open = stops.filter(({ done }) => !done);
  const arrivals = offsetsOf(plan, open);
  const last = arrivals.at(-1);
  if (last === undefined) return { seconds: 0, lateness: 0 };
  // Waiting is not counted as driving.
  const [way = 0] = offsetsOf(
    plan,
    open.map((each) => ({ ...each, notBefore: null })),
  ).slice(-1);
  const lates = arrivals.map((at, index) => Math.max(0, at - dueOffset(plan, open[index]?.dueBy ?? null)));
  const overtime = Math.max(0, last - dueOffset(plan, plan.shiftEnd ?? null));
  return { seconds: way + travel.service, lateness: lates.reduce((sum, late) => sum + late, overtime) };
}

function bruteForce(plan: LiveRoute, task: NewTask): number {
  const now = drive(plan, plan.stops);
  const first = plan.stops.findLastIndex(({ fixed, done }) => fixed || done) + 1;
  let best = Number.POSITIVE_INFINITY;
  for (let pickup = first; pickup <= plan.stops.length; pickup += 1) {
    for (let dropoff = pickup + 1; dropoff <= plan.stops.length + 1; dropoff += 1) {
      const pair = [stop(task.pickup, task.dueBy), stop(task.dropoff, task.dueBy)] as const;
      const then = drive(plan, insertStops(plan.stops, pair, pickup, dropoff));
      const cost = then.seconds - now.seconds + LATENESS_WEIGHT * (then.lateness - now.lateness);
      best = Math.min(best, cost);
    }
  }
  return best;
}

const point = fc.record({
  latitude: fc.double({ min: 25.1, max: 25.5, noNaN: true }),
  longitude: fc.double({ min: 51.2, max: 51.7, noNaN: true }),
});
const due = fc.integer({ min: 0, max: 4 * 3600 }).map((seconds) => plusSeconds(T0, seconds));
const planned = fc.record({ point, due: fc.option(due), opens: fc.option(due, { freq: 12 }) });
const stops = fc.array(planned, { maxLength: 8 }).chain((list) =>
  fc.record({ done: fc.nat(list.length), locked: fc.nat(list.length) }).map(({ done, locked }) =>
    list.map((each, index) =>
      stop(each.point, each.due, {
        notBefore: each.opens,
        done: index < done,
        fixed: index < done || index < Math.min(locked, done + 1),
      }),
    ),
  ),
);
const plans = fc.record({ origin: fc.option(point), stops, shiftEnd: fc.option(due) }).map(
  ({ origin, stops: list, shiftEnd }): LiveRoute => ({
    origin,
    startAt: T0,
    stops: list,
    travel,
    ...(shiftEnd === null ? {} : { shiftEnd }),
  }),
);
const tasks = fc.record({ pickup: point, dropoff: point, dueBy: due });

describe('inserting a task into a route', () => {
  it('finds what trying everything finds', () => {
    fc.assert(
      fc.property(plans, tasks, (plan, task) => {
        const found = insertTask(plan, task);
        expect(found.cost).to.be.closeTo(bruteForce(plan, task), TOLERANCE);

        // The numbers it gives for the places it chose are those of driving them.
        const pair = [stop(task.pickup, task.dueBy), stop(task.dropoff, task.dueBy)] as const;
        const list = insertStops(plan.stops, pair, found.pickupIndex, found.dropoffIndex);
        const then = drive(plan, list);
        expect(found.addedSeconds).to.be.closeTo(then.seconds - drive(plan, plan.stops).seconds, TOLERANCE);
        expect(found.latenessSeconds).to.be.closeTo(then.lateness, TOLERANCE);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('keeps the pickup before the drop-off and finished or locked stops in their places', () => {
    fc.assert(
      fc.property(plans, tasks, (plan, task) => {
        const { pickupIndex, dropoffIndex } = insertTask(plan, task);
        expect(pickupIndex).to.be.lessThan(dropoffIndex);
        expect(pickupIndex).to.be.greaterThan(plan.stops.findLastIndex(({ fixed, done }) => fixed || done));
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('puts the first task into an empty route from the driver’s place', () => {
    const plan: LiveRoute = { origin: SOUQ, startAt: T0, stops: [], travel };
    const found = insertTask(plan, { pickup: SOUQ, dropoff: WEST_BAY, dueBy: plusSeconds(T0, 7200) });
    const way = travel.seconds(SOUQ, WEST_BAY);
    expect(found).to.deep.include({ pickupIndex: 0, dropoffIndex: 1, latenessSeconds: 0 });
    expect(found.addedSeconds).to.be.closeTo(way + 2 * travel.service, 0.001);
  });

  it('accepts a detour rather than being late', () => {
    const late = insertTask(
      { origin: SOUQ, startAt: T0, stops: [stop(PEARL, plusSeconds(T0, 3600))], travel },
      { pickup: SOUQ, dropoff: SOUQ, dueBy: plusSeconds(T0, 600) },
    );
    expect(late).to.include({ pickupIndex: 0, dropoffIndex: 1 });
  });

  it('uses the time until a promised slot begins', () => {
    const slot = stop(PEARL, plusSeconds(T0, 7_200), { notBefore: plusSeconds(T0, 6_000) });
    const plan = { origin: PEARL, startAt: T0, stops: [slot], travel };
    const task = { pickup: SOUQ, dropoff: SOUQ, dueBy: plusSeconds(T0, 14_000) };
    const { pickupIndex, dropoffIndex, latenessSeconds } = insertTask(plan, task);
    const order = insertStops([slot], [stop(SOUQ), stop(SOUQ)], pickupIndex, dropoffIndex);
    const arrival = offsetsOf(plan, order)[order.indexOf(slot)] ?? 0;
    expect(arrival).to.be.within(6_000, 7_200);
    expect(latenessSeconds).to.equal(0);
  });

  it('travels at 30 km/h on roads 1.35 times the straight line', () => {
    // A degree of latitude is 111.195 km on the sphere.
    const seconds = travel.seconds({ latitude: 25, longitude: 51 }, { latitude: 26, longitude: 51 });
    expect(seconds).to.be.closeTo((111_195 * 1.35) / (30 / 3.6), 10);
  });

  it('plans 60 stops without delay', () => {
    const list = Array.from({ length: 60 }, (_, index) =>
      stop(
        { latitude: 25.2 + (index % 7) / 50, longitude: 51.4 + (index % 11) / 50 },
        plusSeconds(T0, index * 60),
      ),
    );
    let requests = 0;
    const counting = {
      service: 180,
      seconds(from: Point, to: Point) {
        requests += 1;
        return travel.seconds(from, to);
      },
    };
    insertTask(
      { origin: SOUQ, startAt: T0, stops: list, travel: counting },
      {
        pickup: PEARL,
        dropoff: WEST_BAY,
        dueBy: plusSeconds(T0, 3600),
      },
    );
    // Legs are requested once per stop, not once per pair of places.
    expect(requests).to.be.lessThan(60 * 8);
  });
});
