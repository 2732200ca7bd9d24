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
} from '../../worlds/pure/fixtures.ts';
import { driverNamed, order, story } from './story.ts';

describe('one order, three actors', () => {
  for (const twice of [false, true]) {
    it(`goes from placing to settled cash${twice ? ', with every message between the actors delivered twice' : ''}`, () => {
      const world = story(['sami'], twice);
      world.makeReady();
      expect(world.task()).to.deep.include({ status: 'ASSIGNED', round: 1 });
      world.deliver100('sami');
      expect(world.orderState().status).to.equal('DELIVERED');
      expect(world.driverState('sami')).to.deep.include({
        cashOnHand: '125.00',
        work: {},
        reservations: {},
      });

      world.does(dispatcher, 'hand-in', { counted: '125.00' }, driverNamed('sami'));
      expect(world.orderState().groups[groupId(0)]?.payment).to.equal('SETTLED');
      expect(world.witness.journals.map(({ kind }) => kind)).to.deep.equal([
        'COLLECTION',
        'COMPLETION',
        'HAND_IN',
      ]);
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
      expect(new Set(world.witness.notifications.map(({ kind }) => kind))).to.include.members([
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

  it('pushes no code, hash, address or phone number', () => {
    const world = story();
    world.makeReady();
    world.deliver100('sami');
    const said = JSON.stringify(world.witness.pushes);
    for (const secret of ['sealed-text', 'hash-of-the-code', 'latitude', 'phone', 'address']) {
      expect(said).not.to.contain(secret);
    }
    const histories = JSON.stringify([...world.actors.values()].map(({ history }) => history));
    expect(histories).not.to.contain('sealed-text');
  });

  it('a declined task goes to the next driver', () => {
    const world = story(['sami', 'noor']);
    world.makeReady();
    world.drives('sami', 'decline');
    expect(world.task()).to.deep.include({ status: 'ASSIGNED', round: 2 });
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    expect(world.driverState('sami').reservations).to.deep.equal({});
    world.deliver100('noor');
  });

  it('an unanswered offer expires and goes to the next driver', () => {
    const world = story(['sami', 'noor']);
    world.makeReady();
    world.passUntil(seconds(89));
    expect(world.inFlight).to.deep.equal([]);
    world.passUntil(seconds(90));
    world.settle();
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    world.passUntil(seconds(180));
    world.settle();
    expect(world.task()).to.deep.include({ status: 'UNASSIGNED', round: 3 });
    expect([...world.alerts.keys()]).to.deep.equal([`no-candidate:${world.task().taskId}:3`]);
    expect(world.witness.notifications.filter(({ kind }) => kind === 'TASK_WITHDRAWN')).to.have.length(2);
  });

  it('a driver without capacity, cash or zone is passed over and considered again when that changes', () => {
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
    world.does(dispatcher, 'update', { cashLimit: '125.00' }, driverNamed('rich'));
    expect(world.task().offer?.driverId).to.equal(idOf('rich'));
    expect(world.alerts.size).to.equal(0);
  });

  it('a task outside everyone’s zones waits', () => {
    const world = story();
    world.setting.insideZones = false;
    world.makeReady();
    expect(world.task().status).to.equal('UNASSIGNED');
    expect(world.alerts.size).to.equal(1);
  });

  it('a dispatcher assigns it to any driver by hand, without a time limit', () => {
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

  it('assigning by hand gives the same driver an offer that doesn’t expire', () => {
    const world = story(['sami']);
    world.makeReady();
    world.byHand('sami', 'hand-1');
    expect(world.task().offer).to.include({ offerId: idOf('hand-1'), manual: true });
    expect(world.driverState('sami').tombstones).to.have.length(1);
  });

  it('an assignment by hand that is refused puts it back into the queue, and the dispatcher reads why', () => {
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

  it('taken back before the pickup, it is offered to other drivers first', () => {
    const world = story(['sami', 'noor']);
    world.makeReady();
    world.drives('sami', 'accept');
    world.does(dispatcher, 'unassign', { taskId: world.task().taskId });
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    expect(world.driverState('sami')).to.deep.include({ work: {}, reservations: {} });
    expect(world.driverState('sami').route?.stops).to.deep.equal([]);
  });

  it('cancelled, it leaves no trace with driver, zone or timers', () => {
    for (const step of ['none', 'accept']) {
      const world = story();
      world.makeReady();
      if (step !== 'none') world.drives('sami', step);
      world.does(dispatcher, 'cancel-group', { groupId: groupId(0) });
      expect(world.orderState()).to.include({ status: 'CANCELLED' });
      expect(world.orderState().groups[groupId(0)]).to.include({ payment: 'VOID' });
      expect(world.timers.size).to.equal(0);
      expect(world.witness.consumed.filter(({ consumer }) => consumer === 'return-stock')).to.have.length(1);
    }
  });

  it('without a home zone it raises an alert, and an assignment by hand still works', () => {
    const world = story();
    world.setting.homeZone = null;
    world.makeReady();
    expect([...world.alerts.keys()]).to.deep.equal([`task-without-zone:${world.task().taskId}`]);
    world.byHand('sami', 'hand-1');
    expect(world.task().status).to.equal('ASSIGNED');
    expect(world.alerts.size).to.equal(0);
  });

  it('a new round may wait in another zone', () => {
    const world = story(['sami', 'noor']);
    world.setting.choice = [idOf('sami')];
    world.makeReady();
    world.setting.homeZone = idOf('zone-2');
    world.drives('sami', 'decline');
    expect(world.rows.tickets().map(({ zoneId }) => zoneId)).to.deep.equal([idOf('zone-2')]);
  });

  it('a missed acceptance deadline alerts, and the seller may still accept', () => {
    const world = story();
    world.passUntil(minutes(240));
    world.settle();
    expect([...world.alerts.keys()]).to.deep.equal([`acceptance-deadline:${groupId(0)}`]);
    world.seller('accept');
    expect(world.alerts.size).to.equal(0);
    expect(world.orderState().groups[groupId(0)]).to.include({ deadlineMissed: true, status: 'ACCEPTED' });
  });

  it('a difference in the cash awaits a second dispatcher', () => {
    const world = story();
    world.makeReady();
    world.deliver100('sami');
    world.does(dispatcher, 'hand-in', { counted: '100.00' }, driverNamed('sami'));
    const [settlement] = world.rows.all('settlements');
    expect(settlement).to.include({ status: 'PENDING_APPROVAL', difference: '-25.00' });
    expect(world.orderState().groups[groupId(0)]?.payment).to.equal('COLLECTED');
    world.does(secondDispatcher, 'approve-settlement', { settlementId: settlement?.id }, driverNamed('sami'));
    expect(world.orderState().groups[groupId(0)]?.payment).to.equal('SETTLED');
    expect(world.rows.all('settlements')[0]).to.include({
      status: 'CLOSED',
      approved_by: secondDispatcher.accountId,
    });
  });
});

describe('messages that come too late', () => {
  it('a driver who reserved in vain is released, and the repetition revives nothing', () => {
    const world = story(['sami', 'noor']);
    world.seller('accept');
    world.seller('pack');
    world.give(sellerOf(0), order, 'ready', { groupId: groupId(0) });
    const ways = ['enqueue', 'choose', 'offer', 'reserve'];
    for (const way of ways) {
      expect(world.inFlight.map(({ type }) => type)).to.deep.equal([way]);
      if (way !== 'reserve') world.deliverNext();
    }
    const [late] = world.inFlight;
    // While sami is being asked, the dispatcher gives the task to noor.
    world.give(dispatcher, order, 'assign-by-hand', {
      taskId: world.task().taskId,
      driverId: idOf('noor'),
      offerId: idOf('h'),
    });
    world.settle();
    expect(world.task().offer?.driverId).to.equal(idOf('noor'));
    expect(world.driverState('sami').tombstones).to.have.length(1);

    if (late === undefined) throw new Error('nothing was in flight');
    world.remembersMs = 0;
    world.send(late);
    world.settle();
    expect(world.driverState('sami').reservations).to.deep.equal({});
  });

  it('a cancelled order’s task is not accepted by the offer in flight', () => {
    const world = story();
    world.seller('accept');
    world.seller('pack');
    world.give(sellerOf(0), order, 'ready', { groupId: groupId(0) });
    for (let step = 0; step < 4; step += 1) {
      world.deliverNext();
    }
    world.give(dispatcher, order, 'cancel-group', { groupId: groupId(0) });
    world.settle();
    expect(world.task().status).to.equal('CANCELLED');
    expect(world.driverState('sami').reservations).to.deep.equal({});
  });

  it('the buyer’s cancel and the seller’s accept never both happen', () => {
    const world = story();
    world.seller('accept');
    const cancel = world.give(buyer, order, 'cancel-group', { groupId: groupId(0) });
    expect(cancel).to.have.nested.property('refusal.code', 'order.INVALID_STATE');
  });
});
