import { expect } from 'chai';
import type { OrderCommand } from '../../../actors/order/behaviours.ts';
import type { OrderState } from '../../../actors/order/state.ts';
import {
  dispatcher,
  driverCalled,
  idOf,
  minutes,
  seconds,
  system,
  ZONE,
} from '../../worlds/pure/fixtures.ts';
import { assignTo, decide, onTask, step, taskIn, theTask } from './order-walk.ts';

const driver = idOf('driver');
const byHand = (name: string, offer = 'by-hand'): OrderCommand =>
  onTask('assign-by-hand', dispatcher, { driverId: idOf(name), offerId: idOf(offer) });
const expire = onTask('expire-offer', system, { offerId: idOf('offer-1') });

function denial(state: OrderState, command: OrderCommand, now = minutes(0)) {
  const decision = decide(state, command, { now });
  expect(decision.outcome).to.equal('accepted');
  const [event] = decision.outcome === 'accepted' ? decision.events : [];
  expect(event).to.include({ type: 'ASSIGNMENT_DENIED' });
  return event;
}

describe('assigning a task', () => {
  it('gives an automatic offer a time limit, and one by hand none', () => {
    const automatic = theTask(taskIn('ASSIGNED'));
    expect(automatic.offer).to.deep.include({ driverId: driver, manual: false, expiresAt: seconds(90) });
    const opened = step(taskIn('UNASSIGNED'), byHand('other'));
    const assign = onTask('assign', system, {
      round: 2,
      offerId: idOf('by-hand'),
      driverId: idOf('other'),
      zoneId: null,
    });
    const manual = theTask(step(opened, assign));
    expect(manual).to.deep.include({ status: 'ASSIGNED', round: 2, manual: undefined });
    expect(manual.offer).to.deep.include({ manual: true, expiresAt: undefined });
  });

  it('refuses an acceptance after the time limit, even if the timer has not fired yet', () => {
    const late = decide(taskIn('ASSIGNED'), onTask('accept'), { now: seconds(90) });
    expect(late).to.have.nested.property('refusal.code', 'delivery.OFFER_EXPIRED');
    expect(decide(taskIn('ASSIGNED'), onTask('accept'), { now: seconds(89) }).outcome).to.equal('accepted');
  });

  it('opens a round after a decline and never offers the task to that driver again', () => {
    const state = step(taskIn('ASSIGNED'), onTask('decline'));
    expect(theTask(state)).to.deep.include({
      status: 'UNASSIGNED',
      round: 2,
      homeZoneId: ZONE,
      offer: undefined,
    });
    denial(state, assignTo('driver', 2), minutes(24 * 60));
    expect(theTask(step(state, assignTo('other', 2))).offer?.driverId).to.equal(idOf('other'));
    expect(decide(state, onTask('decline')).outcome).to.equal('unchanged');
    expect(decide(state, onTask('accept'))).to.have.nested.property('refusal.code', 'delivery.OFFER_EXPIRED');
    expect(decide(state, onTask('pick-up'))).to.have.nested.property('refusal.code', 'common.NOT_FOUND');
  });

  for (const [name, state, command] of [
    ['a lapsed offer', taskIn('ASSIGNED'), expire],
    ['a task taken back', taskIn('ACCEPTED'), onTask('unassign', dispatcher)],
  ] as const) {
    it(`after ${name} excludes that driver for 15 minutes`, () => {
      const waiting = step(state, command);
      expect(theTask(waiting)).to.include({ status: 'UNASSIGNED', round: 2 });
      denial(waiting, assignTo('driver', 2), minutes(14));
      expect(theTask(step(waiting, assignTo('driver', 2), { now: minutes(15) })).status).to.equal('ASSIGNED');
    });
  }

  it('lets only the current offer expire', () => {
    const other = onTask('expire-offer', system, { offerId: idOf('older') });
    expect(decide(taskIn('ASSIGNED'), other).outcome).to.equal('unchanged');
    expect(decide(taskIn('ACCEPTED'), expire).outcome).to.equal('unchanged');
  });

  it('denies a reservation of another round, and names the expected one', () => {
    const round2 = step(taskIn('ASSIGNED'), onTask('decline'));
    expect(denial(round2, assignTo('other', 1))).to.deep.include({
      waitingRound: 2,
      zoneId: ZONE,
      moves: [],
    });
    const taken = onTask('assign', system, {
      round: 1,
      offerId: idOf('x'),
      driverId: idOf('other'),
      zoneId: ZONE,
    });
    expect(denial(taskIn('ACCEPTED'), taken)).to.include({ waitingRound: null });
    expect(step(taskIn('ACCEPTED'), taken)).to.deep.equal(taskIn('ACCEPTED'));
  });

  it('confirms its own offer again without any effect', () => {
    for (const status of ['ASSIGNED', 'ACCEPTED', 'COMPLETED'] as const) {
      expect(decide(taskIn(status), assignTo('driver', 1)).outcome).to.equal('unchanged');
    }
  });

  it('denies the same offer to a second driver, who would hold it for ever', () => {
    for (const status of ['ASSIGNED', 'ACCEPTED'] as const) {
      expect(denial(taskIn(status), assignTo('other', 1))).to.include({
        driverId: idOf('other'),
        offerId: idOf('offer-1'),
        waitingRound: null,
      });
    }
  });
});

describe('assignment by hand', () => {
  it('opens a round of its own and admits no other driver meanwhile', () => {
    const state = step(taskIn('ASSIGNED'), byHand('other'));
    expect(theTask(state)).to.deep.include({
      status: 'UNASSIGNED',
      round: 2,
      manual: { offerId: idOf('by-hand'), driverId: idOf('other') },
      offer: undefined,
    });
    expect(denial(state, assignTo('third', 2))).to.include({ waitingRound: null });
  });

  it('clears the exclusion of the driver it names, and only theirs', () => {
    const declined = step(taskIn('ASSIGNED'), onTask('decline'));
    expect(theTask(step(declined, byHand('driver'))).excluded).to.deep.equal([]);
    expect(theTask(step(declined, byHand('other'))).excluded).to.have.length(1);
  });

  it('queues the task again when refused, and keeps the reason for the dispatcher', () => {
    const failed = onTask('hand-assignment-failed', system, {
      offerId: idOf('by-hand'),
      code: 'delivery.CAPACITY_EXCEEDED',
      detail: 'Full.',
    });
    const state = step(step(taskIn('UNASSIGNED'), byHand('other')), failed);
    const refusal = { offerId: idOf('by-hand'), code: 'delivery.CAPACITY_EXCEEDED', detail: 'Full.' };
    expect(theTask(state)).to.deep.include({ round: 3, manual: undefined, lastManualRefusal: refusal });
    expect(decide(state, failed).outcome).to.equal('unchanged');
    expect(theTask(step(state, assignTo('other', 3))).lastManualRefusal).to.equal(undefined);
  });

  for (const status of ['ASSIGNED', 'ACCEPTED'] as const) {
    it(`when refused, does not give the task ${status} straight back to the driver it was taken from`, () => {
      const failed = onTask('hand-assignment-failed', system, {
        offerId: idOf('by-hand'),
        code: 'delivery.CAPACITY_EXCEEDED',
      });
      const state = step(step(taskIn(status), byHand('other')), failed);
      expect(theTask(state).excluded).to.deep.equal([{ driverId: driver, until: minutes(15) }]);
      denial(state, assignTo('driver', 3), minutes(14));
      expect(theTask(step(state, assignTo('driver', 3), { now: minutes(15) })).status).to.equal('ASSIGNED');
      expect(theTask(step(state, byHand('driver', 'again'))).excluded).to.deep.equal([]);
    });
  }

  it('does not exclude a driver whose own answer was still awaited', () => {
    const pending = step(taskIn('UNASSIGNED'), byHand('other'));
    expect(theTask(step(pending, byHand('third', 'again'))).excluded).to.deep.equal([]);
  });

  it('is a repetition for the driver who has it by hand or has accepted', () => {
    const pending = step(taskIn('UNASSIGNED'), byHand('other'));
    expect(decide(pending, byHand('other', 'again')).outcome).to.equal('unchanged');
    expect(decide(pending, byHand('third', 'again')).outcome).to.equal('accepted');
    expect(decide(taskIn('ACCEPTED'), byHand('driver')).outcome).to.equal('unchanged');
  });

  it('turns an automatic offer to the same driver into one that does not expire', () => {
    const state = step(taskIn('ASSIGNED'), byHand('driver'));
    expect(theTask(state).manual).to.deep.equal({ offerId: idOf('by-hand'), driverId: driver });
    expect(decide(state, onTask('accept', driverCalled('driver')))).to.have.nested.property(
      'refusal.code',
      'common.NOT_FOUND',
    );
  });
});

describe('a task that lost its place in the queue', () => {
  const requeue = (round: number) => onTask('requeue', system, { round });

  it('is queued again in a round of its own, in the zone that has its pickup now', () => {
    const state = step(taskIn('UNASSIGNED'), requeue(1), { homeZoneId: idOf('zone-2') });
    expect(theTask(state)).to.include({ status: 'UNASSIGNED', round: 2, homeZoneId: idOf('zone-2') });
    expect(decide(state, requeue(1)).outcome).to.equal('unchanged');
  });

  it('is not moved by a change of zones that leaves its home as it is', () => {
    const moved = (round: number) => onTask('requeue', system, { round, because: 'ZONE_CHANGED' });
    expect(decide(taskIn('UNASSIGNED'), moved(1)).outcome).to.equal('unchanged');
    const there = { homeZoneId: idOf('zone-2') };
    const state = step(taskIn('UNASSIGNED'), moved(1), there);
    expect(theTask(state)).to.include({ round: 2, homeZoneId: idOf('zone-2') });
    expect(decide(state, moved(2), there).outcome).to.equal('unchanged');
    expect(decide(taskIn('ASSIGNED'), moved(1), there).outcome).to.equal('unchanged');
  });

  it('is left alone while a driver is awaited, or no zone would have it', () => {
    const pending = step(taskIn('UNASSIGNED'), byHand('other'));
    expect(decide(pending, requeue(2)).outcome).to.equal('unchanged');
    const nowhere = { homeZoneId: null };
    const lost = step(taskIn('UNASSIGNED'), requeue(1), nowhere);
    expect(theTask(lost).homeZoneId).to.equal(undefined);
    expect(decide(lost, requeue(2), nowhere).outcome).to.equal('unchanged');
    expect(theTask(step(lost, requeue(2))).homeZoneId).to.equal(ZONE);
  });
});

describe('a dispatcher who saw an earlier round', () => {
  it('is refused because someone else was faster, unless both request the same', () => {
    const first = step(taskIn('UNASSIGNED'), byHand('sami'));
    const late = { ...byHand('noor', 'late'), round: 1 } as OrderCommand;
    const decision = decide(first, late);
    expect(decision).to.have.nested.property('refusal.code', 'common.CONFLICT');
    expect(decision).to.have.nested.property('refusal.extension.currentRound', 2);
    expect(decide(first, { ...byHand('sami', 'late'), round: 1 } as OrderCommand).outcome).to.equal(
      'unchanged',
    );
    expect(decide(first, { ...byHand('noor', 'late'), round: 2 } as OrderCommand).outcome).to.equal(
      'accepted',
    );
    expect(decide(first, byHand('noor', 'late')).outcome).to.equal('accepted');
  });

  it('takes from a driver only where one has the task, or is about to', () => {
    const held = (name: string) => ({ ...byHand(name, `held-${name}`), held: true }) as OrderCommand;
    expect(decide(taskIn('UNASSIGNED'), held('noor'))).to.have.nested.property(
      'refusal.code',
      'delivery.INVALID_STATE',
    );
    expect(decide(taskIn('ASSIGNED'), held('noor')).outcome).to.equal('accepted');
    expect(decide(step(taskIn('UNASSIGNED'), byHand('sami')), held('noor')).outcome).to.equal('accepted');
  });
});

describe('exclusions that a dispatcher lifts', () => {
  const clear = (more: object = {}) => onTask('clear-exclusions', dispatcher, more);

  it('open a round for a waiting task, with the others left as they are', () => {
    const declined = step(taskIn('ASSIGNED'), onTask('decline'));
    expect(decide(declined, clear({ driverId: idOf('nobody') })).outcome).to.equal('unchanged');
    const state = step(declined, clear({ driverId: driver }));
    expect(theTask(state)).to.deep.include({ round: 3, excluded: [], status: 'UNASSIGNED' });
    expect(decide(state, clear()).outcome).to.equal('unchanged');
    const two = step(
      step(step(declined, assignTo('other', 2)), onTask('decline', driverCalled('other'))),
      clear({ driverId: driver }),
    );
    expect(theTask(two).excluded.map((each) => each.driverId)).to.deep.equal([idOf('other')]);
  });

  it('change nothing about a task that a driver has, or is about to', () => {
    const declined = step(taskIn('ASSIGNED'), onTask('decline'));
    const assigned = step(step(declined, assignTo('other', 2)), clear());
    expect(theTask(assigned)).to.deep.include({ round: 2, excluded: [], status: 'ASSIGNED' });
    const byHandNow = step(step(declined, byHand('sami')), clear());
    expect(theTask(byHandNow)).to.deep.include({ round: 3, excluded: [] });
    expect(theTask(byHandNow).manual).to.not.equal(undefined);
  });
});
