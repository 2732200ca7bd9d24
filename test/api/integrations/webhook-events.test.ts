import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { PLATFORM_EVENT_KINDS, SELLER_EVENT_KINDS } from '../../../actors/kinds/published-kinds.ts';
import { EventSchemas } from '../../../realtime/event-schema.ts';
import { until } from '../../../scripts/shared/waiting.ts';
import { startWebhooks } from '../../../server/integrations/webhooks/webhooks.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { makeAccount, signedIn } from '../../support/people.ts';
import { Receiver } from '../../webhooks/receiver.ts';
import { DeliveryWorld, qar } from '../../worlds/delivery-world.ts';

type NewWebhook = Schema<'NewWebhook'>;

/** The schema of each kind's body in asyncapi.yaml. */
const SCHEMAS: Record<string, string> = {
  'order.placed': 'WebhookGroup',
  'order.updated': 'WebhookGroup',
  'order.cancelled': 'WebhookGroup',
  'return.received': 'WebhookGroup',
  'return.confirmed': 'WebhookGroup',
  'task.created': 'WebhookTask',
  'task.updated': 'WebhookTask',
  'driver.duty_changed': 'WebhookDuty',
  'cash.handed_in': 'WebhookCash',
  'cash.difference': 'WebhookCash',
  'alert.raised': 'WebhookAlert',
  'alert.resolved': 'WebhookAlert',
};

interface Told {
  type: string;
  data: { status?: string; duty?: string; orderId?: string; groupId?: string; version: number };
}

describe('what webhooks are told', () => {
  let world: DeliveryWorld;
  let sender: { close(): Promise<void> };
  let other: ApiClient;
  let admin: ApiClient;
  const mine: { server: Receiver; secret: string }[] = [];

  before(async () => {
    world = await DeliveryWorld.open({ TEST_REACHES_LOOPBACK: '1' });
    const owner = await makeAccount(world.service, ['BUYER', 'SELLER_OWNER']);
    const plan = await world.database('commission_plans').where({ is_default: true }).first('id');
    await world.database('sellers').insert({
      ...{ id: randomUUID(), legal_name: 'Other W.L.L.', display_name_en: 'Other', display_name_ar: 'آخر' },
      ...{ status: 'ACTIVE', owner_account_id: owner.accountId, commission_plan_id: plan.id },
    });
    other = await signedIn(world.service, owner.accountId);
    admin = await world.admin();
    sender = startWebhooks(world.service.inside.deps);
    for (const [client, path, kinds] of [
      [world.seller, '/seller/webhooks', SELLER_EVENT_KINDS],
      [other, '/seller/webhooks', SELLER_EVENT_KINDS],
      [admin, '/admin/webhooks', PLATFORM_EVENT_KINDS],
    ] as const) {
      const server = await Receiver.open();
      const { secret } = await client.post<NewWebhook>(path, { url: server.url, kinds });
      mine.push({ server, secret: secret ?? '' });
    }
  });
  after(async () => {
    await sender?.close();
    for (const { server } of mine) await server.close();
    await world?.close();
  });

  const serverOf = (place: number): Receiver => {
    const found = mine[place]?.server;
    if (found === undefined) throw new Error(`there is no receiver ${place}`);
    return found;
  };
  const bodies = (place: number): Told[] =>
    serverOf(place).received.map(({ body }) => JSON.parse(body) as Told);
  const settled = async () => {
    await world.settle();
    await world.service.inside.relay.sweep(100);
    const waiting = () => world.database('webhook_deliveries').where({ status: 'PENDING' }).first();
    await until(async () => (await waiting()) === undefined, {
      limitMs: 15_000,
      failure: 'something still waits',
    });
  };

  it('of an order: the seller its group in sequence, the platform its task, another seller nothing', async () => {
    const driver = await world.onDuty();
    const order = await world.ready();
    await world.deliver(driver, order);
    const counted = qar(order.cashDue);
    await world.dispatcher.post('/dispatch/cash/settlements', { driverId: driver.driverId, counted });
    await driver.client.post('/driver/shift/end');
    await settled();
    const groups = bodies(0).filter(({ data }) => data.orderId === order.orderId);
    expect(groups.map(({ data }) => data.status)).to.deep.equal([
      ...['PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED', 'READY_FOR_PICKUP'],
      ...['PICKED_UP', 'IN_TRANSIT', 'DELIVERED'],
    ]);
    const versions = groups.map(({ data }) => data.version);
    expect(versions).to.deep.equal([...versions].sort((a, b) => a - b));
    expect(bodies(1)).to.deep.equal([]);
    const platform = bodies(2);
    const tasks = platform.filter(({ type }) => type.startsWith('task.')).map(({ data }) => data.status);
    expect(tasks).to.deep.equal([
      ...['UNASSIGNED', 'ASSIGNED', 'ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED'],
      ...['CODE_VERIFIED', 'CASH_RECORDED', 'COMPLETED'],
    ]);
    const duties = platform.filter(({ type }) => type === 'driver.duty_changed').map(({ data }) => data.duty);
    expect(duties).to.deep.equal(['ON_DUTY', 'OFF']);
    expect(platform.map(({ type }) => type)).to.include('cash.handed_in');
  });

  it('of a cancellation and of counted cash that differs', async () => {
    const order = await world.order();
    await admin.post(`/admin/order-groups/${order.groupId}/cancel`, { reason: 'The test wants it' });
    const driver = await world.onDuty();
    await world.deliver(driver, await world.ready());
    await world.dispatcher.post('/dispatch/cash/settlements', {
      ...{ driverId: driver.driverId, counted: qar('1.00'), note: 'The rest is missing' },
    });
    await settled();
    expect(bodies(0).map(({ type, data }) => [type, data.groupId])).to.deep.include([
      'order.cancelled',
      order.groupId,
    ]);
    expect(bodies(2).map(({ type, data }) => [type, data.status])).to.deep.include([
      'cash.difference',
      'PENDING_APPROVAL',
    ]);
  });

  it('each once, signed, as asyncapi.yaml describes it, and without a name, address, phone or amount', async () => {
    await settled();
    const schemas = new EventSchemas();
    for (const { server, secret } of mine) {
      expect(new Set(server.ids).size).to.equal(server.received.length);
      for (const { body, headers } of server.received) {
        const told = new Webhook(secret).verify(body, headers as Record<string, string>) as Told;
        schemas.checkSchema(SCHEMAS[told.type] ?? '', told);
        expect(body).to.not.match(/"(phone|address|name|amount|counted|expected|code)"/i);
      }
    }
  });

  it('again with the same ids, one or all since a moment, a page at a time', async () => {
    await settled();
    const { data } = await world.seller.get<Schema<'WebhookList'>>('/seller/webhooks');
    const at = `/seller/webhooks/${data[0]?.id}`;
    const server = serverOf(0);
    const before = [...server.ids];
    await world.seller.post(`${at}/deliveries/${before[0]}/replay`);
    await until(() => server.ids.length === before.length + 1, { failure: 'it did not come again' });
    expect(server.ids.at(-1)).to.equal(before[0]);
    const since = new Date(Date.now() - 86_400_000).toISOString();
    const all = await world.seller.post<Schema<'WebhookReplay'>>(`${at}/replay`, { since });
    expect(all).to.deep.equal({ queued: before.length, next: null });
    await settled();
    expect([...server.ids.slice(before.length + 1)].sort()).to.deep.equal([...before].sort());
    await other.refused(404, 'common.NOT_FOUND', 'POST', `${at}/replay`, { body: { since } });
    await world.seller.refused(404, 'common.NOT_FOUND', 'POST', `${at}/deliveries/${randomUUID()}/replay`);
  });

  it('keep for a paused endpoint what happens, and send it in sequence when it is resumed', async () => {
    const { data } = await world.seller.get<Schema<'WebhookList'>>('/seller/webhooks');
    const [webhook] = data as [Schema<'Webhook'>];
    const at = `/seller/webhooks/${webhook.id}`;
    const server = serverOf(0);
    const { version } = await world.seller.patch<Schema<'Webhook'>>(
      ...([at, { status: 'PAUSED' }, { version: webhook.version }] as const),
    );
    const count = server.received.length;
    const order = await world.order();
    for (const step of ['accept', 'pack'])
      await world.seller.post(`/seller/order-groups/${order.groupId}/${step}`);
    await world.settle();
    const { messageId } = await world.seller.post<Schema<'WebhookTest'>>(`${at}/test`);
    await until(() => server.ids.includes(messageId), { failure: 'the test did not come' });
    expect(server.received.length).to.equal(count + 1);
    await world.seller.patch(at, { status: 'ACTIVE' }, { version });
    await settled();
    const told = bodies(0).filter(({ data: { orderId } }) => orderId === order.orderId);
    expect(told.map(({ data: { status } }) => status).slice(-2)).to.deep.equal(['ACCEPTED', 'PACKED']);
  });
});
