import { expect } from 'chai';
import { driverMachine } from '../../../actors/driver/machine.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { LiveDriver } from '../../../server/dispatch/planning/live-vehicle.ts';
import { MAX_DRIVERS, partsOf } from '../../../server/dispatch/planning/zone-parts.ts';
import type { FreeTask } from '../../../server/dispatch/planning/zone-tasks.ts';
import { driverCreation, idOf, minutes } from '../../worlds/pure/fixtures.ts';

const born = driverMachine.evolve(null, driverCreation('driver')) as DriverState;
const driver = (name: number, longitude: number | null): LiveDriver => ({
  state: { ...born, driverId: idOf(`driver-${name}`) },
  position: longitude === null ? null : { latitude: 25.3, longitude },
});
const task = (name: number, longitude: number): FreeTask => ({
  ...{ id: idOf(`task-${name}`), round: 1, offeredTo: null, dueBy: minutes(240), cod: '10.00', items: 1 },
  ...{ pickup: { latitude: 25.3, longitude }, dropoff: { latitude: 25.31, longitude }, excluded: new Set() },
});
const along = <T>(count: number, make: (index: number, longitude: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index, 51 + index / count));

describe('the parts in which a zone is planned', () => {
  it('are one while there are not too many tasks', () => {
    const { parts, driversLeftOut } = partsOf(along(300, driver), along(1_000, task));
    expect(parts.map((part) => [part.drivers.length, part.tasks.length])).to.deep.equal([[300, 1_000]]);
    expect(driversLeftOut).to.equal(0);
  });

  it('are several from west to east beyond a thousand tasks, each task and driver in one of them', () => {
    const tasks = along(2_300, task);
    const { parts, driversLeftOut } = partsOf(along(600, driver).toReversed(), tasks.toReversed());
    expect(parts).to.have.length(3);
    for (const part of parts) expect(part.tasks.length).to.be.at.most(1_000);
    const ids = parts.flatMap((part) => part.tasks.map(({ id }) => id));
    expect(new Set(ids).size).to.equal(2_300);
    expect(new Set(parts.flatMap((part) => part.drivers.map(({ state }) => state.driverId))).size).to.equal(
      600,
    );
    const edges = parts.map((part) => part.tasks.map(({ pickup }) => pickup.longitude));
    expect(Math.max(...(edges[0] ?? []))).to.be.at.most(Math.min(...(edges[1] ?? [])));
    expect(driversLeftOut).to.equal(0);
  });

  it('have no more drivers than can be planned, those nearest to the work, and report how many are left out', () => {
    const near = along(10, (index) => task(index, 51.9));
    const { parts, driversLeftOut } = partsOf([driver(-1, null), ...along(900, driver)], near);
    const chosen = parts.flatMap((part) => part.drivers);
    expect(chosen).to.have.length(MAX_DRIVERS);
    expect(driversLeftOut).to.equal(901 - MAX_DRIVERS);
    const away = chosen.map(({ position }) => Math.abs((position?.longitude ?? 0) - 51.9));
    expect(Math.max(...away)).to.be.lessThan(0.26);
  });
});
