import { expect } from 'chai';
import { POLICIES } from '../../../actors/assignment/policies.ts';
import type { PolicyName } from '../../../actors/assignment/policy.ts';
import { compare } from '../../../actors/money/money.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { calibrate } from '../../../actors/replay/calibrate.ts';
import type { ReplayDay, ReplayTask } from '../../../actors/replay/day.ts';
import { EventQueue } from '../../../actors/replay/event-queue.ts';
import { agreementWith, figuresOf, gini, recordedOutcome } from '../../../actors/replay/figures.ts';
import { type DayOutcome, simulate } from '../../../actors/replay/simulate.ts';
import { DOHA, dayOf, driver, FROM, HOUR, randomDay, task } from './some-day.ts';

const SHOP = { latitude: 25.2, longitude: 51.45 };
const DOOR = { latitude: 25.3, longitude: 51.5 };
const FAR = { latitude: 25.45, longitude: 51.65 };
const READY = FROM + 8 * HOUR;

function run(day: ReplayDay, policy: PolicyName = 'INSERTION_COST', batchSeconds = 0): DayOutcome {
  const options = { travel: cityTravelTimes, batchSeconds, fairnessToleranceSeconds: 60, seed: 7 };
  return simulate(day, POLICIES[policy], options);
}

function only(outcome: DayOutcome) {
  const [one] = outcome.tasks;
  if (one === undefined) throw new Error('no task');
  return one;
}

/** The day as if the run had really happened. */
function asRecorded(day: ReplayDay, outcome: DayOutcome): ReplayDay {
  const byId = new Map(outcome.tasks.map((each) => [each.taskId, each]));
  const tasks = day.tasks.map((each): ReplayTask => {
    const became = byId.get(each.taskId);
    if (became === undefined) return each;
    const { driverId, assignedAt, pickedUpAt, deliveredAt } = became;
    const acceptedAt = assignedAt === null ? null : assignedAt + 20_000;
    return {
      ...each,
      recorded: { driverId, byHand: false, assignedAt, acceptedAt, pickedUpAt, deliveredAt },
    };
  });
  return { ...day, tasks };
}

describe('a day run again', () => {
  it('takes as long as the ways, the stops and the answer take', () => {
    const outcome = run(dayOf([driver('one', SHOP)], [task('a', SHOP, DOOR)]));
    const way = Math.round(cityTravelTimes.seconds(SHOP, DOOR) * 1000);
    const pickedUpAt = READY + 20_000 + 180_000;
    expect(only(outcome)).to.deep.equal({
      taskId: 'a',
      driverId: 'one',
      assignedAt: READY,
      pickedUpAt,
      deliveredAt: pickedUpAt + way + 180_000,
    });
    expect(outcome.drivers[0]).to.include({ delivered: 1, serviceSeconds: 360, overtimeSeconds: 0 });
  });

  it('stands still during a break and continues after it', () => {
    const free = only(run(dayOf([driver('one', FAR)], [task('a', SHOP, DOOR)])));
    const duty = (at: number, what: 'ON_BREAK' | 'ON_DUTY') => ({
      ...{ at, what: 'DUTY' as const, duty: what, position: null, shiftEnd: null },
    });
    const resting = {
      ...driver('one', FAR),
      changes: [duty(READY + 5 * 60_000, 'ON_BREAK'), duty(READY + 35 * 60_000, 'ON_DUTY')],
    };
    const paused = only(run(dayOf([resting], [task('a', SHOP, DOOR)])));
    const later = (paused.deliveredAt ?? 0) - (free.deliveredAt ?? 0);
    expect(later).to.be.closeTo(30 * 60_000, 1_000);
  });

  it('finishes what was accepted, and counts it as overtime', () => {
    const off = {
      at: READY + 60_000,
      what: 'DUTY' as const,
      duty: 'OFF' as const,
      position: null,
      shiftEnd: null,
    };
    const outcome = run(dayOf([{ ...driver('one', SHOP), changes: [off] }], [task('a', SHOP, DOOR)]));
    expect(only(outcome).deliveredAt).to.be.a('number');
    expect(outcome.drivers[0]?.overtimeSeconds).to.be.greaterThan(300);
  });

  it('leaves a task unassigned that no driver may take, until something changes', () => {
    const unable = [
      driver('off', SHOP, { duty: 'OFF' }),
      driver('poor', SHOP, { cashLimit: '99.99' }),
      driver('full', SHOP, { capacity: 1 }),
      driver('elsewhere', SHOP, { zoneIds: [] }),
      driver('suspended', SHOP, { approved: false }),
    ];
    const day = dayOf(unable, [task('a', SHOP, DOOR)]);
    expect(only(run(day)).driverId).to.equal(null);
    expect(figuresOf(day, run(day))).to.include({ tasks: 1, notAssigned: 1, delivered: 0 });
    const terms = { approved: true, zoneIds: [DOHA.id], capacity: 20, cashLimit: '100.00' };
    const helped = unable.map((one) =>
      one.id === 'poor' ? { ...one, changes: [{ at: READY + HOUR, what: 'TERMS' as const, ...terms }] } : one,
    );
    expect(only(run(dayOf(helped, [task('a', SHOP, DOOR)])))).to.include({
      ...{ driverId: 'poor', assignedAt: READY + HOUR },
    });
  });

  it('has capacity for cash again once it was handed in', () => {
    const one = {
      ...driver('one', SHOP, { cashLimit: '100.00', cashOnHand: '50.00' }),
      changes: [{ at: READY + HOUR, what: 'HAND_IN' as const }],
    };
    expect(only(run(dayOf([one], [task('a', SHOP, DOOR)]))).assignedAt).to.equal(READY + HOUR);
  });

  it('uses the zones of each moment', () => {
    const day = {
      ...dayOf([driver('one', SHOP)], [task('a', SHOP, DOOR)]),
      zones: [
        { at: FROM, zones: [] },
        { at: READY + HOUR, zones: [DOHA] },
      ],
    };
    expect(only(run(day)).assignedAt).to.equal(READY + HOUR);
  });

  it('lets drivers decline what they declined, once, and asks the next', () => {
    const refusals = [{ driverId: 'near', declined: true, afterSeconds: 30 }];
    const outcome = run(
      dayOf([driver('near', SHOP), driver('far', FAR)], [task('a', SHOP, DOOR, { refusals })]),
    );
    expect(only(outcome)).to.include({ driverId: 'far', assignedAt: READY + 30_000 });
    const alone = run(dayOf([driver('near', SHOP)], [task('a', SHOP, DOOR, { refusals })]));
    expect(only(alone).driverId).to.equal(null);
    const silent = [{ driverId: 'near', declined: false, afterSeconds: 90 }];
    const later = run(dayOf([driver('near', SHOP)], [task('a', SHOP, DOOR, { refusals: silent })]));
    expect(only(later).assignedAt).to.equal(READY + 90_000 + 15 * 60_000);
  });

  it('drops what was cancelled before its pickup', () => {
    const day = dayOf([driver('one', FAR)], [task('a', SHOP, DOOR, { cancelledAt: READY + 60_000 })]);
    const outcome = run(day);
    expect(only(outcome)).to.include({ driverId: null, pickedUpAt: null, deliveredAt: null });
    expect(figuresOf(day, outcome)).to.include({ tasks: 0, notAssigned: 0 });
    expect(outcome.drivers[0]?.metres).to.be.lessThan(1_000);
  });

  it('continues with what drivers had when the day began', () => {
    const carriedBy = { driverId: 'one', pickedUp: true };
    const carried = task('a', SHOP, DOOR, { readyAt: FROM, carriedBy });
    const outcome = run(dayOf([driver('one', SHOP), driver('two', SHOP)], [carried]));
    expect(only(outcome)).to.include({ driverId: 'one', pickedUpAt: null });
    expect(only(outcome).deliveredAt).to.be.greaterThan(FROM);
  });

  it('brings what cannot be delivered to the door, and no cash from there', () => {
    const day = dayOf([driver('one', SHOP)], [task('a', SHOP, DOOR, { undeliverable: true })]);
    const outcome = run(day);
    expect(only(outcome)).to.include({ driverId: 'one', deliveredAt: null });
    expect(outcome.drivers[0]).to.include({ delivered: 0, serviceSeconds: 360 });
    expect(figuresOf(day, outcome)).to.include({ tasks: 1, delivered: 0, notAssigned: 0 });
  });

  for (const policy of ['INSERTION_COST', 'NEAREST', 'BATCHED'] as const) {
    it(`keeps every rule under ${policy}, and gives the same result each time`, function () {
      this.timeout(60_000);
      const day = randomDay(11, { drivers: 8, tasks: 120 });
      const window = policy === 'BATCHED' ? 20 : 0;
      const outcome = run(day, policy, window);
      expect(run(day, policy, window)).to.deep.equal(outcome);
      const byId = new Map(day.tasks.map((each) => [each.taskId, each]));
      for (const done of outcome.tasks) {
        const asked = byId.get(done.taskId);
        if (done.deliveredAt === null || asked === undefined) continue;
        expect(done.assignedAt).to.be.at.least(asked.readyAt);
        expect(done.pickedUpAt).to.be.greaterThan(done.assignedAt ?? 0);
        expect(done.deliveredAt).to.be.greaterThan(done.pickedUpAt ?? 0);
      }
      for (const { id, start } of day.drivers) {
        for (const part of [
          [FROM, FROM + 14 * HOUR],
          [FROM + 14 * HOUR, FROM + 30 * HOUR],
        ] as const) {
          const held = outcome.tasks.filter(
            ({ driverId, deliveredAt }) =>
              driverId === id && deliveredAt !== null && deliveredAt >= part[0] && deliveredAt < part[1],
          );
          const cash = held.reduce((sum, { taskId }) => sum + Number(byId.get(taskId)?.cod), 0);
          expect(compare(cash.toFixed(2), start.cashLimit ?? '0.00')).to.be.at.most(0);
        }
      }
      const figures = figuresOf(day, outcome);
      expect(figures.delivered + figures.notAssigned).to.equal(figures.tasks);
      expect(figures.fairness.gini).to.be.within(0, 1);
    });

    it(`reproduces its own day under ${policy}`, function () {
      this.timeout(60_000);
      const day = randomDay(23, { drivers: 6, tasks: 80 });
      const window = policy === 'BATCHED' ? 20 : 0;
      const past = asRecorded(day, run(day, policy, window));
      const again = run(past, policy, window);
      expect(agreementWith(past, again)).to.include({ share: 1, deliveryMedianSeconds: 0 });
      const { kilometres: _, waitForAssignment, lateness, delivered } = figuresOf(past, again);
      const recorded = figuresOf(past, recordedOutcome(past));
      expect({ waitForAssignment, lateness, delivered }).to.deep.equal({
        ...{ waitForAssignment: recorded.waitForAssignment, lateness: recorded.lateness },
        delivered: recorded.delivered,
      });
    });
  }

  it('shows that policies differ', () => {
    const day = randomDay(5, { drivers: 6, tasks: 100 });
    const [insertion, nearest] = (['INSERTION_COST', 'NEAREST'] as const).map((policy) =>
      figuresOf(day, run(day, policy)),
    );
    expect(insertion?.lateness.totalMinutes).to.be.lessThan(nearest?.lateness.totalMinutes ?? 0);
  });
});

describe('what a day is measured by', () => {
  it('finds how long legs took', () => {
    const places = randomDay(3, { drivers: 0, tasks: 40 }).tasks;
    const legs = places.map(({ pickup: from, dropoff: to }) => ({
      ...{ from, to },
      seconds: 1.4 * cityTravelTimes.seconds(from, to) + 240,
    }));
    const { travel, factor, medianErrorSeconds } = calibrate(legs, cityTravelTimes);
    expect(factor).to.be.closeTo(1.4, 1e-6);
    expect(travel.service).to.equal(240);
    expect(medianErrorSeconds).to.be.lessThan(1);
    expect(calibrate(legs.slice(0, 3), cityTravelTimes)).to.include({ travel: cityTravelTimes, factor: 1 });
    const absurd = legs.map((leg) => ({ ...leg, seconds: 50 * leg.seconds }));
    expect(calibrate(absurd, cityTravelTimes)).to.include({ factor: 3 });
  });

  it('is fair at 0 and one-sided towards 1', () => {
    expect(gini([4, 4, 4, 4])).to.equal(0);
    expect(gini([0, 0, 0, 8])).to.equal(0.75);
    expect(gini([])).to.equal(0);
    expect(gini([1, 3])).to.equal(0.25);
  });

  it('happens in order of time, and at one moment in order of planning', () => {
    const queue = new EventQueue();
    const seen: string[] = [];
    for (const [at, name] of [
      [5, 'c'],
      [1, 'a'],
      [5, 'd'],
      [3, 'b'],
      [9, 'e'],
    ] as const) {
      queue.plan(at, (now) => {
        seen.push(`${name}${now}`);
        if (name === 'b') queue.plan(now, () => seen.push('b again'));
      });
    }
    expect(queue.run(5)).to.equal(5);
    expect(seen).to.deep.equal(['a1', 'b3', 'b again', 'c5', 'd5']);
  });
});
