import { expect } from 'chai';
import { connectLive, type LiveClient } from '../../realtime/live-fixture.ts';
import type { Schema } from '../../support/api-client.ts';
import { AL_KHOR, DeliveryWorld, type DriverTask, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

describe('a task offer with its countdown', () => {
  let world: DeliveryWorld;
  const sockets: LiveClient[] = [];

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(async () => {
    for (const { socket } of sockets.splice(0)) socket.close();
    await world?.clear();
  });

  after(() => world?.close());

  async function live({ client }: OnDuty): Promise<LiveClient> {
    const socket = await connectLive(world.service.url, client.token);
    sockets.push(socket);
    return socket;
  }

  it('reaches the driver’s socket and task with the same expiry, which acceptance removes', async () => {
    const driver = await world.onDuty({ at: STORE });
    const phone = await live(driver);
    const { taskId, cashDue } = await world.ready();
    const offered = await phone.next('task.offered');
    expect(offered).to.deep.include({
      taskId,
      manual: false,
      round: 1,
      cashDue: { amount: cashDue, currency: 'QAR' },
    });
    const expected = String(offered.expiresAt);
    const left = Date.parse(expected) - world.service.clock.now().getTime();
    expect(left).to.be.within(80_000, 90_000);
    const { data } = await driver.client.get<{ data: DriverTask[] }>('/driver/tasks');
    expect(data[0]?.offer).to.deep.equal({ id: offered.offerId, expiresAt: expected });
    expect((await world.task(taskId)).offer?.expiresAt).to.equal(expected);
    const bell = await driver.client.get<Schema<'NotificationList'>>('/notifications');
    expect(bell.data[0]?.kind).to.equal('TASK_OFFERED');
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await world.later(100_000);
    expect(await world.task(taskId)).to.include({ status: 'ACCEPTED', driverId: driver.driverId });
  });

  it('to a driver whose socket is gone expires automatically, and goes to the next one', async () => {
    const gone = await world.onDuty({ at: STORE });
    const next = await world.onDuty({ at: AL_KHOR });
    const [lost, heard] = [await live(gone), await live(next)];
    lost.socket.close();
    const { taskId } = await world.ready();
    expect((await world.task(taskId)).driverId).to.equal(gone.driverId);
    await world.later(90_500);
    expect(await heard.next('task.offered')).to.include({ taskId, round: 2 });
    expect(await world.task(taskId)).to.include({ status: 'ASSIGNED', driverId: next.driverId });
    expect((await gone.client.get<{ data: unknown[] }>('/driver/tasks')).data).to.deep.equal([]);
    const bell = await gone.client.get<Schema<'NotificationList'>>('/notifications');
    expect(bell.data.map(({ kind }) => kind)).to.include('TASK_WITHDRAWN');
  });

  it('expires after the time set by the administrator; an assignment by hand has no countdown', async () => {
    await world.database('settings').insert({ key: 'offerTimeoutSeconds', value: '20', confirmed: false });
    try {
      const driver = await world.onDuty({ at: STORE });
      const { taskId } = await world.ready();
      await world.later(19_000);
      expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
      await world.later(1_500);
      expect((await world.task(taskId)).driverId).to.equal(null);
      await world.dispatcher.post(`/dispatch/tasks/${taskId}/assign`, { driverId: driver.driverId });
      await world.later(60_000);
      expect((await world.task(taskId)).offer?.expiresAt).to.equal(null);
    } finally {
      await world.database('settings').delete();
    }
  });
});
