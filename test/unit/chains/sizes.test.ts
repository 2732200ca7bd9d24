import { expect } from 'chai';
import { MAX_GROUPS } from '../../../actors/order/state.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import {
  driverCalled,
  groupId,
  idOf,
  minutes,
  placedGroup,
  secondDispatcher,
  seconds,
  T0,
  ZONE,
} from '../../worlds/pure/fixtures.ts';
import { aboutOffer, aboutTask, approved, give, reserving, step } from '../driver/driver-walk.ts';
import { Story } from './story.ts';

/** An actor's state is rewritten with every command, so its size is limited. */
const MAX_BYTES = 8 * 1024;
const sizeOf = (state: unknown): number => Buffer.byteLength(JSON.stringify(state));
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];

/** Eight groups, ready, each with the longest sums that a cash limit allows. */
function eightGroups(): Story {
  const world = new Story();
  world.addZone();
  for (const name of ['sami', 'noor', 'amal', 'lina'])
    world.addDriver(name, { capacity: 100, cashLimit: '900000.00' });
  const place = { latitude: 25.286_712, longitude: 51.533_347 };
  const sums = { goods: '4975.50', shipping: '125.00', commission: '497.55', items: 12, pickup: place };
  world.placeOrder(EIGHT.map((number) => placedGroup(number, sums)));
  for (const number of EIGHT) world.makeReady(number);
  return world;
}

describe('the size of a state', () => {
  it('an order of eight groups at eight doors, each with an open code', () => {
    const world = eightGroups();
    for (const number of EIGHT) {
      for (const type of ['accept', 'pick-up', 'in-transit']) world.drives('sami', type, {}, number);
      // As long as a SHA-256 in hexadecimal.
      world.code.hash = deterministicId('a').replaceAll('-', '').repeat(2);
      world.drives('sami', 'request-code', {}, number);
    }
    expect(world.code.hash).to.have.length(64);
    expect(sizeOf(world.orderState())).to.be.lessThan(MAX_BYTES);
  });

  it('an order with the maximum number of groups, each declined by three drivers and offered again', () => {
    expect(EIGHT).to.have.length(MAX_GROUPS);
    const world = eightGroups();
    for (const name of ['sami', 'noor', 'amal'])
      for (const number of EIGHT) world.drives(name, 'decline', {}, number);
    for (const number of EIGHT) expect(world.task(number).offer?.driverId).to.equal(idOf('lina'));
    expect(sizeOf(world.orderState())).to.be.lessThan(MAX_BYTES);
  });

  it('an order of eight groups delivered and settled', () => {
    const world = eightGroups();
    for (const number of EIGHT) {
      for (const type of ['accept', 'pick-up', 'in-transit', 'request-code', 'verify-code']) {
        world.drives('sami', type, {}, number);
      }
      world.drives('sami', 'record-cash', { amount: '5100.50' }, number);
      world.drives('sami', 'complete', {}, number);
    }
    expect(world.orderState().groups[groupId(7)]?.status).to.equal('DELIVERED');
    expect(sizeOf(world.orderState())).to.be.lessThan(MAX_BYTES);
  });

  it('a driver with a route of 30 stops, all remembered ids and a hand-in awaiting approval', () => {
    // Planned, with the maximum number of breaks.
    const breaksPlanned = [1, 2, 3, 4].map((hour) => ({
      from: minutes(hour * 60),
      to: minutes(hour * 60 + 30),
    }));
    const plan = { planId: idOf('plan'), planVersion: 12, plannedEnd: minutes(480), breaksPlanned };
    const started = step(approved(), give('start-shift', driverCalled('driver')), { plan });
    let state = step(started, give('update', secondDispatcher, { capacity: 40, cashLimit: '99999.00' }));
    for (let task = 100; task < 140; task += 1) {
      state = step(state, aboutOffer('release', task, { reason: 'EXPIRED' }));
    }
    for (const number of [1, 2, 3]) {
      state = step(state, give('start-break', driverCalled('driver')), { now: minutes(number * 10) });
      state = step(state, give('end-break', driverCalled('driver')), { now: minutes(number * 10 + 5) });
    }
    for (let task = 1; task <= 15; task += 1) {
      const place = { latitude: 25.286_71 + task / 1000, longitude: 51.533_34 };
      state = step(
        state,
        reserving(task, { cod: '1234.50', pickup: place, dropoff: { ...place, longitude: 51.5 } }),
      );
      state = step(state, aboutOffer('work-accepted', task), { now: seconds(task), position: place });
    }
    expect(state.route?.stops).to.have.length(30);
    expect(state.tombstones).to.have.length(32);
    state = step(state, aboutTask('stop-done', 1, { stop: 'PICKUP', at: plusSeconds(T0, 9) }));
    state = { ...state, zoneIds: Array.from({ length: 5 }, () => ZONE), cashOnHand: '1125.00' };
    const amounts = { settlementId: idOf('s'), expected: '125.00', counted: '100.00', difference: '-25.00' };
    const settlement = { ...amounts, receiptNumber: 'R-2026-000001', openedBy: idOf('d') };
    expect(sizeOf({ ...state, settlement, carryOver: true })).to.be.lessThan(MAX_BYTES);
  });
});
