import { expect } from 'chai';
import { shownStops } from '../../../actors/driver/route.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { idOf, minutes, PEARL, SOUQ, WEST_BAY } from '../../worlds/pure/fixtures.ts';
import {
  aboutOffer,
  aboutTask,
  collecting,
  decide,
  driver,
  give,
  onDuty,
  paid,
  reserving,
  step,
  working,
} from './driver-walk.ts';

const stopsOf = (state: DriverState) =>
  (state.route?.stops ?? []).map(
    ({ taskId, kind }) => `${kind} ${[1, 2, 3].find((n) => idOf(`task-${n}`) === taskId)}`,
  );
const pickedUp = (state: DriverState, task = 1) =>
  step(state, aboutTask('stop-done', task, { stop: 'PICKUP' }), { now: minutes(30) });

describe('a driver’s work', () => {
  it('adds an accepted task to the route and counts a version', () => {
    const state = working(1);
    expect(stopsOf(state)).to.deep.equal(['PICKUP 1', 'DROPOFF 1']);
    expect(state.route?.version).to.equal((onDuty().route?.version ?? 0) + 1);
    expect(state.reservations).to.deep.equal({});
    expect(state.idleSince).to.equal(undefined);
  });

  it('is planned from the driver’s position when it is known', () => {
    const reserved = step(onDuty(), reserving(1));
    const near = step(reserved, aboutOffer('work-accepted', 1), { position: SOUQ });
    const far = step(reserved, aboutOffer('work-accepted', 1), { position: PEARL });
    const arrival = (state: DriverState) => shownStops(state)[0]?.eta ?? '';
    expect(arrival(near)).to.equal(minutes(0));
    expect(arrival(far) > minutes(10)).to.equal(true);
  });

  it('has finished stops first, in the order of the visits, and is planned from there', () => {
    const two = working(2, working(1));
    const state = pickedUp(two, 2);
    expect(stopsOf(state)[0]).to.equal('PICKUP 2');
    expect(state.work[idOf('task-2')]?.pickedUp).to.equal(true);
    expect(state.route).to.deep.include({ origin: SOUQ, plannedAt: minutes(30) });
    const [first, second] = shownStops(state);
    expect(first).to.include({ done: true, eta: null, arrivedAt: minutes(30) });
    expect(second?.eta).to.equal(minutes(30));
  });

  it('records an arrival once and keeps its time when the stop is finished', () => {
    const arrive = aboutTask('stop-arrived', 1, { stop: 'PICKUP', at: minutes(20) });
    const state = step(working(1), arrive);
    expect(decide(state, arrive).outcome).to.equal('unchanged');
    expect(shownStops(pickedUp(state))[0]).to.include({ arrivedAt: minutes(20), done: true });
  });

  it('loses a finished task’s stops, and the driver is idle', () => {
    const done = step(step(pickedUp(working(1)), collecting(1)), aboutTask('work-done', 1), {
      now: minutes(40),
    });
    expect(stopsOf(done)).to.deep.equal([]);
    expect(done.work).to.deep.equal({});
    expect(done.idleSince).to.equal(minutes(40));
    expect(done.route?.origin).to.deep.equal(WEST_BAY);
  });

  it('loses the stops of a task taken away', () => {
    const state = step(working(2, working(1)), aboutOffer('release', 1, { reason: 'UNASSIGNED' }));
    expect(stopsOf(state)).to.deep.equal(['PICKUP 2', 'DROPOFF 2']);
  });

  it('keeps the shift open while anything is reserved or undelivered', () => {
    for (const state of [step(onDuty(), reserving(1)), working(1)]) {
      const answer = decide(state, give('end-shift', driver));
      expect(answer).to.have.nested.property('refusal.code', 'shift.WORK_UNFINISHED');
    }
  });
});

describe('messages that come out of order', () => {
  const reserved = () => step(onDuty(), reserving(1));

  it('a pickup reported before the acceptance adds the task', () => {
    const state = pickedUp(reserved());
    expect(state.work[idOf('task-1')]).to.include({ pickedUp: true });
    expect(stopsOf(state)).to.deep.equal(['PICKUP 1', 'DROPOFF 1']);
    expect(decide(state, aboutOffer('work-accepted', 1)).outcome).to.equal('unchanged');
    expect(decide(state, aboutOffer('confirm-reservation', 1)).outcome).to.equal('unchanged');
  });

  it('a completion reported before the cash keeps the task until the cash comes', () => {
    const early = step(working(1), aboutTask('work-done', 1));
    expect(early.work[idOf('task-1')]?.finished).to.equal(true);
    expect(stopsOf(early)).to.deep.equal([]);
    const state = step(early, collecting(1));
    expect(state).to.deep.include({ cashOnHand: '125.00', work: {} });
    expect(decide(state, collecting(1)).outcome).to.equal('unchanged');
  });

  it('cash is counted once however often it is reported', () => {
    const once = step(working(1), collecting(1));
    expect(once.cashOnHand).to.equal('125.00');
    expect(decide(once, collecting(1)).outcome).to.equal('unchanged');
    expect(decide(paid(), collecting(1)).outcome).to.equal('unchanged');
  });

  it("messages about another driver's task change nothing", () => {
    for (const command of [
      aboutTask('stop-done', 9, { stop: 'PICKUP' }),
      aboutTask('stop-arrived', 9, { stop: 'DROPOFF' }),
      aboutTask('work-done', 9),
      collecting(9),
      aboutOffer('confirm-reservation', 9),
      aboutOffer('work-accepted', 9),
    ]) {
      expect(decide(working(1), command).outcome, command.type).to.equal('unchanged');
    }
  });

  it('messages about the task as it was accepted don’t accept another, late offer of it', () => {
    const late = step(paid(), reserving(1, { offerId: idOf('late') }));
    const accepted = { offerId: idOf('offer-1') };
    for (const command of [
      aboutTask('stop-done', 1, { stop: 'PICKUP', ...accepted }),
      aboutTask('stop-arrived', 1, { stop: 'DROPOFF', ...accepted }),
      aboutTask('work-done', 1, accepted),
      { ...collecting(1), ...accepted },
    ]) {
      expect(decide(late, command).outcome, command.type).to.equal('unchanged');
    }
    const denied = step(late, aboutOffer('release', 1, { offerId: idOf('late'), reason: 'DENIED' }));
    expect(denied).to.deep.include({ reservations: {}, work: {} });
  });

  it('a pickup reported under its own offer adds the task, too', () => {
    const message = aboutTask('stop-done', 1, { stop: 'PICKUP', offerId: idOf('offer-1') });
    expect(step(reserved(), message).work[idOf('task-1')]).to.include({ pickedUp: true });
  });

  it('an offer whose work is done gets a tombstone', () => {
    const [event] = (() => {
      const decision = decide(paid(), reserving(1));
      return decision.outcome === 'accepted' ? decision.events : [];
    })();
    expect(event).to.include({ type: 'RESERVATION_REFUSED', rule: 'WITHDRAWN' });
  });
});
