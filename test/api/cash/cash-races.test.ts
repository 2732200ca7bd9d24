import { expect } from 'chai';
import { compare } from '../../../actors/money/money.ts';
import { checkLedger } from '../../../server/dispatch/cash/ledger-check.ts';
import type { Problem, Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, qar } from '../../worlds/delivery-world.ts';

const SETTLEMENTS = '/dispatch/cash/settlements';

describe('races about cash', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(async () => {
    await world.settle();
    expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
    await world.clear();
  });

  after(() => world?.close());

  /** A task at the door, with the code verified and the cash not yet recorded. */
  async function atTheDoor(driver: OnDuty) {
    const order = await world.ready();
    await world.carry(driver, order.taskId);
    const path = `/driver/tasks/${order.taskId}`;
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await world.code() });
    const record = () => driver.client.post(`${path}/record-cash`, { amount: qar(order.cashDue) });
    return { ...order, record, complete: () => driver.client.post(`${path}/complete`) };
  }
  const handIn = (client = world.dispatcher, driverId: string, counted: string) =>
    client.call<Schema<'Settlement'> | Problem>('POST', SETTLEMENTS, {
      body: { driverId, counted: qar(counted) },
    });
  const cashOf = async ({ client }: OnDuty) => (await client.get<Schema<'Driver'>>('/driver')).cash;

  it('two dispatchers record the same hand-in: only one succeeds', async () => {
    const driver = await world.onDuty();
    await world.deliver(driver, await world.ready());
    const answers = await Promise.all(
      [world.dispatcher, world.secondDispatcher, world.dispatcher].map((client) =>
        handIn(client, driver.driverId, '115.00'),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    expect((await cashOf(driver)).onHand).to.deep.equal(qar('0.00'));
    const journals = await world
      .database('ledger_journals')
      .where({ kind: 'HAND_IN', actor_key: driver.driverId });
    expect(journals).to.have.length(1);
  });

  it('a hand-in during a collection settles the counted amount, and the rest stays on hand', async () => {
    const driver = await world.onDuty();
    await world.deliver(driver, await world.ready());
    for (let round = 0; round < 3; round += 1) {
      const next = await atTheDoor(driver);
      const [, first, second] = await Promise.all([
        next.record(),
        handIn(world.dispatcher, driver.driverId, '115.00'),
        handIn(world.secondDispatcher, driver.driverId, '115.00'),
      ]);
      for (const { status } of [first, second]) expect([201, 409]).to.include(status);
      await next.complete();
      await world.settle();
      expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
      // A count that is too low because cash arrived meanwhile awaits a second dispatcher.
      const pending = await world
        .database('settlements')
        .where({ driver_id: driver.driverId, status: 'PENDING_APPROVAL' });
      for (const { id, created_by } of pending) {
        const [mine] = await world.database('sessions').where('account_id', created_by).limit(1);
        expect(mine).to.not.equal(undefined);
        const approvals = await Promise.all(
          [world.dispatcher, world.secondDispatcher].map((client) =>
            client.call('POST', `${SETTLEMENTS}/${id}/approve`),
          ),
        );
        expect(approvals.some(({ status }) => status === 200)).to.equal(true);
      }
    }
    const twice = await world
      .database('ledger_journals')
      .where('actor_key', driver.driverId)
      .countDistinct('cause as n')
      .count('* as all')
      .first();
    expect(Number(twice?.n)).to.equal(Number(twice?.all));
  });

  it('an assignment by hand that races with the zone’s offers never takes a driver over the limit', async () => {
    const driver = await world.onDuty({ cashLimit: '230.00' });
    const others = await world.onDuty({ cashLimit: '100.00' });
    const tasks = await Promise.all(Array.from({ length: 4 }, () => world.order()));
    for (const { groupId } of tasks)
      for (const step of ['accept', 'pack'])
        await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
    const rows = await Promise.all(
      tasks.map(async ({ groupId }) => {
        await world.seller.post(`/seller/order-groups/${groupId}/ready`);
        const row = await world.database('delivery_tasks').where('group_id', groupId).first('id');
        const body = { driverId: driver.driverId };
        return world.dispatcher.call<Problem>('POST', `/dispatch/tasks/${row.id}/assign`, { body });
      }),
    );
    await world.settle();
    expect(rows.filter(({ status }) => status < 300).length).to.be.lessThan(3);
    const { projected, limit, overLimit } = await cashOf(driver);
    expect(compare(projected.amount, limit?.amount ?? '0.00')).to.be.lessThan(1);
    expect(overLimit).to.equal(false);
    expect((await cashOf(others)).projected).to.deep.equal(qar('0.00'));
  });

  it('a cash limit lowered during a task offer stops later assignments', async () => {
    const driver = await world.onDuty({ cashLimit: '2000.00' });
    const first = await world.ready();
    expect((await world.task(first.taskId)).driverId).to.equal(driver.driverId);
    const { version } = await driver.client.get<Schema<'Driver'>>('/driver');
    const path = `/dispatch/drivers/${driver.driverId}`;
    const [lowered, accepted] = await Promise.all([
      world.dispatcher.call('PATCH', path, { body: { cashLimit: qar('50.00') }, version }),
      driver.client.call('POST', `/driver/tasks/${first.taskId}/accept`),
    ]);
    expect(accepted.status).to.equal(200);
    await world.settle();
    if (lowered.status === 412) {
      const now = await driver.client.get<Schema<'Driver'>>('/driver');
      await world.dispatcher.patch(path, { cashLimit: qar('50.00') }, { version: now.version });
    }
    const second = await world.ready();
    expect((await world.task(second.taskId)).status).to.equal('UNASSIGNED');
    await world.dispatcher.refused(
      409,
      'delivery.CASH_LIMIT_EXCEEDED',
      'POST',
      `/dispatch/tasks/${second.taskId}/assign`,
      {
        body: { driverId: driver.driverId },
      },
    );
    expect(await cashOf(driver)).to.deep.include({ projected: qar('115.00'), overLimit: true });
    // The accepted task can still be finished.
    const steps = ['pick-up', 'in-transit', 'arrive', 'delivery-code'];
    for (const step of steps) await driver.client.post(`/driver/tasks/${first.taskId}/${step}`);
    const task = `/driver/tasks/${first.taskId}`;
    await driver.client.post(`${task}/verify-code`, { code: await world.code() });
    await driver.client.post(`${task}/record-cash`, { amount: qar(first.cashDue) });
    await driver.client.post(`${task}/complete`);
    await world.settle();
  });

  it('a shift that is ended during a collection does not end before the cash is settled', async () => {
    const driver = await world.onDuty();
    const { record, complete } = await atTheDoor(driver);
    const { shift } = await driver.client.get<Schema<'Driver'>>('/driver');
    const end = () =>
      world.dispatcher.call<Problem>('POST', `/dispatch/shifts/${shift?.id}/end`, {
        body: { reason: 'Late' },
      });
    const [, early] = await Promise.all([record(), end()]);
    expect(early.body.code).to.equal('shift.GOODS_ON_BOARD');
    const [, late] = await Promise.all([complete(), end()]);
    expect(['shift.GOODS_ON_BOARD', 'shift.CASH_UNSETTLED']).to.include(late.body.code);
    await world.settle();
    expect((await end()).body.code).to.equal('shift.CASH_UNSETTLED');
  });
});
