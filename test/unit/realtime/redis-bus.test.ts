import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { RedisBus } from '../../../realtime/redis-bus.ts';
import { testFrames } from '../../support/frames.ts';

/** A connection whose answers a test decides. */
class FakeRedis extends EventEmitter {
  status = 'ready';
  readonly subscribed: string[][] = [];
  readonly dropped: string[][] = [];
  published = 0;
  reconnects = 0;
  answer: () => Promise<unknown> = async () => 1;

  publish(): Promise<unknown> {
    this.published += 1;
    return this.answer();
  }
  subscribe(...channels: string[]): Promise<unknown> {
    this.subscribed.push(channels);
    return this.answer();
  }
  unsubscribe(...channels: string[]): Promise<unknown> {
    this.dropped.push(channels);
    return this.answer();
  }
  ping(): Promise<unknown> {
    return this.answer();
  }
  disconnect(): void {
    this.reconnects += 1;
  }
}

describe('the bus of live events', () => {
  let clock: SinonFakeTimers;
  let pub: FakeRedis;
  let sub: FakeRedis;
  let bus: RedisBus;
  const fail = async () => {
    throw new Error('Command timed out');
  };

  beforeEach(() => {
    clock = useFakeTimers({ now: 1_000_000 });
    pub = new FakeRedis();
    sub = new FakeRedis();
    const connections = { pub: pub as unknown as Redis, sub: sub as unknown as Redis };
    bus = new RedisBus({ ...connections, frames: testFrames(), log: pino({ level: 'silent' }) });
  });

  afterEach(() => {
    bus.close();
    clock.restore();
  });

  it('drops what cannot be published, and rejects nothing', async () => {
    pub.answer = fail;
    expect(await bus.spublish('c', 'm')).to.equal(0);
    pub.status = 'reconnecting';
    expect(await bus.spublish('c', 'm')).to.equal(0);
    expect(pub.published).to.equal(1);
  });

  it('drops what accumulates while Redis does not respond', async () => {
    let release: (value: unknown) => void = () => undefined;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    pub.answer = () => held;
    const all = Array.from({ length: 6_000 }, () => bus.spublish('c', 'm'));
    expect(pub.published).to.equal(5_000);
    release(1);
    const sent = await Promise.all(all);
    expect(sent.filter((count) => count === 1)).to.have.lengthOf(5_000);
  });

  it('subscribes to all its channels again at every ready', () => {
    bus.ssubscribe('a');
    bus.ssubscribe('b');
    bus.sunsubscribe('a');
    sub.status = 'reconnecting';
    bus.ssubscribe('c');
    bus.sunsubscribe(['b', 'x']);
    sub.status = 'ready';
    sub.emit('ready');
    expect(sub.subscribed).to.deep.equal([['a'], ['b'], ['c']]);
    expect(sub.dropped).to.deep.equal([['a']]);
  });

  it('repeats a subscription that failed', async () => {
    sub.answer = fail;
    bus.ssubscribe('a');
    await bus.subscribed();
    sub.answer = async () => 1;
    await clock.tickAsync(10_000);
    expect(sub.subscribed).to.deep.equal([['a'], ['a']]);
    await clock.tickAsync(10_000);
    expect(sub.subscribed).to.have.lengthOf(2);
  });

  it('gives up connections that do not respond', async () => {
    sub.answer = fail;
    pub.answer = fail;
    await clock.tickAsync(2_000);
    expect([sub.reconnects, pub.reconnects]).to.deep.equal([1, 1]);
  });

  it('keeps numbered messages from the adapter, and what nobody has signed', () => {
    const heard: string[] = [];
    bus.on('smessageBuffer', (_channel, message) => heard.push(`adapter ${message}`));
    bus.onNumbered((_channel, message) => heard.push(`numbered ${message}`));
    const messages = [Buffer.from('~e 1 []'), testFrames().seal('c', '{}'), Buffer.from('{"forged":1}')];
    for (const message of messages) sub.emit('messageBuffer', Buffer.from('c'), message);
    expect(heard).to.deep.equal(['numbered ~e 1 []', 'adapter {}']);
  });

  it('is complete again only when the subscriptions of a new connection are in place', async () => {
    bus.ssubscribe('a');
    expect(bus.whole).to.equal(true);
    sub.status = 'reconnecting';
    expect(bus.whole).to.equal(false);
    sub.status = 'ready';
    sub.emit('ready');
    expect(bus.whole).to.equal(false);
    await bus.subscribed();
    expect(bus.whole).to.equal(true);
  });
});
