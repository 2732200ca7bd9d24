import { expect } from 'chai';
import {
  buyer,
  dispatcher,
  groupId,
  idOf,
  minutes,
  secondDispatcher,
  seconds,
  sellerOf,
} from './fixtures.ts';
import { checkInvariants } from './invariants.ts';
import { driverRef, order, story } from './story.ts';

describe('one order, three actors', () => {
  for (const twice of [false, true]) {
    it(`goes from placing to settled cash${twice ? ', with every word between them said twice' : ''}`, () => {
      const world = story(['sami'], twice);
      world.makeReady();
      expect(world.task()).to.deep.include({ status: 'ASSIGNED', round: 1 });
      world.deliver100('sami');
      expect(world.order().status).to.equal('DELIVERED');
      expect(world.driver('sami')).to.deep.include({ cashOnHand: '125.00', work: {}, reservations: {} });

      world.does(dispatcher, 'hand-in', { counted: '125.00' }, driverRef('sami'));
      expect(world.order().groups[groupId(0)]?.payment).to.equal('SETTLED');
      expect(world.journals.map(({ kind }) => kind)).to.deep.equal(['COLLECTION', 'COMPLETION', 'HAND_IN']);
      expect(world.timers.size).to.equal(0);
      expect(world.alerts.size).to.equal(0);

      const history = world.rows.all('transitions').filter((row) => row.subject_type === 'TASK');
      expect(history.map((row) => row.to_state)).to.deep.equal([
        'UNASSIGNED',
        'ASSIGNED',
        'ACCEPTED',
        'PICKED_UP',
        'IN_TRANSIT',
        'ARRIVED',
        'ARRIVED',
        'CODE_VERIFIED',
        'CASH_RECORDED',
        'COMPLETED',
      ]);
      expect(new Set(world.notifications.map(({ kind }) => kind))).to.include.members([
        'ORDER_PLACED',
        'NEW_ORDER',
        'GROUP_ACCEPTED',
        'GROUP_READY',
        'TASK_OFFERED',
        'PICKED_UP',
        'IN_TRANSIT',
        'DELIVERY_CODE',
        'DELIVERED',
        'SETTLEMENT_RECEIPT',
      ]);
    });
  }

  it('tells nobody a code, its hash, an address or a phone number', () => {
    const world = story();
    world.makeReady();
    world.deliver100('sami');
    const said = JSON.stringify(world.pushes);
    for (const secret of ['sealed-text', 'hash-of-the-code', 'latitude', 'phone', 'address']) {
      expect(said).not.to.contain(secret);
    }
    const kept = JSON.stringify(world.actors().map(({ events }) => events));
    expect(kept).not.to.contain('sealed-text');
  });

  it('a declined task goes to the next driver', () => {
    const world = story(['sami', 'noor']);
    world.makeReady();
    world.drives('sami', 'decline');
    expect(world.task()).to.deep.include({ status: 'ASSIGNED', round: 2 });
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    expect(world.driver('sami').reservations).to.deep.equal({});
    world.deliver100('noor');
  });

  it('an offer nobody answers goes to the next driver when its time is over', () => {
    const world = story(['sami', 'noor']);
    world.makeReady();
    world.passUntil(seconds(89));
    expect(world.queue).to.deep.equal([]);
    world.passUntil(seconds(90));
    world.settle();
    checkInvariants(world);
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    world.passUntil(seconds(180));
    world.settle();
    expect(world.task()).to.deep.include({ status: 'UNASSIGNED', round: 3 });
    expect([...world.alerts.keys()]).to.deep.equal([`no-candidate:${world.task().taskId}:3`]);
    expect(world.notifications.filter(({ kind }) => kind === 'TASK_WITHDRAWN')).to.have.length(2);
  });

  it('a driver without room, cash or zone is passed over and asked again when that changes', () => {
    const world = story([]);
    world.addDriver('full', { capacity: 1 });
    world.addDriver('rich', { cashLimit: '100.00' });
    world.settle();
    world.makeReady();
    expect(world.task().status).to.equal('UNASSIGNED');
    expect(world.alerts.size).to.equal(1);
    expect(world.rows.all('assignment_choices').map((row) => row.chosen_driver_id)).to.deep.equal([
      idOf('full'),
      idOf('rich'),
      null,
    ]);
    world.does(dispatcher, 'update', { cashLimit: '125.00' }, driverRef('rich'));
    expect(world.task().offer?.driverId).to.equal(idOf('rich'));
    expect(world.alerts.size).to.equal(0);
  });

  it('a task outside everybody’s zones waits', () => {
    const world = story();
    world.insideZones = false;
    world.makeReady();
    expect(world.task().status).to.equal('UNASSIGNED');
    expect(world.alerts.size).to.equal(1);
  });

  it('by hand a dispatcher gives it to whom they want, without a time limit', () => {
    const world = story(['sami', 'noor']);
    world.makeReady();
    world.byHand('noor', 'hand-1');
    expect(world.task()).to.deep.include({ status: 'ASSIGNED', round: 2 });
    expect(world.task().offer).to.deep.equal({
      offerId: idOf('hand-1'),
      driverId: idOf('noor'),
      manual: true,
    });
    expect(world.timers.size).to.equal(0);
    world.deliver100('noor');
  });

  it('by hand the same driver may get an offer that doesn’t lapse', () => {
    const world = story(['sami']);
    world.makeReady();
    world.byHand('sami', 'hand-1');
    expect(world.task().offer).to.include({ offerId: idOf('hand-1'), manual: true });
    expect(world.driver('sami').tombstones).to.have.length(1);
  });

  it('refused by hand it goes back into the queue, and the dispatcher reads why', () => {
    const world = story(['sami']);
    world.addDriver('full', { capacity: 1 });
    world.settle();
    world.makeReady();
    world.drives('sami', 'decline');
    world.byHand('full', 'hand-1');
    expect(world.task()).to.deep.include({ status: 'UNASSIGNED', round: 4 });
    expect(world.task().lastManualRefusal).to.deep.include({ code: 'delivery.CAPACITY_EXCEEDED' });
    expect(world.rows.find('delivery_tasks', world.task().taskId)?.manual_refusal).to.deep.equal(
      world.task().lastManualRefusal,
    );
    world.byHand('sami', 'hand-2');
    expect(world.task().offer?.driverId).to.equal(idOf('sami'));
  });

  it('taken back before the pickup it is offered to others first', () => {
    const world = story(['sami', 'noor']);
    world.makeReady();
    world.drives('sami', 'accept');
    world.does(dispatcher, 'unassign', { taskId: world.task().taskId });
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    expect(world.driver('sami')).to.deep.include({ work: {}, reservations: {} });
    expect(world.driver('sami').route?.stops).to.deep.equal([]);
  });

  it('cancelled it leaves no trace with driver, zone or clock', () => {
    for (const step of ['none', 'accept']) {
      const world = story();
      world.makeReady();
      if (step !== 'none') world.drives('sami', step);
      world.does(dispatcher, 'cancel-group', { groupId: groupId(0) });
      expect(world.order()).to.include({ status: 'CANCELLED' });
      expect(world.order().groups[groupId(0)]).to.include({ payment: 'VOID' });
      expect(world.timers.size).to.equal(0);
      expect(world.consumed.filter(({ consumer }) => consumer === 'return-stock')).to.have.length(1);
    }
  });

  it('without a home zone it raises an alert, and a hand assignment still works', () => {
    const world = story();
    world.homeZone = null;
    world.makeReady();
    expect([...world.alerts.keys()]).to.deep.equal([`task-without-zone:${world.task().taskId}`]);
    world.byHand('sami', 'hand-1');
    expect(world.task().status).to.equal('ASSIGNED');
    expect(world.alerts.size).to.equal(0);
  });

  it('a new round may wait in another zone', () => {
    const world = story(['sami', 'noor']);
    world.choice = [idOf('sami')];
    world.makeReady();
    world.homeZone = idOf('zone-2');
    world.drives('sami', 'decline');
    expect(world.rows.all('zone_tickets').map((row) => row.zone_id)).to.deep.equal([idOf('zone-2')]);
  });

  it('a missed acceptance deadline alerts, and the seller may still accept', () => {
    const world = story();
    world.passUntil(minutes(240));
    world.settle();
    expect([...world.alerts.keys()]).to.deep.equal([`acceptance-deadline:${groupId(0)}`]);
    world.seller('accept');
    expect(world.alerts.size).to.equal(0);
    expect(world.order().groups[groupId(0)]).to.include({ deadlineMissed: true, status: 'ACCEPTED' });
  });

  it('a difference in the cash waits for a second dispatcher', () => {
    const world = story();
    world.makeReady();
    world.deliver100('sami');
    world.does(dispatcher, 'hand-in', { counted: '100.00' }, driverRef('sami'));
    const [settlement] = world.rows.all('settlements');
    expect(settlement).to.include({ status: 'PENDING_APPROVAL', difference: '-25.00' });
    expect(world.order().groups[groupId(0)]?.payment).to.equal('COLLECTED');
    world.does(secondDispatcher, 'approve-settlement', { settlementId: settlement?.id }, driverRef('sami'));
    expect(world.order().groups[groupId(0)]?.payment).to.equal('SETTLED');
    expect(world.rows.all('settlements')[0]).to.include({
      status: 'CLOSED',
      approved_by: secondDispatcher.accountId,
    });
  });
});

describe('words that come too late', () => {
  it('a driver who reserved in vain is released, and the repeat revives nothing', () => {
    const world = story(['sami', 'noor']);
    world.seller('accept');
    world.seller('pack');
    world.give(order, 'ready', { groupId: groupId(0) }, sellerOf(0));
    const ways = ['enqueue', 'offer', 'reserve'];
    for (const way of ways) {
      expect(world.queue.map(({ type }) => type)).to.deep.equal([way]);
      if (way !== 'reserve') world.deliver();
    }
    const [late] = world.queue;
    // While sami is being asked, the dispatcher gives the task to noor.
    world.give(
      order,
      'assign-by-hand',
      { taskId: world.task().taskId, driverId: idOf('noor'), offerId: idOf('h') },
      dispatcher,
    );
    world.settle();
    checkInvariants(world);
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    expect(world.driver('sami').tombstones).to.have.length(1);

    if (late === undefined) throw new Error('nothing was under way');
    world.remembers = false;
    world.queue.push(late);
    world.settle();
    checkInvariants(world);
    expect(world.driver('sami').reservations).to.deep.equal({});
  });

  it('a cancelled order’s task is not taken by the offer under way', () => {
    const world = story();
    world.seller('accept');
    world.seller('pack');
    world.give(order, 'ready', { groupId: groupId(0) }, sellerOf(0));
    for (let step = 0; step < 3; step += 1) {
      world.deliver();
    }
    world.give(order, 'cancel-group', { groupId: groupId(0) }, dispatcher);
    world.settle();
    checkInvariants(world);
    expect(world.task().status).to.equal('CANCELLED');
    expect(world.driver('sami').reservations).to.deep.equal({});
  });

  it('the buyer’s cancel and the seller’s accept never both happen', () => {
    const world = story();
    world.seller('accept');
    const cancel = world.give(order, 'cancel-group', { groupId: groupId(0) }, buyer);
    expect(cancel).to.have.nested.property('refusal.code', 'order.INVALID_STATE');
  });
});
