import { expect } from 'chai';
import { DeliveryWorld, type DriverTask, type OnDuty, qar, WEST_BAY } from '../../worlds/delivery-world.ts';

/** The arrival time is published a moment after the step, even when the step is repeated meanwhile. */
function withoutEta({ pickupEta: _pickup, dropoffEta: _dropoff, version: _version, ...task }: DriverTask) {
  return task;
}

describe('a driver takes a parcel to a door', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty();
  });

  after(() => world?.close());

  it('is offered the task automatically, with both doors', async () => {
    const { taskId, number, cashDue } = await world.ready();
    const { data } = await driver.client.get<{ data: DriverTask[] }>('/driver/tasks?status=ASSIGNED');
    const [task] = data;
    expect(data).to.have.length(1);
    expect(task).to.deep.include({
      id: taskId,
      orderNumber: number,
      status: 'ASSIGNED',
      cashDue: qar(cashDue),
    });
    expect(task?.offer?.expiresAt).to.be.a('string');
    expect(task?.pickup).to.deep.include({ name: 'Industrial Area store', phone: '+97444601122' });
    expect(task?.dropoff).to.deep.include({ phone: '+97455123456', location: WEST_BAY });
    const goods = task?.goods.map(({ name, quantity }) => ({ name, quantity }));
    expect(goods).to.deep.equal([{ name: 'Khalas dates', quantity: 1 }]);
    expect(task?.allowedActions).to.deep.equal(['accept', 'decline']);
    await world.deliver(driver, { taskId, cashDue });
  });

  it("takes every step to COMPLETED, and each step responds with the task's new state", async () => {
    const { taskId, cashDue } = await world.ready();
    const path = `/driver/tasks/${taskId}`;
    const step = (name: string, body?: unknown) => driver.client.post<DriverTask>(`${path}/${name}`, body);
    expect(await step('accept')).to.include({ status: 'ACCEPTED', offer: null });
    await world.settle();
    const route = await driver.client.get<{ stops: { taskId: string; kind: string }[] }>('/driver/route');
    expect(route.stops.filter((stop) => stop.taskId === taskId).map(({ kind }) => kind)).to.deep.equal([
      'PICKUP',
      'DROPOFF',
    ]);
    expect(await step('pick-up')).to.include({ status: 'PICKED_UP' });
    expect(await step('in-transit')).to.include({ status: 'IN_TRANSIT', codeExpiresAt: null });
    expect(await step('arrive')).to.include({ status: 'ARRIVED' });
    const response = await step('delivery-code');
    expect(response.codeExpiresAt).to.be.a('string');
    expect(response.allowedActions).to.deep.equal(['delivery-code', 'verify-code', 'fail']);
    const code = await world.code();
    // Six digits may occur inside an id or a phone number; by themselves they would be the code.
    const bare = new RegExp(`(?<![\\w.+-])${code}(?![\\w-])`);
    expect(JSON.stringify(response)).to.not.match(bare);
    expect(await step('verify-code', { code })).to.include({ status: 'CODE_VERIFIED', codeExpiresAt: null });
    expect(await step('record-cash', { amount: qar(cashDue) })).to.deep.include({
      cashRecorded: qar(cashDue),
    });
    expect(await step('complete')).to.include({ status: 'COMPLETED' });
    const seen = await world.task(taskId);
    expect(seen.history.map(({ status }) => status)).to.deep.equal([
      'UNASSIGNED',
      'ASSIGNED',
      'ACCEPTED',
      'PICKED_UP',
      'IN_TRANSIT',
      'ARRIVED',
      'CODE_VERIFIED',
      'CASH_RECORDED',
      'COMPLETED',
    ]);
    expect(JSON.stringify(seen)).to.not.match(bare);
  });

  it('may repeat every step without any change, with a key or without', async () => {
    const { taskId, cashDue } = await world.ready();
    const path = `/driver/tasks/${taskId}`;
    const steps: [string, (() => Promise<unknown>)?][] = [
      ['accept'],
      ['pick-up'],
      ['in-transit'],
      ['arrive'],
      ['delivery-code'],
      ['verify-code', async () => ({ code: await world.code() })],
      ['record-cash', async () => ({ amount: qar(cashDue) })],
      ['complete'],
    ];
    for (const [name, bodyOf] of steps) {
      const body = await bodyOf?.();
      const key = `${taskId}-${name}`;
      const options = { key, ...(body === undefined ? {} : { body }) };
      const first = await driver.client.call<DriverTask>('POST', `${path}/${name}`, options);
      expect(first.status, name).to.equal(200);
      const repeated = await driver.client.call<DriverTask>('POST', `${path}/${name}`, options);
      expect(repeated.headers.get('idempotent-replayed'), name).to.equal('true');
      expect(withoutEta(repeated.body), name).to.deep.equal(withoutEta(first.body));
      // Requesting a code again creates a new one.
      if (name === 'delivery-code') continue;
      const unkeyed = await driver.client.post<DriverTask>(`${path}/${name}`, body);
      expect(withoutEta(unkeyed), name).to.deep.equal(withoutEta(first.body));
    }
    await world.settle();
    const collections = await world.database('driver_collections').where('task_id', taskId);
    expect(collections).to.have.length(1);
    const journals = await world
      .database('ledger_journals')
      .whereIn('cause', [`collection:${taskId}`, `completion:${taskId}`]);
    expect(journals).to.have.length(2);
  });

  it('is refused steps out of order, with what is allowed', async () => {
    const { taskId, cashDue } = await world.ready();
    const path = `/driver/tasks/${taskId}`;
    const early = await driver.client.refused(409, 'delivery.INVALID_STATE', 'POST', `${path}/pick-up`);
    expect(early).to.deep.include({ currentState: 'ASSIGNED', allowedCommands: ['accept', 'decline'] });
    await driver.client.post(`${path}/accept`);
    const cash = { body: { amount: qar(cashDue) } };
    await driver.client.refused(409, 'delivery.INVALID_STATE', 'POST', `${path}/record-cash`, cash);
    await driver.client.refused(409, 'delivery.INVALID_STATE', 'POST', `${path}/complete`);
    await driver.client.post(`${path}/pick-up`);
    await driver.client.post(`${path}/in-transit`);
    await driver.client.refused(409, 'delivery.CODE_NOT_REQUESTED', 'POST', `${path}/verify-code`, {
      body: { code: '000000' },
    });
    const response = await driver.client.refused(409, 'shift.GOODS_ON_BOARD', 'POST', '/driver/shift/end');
    expect(response.detail).to.include('1');
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await world.code() });
    await driver.client.post(`${path}/record-cash`, { amount: qar(cashDue) });
    await driver.client.post(`${path}/complete`);
    await world.settle();
  });

  it('must enter exactly the amount due', async () => {
    const { taskId, cashDue } = await world.ready();
    const path = `/driver/tasks/${taskId}`;
    await world.carry(driver, taskId);
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await world.code() });
    for (const amount of ['0.00', '114.99', '115.01', '1150.00']) {
      const problem = await driver.client.refused(
        422,
        'delivery.CASH_MISMATCH',
        'POST',
        `${path}/record-cash`,
        {
          body: { amount: qar(amount) },
        },
      );
      expect(problem).to.deep.include({ due: qar(cashDue) });
    }
    await driver.client.refused(409, 'delivery.INVALID_STATE', 'POST', `${path}/complete`);
    await driver.client.post(`${path}/record-cash`, { amount: qar(cashDue) });
    await driver.client.post(`${path}/complete`);
    await world.settle();
  });

  it('sees nothing of a task that is assigned to another driver', async () => {
    const { taskId, cashDue } = await world.ready();
    const stranger = await world.approved();
    const missing = '01900000-0000-7000-8000-00000000dead';
    const steps = ['accept', 'decline', 'pick-up', 'in-transit', 'arrive', 'delivery-code', 'complete'];
    for (const step of steps) {
      const foreign = await stranger.client.refused(
        404,
        'common.NOT_FOUND',
        'POST',
        `/driver/tasks/${taskId}/${step}`,
      );
      const absent = await stranger.client.refused(
        404,
        'common.NOT_FOUND',
        'POST',
        `/driver/tasks/${missing}/${step}`,
      );
      const bytes = ({ requestId: _, instance: __, ...rest }: typeof foreign) => JSON.stringify(rest);
      expect(bytes(foreign)).to.equal(bytes(absent));
    }
    const { data } = await stranger.client.get<{ data: DriverTask[] }>('/driver/tasks');
    expect(data).to.deep.equal([]);
    await world.deliver(driver, { taskId, cashDue });
  });
});
