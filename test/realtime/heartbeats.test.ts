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
    this.timeout(10_000);
    const tokens = new Tokens();
    // The server's own heartbeats are too rare to be seen here.
    const live = await startLive({ callers: tokens, namespace: freshNamespace(), heartbeatEvery: 600_000 });
    closers.push(() => live.close());
    const arrivals = new Map<LiveClient, number[]>();
    for (let index = 0; index < 20; index += 1) {
      const client = await connectLive(live.url, tokens.give(caller()));
      closers.push(() => client.socket.close());
      const times: number[] = [];
      arrivals.set(client, times);
      client.socket.on('live.heartbeat', () => times.push(performance.now()));
    }
    const [answered] = arrivals.keys();
    const heartbeats = new Heartbeats({ io: live.io, every: EVERY_MS, live: () => true });
    closers.push(() => heartbeats.close());
    for (const socket of live.io.of('/').sockets.values()) {
      heartbeats.add(socket);
      if (socket.id === answered?.socket.id) socket.data.answeredAt = performance.now() + 60_000;
    }
    const others = [...arrivals].filter(([client]) => client !== answered).map(([, times]) => times);
    await until(() => others.every((times) => times.length >= 3));
    expect(arrivals.get(answered as LiveClient)).to.deep.equal([]);
    const firsts = others.map(([first = 0]) => first).sort((one, other) => one - other);
    expect((firsts.at(-1) ?? 0) - (firsts[0] ?? 0), 'spread, in ms').to.be.greaterThan(EVERY_MS / 2);
    for (const [first = 0, , third = 0] of others) {
      expect(third - first, 'two periods, in ms').to.be.within(2 * EVERY_MS - 300, 2 * EVERY_MS + 600);
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
