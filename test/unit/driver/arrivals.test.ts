import { expect } from 'chai';
import { openArrivals, taskEtas } from '../../../actors/driver/eta.ts';
import { shownStops } from '../../../actors/driver/route.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { secondsBetween } from '../../../actors/planning/instants.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { idOf, minutes, SOUQ, WEST_BAY } from '../../worlds/pure/fixtures.ts';
import { aboutOffer, aboutTask, driver, give, onDuty, reserving, step, working } from './driver-walk.ts';

const { service } = cityTravelTimes;
const WAY = Math.round(cityTravelTimes.seconds(SOUQ, WEST_BAY));
/** Seconds from the start of the plan. */
const offsets = (state: DriverState) =>
  openArrivals(state).map((at) => Math.round(secondsBetween(state.route?.plannedAt ?? '', at)));

/** One task, planned at the seller's door at minute 0, and a planned break. */
function withBreak(from: number, to: number): DriverState {
  const breaksPlanned = [{ from: minutes(from), to: minutes(to) }];
  const plan = { planId: idOf('plan'), planVersion: 1, plannedEnd: minutes(480), breaksPlanned };
  const approved = step(onDuty(), give('end-shift', driver));
  const duty = step(approved, give('start-shift', driver), { plan });
  return step(step(duty, reserving(1)), aboutOffer('work-accepted', 1), { position: SOUQ });
}

describe('planned arrivals', () => {
  it('include the driving time and the service time at each stop', () => {
    const state = step(step(onDuty(), reserving(1)), aboutOffer('work-accepted', 1), { position: SOUQ });
    expect(offsets(state)).to.deep.equal([0, service + WAY]);
  });

  it('come after a planned break that the driving time runs into', () => {
    // The pickup is done before the break, which interrupts the way to the door.
    const state = withBreak(5, 35);
    expect(offsets(state)).to.deep.equal([0, service + WAY + 30 * 60]);
    const after = withBreak(120, 150);
    expect(offsets(after), 'the break comes later').to.deep.equal([0, service + WAY]);
  });

  it('move to the end of a break that they would fall into', () => {
    const arrival = (service + WAY) / 60;
    const state = withBreak(arrival - 1, arrival + 29);
    expect(offsets(state)[1]).to.be.closeTo(service + WAY + 30 * 60, 1);
    expect(offsets(state)[1]).to.be.at.least(Math.round((arrival + 29) * 60));
  });

  it('wait for a current break as long as planned, and then for its actual length', () => {
    const before = withBreak(5, 35);
    const resting = step(before, give('start-break', driver), { now: minutes(2) });
    expect(offsets(resting)[1]).to.equal(service + WAY + 30 * 60);
    const back = step(resting, give('end-break', driver), { now: minutes(12) });
    expect(offsets(back)[1]).to.equal(service + WAY + 10 * 60);
  });

  describe('in a promised time slot', () => {
    const failed = () => {
      const carried = step(working(1), aboutTask('stop-done', 1, { stop: 'PICKUP' }));
      return step(carried, aboutTask('work-failed', 1, { offerId: idOf('offer-1'), seen: 5 }));
    };
    const retried = (more: object) =>
      step(
        failed(),
        aboutTask('work-retried', 1, {
          ...{ offerId: idOf('offer-1'), seen: 6, dueBy: minutes(240), dropoff: WEST_BAY },
          ...more,
        }),
        { now: minutes(40) },
      );
    const doorOf = (state: DriverState) => taskEtas(state).get(idOf('task-1'))?.dropoffEta;

    it('are not before it begins, and later ones wait as well', () => {
      const state = retried({ notBefore: minutes(180) });
      expect(doorOf(state)).to.equal(minutes(180));
      expect(shownStops(state).find(({ kind }) => kind === 'DROPOFF')?.notBefore).to.equal(minutes(180));
      const pickup = { latitude: WEST_BAY.latitude + 0.0001, longitude: WEST_BAY.longitude };
      const second = step(
        step(state, reserving(2, { pickup, dropoff: pickup })),
        aboutOffer('work-accepted', 2),
        {
          now: minutes(41),
        },
      );
      const stops = shownStops(second).filter(({ done }) => !done);
      const door = stops.findIndex(({ taskId }) => taskId === idOf('task-1'));
      expect(stops[door]?.eta).to.equal(minutes(180));
      for (const { eta } of stops.slice(door + 1)) expect(String(eta) > minutes(180)).to.equal(true);
    });

    it('are as early as possible without one, and once it has begun', () => {
      const soon = doorOf(retried({}));
      expect(doorOf(retried({ notBefore: minutes(5) }))).to.equal(soon);
      expect(shownStops(retried({})).some((stop) => 'notBefore' in stop)).to.equal(false);
    });

    it('name the attempt that they are planned for', () => {
      const named = (state: DriverState) => taskEtas(state).get(idOf('task-1'))?.attempt;
      expect(named(working(1))).to.equal(undefined);
      expect(named(retried({ attempt: 2 }))).to.equal(2);
      expect(named(retried({})), 'queued by an earlier release').to.equal(undefined);
    });

    it('forget the slot with the attempt', () => {
      const state = retried({ notBefore: minutes(180) });
      const again = step(state, aboutTask('work-failed', 1, { offerId: idOf('offer-1'), seen: 7 }));
      expect(again.work[idOf('task-1')]?.notBefore).to.equal(undefined);
    });
  });
});
