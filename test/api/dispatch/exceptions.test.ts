import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { checkLedger } from '../../../server/dispatch/cash/ledger-check.ts';
import type { Schema } from '../../support/api-client.ts';
import {
  DeliveryWorld,
  type DispatchTask,
  type DriverTask,
  type OnDuty,
  qar,
  STORE,
} from '../../worlds/delivery-world.ts';
import { sellFromStock } from '../../worlds/placed-order.ts';

describe('deliveries that go wrong', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(() => world?.clear());

  after(() => world?.close());

  const drives = (driver: OnDuty, taskId: string, step: string, body?: object) =>
    driver.client.post<DriverTask>(`/driver/tasks/${taskId}/${step}`, body);
  const decides = (taskId: string, what: string, body?: object) =>
    world.dispatcher.post<DispatchTask>(`/dispatch/tasks/${taskId}/${what}`, body);
  const refusedTo = (taskId: string, what: string, status: number, code: string, body: object = {}) =>
    world.dispatcher.refused(status, code, 'POST', `/dispatch/tasks/${taskId}/${what}`, { body });
  const group = (groupId: string) =>
    world.seller.get<Schema<'OrderGroup'>>(`/seller/order-groups/${groupId}`);
  const row = (taskId: string) => world.database('delivery_tasks').where('id', taskId).first();
  const alertOf = (kind: string, subjectId: string) =>
    world.database('alerts').where({ kind, subject_id: subjectId }).orderBy('raised_at', 'desc').first();
  const stopsOf = async (driver: OnDuty) => {
    await world.settle();
    const { stops } = await driver.client.get<Schema<'Route'>>('/driver/route');
    return stops.filter(({ done }) => !done).map(({ kind }) => kind);
  };
  const books = async () => {
    const { balanced, faults } = await checkLedger(world.database);
    expect(faults).to.deep.equal([]);
    expect(balanced).to.equal(true);
  };

  /** A driver at the door with a new order. */
  async function atDoor() {
    const driver = await world.onDuty({ at: STORE });
    const placed = await world.ready();
    await world.carry(driver, placed.taskId);
    await world.settle();
    return { driver, ...placed };
  }

  async function failed(reason: string, note?: string) {
    const there = await atDoor();
    await drives(there.driver, there.taskId, 'fail', note === undefined ? { reason } : { reason, note });
    await world.settle();
    return there;
  }

  /** Ends what a test leaves open, since goods on board keep a shift open. */
  async function giveUp(taskId: string) {
    await decides(taskId, 'write-off', { reason: 'The test is over' });
    await world.settle();
  }

  it('a failure states what follows, notifies buyer and dispatch, voids the code and leaves the goods on board', async () => {
    const { driver, taskId, groupId } = await atDoor();
    await drives(driver, taskId, 'delivery-code');
    const code = await world.code();
    const task = await drives(driver, taskId, 'fail', { reason: 'NOBODY_HOME', note: 'Rang three times' });
    expect(task.status).to.equal('FAILED');
    expect(task.failure).to.deep.include({
      reason: 'NOBODY_HOME',
      note: 'Rang three times',
      attempt: 1,
      next: 'RETRY',
    });
    expect(task.allowedActions).to.deep.equal([]);
    await drives(driver, taskId, 'fail', { reason: 'NOBODY_HOME' });
    expect(await stopsOf(driver)).to.deep.equal([]);
    const seen = await world.task(taskId);
    expect(seen.failure).to.deep.equal(task.failure);
    expect(seen.allowedActions).to.deep.equal(['retry', 'return', 'write-off', 'hand-over']);
    expect(seen.exceptions.map(({ kind }) => kind)).to.deep.equal(['FAILED']);
    expect((await group(groupId)).status).to.equal('DELIVERY_FAILED');
    expect(await alertOf('TASK_FAILED', taskId)).to.include({ status: 'OPEN' });
    const bell = await world.buyer.get<Schema<'NotificationList'>>('/notifications');
    expect(bell.data[0]?.kind).to.equal('DELIVERY_FAILED');
    expect(JSON.stringify(bell)).not.to.contain(code);
    await driver.client.refused(409, 'shift.GOODS_ON_BOARD', 'POST', '/driver/shift/end');

    await decides(taskId, 'retry', {});
    await world.settle();
    expect(await alertOf('TASK_FAILED', taskId)).to.include({ status: 'RESOLVED' });
    expect(await stopsOf(driver)).to.deep.equal(['DROPOFF']);
    await driver.client.refused(
      409,
      'delivery.CODE_NOT_REQUESTED',
      'POST',
      `/driver/tasks/${taskId}/verify-code`,
      {
        body: { code },
      },
    );
    await giveUpAfterFailing(driver, taskId);
  });

  async function giveUpAfterFailing(driver: OnDuty, taskId: string) {
    await drives(driver, taskId, 'fail', { reason: 'CANCELLED' });
    // No note was written: the reason's code must not appear as one.
    expect((await world.task(taskId)).failure).to.include({ reason: 'CANCELLED', note: null });
    await giveUp(taskId);
  }

  it('OTHER needs a note, and only the driver or a dispatcher may report it', async () => {
    const { driver, taskId } = await atDoor();
    const path = `/driver/tasks/${taskId}/fail`;
    const answer = await driver.client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, {
      body: { reason: 'OTHER' },
    });
    expect(JSON.stringify(answer)).to.contain('/note');
    await driver.client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, { body: { reason: 'RAIN' } });
    const stranger = await world.onDuty();
    await stranger.client.refused(404, 'common.NOT_FOUND', 'POST', path, { body: { reason: 'REFUSED' } });
    const task = await decides(taskId, 'fail', { reason: 'OTHER', note: 'Flooded street' });
    expect(task.failure).to.include({ next: 'DECIDE', note: 'Flooded street' });
    await giveUp(taskId);
  });

  it('a delivery is attempted three times at most, each in its time slot, and succeeds in the end', async () => {
    const { driver, taskId, cashDue } = await failed('CANNOT_PAY');
    const from = new Date(world.service.clock.now().getTime() + 3_600_000).toISOString();
    const to = new Date(world.service.clock.now().getTime() + 7_200_000).toISOString();
    await refusedTo(taskId, 'retry', 422, 'common.VALIDATION_FAILED', { window: { from: to, to: from } });
    const second = await decides(taskId, 'retry', { window: { from, to }, reason: 'Payday tomorrow' });
    expect(second).to.include({ status: 'IN_TRANSIT', attempt: 2, dueBy: to, driverId: driver.driverId });
    expect(second.window).to.deep.equal({ from, to });
    await drives(driver, taskId, 'fail', { reason: 'NOBODY_HOME' });
    expect(await decides(taskId, 'retry')).to.include({ attempt: 3 });
    await drives(driver, taskId, 'fail', { reason: 'NOBODY_HOME' });
    await refusedTo(taskId, 'retry', 409, 'delivery.NO_ATTEMPT_LEFT');
    expect((await row(taskId)).attempt).to.equal(3);
    await giveUp(taskId);
    await books();
    await world.clear();
    const again = await failed('NOBODY_HOME');
    await decides(again.taskId, 'retry');
    await drives(again.driver, again.taskId, 'delivery-code');
    await drives(again.driver, again.taskId, 'verify-code', { code: await world.code() });
    await drives(again.driver, again.taskId, 'record-cash', { amount: qar(again.cashDue) });
    expect(cashDue).to.equal(again.cashDue);
    expect((await drives(again.driver, again.taskId, 'complete')).status).to.equal('COMPLETED');
    await world.settle();
    await books();
  });

  it('goods go back to the seller, who returns the undamaged units to stock, once', async () => {
    const there = await failed('REFUSED');
    const { driver, taskId, groupId, orderId } = there;
    const { lineId, onHand } = await sold(groupId, 3);
    const back = await drives(driver, taskId, 'return', { stage: 'START' });
    expect(back).to.include({ status: 'RETURNING' });
    expect(back.allowedActions).to.deep.equal(['return']);
    expect(await stopsOf(driver)).to.deep.equal(['RETURN']);
    expect((await group(groupId)).status).to.equal('RETURNING');
    await world.seller.refused(
      409,
      'order.INVALID_STATE',
      'POST',
      `/seller/order-groups/${groupId}/confirm-return`,
    );
    expect(await drives(driver, taskId, 'return', { stage: 'COMPLETE' })).to.include({ status: 'RETURNED' });
    await drives(driver, taskId, 'return', { stage: 'COMPLETE' });
    await world.settle();
    const returned = await group(groupId);
    expect(returned).to.deep.include({
      status: 'RETURNED',
      allowedActions: ['confirm-return'],
      returnConfirmedAt: null,
    });
    expect(returned.payment.status).to.equal('VOID');
    const driverRow = await world.database('drivers').where('id', driver.driverId).first();
    expect(driverRow).to.include({ active_tasks: 0, items_assigned: 0, cod_assigned: '0.00' });
    expect((await world.database('orders').where('id', orderId).first('status')).status).to.equal(
      'CANCELLED',
    );
    expect(await onHand()).to.equal(0);

    const path = `/seller/order-groups/${groupId}/confirm-return`;
    const tooMany = { body: { lines: [{ lineId, damaged: 4 }] } };
    await world.seller.refused(422, 'common.VALIDATION_FAILED', 'POST', path, tooMany);
    const strange = { body: { lines: [{ lineId: uuidv7(), damaged: 1 }] } };
    await world.seller.refused(422, 'common.VALIDATION_FAILED', 'POST', path, strange);
    const confirmed = await world.seller.post<Schema<'OrderGroup'>>(path, {
      lines: [{ lineId, damaged: 1 }],
    });
    expect(confirmed.returnConfirmedAt).to.be.a('string');
    expect(confirmed.allowedActions).to.deep.equal([]);
    await world.seller.post(path, { lines: [] });
    await world.seller.post(path);
    await world.settle();
    expect(await onHand()).to.equal(2);
    await books();
  });

  /** Stock for the group's only line: the group took `quantity` units, and none is left. */
  async function sold(groupId: string, quantity: number) {
    const line = await world.database('order_lines').where('group_id', groupId).first();
    await world
      .database('order_lines')
      .where('id', line.id)
      .update({ quantity, line_total: world.database.raw('unit_price * ?', [quantity]) });
    const key = await sellFromStock(world.database, line.id, quantity);
    const onHand = async () => (await world.database('stock_levels').where(key).first('on_hand')).on_hand;
    return { lineId: line.id as string, onHand };
  }

  it('a return not confirmed within a day raises an alert until it is confirmed', async () => {
    const { driver, taskId, groupId } = await failed('DAMAGED');
    await decides(taskId, 'return', { reason: 'Bring it back' });
    await drives(driver, taskId, 'return', { stage: 'COMPLETE' });
    await world.later(24 * 3_600_000 + 1_000);
    expect(await alertOf('RETURN_UNCONFIRMED', groupId)).to.include({ status: 'OPEN' });
    await world.seller.post(`/seller/order-groups/${groupId}/confirm-return`);
    await world.settle();
    expect(await alertOf('RETURN_UNCONFIRMED', groupId)).to.include({ status: 'RESOLVED' });
  });

  it('a driver returns goods without a dispatcher only for some reasons of failure', async () => {
    const { driver, taskId } = await failed('WRONG_ADDRESS');
    const path = `/driver/tasks/${taskId}/return`;
    const start = { body: { stage: 'START' } };
    await driver.client.refused(409, 'delivery.DISPATCHER_DECIDES', 'POST', path, start);
    await decides(taskId, 'return');
    expect(await drives(driver, taskId, 'return', { stage: 'START' })).to.include({ status: 'RETURNING' });
    await giveUp(taskId);
  });

  it('lost goods are written off, and nothing is owed for them', async () => {
    const { driver, taskId, groupId } = await failed('LOST');
    await refusedTo(taskId, 'write-off', 422, 'common.VALIDATION_FAILED');
    const task = await decides(taskId, 'write-off', { reason: 'Stolen with the van' });
    expect(task).to.include({ status: 'WRITTEN_OFF' });
    expect((await group(groupId)).payment.status).to.equal('VOID');
    expect(await stopsOf(driver)).to.deep.equal([]);
    await refusedTo(taskId, 'retry', 409, 'delivery.INVALID_STATE');
    await books();
  });

  it('a dispatcher overrides the code, and the task shows that for ever', async () => {
    const { driver, taskId, cashDue } = await atDoor();
    await refusedTo(taskId, 'override-code', 422, 'common.VALIDATION_FAILED');
    const reason = 'Identified by phone';
    const task = await decides(taskId, 'override-code', { reason });
    expect(task).to.include({ status: 'CODE_VERIFIED' });
    expect(task.codeOverride).to.include({ reason });
    await drives(driver, taskId, 'record-cash', { amount: qar(cashDue) });
    await drives(driver, taskId, 'complete');
    await world.settle();
    const reversed = await decides(taskId, 'reverse', { reason: 'Wrong door' });
    expect(reversed).to.include({ status: 'IN_TRANSIT' });
    expect(reversed.codeOverride).to.deep.equal(task.codeOverride);
    const fault = await world
      .database('delivery_tasks')
      .where('id', taskId)
      .update({ code_overridden: false })
      .then(
        () => null,
        (error: Error) => error.message,
      );
    expect(fault).to.contain('keeps the mark');
    await giveUpAfterFailing(driver, taskId);
  });

  it('contacts are recorded once per key, and listed with the task', async () => {
    const { driver, taskId } = await atDoor();
    const body = { party: 'BUYER', channel: 'CALL', outcome: 'NO_ANSWER', note: 'Twice' };
    const call = () =>
      world.dispatcher.call<Schema<'TaskContact'>>('POST', `/dispatch/tasks/${taskId}/contacts`, {
        body,
        key: 'call-1',
      });
    const [first, again] = [await call(), await call()];
    expect([first.status, again.status]).to.deep.equal([201, 201]);
    expect(again.body.id).to.equal(first.body.id);
    const { contacts } = await world.task(taskId);
    expect(contacts).to.have.length(1);
    expect(contacts[0]).to.deep.include({ party: 'BUYER', outcome: 'NO_ANSWER', note: 'Twice' });
    await refusedTo(uuidv7(), 'contacts', 404, 'common.NOT_FOUND', body);
    await giveUpAfterFailing(driver, taskId);
  });

  it('a task is cancelled before the pickup only; after it the response says what to do instead', async () => {
    const driver = await world.onDuty({ at: STORE });
    const { taskId, groupId } = await world.ready();
    await drives(driver, taskId, 'accept');
    await drives(driver, taskId, 'pick-up');
    const problem = await world.dispatcher.call<{ detail: string; instead: string }>(
      'POST',
      `/dispatch/tasks/${taskId}/cancel`,
      { body: { reason: 'Buyer called' } },
    );
    expect(problem.status).to.equal(409);
    expect(problem.body.detail).to.contain('fail the delivery as CANCELLED');
    await drives(driver, taskId, 'fail', { reason: 'CANCELLED' });
    await drives(driver, taskId, 'return', { stage: 'START' });
    await drives(driver, taskId, 'return', { stage: 'COMPLETE' });
    expect((await group(groupId)).status).to.equal('RETURNED');
  });
});
