import { expect } from 'chai';
import { MAX_COMPARED_DRIVERS, nearestDrivers } from '../../../actors/assignment/nearest-drivers.ts';
import { placedTask } from '../../../actors/assignment/route-bound.ts';
import type { AssignmentDriver } from '../../../actors/assignment/world.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { choose, DROPOFF, driver, NOW, PICKUP, stop } from './small-world.ts';

const placed = placedTask(PICKUP, DROPOFF, NOW, cityTravelTimes);
const idsOf = (drivers: readonly AssignmentDriver[]) => drivers.map(({ id }) => id);

/** Drivers in one line to the south of the pickup, the farthest first. */
const farther = (count: number, fields: Partial<AssignmentDriver> = {}) =>
  Array.from({ length: count }, (_, index) =>
    driver(`d${index}`, {
      position: { latitude: PICKUP.latitude - 0.1 - (count - index) / 1e6, longitude: PICKUP.longitude },
      ...fields,
    }),
  );

describe('the drivers who are compared for a task', () => {
  it('are all of them, up to a number', () => {
    const drivers = farther(MAX_COMPARED_DRIVERS);
    expect(nearestDrivers(drivers, placed, cityTravelTimes)).to.equal(drivers);
  });

  it('are the nearest of more, in the order given', () => {
    const drivers = farther(MAX_COMPARED_DRIVERS + 500);
    const found = nearestDrivers(drivers, placed, cityTravelTimes);
    expect(idsOf(found)).to.deep.equal(idsOf(drivers.slice(500)));
  });

  it('are no more if many are at the same place', () => {
    const drivers = farther(MAX_COMPARED_DRIVERS + 500, { position: DROPOFF });
    drivers.push(driver('near', { position: PICKUP }));
    const found = idsOf(nearestDrivers(drivers, placed, cityTravelTimes));
    expect(found).to.have.length(MAX_COMPARED_DRIVERS);
    expect(found.at(-1)).to.equal('near');
  });

  it('include those who are far away and will come near, and those nobody knows the place of', () => {
    const drivers = [
      ...farther(MAX_COMPARED_DRIVERS),
      driver('comes', { position: { latitude: 25.9, longitude: 51.5 }, stops: [stop(PICKUP)] }),
      driver('unknown', { position: null }),
    ];
    const found = idsOf(nearestDrivers(drivers, placed, cityTravelTimes));
    expect(found.slice(-2)).to.deep.equal(['comes', 'unknown']);
  });

  it('include the nearest one, who is chosen, wherever it stands among them', () => {
    const many = farther(2_499);
    const near = driver('near', { position: PICKUP });
    for (const drivers of [
      [...many, near],
      [near, ...many],
    ])
      expect(choose(drivers).driverId).to.equal('near');
  });

  it('are only those whom no rule excludes: a fitting driver behind thousands of others is chosen', () => {
    const full = farther(2_499, { position: PICKUP, itemsAssigned: 10 });
    const { driverId, excludedBy } = choose([...full, driver('fits', { position: DROPOFF })]);
    expect(driverId).to.equal('fits');
    expect(excludedBy).to.deep.equal({ CAPACITY: 2_499 });
  });
});
