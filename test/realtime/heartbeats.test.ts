import { expect } from 'chai';
import { Heartbeats } from '../../realtime/heartbeats.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { caller, connectLive, freshNamespace, type LiveClient, startLive, Tokens } from './live-fixture.ts';

const EVERY_MS = 1_000;

describe('heartbeats', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('come to every socket once a period, never to all at once, and not to those that got a response recently', async function () {
    this.timeout(60_000);
    const tokens = new Tokens();
    // The server's own heartbeats are too rare to be seen here.
    const live = await startLive({ callers: tokens, namespace: freshNamespace(), heartbeatEvery: 600_000 });
    closers.push(() => live.close());
    const arrivals = new Map<LiveClient, string[]>();
    for (let index = 0; index < 20; index += 1) {
      const client = await connectLive(live.url, tokens.give(caller()));
      closers.push(() => client.socket.close());
      const sentAt: string[] = [];
      arrivals.set(client, sentAt);
      client.socket.on('live.heartbeat', ({ at }: { at: string }) => sentAt.push(at));
    }
    const [answered] = arrivals.keys();
    const heartbeats = new Heartbeats({ io: live.io, every: EVERY_MS, live: () => true });
    closers.push(() => heartbeats.close());
    for (const socket of live.io.of('/').sockets.values()) {
      heartbeats.add(socket);
      if (socket.id === answered?.socket.id) socket.data.answeredAt = performance.now() + 60_000;
    }
    const others = [...arrivals].filter(([client]) => client !== answered).map(([, sentAt]) => sentAt);
    await until(() => others.every(({ length }) => length >= 3));
    expect(arrivals.get(answered as LiveClient)).to.deep.equal([]);
    // As many slices as sockets: each of them at a moment of its own.
    expect(new Set(others.map(([first]) => first)).size, 'moments of the first heartbeats').to.equal(
      others.length,
    );
    // While one gets its third, nobody gets a fifth: in each period it is everybody's turn once.
    expect(Math.max(...others.map(({ length }) => length))).to.be.at.most(4);
    for (const [first = '', , third = ''] of others) {
      expect(Date.parse(third) - Date.parse(first), 'two periods, in ms').to.be.greaterThan(
        2 * EVERY_MS - 300,
      );
    }
  });

  it('come to everyone while live events are paused', async () => {
    const tokens = new Tokens();
    const live = await startLive({ callers: tokens, namespace: freshNamespace(), heartbeatEvery: 600_000 });
    closers.push(() => live.close());
    const client = await connectLive(live.url, tokens.give(caller()));
    closers.push(() => client.socket.close());
    const heartbeats = new Heartbeats({ io: live.io, every: 50, live: () => false });
    closers.push(() => heartbeats.close());
    for (const socket of live.io.of('/').sockets.values()) {
      socket.data.answeredAt = performance.now() + 60_000;
      heartbeats.add(socket);
    }
    expect(await client.next('live.heartbeat')).to.include({ live: false });
  });
});
