import { expect } from 'chai';
import { createPusherOnly } from '../../realtime/pusher.ts';
import { roomChannel } from '../../realtime/room-channel.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';
import {
  caller,
  connectLive,
  freshNamespace,
  type LiveClient,
  type LiveProcess,
  silent,
  startLive,
  Tokens,
} from './live-fixture.ts';
import { RedisLine } from './redis-line.ts';

const account = caller();
const room = `account:${account.accountId}`;

describe('live events between processes', () => {
  const tokens = new Tokens();
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function start(namespace: string, url?: string): Promise<LiveProcess> {
    const live = await startLive({
      callers: tokens,
      namespace,
      ...(url === undefined ? {} : { redisUrl: url }),
    });
    closers.push(() => live.close());
    return live;
  }

  async function connect(live: LiveProcess): Promise<LiveClient> {
    const client = await connectLive(live.url, tokens.give(account));
    closers.push(() => client.socket.close());
    return client;
  }

  it('reach a socket of another process as soon as it is connected', async () => {
    const namespace = freshNamespace();
    const [here, there] = [await start(namespace), await start(namespace)];
    // No pause in between: `connect` resolves only once the rooms are in Redis, too.
    const client = await connect(there);
    here.pusher.push([room], 'marker', { n: 1 });
    expect(await client.next('marker')).to.include({ n: 1 });
  });

  it('reach a room subscribed to in another process as soon as that is acknowledged', async () => {
    const namespace = freshNamespace();
    const here = await start(namespace);
    const access = { maySee: async () => true };
    const there = await startLive({ callers: tokens, namespace, access });
    closers.push(() => there.close());
    const client = await connect(there);
    const order = 'order:0190a6a0-0000-7000-8000-000000000001';
    await client.ask('subscribe', { room: order });
    here.pusher.push([order, 'dispatch'], 'order.updated', { n: 2 });
    expect(await client.next('order.updated')).to.include({ n: 2 });
  });

  it('go only to processes that have a socket in the room', async () => {
    const namespace = freshNamespace();
    const [here, there] = [await start(namespace), await start(namespace)];
    const redis = openRedis({ redisUrl: redisUrl() }, { role: 'commands', log: silent });
    closers.push(() => closeRedis(redis));
    await redisReady(redis, 5_000);
    const listeners = async () => Number((await redis.pubsub('NUMSUB', roomChannel(namespace, room)))[1]);
    expect(await listeners()).to.equal(0);
    const first = await connect(here);
    expect(await listeners()).to.equal(1);
    const second = await connect(there);
    expect(await listeners()).to.equal(2);
    first.socket.close();
    await until(async () => (await listeners()) === 1);
    second.socket.close();
    await until(async () => (await listeners()) === 0);
  });

  it('come from a process that serves no sockets', async () => {
    const namespace = freshNamespace();
    const live = await start(namespace);
    const client = await connect(live);
    const config = { redisUrl: redisUrl() };
    const redis = {
      pub: openRedis(config, { role: 'publish', log: silent }),
      sub: openRedis(config, { role: 'subscribe', log: silent }),
    };
    await redisReady(redis.pub, 5_000);
    const worker = createPusherOnly({ redis, namespace, frames: testFrames(), log: silent });
    worker.pusher.push([room], 'marker', { n: 3 });
    expect(await client.next('marker')).to.include({ n: 3 });
    await worker.close();
    await Promise.all([closeRedis(redis.pub), closeRedis(redis.sub)]);
  });

  it('stay within their installation', async () => {
    const [mine, other] = [await start(freshNamespace()), await start(freshNamespace())];
    const client = await connect(mine);
    other.pusher.push([room], 'foreign', {});
    other.pusher.push([room, 'dispatch'], 'foreign', {});
    mine.pusher.push([room], 'marker', {});
    await client.next('marker');
    expect(client.received.map(({ event }) => event)).to.deep.equal(['marker']);
  });

  it('wait while Redis is away, of which every socket is notified, and arrive when it is back', async () => {
    const line = new RedisLine();
    await line.mend();
    closers.push(() => line.cut());
    const namespace = freshNamespace();
    const [here, there] = [await start(namespace, line.url), await start(namespace, line.url)];
    const [near, far] = [await connect(here), await connect(there)];
    await line.cut();
    await Promise.all([near, far].map((client) => client.next('live.paused')));
    expect(await here.pusher.push([room], 'while-away', {})).to.equal(false);
    // Sockets connect and disconnect as before, and are notified, too.
    const late = await connect(there);
    expect(await late.next('live.hello')).to.include({ live: false });
    await line.mend();
    await Promise.all([near, far, late].map((client) => client.next('live.resumed')));
    here.pusher.push([room], 'marker', {});
    await Promise.all([near, far, late].map((client) => client.next('marker')));
    const position = far.received.at(-1)?.stamp;
    expect(position?.seq).to.equal(2);
    const from = { room, epoch: position?.epoch, seq: 0 };
    const { events } = (await late.ask('subscribe', from)) as { events: { event: string }[] };
    expect(events.map(({ event }) => event)).to.deep.equal(['while-away', 'marker']);
  });
});
