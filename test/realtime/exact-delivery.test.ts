import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { EventSchemas } from '../../realtime/event-schema.ts';
import { Follower, type FollowerOptions } from './follower.ts';
import {
  caller,
  connectLive,
  freshNamespace,
  type LiveProcess,
  type ProcessOptions,
  startLive,
  Tokens,
} from './live-fixture.ts';
import { RedisLine } from './redis-line.ts';

describe('exact delivery', () => {
  const tokens = new Tokens();
  const schemas = new EventSchemas();
  const closers: (() => unknown)[] = [];
  let order: string;
  let account: ReturnType<typeof caller>;
  let own: string;

  beforeEach(() => {
    order = `order:${randomUUID()}`;
    account = caller();
    own = `account:${account.accountId}`;
  });

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function start(options: Partial<ProcessOptions> = {}): Promise<LiveProcess> {
    const access = { maySee: async () => true };
    const live = await startLive({ callers: tokens, namespace: freshNamespace(), access, ...options });
    closers.push(() => live.close());
    return live;
  }

  function follow(live: LiveProcess, options: Partial<FollowerOptions> = {}): Follower {
    const follower = new Follower({ url: live.url, token: async () => tokens.give(account), ...options });
    closers.push(() => follower.client.close());
    return follower;
  }

  async function line(target?: string): Promise<RedisLine> {
    const redisLine = new RedisLine(target);
    await redisLine.mend();
    closers.push(() => redisLine.cut().catch(() => undefined));
    return redisLine;
  }

  /** Ends the transport under every socket of a process, as a network failure would. */
  function drop(live: LiveProcess): void {
    for (const { conn } of live.io.of('/').sockets.values()) conn.close();
  }

  const push = (live: LiveProcess, room: string, ...ids: string[]) =>
    Promise.all(ids.map((id) => live.pusher.push([room], 'notification.created', {}, id)));

  it('delivers what was missed, in order, in requested rooms and in those of the account', async () => {
    const live = await start();
    const follower = follow(live);
    follower.client.subscribe(order, follower.handlers());
    await follower.live();
    await Promise.all([push(live, order, 'a'), push(live, own, 'x')]);
    await follower.heardId('a');
    await follower.heardId('x');
    drop(live);
    await follower.until(() => follower.client.status.state === 'offline');
    expect(follower.client.status.since).to.be.a('number');
    await Promise.all([push(live, order, 'b', 'c', 'd'), push(live, own, 'y', 'z')]);
    await follower.live();
    await push(live, order, 'e');
    await follower.heardId('e');
    expect(follower.idsOf(order)).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(follower.idsOf(own)).to.deep.equal(['x', 'y', 'z']);
    // The state was read at the beginning only.
    expect([...follower.snapshots].sort()).to.deep.equal([own, order].sort());
  });

  it('makes the client read the state when too much was missed, and continues from before the reading', async () => {
    const live = await start({ keep: 5 });
    const follower = follow(live, {
      // Pushed while the state is read, so after its position: the event must be delivered.
      read: async (room) => {
        if (room === order && follower.snapshots.length > 2) await push(live, order, 'meanwhile');
        return undefined;
      },
    });
    follower.client.subscribe(order, follower.handlers());
    await follower.live();
    drop(live);
    await push(live, order, ...Array.from({ length: 200 }, (_, index) => `missed ${index}`));
    await follower.heardId('meanwhile');
    await push(live, order, 'after');
    await follower.heardId('after');
    expect(follower.idsOf(order)).to.deep.equal(['meanwhile', 'after']);
    expect(follower.snapshots.filter((room) => room === order)).to.have.lengthOf(2);
  });

  it('leaves out events that the state includes, repetitions, and what a later event has overtaken', async () => {
    const live = await start();
    const driverId = randomUUID();
    const follower = follow(live, { read: async () => ({ [`driver:${driverId}`]: 7 }) });
    await follower.live();
    const updated = (version: number, id: string) =>
      live.pusher.push([own], 'driver.updated', { driverId, version }, id);
    await updated(6, 'before');
    await updated(7, 'included');
    await updated(9, 'new');
    await updated(8, 'overtaken');
    await updated(9, 'new');
    await updated(9, 'same commit');
    await updated(10, 'last');
    await follower.heardId('last');
    expect(follower.idsOf(own)).to.deep.equal(['new', 'same commit', 'last']);
  });

  it('has neither gap nor repetition when a subscription coincides with pushes from two processes', async () => {
    const namespace = freshNamespace();
    const [here, there] = [await start({ namespace }), await start({ namespace })];
    const pushed: Promise<unknown>[] = [];
    let count = 0;
    const pump = setInterval(() => {
      for (const live of [here, there]) pushed.push(push(live, order, `${count++}`));
    }, 1);
    closers.push(() => clearInterval(pump));
    const followers = Array.from({ length: 6 }, (_, index) => {
      const follower = follow(index % 2 === 0 ? here : there);
      follower.client.subscribe(order, follower.handlers());
      return follower;
    });
    await Promise.all(followers.map((follower) => follower.live()));
    for (const round of [1, 2, 3]) {
      const enough = count + 200;
      await Promise.all(followers.map((follower) => follower.until(() => count > enough)));
      drop(round % 2 === 0 ? here : there);
    }
    clearInterval(pump);
    await Promise.all(pushed);
    await push(here, order, 'end');
    await Promise.all(followers.map((follower) => follower.heardId('end')));
    for (const { heard } of followers) {
      const numbers = heard.filter(({ stamp }) => stamp.room === order).map(({ stamp }) => stamp.seq);
      const [first = 0] = numbers;
      expect(numbers).to.deep.equal(Array.from(numbers, (_, index) => first + index));
      expect(numbers.length).to.be.greaterThan(200);
    }
  });

  it('never silently loses what a slow socket could not take', async () => {
    let lagged = 0;
    const ignore = () => undefined;
    const live = await start({
      slowAfter: 8,
      observe: {
        appended: ignore,
        shed: ignore,
        delivered: ignore,
        caughtUp: ignore,
        live: ignore,
        lagged: () => {
          lagged += 1;
        },
      },
    });
    const follower = follow(live);
    follower.client.subscribe(order, follower.handlers());
    await follower.live();
    // Written in one turn of the event loop: the engine cannot send in between.
    const ids = Array.from({ length: 300 }, (_, index) => `${index}`);
    await push(live, order, ...ids);
    // No later event reveals the gap, so the server must report it.
    await follower.heardId('299');
    expect(follower.idsOf(order)).to.deep.equal(ids);
    expect(lagged).to.be.greaterThan(0);
  });

  it('reports an outage of Redis within seconds, and catches up exactly once it is back', async () => {
    const [redisLine, namespace] = [await line(), freshNamespace()];
    const [cutOff, healthy] = [
      await start({ namespace, redisUrl: redisLine.url }),
      await start({ namespace }),
    ];
    const [far, near] = [follow(cutOff), follow(healthy)];
    await Promise.all([far, near].map((follower) => follower.live()));
    await redisLine.cut();
    await far.until(() => far.client.status.state === 'stale');
    // Events from the process that is cut off stay in its memory; those from the other process are in Redis.
    const kept = await push(cutOff, own, 'kept');
    expect(kept).to.deep.equal([false]);
    await push(healthy, own, 'missed');
    await near.heardId('missed');
    expect(far.idsOf(own)).to.deep.equal([]);
    await redisLine.mend();
    await Promise.all([far, near].map((follower) => follower.heardId('kept')));
    await far.live();
    expect(far.idsOf(own)).to.deep.equal(['missed', 'kept']);
    expect(near.idsOf(own)).to.deep.equal(['missed', 'kept']);
    expect(far.snapshots).to.deep.equal([own]);
  });

  it('makes every client read the state when a process had to drop events', async () => {
    const [redisLine, namespace] = [await line(), freshNamespace()];
    const cutOff = await start({ namespace, redisUrl: redisLine.url, capacity: 10 });
    const healthy = await start({ namespace });
    const follower = follow(healthy);
    await follower.live();
    await redisLine.cut();
    await push(cutOff, own, ...Array.from({ length: 25 }, (_, index) => `${index}`));
    expect(follower.snapshots).to.deep.equal([own]);
    await redisLine.mend();
    await follower.until(() => follower.snapshots.length > 1);
    await follower.live();
    await push(healthy, own, 'after');
    await follower.heardId('after');
    expect(follower.snapshots).to.deep.equal([own, own]);
    expect(follower.idsOf(own)).to.not.include('0');
  });

  it('renews the token on the open connection, and reconnects with a new one when the session has ended', async () => {
    const live = await start({ recheckEvery: 50 });
    const [asked, given]: [string[], string[]] = [[], []];
    const follower = follow(live, {
      token: async (why) => {
        asked.push(why);
        const token = tokens.give(account, why === 'connect' ? 2_000 : 60_000);
        given.push(token);
        return token;
      },
    });
    await follower.until(() => asked.includes('renew'));
    const [socket] = live.io.of('/').sockets.values();
    await follower.until(() => Number(socket?.data.session.expiresAt) > Date.now() + 10_000);
    expect(socket?.connected).to.equal(true);
    tokens.revoke(given[1] ?? '');
    await follower.until(() => asked.includes('refused'));
    await follower.live();
    expect(asked).to.deep.equal(['connect', 'renew', 'refused']);
  });

  it('names the rooms that are refused, and ends for an account that may not listen at all', async () => {
    const mine = `order:${randomUUID()}`;
    const live = await start({ access: { maySee: async (_caller: unknown, room: string) => room === mine } });
    const follower = follow(live);
    const foreign = follower.client.subscribe(order, follower.handlers());
    follower.client.subscribe(mine, follower.handlers());
    await follower.until(() => foreign.state === 'refused');
    await follower.live();
    account = caller({ roles: ['ADMIN'] });
    const refused = follow(live);
    await refused.until(() => refused.client.status.state === 'ended');
    expect(refused.client.status.code).to.equal('auth.MFA_REQUIRED');
  });

  it('informs an account of rooms that it gains, with their positions, and of those it loses', async () => {
    const live = await start({ recheckEvery: 30 });
    const token = tokens.give(account);
    const follower = follow(live, { token: async () => token });
    await follower.live();
    const sellerId = randomUUID();
    const room = `seller:${sellerId}`;
    tokens.change(token, { ...account, sellerId, rights: new Set(['ORDERS']) });
    await follower.until(() => follower.snapshots.includes(room));
    await push(live, room, 'sold');
    await follower.heardId('sold');
    let state = '';
    tokens.change(token, account);
    follower.client.subscribe(
      room,
      follower.handlers((now) => {
        state = now;
      }),
    );
    await follower.until(() => state === 'refused');
  });

  it('notices a server that falls silent', async () => {
    const live = await start({ heartbeatEvery: 100 });
    const way = await line(live.url);
    const follower = follow(live, { url: way.httpUrl });
    await follower.live();
    const since = Date.now();
    way.hold();
    await follower.until(() => follower.client.status.state === 'stale');
    expect(follower.client.status.since, 'when it was last heard').to.be.at.most(since + 100);
    // The connection is given up after the timeout, and opened again.
    await push(live, own, 'meanwhile');
    await follower.heardId('meanwhile');
    await follower.live();
  });

  it('greets and responds as the contract describes', async () => {
    const live = await start();
    const follower = follow(live);
    await follower.live();
    const raw = await connectLive(live.url, tokens.give(account));
    closers.push(() => raw.socket.close());
    schemas.check('live.hello', await raw.next('live.hello'));
    await push(live, order, 'a');
    const first = await raw.ask('subscribe', { room: order });
    schemas.checkSchema('SubscribeAnswer', first);
    await push(live, order, 'b');
    await raw.next('notification.created');
    const { stamp } = raw.received.at(-1) ?? {};
    schemas.checkSchema('Stamp', stamp);
    const { epoch } = first as { epoch: string };
    const second = await raw.ask('subscribe', { room: order, epoch, seq: 0 });
    schemas.checkSchema('SubscribeAnswer', second);
    expect(second.events).to.have.lengthOf(2);
    schemas.checkSchema('SubscribeAnswer', await raw.ask('subscribe', { room: 'nonsense' }));
    schemas.checkSchema('UnsubscribeAnswer', await raw.ask('unsubscribe', { room: order }));
    schemas.checkSchema('RenewAnswer', await raw.ask('renew', { token: tokens.give(account) }));
  });
});
