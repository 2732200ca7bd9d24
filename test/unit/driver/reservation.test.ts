import { expect } from 'chai';
import type { DriverState } from '../../../actors/driver/state.ts';
import { MAX_TASKS, MAX_TOMBSTONES, tombstoneOf } from '../../../actors/driver/state.ts';
import { dispatcher, idOf, ZONE } from '../../worlds/pure/fixtures.ts';
import {
  aboutOffer,
  aboutTask,
  applied,
  approved,
  decide,
  driver,
  effectsOf,
  eventsOf,
  give,
  onDuty,
  paid,
  reserving,
  step,
  working,
} from './driver-walk.ts';

function ruleOf(state: DriverState, command = reserving(1), insideZones = true): string {
  const [event] = eventsOf(decide(state, command, { insideZones }));
  return event?.type === 'RESERVATION_REFUSED' ? event.rule : (event?.type ?? 'nothing');
}
const released = (state: DriverState, task = 1) =>
  step(state, aboutOffer('release', task, { reason: 'DENIED' }));

describe('reserving a driver', () => {
  it('needs approval, duty, zones, capacity and cash, checked in that sequence', () => {
    const outside = false;
    const broke = step(onDuty(), give('update', dispatcher, { cashLimit: '10', capacity: 1 }));
    expect(ruleOf(applied(), reserving(1), outside)).to.equal('NOT_APPROVED');
    expect(ruleOf(approved(), reserving(1), outside)).to.equal('OFF_DUTY');
    expect(ruleOf(step(onDuty(), give('start-break', driver)))).to.equal('OFF_DUTY');
    expect(ruleOf(step(onDuty(), give('suspend', dispatcher)))).to.equal('NOT_APPROVED');
    expect(ruleOf(broke, reserving(1), outside)).to.equal('OUTSIDE_ZONES');
    expect(ruleOf(broke)).to.equal('CAPACITY');
    expect(ruleOf(step(broke, give('update', dispatcher, { capacity: 2 })))).to.equal('CASH_LIMIT');
    expect(ruleOf(onDuty())).to.equal('RESERVED');
  });

  it('counts what is reserved, on board and on hand', () => {
    const busy = step(working(1), reserving(2));
    expect(ruleOf(busy, reserving(3, { items: 6 }))).to.equal('RESERVED');
    expect(ruleOf(busy, reserving(3, { items: 7 }))).to.equal('CAPACITY');
    const rich = step(working(2, paid(1)), reserving(3));
    expect(ruleOf(rich, reserving(4, { cod: '625.00' }))).to.equal('RESERVED');
    expect(ruleOf(rich, reserving(4, { cod: '625.01' }))).to.equal('CASH_LIMIT');
  });

  it('takes no more tasks than a route has room for, however small they are', () => {
    let state = step(onDuty(), give('update', dispatcher, { cashLimit: '99999.00', capacity: 500 }));
    for (let task = 1; task <= MAX_TASKS; task += 1) state = step(state, reserving(task, { items: 1 }));
    expect(ruleOf(state, reserving(MAX_TASKS + 1, { items: 1 }))).to.equal('CAPACITY');
    expect(ruleOf(released(state, 1), reserving(MAX_TASKS + 1, { items: 1 }))).to.equal('RESERVED');
  });

  it('does not count a task twice that is offered again to its own driver', () => {
    const tight = step(step(onDuty(), reserving(1)), give('update', dispatcher, { capacity: 2 }));
    const byHand = { offerId: idOf('by-hand'), round: 2, manual: true, zoneId: null };
    expect(ruleOf(tight, reserving(1, byHand))).to.equal('RESERVED');
  });

  describe('a task held under another offer', () => {
    const again = (round: number) =>
      reserving(1, { offerId: idOf('again'), round, manual: true, zoneId: null });
    const old = idOf('offer-1');

    it('moves to the offer of a later round, and the former gets a tombstone', () => {
      for (const held of [step(onDuty(), reserving(1)), working(1)]) {
        const state = step(held, again(2));
        expect(Object.keys(state.reservations)).to.deep.equal([idOf('again')]);
        expect(state.work).to.deep.equal({});
        expect(state.route?.stops).to.deep.equal([]);
        expect(state.tombstones).to.deep.equal([tombstoneOf(old)]);
        expect(decide(state, aboutOffer('release', 1, { reason: 'REASSIGNED' })).outcome).to.equal(
          'unchanged',
        );
      }
    });

    it('refuses the offer of an earlier round, which comes late', () => {
      const first = reserving(1, { round: 3 });
      const accepted = step(step(onDuty(), first), aboutOffer('work-accepted', 1));
      for (const held of [step(onDuty(), first), accepted])
        expect(ruleOf(held, again(2))).to.equal('WITHDRAWN');
    });

    it('refuses another offer of the same round, which the order may be assigning just now', () => {
      for (const held of [step(onDuty(), reserving(1)), working(1)]) {
        expect(ruleOf(held, again(1))).to.equal('WITHDRAWN');
        expect(step(held, again(1))).to.deep.equal(held);
      }
    });

    it('keeps goods that are on board', () => {
      const state = step(working(1), aboutTask('stop-done', 1, { stop: 'PICKUP' }));
      expect(ruleOf(state, again(2))).to.equal('WITHDRAWN');
    });
  });

  it('is confirmed again for the same offer, reserved or accepted, and held once', () => {
    const reserved = step(onDuty(), reserving(1));
    for (const state of [reserved, working(1)]) {
      expect(ruleOf(state)).to.equal('RESERVED_AGAIN');
      expect(step(state, reserving(1))).to.deep.equal(state);
      expect(effectsOf(state, reserving(1))).to.deep.equal([
        {
          do: 'command',
          to: { kind: 'order', key: idOf('order') },
          type: 'assign',
          payload: {
            taskId: idOf('task-1'),
            round: 1,
            offerId: idOf('offer-1'),
            driverId: idOf('driver'),
            zoneId: ZONE,
          },
        },
      ]);
    }
  });

  it('reports a refusal to the zone when automatic, to the order when by hand', () => {
    const [zone] = effectsOf(approved(), reserving(1));
    expect(zone).to.deep.include({ to: { kind: 'zone', key: ZONE }, type: 'offer-refused' });
    const [order] = effectsOf(approved(), reserving(1, { manual: true, zoneId: null }));
    expect(order).to.deep.include({
      to: { kind: 'order', key: idOf('order') },
      type: 'hand-assignment-failed',
      payload: {
        taskId: idOf('task-1'),
        offerId: idOf('offer-1'),
        code: 'delivery.DRIVER_UNAVAILABLE',
        detail: 'The driver is not on duty.',
      },
    });
  });
});

describe('releasing a driver', () => {
  it('leaves a tombstone, so that a late repetition revives nothing', () => {
    const state = released(step(onDuty(), reserving(1)));
    expect(state.reservations).to.deep.equal({});
    expect(ruleOf(state)).to.equal('WITHDRAWN');
  });

  it('may come before the reservation that it releases', () => {
    expect(ruleOf(released(onDuty()))).to.equal('WITHDRAWN');
    expect(decide(released(onDuty()), aboutOffer('confirm-reservation', 1)).outcome).to.equal('unchanged');
    expect(decide(released(onDuty()), aboutOffer('work-accepted', 1)).outcome).to.equal('unchanged');
  });

  it('twice has the effect of once', () => {
    const state = released(working(1));
    expect(state.work).to.deep.equal({});
    expect(decide(state, aboutOffer('release', 1, { reason: 'DENIED' })).outcome).to.equal('unchanged');
  });

  it('cannot take goods that are on board', () => {
    const state = step(working(1), aboutTask('stop-done', 1, { stop: 'PICKUP' }));
    expect(decide(state, aboutOffer('release', 1, { reason: 'UNASSIGNED' })).outcome).to.equal('unchanged');
  });

  it('gives waiting tasks a new chance only when something was held', () => {
    const retry = { do: 'consume', consumer: 'retry-waiting', payload: { reason: 'CAPACITY_FREED' } };
    const release = aboutOffer('release', 1, { reason: 'DENIED' });
    expect(effectsOf(step(onDuty(), reserving(1)), release)).to.deep.include(retry);
    expect(effectsOf(onDuty(), release)).not.to.deep.include(retry);
  });

  it('keeps the last tombstones only', () => {
    let state = onDuty();
    for (let task = 0; task < MAX_TOMBSTONES + 5; task += 1) state = released(state, task);
    expect(state.tombstones).to.have.length(MAX_TOMBSTONES);
    expect(state.tombstones.at(-1)).to.equal(tombstoneOf(idOf(`offer-${MAX_TOMBSTONES + 4}`)));
  });
});
