import { expect } from 'chai';
import { insertionOf } from '../../../actors/assignment/candidate.ts';
import { MAX_CANDIDATES } from '../../../actors/assignment/explain.ts';
import { insertionCost } from '../../../actors/assignment/insertion-cost.ts';
import { nearest } from '../../../actors/assignment/policies.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import { seededChance } from '../../../scripts/shared/chance.ts';
import { choose, DROPOFF, driver, NOW, PICKUP, stop, task, worldOf } from './small-world.ts';

const ids = (drivers: readonly { driverId: string }[]) => drivers.map(({ driverId }) => driverId);

describe('the choice by insertion cost', () => {
  it('counts what the task adds to a route, not how near the driver is', () => {
    const onTheWay = driver('busy', {
      position: { latitude: 25.1, longitude: 51.5 },
      idleSince: null,
      stops: [stop(PICKUP), stop(DROPOFF)],
    });
    const near = driver('near', { position: { latitude: 25.19, longitude: 51.5 } });
    const { driverId, candidates } = choose([near, onTheWay]);
    expect(driverId).to.equal('busy');
    expect(candidates.map(({ costSeconds }) => (costSeconds ?? 0) > 0)).to.deep.equal([true, true]);
  });

  it('but NEAREST takes the nearest driver, whatever the way', () => {
    const onTheWay = driver('busy', {
      position: { latitude: 25.1, longitude: 51.5 },
      stops: [stop(PICKUP), stop(DROPOFF)],
    });
    const near = driver('near', { position: { latitude: 25.19, longitude: 51.5 } });
    const full = driver('full', { activeTasks: 15 });
    const [choice] = nearest.assign([task()], worldOf([full, onTheWay, near])).choices;
    expect(choice).to.deep.include({
      driverId: 'near',
      why: { reason: 'NEAREST' },
      excludedBy: { CAPACITY: 1 },
    });
  });

  it('starts from the last finished stop when no position is known', () => {
    const stops = [stop(DROPOFF, { done: true, dueBy: null })];
    const { candidates } = choose([
      driver('a', { position: null, stops }),
      driver('b', { position: DROPOFF }),
    ]);
    expect(new Set(candidates.map(({ costSeconds }) => costSeconds)).size).to.equal(1);
  });

  it('equals what weighing every driver completely would choose', () => {
    const random = seededChance(5);
    const place = () => ({ latitude: 25 + random.unit(), longitude: 51 + random.unit() });
    for (let round = 0; round < 60; round += 1) {
      const drivers = Array.from({ length: 40 }, (_, index) =>
        driver(`d${index}`, {
          position: place(),
          stops: Array.from({ length: random.below(12) }, () =>
            stop(place(), { dueBy: plusSeconds(NOW, random.below(15_000) - 2_000) }),
          ),
          shiftEnd: random.below(3) === 0 ? plusSeconds(NOW, random.below(9_000)) : null,
        }),
      );
      const { latitude: pickupLat, longitude: pickupLng } = place();
      const { latitude: dropoffLat, longitude: dropoffLng } = place();
      const of = { pickupLat, pickupLng, dropoffLat, dropoffLng };
      const world = worldOf(drivers, { fairnessToleranceSeconds: 0 });
      const costs = drivers.map((each) => insertionOf(task(of), each, world).cost);
      const [choice] = insertionCost.assign([task(of)], world).choices;
      const chosen = costs[drivers.findIndex(({ id }) => id === choice?.driverId)];
      expect(chosen).to.equal(Math.min(...costs));
    }
  });

  it('breaks the cost down: driving added, lateness caused, time idle', () => {
    const late = driver('late', {
      idleSince: '2026-02-12T09:30:00.000Z',
      position: { latitude: 25.1, longitude: 51.5 },
    });
    const { candidates } = choose([late], { dueBy: plusSeconds(NOW, 600) });
    const [candidate] = candidates;
    const { costSeconds, addedDriveSeconds = 0, latenessCausedSeconds = 0 } = candidate ?? {};
    const { reserveUsedSeconds = 0, idleSeconds } = candidate ?? {};
    expect(idleSeconds).to.equal(1_800);
    expect(latenessCausedSeconds).to.be.greaterThan(0);
    expect(reserveUsedSeconds).to.be.greaterThan(0);
    const weighted = 5 * (latenessCausedSeconds + reserveUsedSeconds);
    expect(costSeconds).to.be.closeTo(addedDriveSeconds + 360 + weighted, 6);
    expect(candidate?.detail).to.match(/^\d+ s late in all with this task$/);
  });

  it('avoids coming close to being late, and says so', () => {
    const [first] = choose([driver('a')], { dueBy: plusSeconds(NOW, 3_000) }).candidates;
    expect(first).to.include({ latenessCausedSeconds: 0, detail: null });
    expect(first?.reserveUsedSeconds).to.be.greaterThan(0);
    const [second] = choose([driver('a')], { dueBy: plusSeconds(NOW, 30_000) }).candidates;
    expect(second?.reserveUsedSeconds).to.equal(0);
    expect(first?.costSeconds).to.be.greaterThan(second?.costSeconds ?? Number.NaN);
  });

  describe('reaching the last stop after the shift’s planned end', () => {
    const arrival = () => {
      const { candidates } = choose([driver('a')]);
      return 180 + (candidates[0]?.addedDriveSeconds ?? 0);
    };

    it('counts as lateness, to the second', () => {
      const inTime = driver('a', { shiftEnd: plusSeconds(NOW, Math.ceil(arrival()) + 1) });
      expect(choose([inTime]).candidates[0]?.latenessCausedSeconds).to.equal(0);
      const over = driver('a', { shiftEnd: plusSeconds(NOW, arrival() - 60) });
      expect(choose([over]).candidates[0]?.latenessCausedSeconds).to.be.closeTo(60, 1);
    });

    it('prefers a driver who has time left, and excludes no one', () => {
      const over = driver('over', { shiftEnd: plusSeconds(NOW, 60) });
      const far = driver('far', { position: { latitude: 25.4, longitude: 51.6 } });
      expect(choose([over, far]).driverId).to.equal('far');
      expect(choose([over]).driverId).to.equal('over');
    });
  });

  describe('fairness', () => {
    const early = '2026-02-12T08:00:00.000Z';
    const late = '2026-02-12T09:00:00.000Z';
    /** Places the driver this many seconds of driving further from the pickup. */
    const further = (seconds: number) => ({
      latitude: PICKUP.latitude - seconds / (111_195 * 0.162),
      longitude: PICKUP.longitude,
    });

    it('among equals the driver idle longest is chosen, and a driver with work last of all', () => {
      const drivers = [
        driver('a', { idleSince: late }),
        driver('b', { idleSince: early }),
        driver('0', { idleSince: null }),
      ];
      const { candidates, why } = choose(drivers);
      expect(ids(candidates)).to.deep.equal(['b', 'a', '0']);
      expect(why).to.deep.equal({ reason: 'CHEAPEST' });
    });

    it('near-equals count as equal, and the explanation says so', () => {
      const drivers = [
        driver('near', { idleSince: late }),
        driver('idle', { idleSince: early, position: further(25) }),
      ];
      const { driverId, why } = choose(drivers);
      expect(driverId).to.equal('idle');
      expect(why).to.deep.include({ reason: 'LONGEST_IDLE', cheapestDriverId: 'near', toleranceSeconds: 30 });
      expect(why.dearerBySeconds).to.be.closeTo(25, 2);
    });

    it('beyond the tolerance the cheaper one is chosen', () => {
      const drivers = [
        driver('near', { idleSince: late }),
        driver('idle', { idleSince: early, position: further(36) }),
      ];
      expect(choose(drivers)).to.deep.include({ driverId: 'near', why: { reason: 'CHEAPEST' } });
      expect(choose(drivers, {}, { fairnessToleranceSeconds: 45 }).driverId).to.equal('idle');
      expect(choose(drivers, {}, { fairnessToleranceSeconds: 0 }).driverId).to.equal('near');
    });
  });

  describe('the explanation', () => {
    it('contains few candidates, those who fit first, and counts all the others', () => {
      const full = Array.from({ length: 60 }, (_, index) => driver(`full-${index}`, { capacity: 1 }));
      const others = { count: 70, some: [{ id: 'x', name: 'Off duty' }] };
      const { driverId, candidates, excludedBy } = choose([...full, driver('fits')], {}, { others });
      expect(driverId).to.equal('fits');
      expect(candidates).to.have.length(MAX_CANDIDATES);
      expect(candidates[0]?.driverId).to.equal('fits');
      expect(excludedBy).to.deep.equal({ NOT_ON_DUTY: 70, CAPACITY: 60 });
    });

    it('has an example for every rule, however many one rule excludes', () => {
      const full = Array.from({ length: 60 }, (_, index) => driver(`full-${index}`, { capacity: 1 }));
      const drivers = [
        ...full,
        driver('poor', { cashLimit: '1.00' }),
        driver('away', { presence: 'OFFLINE' }),
      ];
      const { driverId, why, candidates } = choose(drivers);
      expect([driverId, why]).to.deep.equal([null, { reason: 'NOBODY_FITS' }]);
      expect(ids(candidates).slice(0, 3)).to.deep.equal(['poor', 'full-0', 'away']);
    });

    it('stays small with five hundred who fit, and gives a lower bound for those not weighed completely', () => {
      const drivers = Array.from({ length: 500 }, (_, index) =>
        driver(`d${index}`, {
          position: { latitude: 25.1 + (index % 25) / 50, longitude: 51.2 + index / 1_000 },
        }),
      );
      const choice = choose(drivers);
      expect(JSON.stringify(choice).length).to.be.lessThan(5_000);
      const open = choice.candidates.filter(({ costSeconds }) => costSeconds === null);
      const dearest = Math.max(...choice.candidates.map(({ costSeconds }) => costSeconds ?? 0));
      expect(open.length).to.be.greaterThan(0);
      for (const { atLeastSeconds } of open) expect(atLeastSeconds).to.be.at.least(dearest - 1);
    });
  });

  it('several tasks one after the other see drivers as the earlier ones leave them', () => {
    const only = driver('only', { capacity: 3 });
    const { choices, drivers } = insertionCost.assign([task(), task({ taskId: 'second' })], worldOf([only]));
    expect(choices.map(({ driverId }) => driverId)).to.deep.equal(['only', null]);
    expect(choices[1]?.excludedBy).to.deep.equal({ CAPACITY: 1 });
    expect(drivers[0]).to.deep.include({
      itemsAssigned: 2,
      activeTasks: 1,
      codAssigned: '100.00',
      idleSince: null,
    });
    expect(drivers[0]?.stops).to.have.length(2);
  });
});
