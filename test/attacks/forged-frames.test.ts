import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { v7 as uuidv7 } from 'uuid';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { connectLive, type LiveClient } from '../realtime/live-fixture.ts';
import { redisUrl } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';

/** Milliseconds: long enough for a message through Redis to arrive, if it were accepted. */
const LONG_ENOUGH_MS = 150;

describe('attack: messages from someone who can write to Redis (S14)', () => {
  let world: DeliveryWorld;
  let redis: Redis;
  let listening: Redis;
  let namespace: string;
  const clients: LiveClient[] = [];

  before(async () => {
    world = await DeliveryWorld.open();
    namespace = world.service.inside.deps.config.redisNamespace;
    redis = new Redis(redisUrl());
    listening = new Redis(redisUrl());
  });
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.close();
  });
  after(async () => {
    redis?.disconnect();
    listening?.disconnect();
    await world?.close();
  });

  async function refused(channel: string, because: string): Promise<number> {
    const { registry } = world.service.inside.deps.metrics;
    const found = await registry.getSingleMetric('wasl_frames_refused_total')?.get();
    const value = found?.values.find(
      ({ labels }) => labels.channel === channel && labels.because === because,
    );
    return value?.value ?? 0;
  }

  const untilRefused = (channel: string, because: string, count: number) =>
    until(async () => (await refused(channel, because)) >= count, { failure: `${channel}: ${because}` });

  /** What anyone with access to Redis can find out: the process's channel and present incarnation. */
  async function target(): Promise<{ channel: string; to: string }> {
    const [channel] = (await redis.pubsub('CHANNELS', `${namespace}:commands:*`)) as string[];
    const leases = await redis.keys(`${namespace}:own:*:lease:*`);
    return { channel: channel ?? '', to: leases[0]?.split(':lease:')[1] ?? '' };
  }

  const command = (orderId: string, taskId: string) => ({
    ref: { kind: 'order', key: orderId },
    type: 'cancel-task',
    payload: { taskId },
    by: { accountId: randomUUID(), role: 'ADMIN' },
    id: uuidv7(),
    reason: 'forged',
    requestId: null,
    correlationId: uuidv7(),
  });

  it('a command in the name of an administrator is refused, and nothing happens', async () => {
    const { orderId, taskId } = await world.ready();
    const { channel, to } = await target();
    const before = await world.database('actor').where({ kind: 'order', key: orderId }).first('version');
    const frame = JSON.stringify([{ t: 'ask', id: 1, from: 'evil', to, request: command(orderId, taskId) }]);
    const others = testFrames({ secret: 'a-secret-of-the-attackers-own-0123456789' });
    expect(await redis.publish(channel, frame)).to.equal(1);
    expect(await redis.publish(channel, others.seal(channel, frame))).to.equal(1);
    await untilRefused('commands', 'forged', 2);
    await world.settle();
    const after = await world.database('actor').where({ kind: 'order', key: orderId }).first('version');
    expect(after).to.deep.equal(before);
  });

  it('a recorded command takes effect once, and not in another process', async () => {
    const { orderId, taskId } = await world.ready();
    const { channel, to } = await target();
    // Another process of the installation: it has the secret, as the recorded frame's sender had.
    const from = randomUUID();
    const answers: Buffer[] = [];
    listening.on('messageBuffer', (_channel: Buffer, frame: Buffer) => answers.push(frame));
    await listening.subscribe(`${namespace}:commands:${from}`);
    const ask = JSON.stringify([{ t: 'ask', id: 1, from, to, request: command(orderId, taskId) }]);
    const recorded = testFrames().seal(channel, ask);
    await redis.publish(channel, recorded);
    await until(() => answers.length === 1);
    for (let count = 0; count < 3; count += 1) await redis.publish(channel, recorded);
    await untilRefused('commands', 'repeated', 3);
    await pause(LONG_ENOUGH_MS);
    expect(answers).to.have.length(1);
  });

  it('an event for everyone in the name of the socket server reaches no one', async () => {
    const client = await live();
    const packet = { type: 2, data: ['alert.raised', { kind: 'FORGED' }], nsp: '/' };
    const opts = { rooms: [], except: [], flags: {} };
    const message = { uid: 'evil', nsp: '/', type: 3, data: { opts, packet } };
    await redis.publish(`${namespace}:live#/#`, JSON.stringify(message));
    await untilRefused('live', 'forged', 1);
    await pause(LONG_ENOUGH_MS);
    expect(client.received.map(({ event }) => event)).to.not.include('alert.raised');
  });

  it('an event for a room reaches no one in it, and genuine ones still do', async () => {
    const client = await live();
    const { accountId } = client;
    const room = `account:${accountId}`;
    const before = await refused('live', 'forged');
    const forged = {
      event: 'notification.created',
      payload: { id: uuidv7(), kind: 'FORGED', unreadCount: 9 },
    };
    const event = { ...forged, id: uuidv7(), at: new Date().toISOString() };
    await redis.publish(`${namespace}:live#/#${room}#`, `~evil 1 [${JSON.stringify(event)}]`);
    await untilRefused('live', 'forged', before + 1);
    const marker = { id: uuidv7(), kind: 'MARKER', unreadCount: 0 };
    world.service.inside.deps.pusher.push([room], 'notification.created', marker);
    await client.next('notification.created');
    const kinds = client.received
      .filter((each) => each.event === 'notification.created')
      .map(({ payload }) => (payload as { kind: string }).kind);
    expect(kinds).to.deep.equal(['MARKER']);
  });

  it("an event inserted into a room's log makes clients read the database instead", async () => {
    const client = await live();
    const room = `account:${client.accountId}`;
    const marker = (kind: string) => ({ id: uuidv7(), kind, unreadCount: 0 });
    const { pusher } = world.service.inside.deps;
    await pusher.push([room], 'notification.created', marker('ONE'));
    const head = `${namespace}:live:{${room}}:head`;
    const epoch = await redis.hget(head, 'e');
    const seq = Number(await redis.hincrby(head, 'q', 1));
    const event = { event: 'notification.created', payload: marker('FORGED'), id: uuidv7(), at: new Date() };
    await redis.xadd(`${namespace}:live:{${room}}:stream`, `${seq}-0`, 'b', JSON.stringify(event));
    const again = await connectLive(world.service.url, client.token, {
      transports: ['websocket'],
      auth: { token: client.token, positions: { [room]: { epoch, seq: 0 } } },
    });
    clients.push(again);
    const hello = (await again.next('live.hello')) as { rooms: { room: string; snapshot: boolean }[] };
    expect(hello.rooms.find((each) => each.room === room)).to.deep.include({ snapshot: true, events: [] });
  });

  it("a driver's position is refused", async () => {
    const row = [randomUUID(), 25.3, 51.5, null, Date.now()];
    expect(await redis.publish(`${namespace}:locations`, `evil [${JSON.stringify(row)}]`)).to.equal(1);
    await untilRefused('locations', 'forged', 1);
  });

  async function live(): Promise<LiveClient & { accountId: string; token: unknown }> {
    const { accountId, client } = await world.somebody();
    const found = await connectLive(world.service.url, client.token, { transports: ['websocket'] });
    clients.push(found);
    await found.next('live.hello');
    return Object.assign(found, { accountId, token: client.token });
  }
});
