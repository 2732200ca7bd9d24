import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld } from '../../worlds/delivery-world.ts';

describe('delivering without Redis', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    // Port 1 refuses connections.
    world = await DeliveryWorld.open({ REDIS_URL: 'redis://127.0.0.1:1' });
  });

  after(() => world?.close());

  it('continues: presence is unknown, which excludes no driver, and every step is accepted', async () => {
    const driver = await world.onDuty();
    const own = await driver.client.get<Schema<'Driver'>>('/driver');
    expect(own.presence).to.equal('UNKNOWN');
    const order = await world.ready();
    expect((await world.task(order.taskId)).driverId).to.equal(driver.driverId);
    expect(await world.deliver(driver, order)).to.include({ status: 'COMPLETED' });
    const board = await world.dispatcher.get<Schema<'DispatchOverview'>>('/dispatch/overview');
    expect(board.drivers).to.deep.include({ onDuty: 1, online: 0, offline: 0, unknown: 1 });
    const receipt = await world.report(driver, { latitude: 25.3, longitude: 51.5 });
    // This process has seen the position; without Redis no other process can receive it.
    expect(receipt.accepted).to.equal(0);
  });
});
