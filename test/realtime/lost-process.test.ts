import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../scripts/shared/waiting.ts';
import { ApiClient } from '../support/api-client.ts';
import { spawnApi, spawnWorker } from '../support/server-processes.ts';
import { testEnvironment } from '../support/service.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { Follower } from './follower.ts';
import { RedisLine } from './redis-line.ts';

interface OutboxRow {
  id: string;
  last_error: string | null;
  due: boolean;
}

/** Starting and stopping processes is slow on a busy machine. */
const PATIENT = { limitMs: 60_000 };

describe('a process that is killed while it is cut off from Redis', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('loses no event, even if its worker is cut off and killed as well', async function () {
    this.timeout(120_000);
    const REDIS_NAMESPACE = `t-${randomUUID().slice(0, 12)}`;
    const world = await DeliveryWorld.open({ REDIS_NAMESPACE });
    closers.push(() => world.close());
    const line = new RedisLine();
    await line.mend();
    closers.push(() => line.cut().catch(() => undefined));
    const environment = testEnvironment(world.service.databaseUrl, { REDIS_NAMESPACE, REDIS_URL: line.url });
    const doomed = await spawnApi(environment);
    closers.push(doomed.kill);
    const killWorker = spawnWorker(environment);
    closers.push(killWorker);
    const { driverId, client } = await world.onDuty();
    await world.settle();
    const follower = new Follower({ url: world.service.url, token: async () => client.token ?? '' });
    closers.push(() => follower.client.close());
    await follower.live();
    const sweptBy = async (probe: string) => {
      // A row without effects, due at once: it is gone as soon as a worker has swept.
      await world.database('outbox').insert({
        ...{ id: probe, kind: 'record', key: probe, version: 1, correlation_id: probe, effects: '[]' },
        next_attempt_at: world.database.raw(`now() - interval '1 hour'`),
      });
      await until(async () => (await world.database('outbox').where('id', probe)).length === 0, PATIENT);
    };
    await sweptBy(randomUUID());

    await line.cut();
    const far = new ApiClient(doomed.url, client.address);
    far.token = client.token;
    const key = randomUUID();
    await until(async () => (await far.call('POST', '/driver/shift/break', { key })).status === 200, PATIENT);
    const { version } = await world
      .database('actor')
      .where({ kind: 'driver', key: driverId })
      .first('version');
    const waiting = (): Promise<OutboxRow[]> =>
      world
        .database('outbox')
        .where('key', driverId)
        .select('id', 'last_error', world.database.raw('next_attempt_at <= now() AS due'));
    await until(
      async () => (await waiting()).every(({ last_error, due }) => last_error !== null && due),
      PATIENT,
    );
    // Twice: the first sweep may have begun before the row was due.
    await sweptBy(randomUUID());
    await sweptBy(randomUUID());
    await Promise.all([doomed.kill(), killWorker()]);
    const isReported = () =>
      follower.heard.some(
        ({ event, payload }) => event === 'driver.updated' && payload.version === Number(version),
      );
    expect(isReported()).to.equal(false);

    await line.mend();
    closers.push(spawnWorker(environment));
    await follower.until(isReported);
    expect(new Set(follower.snapshots).size, 'each room was read once').to.equal(follower.snapshots.length);
    await until(async () => (await waiting()).length === 0, PATIENT);
  });
});
