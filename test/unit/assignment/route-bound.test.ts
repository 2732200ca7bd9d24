import { expect } from 'chai';
import fc from 'fast-check';
import { insertionOf } from '../../../actors/assignment/candidate.ts';
import { leastCost, placedTask } from '../../../actors/assignment/route-bound.ts';
import {
  type AssignmentDriver,
  dropoffOf,
  pickupOf,
  type WaitingTask,
} from '../../../actors/assignment/world.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import { cityTravelTimes, type TravelTimes } from '../../../actors/planning/travel-times.ts';
import { driver, NOW, stop, task, worldOf } from './small-world.ts';

const point = fc.record({
  latitude: fc.double({ min: 24.9, max: 25.9, noNaN: true }),
  longitude: fc.double({ min: 51.1, max: 51.7, noNaN: true }),
});
/** Seconds from now: from long overdue to never in danger. */
const due = fc.integer({ min: -7_200, max: 20_000 }).map((seconds) => plusSeconds(NOW, seconds));
const stops = fc
  .tuple(
    fc.array(fc.record({ at: point, due: fc.option(due), opens: fc.option(due, { freq: 12 }) }), {
      maxLength: 30,
    }),
    fc.nat({ max: 6 }),
    fc.nat({ max: 6 }),
  )
  .map(([list, done, locked]) =>
    list.map((each, index) =>
      stop(each.at, {
        dueBy: each.due,
        notBefore: each.opens,
        done: index < done,
        locked: index >= done && index < done + locked,
      }),
    ),
  );
const driven = fc
  .record({ stops, position: fc.option(point), shiftEnd: fc.option(due) })
  .map((fields) => driver('a', fields));
const anyTask = fc.record({ pickup: point, dropoff: point, dueBy: due }).map(({ pickup, dropoff, dueBy }) =>
  task({
    ...{ pickupLat: pickup.latitude, pickupLng: pickup.longitude },
    ...{ dropoffLat: dropoff.latitude, dropoffLng: dropoff.longitude },
    dueBy,
  }),
);

/** Some ways are shorter and others longer than the straight line; a detour may even be quicker. */
const odd: TravelTimes = {
  service: 90,
  seconds: (from, to) => {
    const straight = cityTravelTimes.seconds(from, to);
    return straight * (0.6 + ((Math.abs(from.latitude * 7919 + to.longitude * 104_729) * 10) % 1) * 1.8);
  },
};
const oddAndBounded: TravelTimes = {
  ...odd,
  leastSecondsPerMetre: 0.6 * (cityTravelTimes.leastSecondsPerMetre ?? 0),
};

function both(
  of: AssignmentDriver,
  wanted: WaitingTask,
  travel: TravelTimes,
): { least: number; exact: number } {
  const placed = placedTask(pickupOf(wanted), dropoffOf(wanted), wanted.dueBy, travel);
  return {
    least: leastCost(of, placed, Date.parse(NOW), travel),
    exact: insertionOf(wanted, of, worldOf([of], { travel })).cost,
  };
}

describe('the lower bound of what a task costs a driver', () => {
  for (const [name, travel] of [
    ['over straight ways', cityTravelTimes],
    ['over ways of any kind, asked for one by one', odd],
    ['over ways of any kind with a least pace', oddAndBounded],
  ] as const) {
    it(`is never more than the cost, ${name}`, () => {
      fc.assert(
        fc.property(driven, anyTask, (of, wanted) => {
          const { least, exact } = both(of, wanted, travel);
          return least <= exact + 1e-6;
        }),
        { numRuns: 3_000, seed: 17 },
      );
    });
  }

  it('is hardly less than the cost where nothing is late', () => {
    const relaxed = driven.map((of) => ({
      ...of,
      shiftEnd: null,
      stops: of.stops.map((each) => ({ ...each, dueBy: null, notBefore: null })),
    }));
    fc.assert(
      fc.property(relaxed, anyTask, (of, wanted) => {
        const { least, exact } = both(of, { ...wanted, dueBy: plusSeconds(NOW, 200_000) }, cityTravelTimes);
        // Each of three long ways may be some hundredths of a second shorter through the earth than over it.
        return exact - least < 0.2 + exact * 1e-4;
      }),
      { numRuns: 1_000, seed: 18 },
    );
  });

  it('counts what is late: the task itself, the stops behind it, the end of the shift', () => {
    const near = { latitude: 25.21, longitude: 51.5 };
    const idle = driver('a', { shiftEnd: plusSeconds(NOW, 60) });
    const late = both(idle, task(), cityTravelTimes);
    const free = both(driver('a'), task(), cityTravelTimes);
    expect(late.least).to.be.greaterThan(free.least + 5_000);
    const tight = driver('a', { stops: [stop(near, { dueBy: plusSeconds(NOW, 400), locked: false })] });
    const hurried = both(tight, task({ dueBy: plusSeconds(NOW, 1) }), cityTravelTimes);
    expect(hurried.least).to.be.greaterThan(free.least);
    expect(hurried.least).to.be.at.most(hurried.exact + 1e-6);
  });
});
