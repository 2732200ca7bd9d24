import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import type { DriverPresence, LocationPoint } from '../../actors/geo/presence-port.ts';
import { createPresence } from '../../realtime/presence.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { freshNamespace, silent } from './live-fixture.ts';
import { RedisLine } from './redis-line.ts';

const AT = '2026-01-05T09:00:00.000Z';

function point(sequence: number, parts: Partial<LocationPoint> = {}): LocationPoint {
  const latitude = 25 + sequence / 100;
  return { sequence, latitude, longitude: 51.5, accuracy: 5, recordedAt: AT, ...parts };
}

describe('driver presence', () => {
  const namespace = freshNamespace();
  let redis: Redis;
  let presence: DriverPresence;
  let now = 1_000_000;
  let driverId: string;

  before(async () => {
    redis = openRedis({ redisUrl: redisUrl() }, { role: 'commands', log: silent });
    await redisReady(redis, 5_000);
    presence = createPresence({ redis, namespace, log: silent, now: () => now });
  });

  beforeEach(() => {
    driverId = randomUUID();
  });

  after(() => closeRedis(redis));

  const state = async () => (await presence.stateOf([driverId])).get(driverId);
  const position = async () => (await presence.positionOf([driverId])).get(driverId);

  it('is OFFLINE for a driver never seen', async () => {
    expect(await state()).to.equal('OFFLINE');
    expect(await position()).to.equal(undefined);
  });

  for (const [silence, expected] of [
    [0, 'ONLINE'],
    [60_000, 'ONLINE'],
    [60_001, 'STALE'],
    [300_000, 'STALE'],
    [300_001, 'OFFLINE'],
  ] as const) {
    it(`is ${expected} after ${silence} ms of silence`, async () => {
      await presence.seen(driverId);
      now += silence;
      expect(await state()).to.equal(expected);
    });
  }

  it('counts from the newest signal, whichever process receives it last', async () => {
    await presence.seen(driverId);
    const slow = createPresence({ redis, namespace, log: silent, now: () => now - 120_000 });
    await slow.seen(driverId);
    expect(await state()).to.equal('ONLINE');
  });

  it('is returned for each driver in a list', async () => {
    const other = randomUUID();
    await presence.seen(driverId);
    expect([...(await presence.stateOf([driverId, other, driverId]))]).to.deep.equal([
      [driverId, 'ONLINE'],
      [other, 'OFFLINE'],
    ]);
    expect((await presence.stateOf([])).size).to.equal(0);
  });

  it('takes the newest position of a batch by sequence, whatever their order', async () => {
    const receipt = await presence.report(driverId, [point(2), point(5), point(3)]);
    expect(receipt).to.deep.equal({ accepted: 3, latestSequence: 5 });
    expect(await position()).to.deep.equal({ latitude: 25.05, longitude: 51.5, at: AT });
    expect(await state()).to.equal('ONLINE');
  });

  it('never lets an older position overwrite a newer one', async () => {
    await presence.report(driverId, [point(10)]);
    expect(await presence.report(driverId, [point(8), point(9)])).to.deep.equal({
      accepted: 0,
      latestSequence: 10,
    });
    expect(await presence.report(driverId, [point(9), point(10), point(11)])).to.deep.equal({
      accepted: 1,
      latestSequence: 11,
    });
    expect((await position())?.latitude).to.equal(25.11);
  });

  it('keeps the newest of batches that race', async () => {
    const batches = Array.from({ length: 40 }, (_, index) => [point(index), point(index + 1)]);
    await Promise.all(batches.map((batch) => presence.report(driverId, batch)));
    expect((await position())?.latitude).to.equal(25.4);
  });

  it('refuses positions outside the world, but counts the batch as a signal all the same', async () => {
    const receipt = await presence.report(driverId, [
      point(1, { latitude: 91 }),
      point(2, { longitude: -180.5 }),
      point(3, { latitude: Number.NaN }),
      point(4, { recordedAt: 'yesterday' }),
      point(-1),
      point(1.5),
    ]);
    expect(receipt).to.deep.equal({ accepted: 0, latestSequence: 0 });
    expect(await position()).to.equal(undefined);
    expect(await state()).to.equal('ONLINE');
  });

  it('is UNKNOWN while Redis is away, and nothing is rejected', async () => {
    const line = new RedisLine();
    await line.mend();
    const far = openRedis({ redisUrl: line.url }, { role: 'commands', log: silent });
    await redisReady(far, 5_000);
    const cutOff = createPresence({ redis: far, namespace, log: silent, now: () => now });
    await cutOff.report(driverId, [point(1)]);
    await line.cut();
    expect([...(await cutOff.stateOf([driverId]))]).to.deep.equal([[driverId, 'UNKNOWN']]);
    expect((await cutOff.positionOf([driverId])).size).to.equal(0);
    await cutOff.seen(driverId);
    expect(await cutOff.report(driverId, [point(2)])).to.deep.equal({ accepted: 0, latestSequence: 0 });
    await line.mend();
    await redisReady(far, 5_000);
    expect([...(await cutOff.stateOf([driverId]))]).to.deep.equal([[driverId, 'ONLINE']]);
    await closeRedis(far);
    await line.cut();
  });
});
