import { expect } from 'chai';
import { checkLedger } from '../../../server/dispatch/cash/ledger-check.ts';
import { checkProjections } from '../../../server/kernel/actors/check-projections.ts';
import type { Schema } from '../../support/api-client.ts';
import {
  AL_KHOR,
  around,
  DeliveryWorld,
  type DispatchTask,
  type DriverTask,
  type OnDuty,
  qar,
  STORE,
} from '../../worlds/delivery-world.ts';

describe('hand-overs between drivers, and reversed completions', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(async () => {
    const { faults } = await checkLedger(world.database);
    expect(faults, 'the ledger').to.deep.equal([]);
    expect((await checkProjections(world.database)).faults, 'the projections').to.deep.equal([]);
    const carried = await world
      .database('delivery_tasks')
      .whereIn('status', ['PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED', 'FAILED', 'RETURNING'])
      .select('id', 'status');
    for (const { id, status } of carried) {
      const over = !['FAILED', 'RETURNING'].includes(status);
      if (over) await world.dispatcher.post(`/dispatch/tasks/${id}/fail`, { reason: 'LOST' });
      await world.dispatcher.post(`/dispatch/tasks/${id}/write-off`, { reason: 'The test is over' });
    }
    await world.settle();
    await world.clear();
  });

  after(() => world?.close());

  const drives = (driver: OnDuty, taskId: string, step: string, body?: object) =>
    driver.client.post<DriverTask>(`/driver/tasks/${taskId}/${step}`, body);
  const open = (taskId: string, { driverId }: OnDuty) =>
    world.dispatcher.post<DispatchTask>(`/dispatch/tasks/${taskId}/hand-over`, { toDriverId: driverId });
  const refused = (taskId: string, what: string, body: object, code: string) =>
    world.dispatcher.refused(409, code, 'POST', `/dispatch/tasks/${taskId}/${what}`, { body });
  const reverse = (taskId: string) =>
    world.dispatcher.call<DispatchTask & { code: string }>('POST', `/dispatch/tasks/${taskId}/reverse`, {
      body: { reason: 'Wrong door' },
    });
  const cashOf = async ({ driverId }: OnDuty) =>
    (await world.database('drivers').where('id', driverId).first('cash_on_hand')).cash_on_hand;
  const loadOf = async ({ driverId }: OnDuty) => {
    await world.settle();
    const row = await world
      .database('drivers')
      .where('id', driverId)
      .first('active_tasks', 'cod_assigned', 'shift_id');
    const route = await world.database('routes').where('shift_id', row.shift_id).first('stops');
    const kinds = (route?.stops ?? [])
      .filter((stop: { done: boolean }) => !stop.done)
      .map((stop: { kind: string }) => stop.kind);
    return { tasks: row.active_tasks, cod: row.cod_assigned, stops: kinds };
  };

  const recorded = async (taskId: string) =>
    (await world.dispatcher.get<Schema<'TaskEventList'>>(`/dispatch/tasks/${taskId}/history?limit=100`)).data;

  async function onTheWay() {
    const giver = await world.onDuty({ at: STORE });
    const placed = await world.ready();
    await world.carry(giver, placed.taskId);
    await world.settle();
    const taker = await world.onDuty({ at: STORE });
    return { giver, taker, ...placed };
  }

  it('is refused with a used key on another task', async () => {
    const { giver, taker, taskId } = await onTheWay();
    const other = await world.ready();
    await world.settle();
    const { driverId } = await world.task(other.taskId);
    await world.carry(driverId === giver.driverId ? giver : taker, other.taskId);
    const body = { toDriverId: (await world.onDuty({ at: STORE })).driverId };
    const path = (id: string) => `/dispatch/tasks/${id}/hand-over`;
    await world.dispatcher.post(path(taskId), body, { key: 'hand-over' });
    const again = { body, key: 'hand-over' };
    await world.dispatcher.refused(422, 'idempotency.MISMATCH', 'POST', path(other.taskId), again);
    await world.dispatcher.post(path(other.taskId), body);
  });

  it('both drivers confirm, in either order; only then the goods are with the other one', async () => {
    const { giver, taker, taskId, cashDue } = await onTheWay();
    const opened = await open(taskId, taker);
    expect(opened).to.include({ driverId: giver.driverId, status: 'ARRIVED' });
    expect(opened.handOver).to.deep.include({
      toDriverId: taker.driverId,
      reserved: true,
      giverConfirmed: false,
    });
    expect(await loadOf(taker)).to.deep.equal({ tasks: 1, cod: cashDue, stops: [] });
    const [seen] = (await taker.client.get<Schema<'DriverTaskList'>>('/driver/tasks')).data;
    expect(seen?.handOver).to.deep.include({ role: 'RECEIVER', confirmed: false });
    expect(seen?.allowedActions).to.deep.equal(['hand-over']);
    await taker.client.refused(404, 'common.NOT_FOUND', 'POST', `/driver/tasks/${taskId}/fail`, {
      body: { reason: 'LOST' },
    });

    const took = await drives(taker, taskId, 'hand-over');
    expect(took.handOver).to.deep.include({ role: 'RECEIVER', confirmed: true });
    await drives(taker, taskId, 'hand-over');
    expect((await world.task(taskId)).driverId).to.equal(giver.driverId);
    const gave = await giver.client.call('POST', `/driver/tasks/${taskId}/hand-over`);
    expect(gave.status).to.equal(204);
    expect((await giver.client.call('POST', `/driver/tasks/${taskId}/hand-over`)).status).to.equal(204);
    expect(await loadOf(giver)).to.deep.equal({ tasks: 0, cod: '0.00', stops: [] });
    expect(await loadOf(taker)).to.deep.equal({ tasks: 1, cod: cashDue, stops: ['DROPOFF'] });
    const task = await world.task(taskId);
    expect(task).to.deep.include({ driverId: taker.driverId, handOver: null });
    expect(task.exceptions.map(({ kind }) => kind)).to.include.members(['HAND_OVER_OPENED', 'HANDED_OVER']);

    await drives(taker, taskId, 'delivery-code');
    await drives(taker, taskId, 'verify-code', { code: await world.code() });
    await drives(taker, taskId, 'record-cash', { amount: qar(cashDue) });
    await drives(taker, taskId, 'complete');
    await world.settle();
    expect([await cashOf(giver), await cashOf(taker)]).to.deep.equal(['0.00', cashDue]);

    const events = await recorded(taskId);
    const quiet = events.filter(({ what }) => /^(open-)?hand-over$|^handed-over$/.test(what));
    expect(quiet.map(({ what, status, by }) => `${what} ${status} ${by}`)).to.deep.equal([
      'open-hand-over null DISPATCHER',
      'hand-over null DRIVER',
      'hand-over null DRIVER',
      'handed-over null DRIVER',
    ]);
    expect(quiet[0]?.data).to.deep.equal({ toDriverId: taker.driverId, driverId: giver.driverId });
    expect(quiet[3]?.data).to.deep.equal({ fromDriverId: giver.driverId, driverId: taker.driverId });
    const order = events.map(({ what }) => what);
    expect(order.indexOf('handed-over')).to.be.within(order.indexOf('in-transit'), order.indexOf('complete'));
  });

  it('the receiver is bound by zones, capacity, cash and duty, and nothing stays reserved', async () => {
    const { giver, taker, taskId } = await onTheWay();
    const poor = await world.onDuty({ cashLimit: '10.00' });
    const small = await world.onDuty({ capacity: 1 });
    const idle = await world.approved();
    const { id } = await world.dispatcher.post<Schema<'Zone'>>('/dispatch/zones', {
      ...{ name: { en: 'Al Khor', ar: 'الخور' }, priority: 1, active: true },
      geometry: around(AL_KHOR),
    });
    const far = await world.onDuty({ zoneIds: [id] });
    for (const [driver, code] of [
      [poor, 'delivery.CASH_LIMIT_EXCEEDED'],
      [small, 'delivery.CAPACITY_EXCEEDED'],
      [idle, 'delivery.DRIVER_UNAVAILABLE'],
      [far, 'delivery.OUTSIDE_ZONES'],
      [giver, 'delivery.DRIVER_UNAVAILABLE'],
    ] as const) {
      await refused(taskId, 'hand-over', { toDriverId: driver.driverId }, code);
      expect(await world.task(taskId)).to.deep.include({ handOver: null, driverId: giver.driverId });
    }
    expect((await loadOf(poor)).tasks).to.equal(0);
    await open(taskId, taker);
    await refused(taskId, 'hand-over', { toDriverId: small.driverId }, 'delivery.HAND_OVER_OPEN');
  });

  it('a hand-over that is cancelled, expired, or overtaken by the delivery frees the receiver', async () => {
    const { giver, taker, taskId } = await onTheWay();
    const gone = async () => {
      expect((await loadOf(taker)).tasks).to.equal(0);
      expect(await world.task(taskId)).to.deep.include({ handOver: null, driverId: giver.driverId });
      await taker.client.refused(404, 'common.NOT_FOUND', 'POST', `/driver/tasks/${taskId}/hand-over`);
    };
    await open(taskId, taker);
    await drives(giver, taskId, 'hand-over');
    expect((await world.dispatcher.call('DELETE', `/dispatch/tasks/${taskId}/hand-over`)).status).to.equal(
      200,
    );
    await gone();
    await open(taskId, taker);
    await world.later(15 * 60_000 + 1_000);
    await gone();
    await open(taskId, taker);
    await drives(giver, taskId, 'delivery-code');
    await drives(giver, taskId, 'verify-code', { code: await world.code() });
    await gone();
    await refused(taskId, 'hand-over', { toDriverId: taker.driverId }, 'delivery.INVALID_STATE');
  });

  it('goods of a failed delivery change drivers, too, and return to the first one', async () => {
    const { giver, taker, taskId } = await onTheWay();
    await drives(giver, taskId, 'fail', { reason: 'NOBODY_HOME' });
    for (const [from, to] of [
      [giver, taker],
      [taker, giver],
    ] as const) {
      await open(taskId, to);
      await drives(to, taskId, 'hand-over');
      expect((await from.client.call('POST', `/driver/tasks/${taskId}/hand-over`)).status).to.equal(204);
      expect(await loadOf(to)).to.deep.include({ tasks: 1, stops: [] });
      expect((await loadOf(from)).tasks).to.equal(0);
    }
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/retry`);
    expect(await loadOf(giver)).to.deep.include({ stops: ['DROPOFF'] });
  });

  it('a completion is reversed with its cash and its entries, and may be completed and settled again', async () => {
    const driver = await world.onDuty({ at: STORE });
    const placed = await world.ready();
    const { taskId, groupId, orderId, cashDue } = placed;
    await world.deliver(driver, placed);
    expect(await cashOf(driver)).to.equal(cashDue);
    for (const round of [1, 2]) {
      const { status, body } = await reverse(taskId);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.include({ status: 'IN_TRANSIT', cashRecorded: null, reversalPending: false });
      expect((await reverse(taskId)).status).to.equal(200);
      expect(await cashOf(driver)).to.equal('0.00');
      expect(await loadOf(driver)).to.deep.equal({ tasks: 1, cod: cashDue, stops: ['DROPOFF'] });
      const group = await world.database('order_groups').where('id', groupId).first();
      expect(group).to.include({ status: 'IN_TRANSIT', payment_status: 'PENDING', ended_at: null });
      expect((await world.database('orders').where('id', orderId).first()).status).to.equal('IN_PROGRESS');
      expect((await checkLedger(world.database)).balanced, `round ${round}`).to.equal(true);
      const entries = (await recorded(taskId)).filter(
        ({ what }) => what === 'reverse' || what === 'reversed',
      );
      expect(entries.slice(-2).map(({ what }) => what)).to.deep.equal(['reverse', 'reversed']);
      await driver.client.refused(
        409,
        'delivery.CODE_NOT_REQUESTED',
        'POST',
        `/driver/tasks/${taskId}/verify-code`,
        {
          body: { code: '123456' },
        },
      );
      await drives(driver, taskId, 'delivery-code');
      await drives(driver, taskId, 'verify-code', { code: await world.code() });
      await drives(driver, taskId, 'record-cash', { amount: qar(cashDue) });
      await drives(driver, taskId, 'complete');
      await world.settle();
      expect(await cashOf(driver)).to.equal(cashDue);
    }
    await world.dispatcher.post('/dispatch/cash/settlements', {
      driverId: driver.driverId,
      counted: qar(cashDue),
    });
    await world.settle();
    await refused(taskId, 'reverse', { reason: 'Too late' }, 'delivery.CASH_SETTLED');
    const cash = await driver.client.get<Schema<'CashView'>>('/driver/cash');
    expect(cash.entries.map(({ kind }) => kind)).to.deep.equal([
      'HAND_IN',
      'COLLECTION',
      'REVERSAL',
      'COLLECTION',
      'REVERSAL',
      'COLLECTION',
    ]);
  });

  it('a completion is final after ten minutes, or when the shift is over', async () => {
    const driver = await world.onDuty({ at: STORE });
    const placed = await world.ready();
    await world.deliver(driver, placed);
    await world.later(10 * 60_000);
    await refused(placed.taskId, 'reverse', { reason: 'Late' }, 'delivery.REVERSAL_TOO_LATE');
  });

  it('a hand-in and a reversal at the same moment never both take the cash', async function () {
    this.timeout(60_000);
    const driver = await world.onDuty({ at: STORE });
    for (let round = 0; round < 5; round += 1) {
      const placed = await world.ready();
      const { taskId, cashDue } = placed;
      await world.deliver(driver, placed);
      const counted = { driverId: driver.driverId, counted: qar(cashDue) };
      const [taken, other, handed] = await Promise.all([
        reverse(taskId),
        reverse(taskId),
        world.secondDispatcher.call('POST', '/dispatch/cash/settlements', { body: counted }),
      ]);
      await world.settle();
      const task = await world.task(taskId);
      const settled = handed.status === 201;
      expect([taken.status, other.status, handed.status, task.status].join(' ')).to.match(
        settled ? /^(409|202) (409|202) 201 COMPLETED$/ : /^20[02] 20[02] 409 IN_TRANSIT$/,
      );
      expect((await checkLedger(world.database)).faults).to.deep.equal([]);
      if (settled) continue;
      await drives(driver, taskId, 'fail', { reason: 'LOST' });
      await world.dispatcher.post(`/dispatch/tasks/${taskId}/write-off`, { reason: 'Next round' });
      await world.settle();
    }
  });
});
