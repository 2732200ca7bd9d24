import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, qar, STORE } from '../../worlds/delivery-world.ts';

type Problem = { code: string; currentState: string };

describe('a cancellation by the buyer', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty({ at: STORE });
  });

  after(() => world?.close());

  const cancel = (orderId: string) =>
    world.buyer.call<Schema<'OrderCancellation'> & Problem>('POST', `/orders/${orderId}/cancel`, {
      body: { reason: 'Bought elsewhere' },
    });

  it('ends what no seller has accepted, gets the same response again, and leaves no effects pending', async () => {
    const { orderId, groupId } = await world.order();
    for (const time of ['first', 'again']) {
      const { status, body } = await cancel(orderId);
      expect([status, body.order.status], time).to.deep.equal([200, 'CANCELLED']);
      expect(body.groups).to.deep.equal([{ groupId, cancelled: true, code: null }]);
    }
    await world.settle();
    const timers = await world.database('actor_timer').where({ kind: 'order', key: orderId });
    expect(timers).to.deep.equal([]);
    const group = await world.database('order_groups').where('id', groupId).first('status', 'payment_status');
    expect(group).to.include({ status: 'CANCELLED', payment_status: 'VOID' });
  });

  it('is refused in every stage after that, with the stage, and changes nothing', async () => {
    const { orderId, groupId, cashDue } = await world.order();
    const seen: string[] = [];
    const refused = async () => {
      const { status, body } = await cancel(orderId);
      expect([status, body.code], JSON.stringify(body)).to.deep.equal([409, 'order.INVALID_STATE']);
      seen.push(body.currentState);
    };
    for (const step of ['accept', 'pack', 'ready']) {
      await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
      await refused();
    }
    await world.settle();
    const { id } = await world.database('delivery_tasks').where('group_id', groupId).first('id');
    const path = `/driver/tasks/${id}`;
    const drive = (step: string, body?: object) => driver.client.post(`${path}/${step}`, body);
    for (const step of ['accept', 'pick-up', 'in-transit']) {
      await drive(step);
      await refused();
    }
    await drive('fail', { reason: 'NOBODY_HOME' });
    await refused();
    await world.dispatcher.post(`/dispatch/tasks/${id}/retry`, { reason: 'The buyer is at home now' });
    await drive('delivery-code');
    await drive('verify-code', { code: await world.code() });
    await drive('record-cash', { amount: qar(cashDue) });
    await drive('complete');
    await refused();
    expect(seen).to.deep.equal([
      ...['ACCEPTED', 'PACKED', 'READY_FOR_PICKUP', 'READY_FOR_PICKUP', 'PICKED_UP', 'IN_TRANSIT'],
      ...['DELIVERY_FAILED', 'DELIVERED'],
    ]);
  });

  it('is refused for goods that are returning or have returned, too', async () => {
    const { orderId, taskId, groupId } = await world.ready();
    const path = `/driver/tasks/${taskId}`;
    for (const step of ['accept', 'pick-up', 'in-transit']) await driver.client.post(`${path}/${step}`);
    await driver.client.post(`${path}/fail`, { reason: 'REFUSED' });
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/return`, { reason: 'Nobody wants it' });
    expect((await cancel(orderId)).body).to.include({
      code: 'order.INVALID_STATE',
      currentState: 'RETURNING',
    });
    await driver.client.post(`${path}/return`, { stage: 'COMPLETE' });
    expect((await cancel(orderId)).body).to.include({
      code: 'order.INVALID_STATE',
      currentState: 'RETURNED',
    });
    await world.settle();
    const group = await world.database('order_groups').where('id', groupId).first('payment_status');
    expect(group.payment_status).to.equal('VOID');
    const order = await world.buyer.get<Schema<'Order'>>(`/orders/${orderId}`);
    expect(order.status).to.equal('CANCELLED');
  });
});
