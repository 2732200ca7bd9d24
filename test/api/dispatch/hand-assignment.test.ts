import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import {
  AL_KHOR,
  around,
  DeliveryWorld,
  type DispatchTask,
  type OnDuty,
  STORE,
  WEST_BAY,
} from '../../worlds/delivery-world.ts';

/** A task, or a problem document with its code. */
type Answered = DispatchTask & { code?: string };

describe('assigning by hand', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(() => world?.clear());

  after(() => world?.close());

  const assign = (taskId: string, { driverId }: OnDuty, key?: string) =>
    world.dispatcher.call<Answered>('POST', `/dispatch/tasks/${taskId}/assign`, {
      body: { driverId },
      ...(key === undefined ? {} : { key }),
    });
  const refused = (taskId: string, { driverId }: OnDuty, status: number, code: string) =>
    world.dispatcher.refused(status, code, 'POST', `/dispatch/tasks/${taskId}/assign`, {
      body: { driverId },
    });

  /** Drivers who hold capacity or cash for this task. */
  const holders = async (taskId: string): Promise<string[]> => {
    const { rows } = await world.database.raw<{ rows: { key: string }[] }>(
      `SELECT a.key FROM actor a
        WHERE a.kind = 'driver' AND (a.state -> 'work' \\? :taskId
           OR EXISTS (SELECT 1 FROM jsonb_each(a.state -> 'reservations') r WHERE r.value ->> 'taskId' = :taskId))`,
      { taskId },
    );
    return rows.map(({ key }) => key);
  };

  it('takes the task from one driver and gives it to another, without a time limit', async () => {
    const near = await world.onDuty({ at: STORE });
    const far = await world.onDuty({ at: AL_KHOR });
    const { taskId } = await world.ready();
    await near.client.post(`/driver/tasks/${taskId}/accept`);
    await world.settle();
    const { status, body, headers } = await assign(taskId, far);
    expect(status).to.equal(200);
    expect(body).to.include({
      driverId: far.driverId,
      status: 'ASSIGNED',
      round: 2,
      pendingAssignment: null,
    });
    expect(body.offer?.expiresAt).to.equal(null);
    expect(headers.get('etag')).to.equal(`"${body.version}"`);
    await world.settle();
    expect(await holders(taskId)).to.deep.equal([far.driverId]);
    const route = await near.client.get<{ stops: { taskId: string }[] }>('/driver/route');
    expect(route.stops).to.deep.equal([]);
    await world.later(600_000);
    expect((await world.task(taskId)).driverId).to.equal(far.driverId);
    const { choices } = await world.dispatcher.get<Schema<'TaskExplanation'>>(
      `/dispatch/tasks/${taskId}/explanation`,
    );
    expect(choices.at(-1)).to.deep.include({ chosenDriverId: far.driverId, manual: true });
  });

  it('gives a repeated request the same response, with or without its key, and after the task went on', async () => {
    const driver = await world.onDuty();
    const { taskId } = await world.ready();
    const first = await assign(taskId, driver, 'by-hand');
    expect(first.status).to.equal(200);
    const keyed = await assign(taskId, driver, 'by-hand');
    expect([keyed.status, keyed.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
    expect(keyed.body).to.deep.equal(first.body);
    expect((await assign(taskId, driver)).body.version).to.equal(first.body.version);
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    const later = await assign(taskId, driver, 'by-hand');
    expect([later.status, later.body.status]).to.deep.equal([200, 'ACCEPTED']);
    const other = await world.onDuty();
    await world.dispatcher.refused(422, 'idempotency.MISMATCH', 'POST', `/dispatch/tasks/${taskId}/assign`, {
      body: { driverId: other.driverId },
      key: 'by-hand',
    });
  });

  it('refuses a used key with another reason or another path', async () => {
    const driver = await world.onDuty();
    const { taskId } = await world.ready();
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await world.settle();
    const unassign = `/dispatch/tasks/${taskId}/unassign`;
    await world.dispatcher.post(unassign, { reason: 'The van broke down.' }, { key: 'take-back' });
    const again = { body: { reason: 'The driver is ill.' }, key: 'take-back' };
    await world.dispatcher.refused(422, 'idempotency.MISMATCH', 'POST', unassign, again);
    const elsewhere = { body: { reason: 'The van broke down.' }, key: 'take-back' };
    const cancel = `/dispatch/tasks/${taskId}/cancel`;
    await world.dispatcher.refused(422, 'idempotency.MISMATCH', 'POST', cancel, elsewhere);
    const repeated = await world.dispatcher.call('POST', unassign, elsewhere);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
  });

  it('overrules a decline', async () => {
    const driver = await world.onDuty();
    const { taskId } = await world.ready();
    await driver.client.post(`/driver/tasks/${taskId}/decline`);
    await world.settle();
    expect((await assign(taskId, driver)).body.driverId).to.equal(driver.driverId);
  });

  it('is bound by zones, cash and capacity, and names the one that refused', async () => {
    const zone = await world.dispatcher.post<Schema<'Zone'>>('/dispatch/zones', {
      name: { en: 'West Bay', ar: 'الخليج الغربي' },
      priority: 10,
      geometry: around(WEST_BAY),
      active: true,
    });
    const { taskId } = await world.ready({ goods: '90.00', items: 2 });
    await refused(taskId, await world.onDuty({ zoneIds: [zone.id] }), 409, 'delivery.OUTSIDE_ZONES');
    await refused(taskId, await world.onDuty({ cashLimit: '114.99' }), 409, 'delivery.CASH_LIMIT_EXCEEDED');
    await refused(taskId, await world.onDuty({ capacity: 1 }), 409, 'delivery.CAPACITY_EXCEEDED');
    await refused(taskId, await world.approved(), 409, 'delivery.DRIVER_UNAVAILABLE');
    await refused(taskId, await world.applicant(), 409, 'delivery.DRIVER_UNAVAILABLE');
    await world.settle();
    const task = await world.task(taskId);
    expect(task).to.include({ status: 'UNASSIGNED', driverId: null, pendingAssignment: null });
    expect(task.assignmentRefusal?.code).to.equal('delivery.DRIVER_UNAVAILABLE');
    expect(await holders(taskId)).to.deep.equal([]);
  });

  it('reports the refusal even when the queue has given the task to another driver by then', async () => {
    const former = await world.onDuty({ at: STORE });
    const { taskId } = await world.ready();
    const poor = await world.onDuty({ cashLimit: '10.00' });
    const other = await world.onDuty({ at: AL_KHOR });
    await refused(taskId, poor, 409, 'delivery.CASH_LIMIT_EXCEEDED');
    await world.settle();
    // Not back to the driver it was taken from, who is nearer.
    expect(await world.task(taskId)).to.include({ status: 'ASSIGNED', driverId: other.driverId, round: 3 });
    expect(await holders(taskId)).to.deep.equal([other.driverId]);
    expect(await world.database('zone_tickets').where('task_id', taskId)).to.deep.equal([]);
    expect(former.driverId).to.not.equal(other.driverId);
  });

  it('by two dispatchers at once gives the task to one driver, and both responses are true', async () => {
    const drivers = [await world.onDuty(), await world.onDuty()];
    for (let turn = 0; turn < 5; turn += 1) {
      const { taskId } = await world.ready();
      const [first, second] = await Promise.all([
        world.dispatcher.call<Answered>('POST', `/dispatch/tasks/${taskId}/assign`, {
          body: { driverId: drivers[0]?.driverId },
        }),
        world.secondDispatcher.call<Answered>('POST', `/dispatch/tasks/${taskId}/assign`, {
          body: { driverId: drivers[1]?.driverId },
        }),
      ]);
      await world.settle();
      const task = await world.task(taskId);
      expect(task.status).to.equal('ASSIGNED');
      expect(await holders(taskId)).to.deep.equal([task.driverId]);
      const answers = [first, second];
      // The later assignment counts; the other one was answered with 200 before it, or with 409 because of it.
      const winner = answers[drivers.findIndex(({ driverId }) => driverId === task.driverId)];
      expect(winner?.status).to.equal(200);
      for (const { status, body } of answers)
        expect(status === 200 || body.code === 'common.CONFLICT').to.equal(true);
      await world.dispatcher.post(`/dispatch/tasks/${taskId}/cancel`, { reason: 'Next turn' });
      await world.settle();
    }
  });

  it('lets only one of two tasks have what is left of a cash limit', async () => {
    const first = await world.ready();
    const second = await world.ready();
    const driver = await world.approved({ cashLimit: '200.00' });
    await world.database('zone_tickets').delete();
    await driver.client.post('/driver/shift/start');
    await world.settle();
    const answers = await Promise.all([assign(first.taskId, driver), assign(second.taskId, driver)]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'assigned' : body.code)).sort();
    expect(codes).to.deep.equal(['assigned', 'delivery.CASH_LIMIT_EXCEEDED']);
  });

  it('responds with 202 and Location while the driver actor is busy, and the task shows the result', async () => {
    const driver = await world.approved();
    const { taskId } = await world.ready();
    await world.database('zone_tickets').delete();
    await driver.client.post('/driver/shift/start');
    await world.settle();
    const beside = world.connection();
    try {
      const busy = await beside.transaction();
      await busy.raw(`SELECT 1 FROM actor WHERE kind = 'driver' AND key = ? FOR UPDATE`, [driver.driverId]);
      const { status, body, headers } = await assign(taskId, driver, 'slow');
      expect([status, body.status]).to.deep.equal([202, 'UNASSIGNED']);
      expect(body.pendingAssignment).to.deep.equal({ driverId: driver.driverId });
      const location = headers.get('location') ?? '';
      expect(location).to.equal(`/api/v1/dispatch/tasks/${taskId}`);
      await busy.rollback();
      await world.settle();
      const task = await world.dispatcher.get<DispatchTask>(location.slice('/api/v1'.length));
      expect(task).to.include({ status: 'ASSIGNED', driverId: driver.driverId, pendingAssignment: null });
      expect((await assign(taskId, driver, 'slow')).status).to.equal(200);
    } finally {
      await beside.destroy();
    }
  });

  it('is undone by taking the task back, which needs a reason and notifies the driver', async () => {
    const driver = await world.onDuty();
    const { taskId } = await world.ready();
    await world.dispatcher.refused(
      422,
      'common.VALIDATION_FAILED',
      'POST',
      `/dispatch/tasks/${taskId}/unassign`,
      {
        body: {},
      },
    );
    const body = { reason: 'Driver is stuck on the Corniche' };
    const task = await world.dispatcher.post<DispatchTask>(`/dispatch/tasks/${taskId}/unassign`, body);
    expect(task).to.include({ status: 'UNASSIGNED', driverId: null, round: 2 });
    expect(task.history.at(-1)).to.deep.include({ status: 'UNASSIGNED', by: 'DISPATCHER', ...body });
    const again = await world.dispatcher.post<DispatchTask>(`/dispatch/tasks/${taskId}/unassign`, body);
    expect(again.version).to.equal(task.version);
    await world.settle();
    // Not straight back to the driver it was taken from.
    expect((await world.task(taskId)).driverId).to.equal(null);
    const bell = await driver.client.get<Schema<'NotificationList'>>('/notifications');
    expect(bell.data.map(({ kind }) => kind)).to.include('TASK_WITHDRAWN');
  });

  it('is impossible once the goods are on board, as are taking back, reassigning and cancelling', async () => {
    const driver = await world.onDuty();
    const other = await world.onDuty();
    const placed = await world.ready();
    const { taskId } = placed;
    await assign(taskId, driver);
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await driver.client.post(`/driver/tasks/${taskId}/pick-up`);
    const path = `/dispatch/tasks/${taskId}`;
    const reason = { body: { reason: 'Too late' } };
    await world.dispatcher.refused(409, 'delivery.INVALID_STATE', 'POST', `${path}/unassign`, reason);
    await refused(taskId, other, 409, 'delivery.INVALID_STATE');
    await world.dispatcher.refused(409, 'order.INVALID_STATE', 'POST', `${path}/cancel`, reason);
    expect((await world.task(taskId)).allowedActions).to.deep.equal(['fail', 'hand-over']);
    await driver.client.post(`/driver/tasks/${taskId}/in-transit`);
    await driver.client.post(`/driver/tasks/${taskId}/delivery-code`);
    await driver.client.post(`/driver/tasks/${taskId}/verify-code`, { code: await world.code() });
    const amount = { amount: placed.cashDue, currency: 'QAR' };
    await driver.client.post(`/driver/tasks/${taskId}/record-cash`, { amount });
    await driver.client.post(`/driver/tasks/${taskId}/complete`);
    await world.settle();
  });

  it('finds neither a missing task nor a missing driver', async () => {
    const missing = '01900000-0000-7000-8000-00000000dead';
    const driver = await world.onDuty();
    const { taskId } = await world.ready();
    await refused(missing, driver, 404, 'common.NOT_FOUND');
    await refused(taskId, { ...driver, driverId: missing }, 404, 'common.NOT_FOUND');
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', `/dispatch/tasks/${missing}`);
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', `/dispatch/tasks/${missing}/explanation`);
  });

  it('a task is cancelled with its group: the payment is void, the stock returns, the driver is free', async () => {
    const driver = await world.onDuty();
    const { taskId, groupId } = await world.ready();
    const body = { reason: 'Buyer called to cancel' };
    const task = await world.dispatcher.post<DispatchTask>(`/dispatch/tasks/${taskId}/cancel`, body);
    expect(task).to.include({ status: 'CANCELLED' });
    expect(task.allowedActions).to.deep.equal([]);
    await world.settle();
    const group = await world.database('order_groups').where('id', groupId).first('status', 'payment_status');
    expect(group).to.deep.equal({ status: 'CANCELLED', payment_status: 'VOID' });
    expect(await holders(taskId)).to.deep.equal([]);
    await driver.client.post('/driver/shift/end');
  });
});
