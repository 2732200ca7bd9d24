import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { namespaceOf } from '../../db/commit-history.ts';
import { RoomLog } from '../../realtime/room-log.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';
import { freshNamespace, silent } from './live-fixture.ts';

describe('a client that saw events which a lost database never confirmed', () => {
  let redis: Redis;

  before(async () => {
    redis = openRedis({ redisUrl: redisUrl() }, { role: 'publish', log: silent });
    await redisReady(redis, 5_000);
  });

  after(() => closeRedis(redis));

  it('is told to read again by processes of the next generation, whatever number it names', async () => {
    const namespace = freshNamespace();
    const logOf = (generation: number) =>
      new RoomLog({ redis, namespace: namespaceOf(namespace, generation), frames: testFrames() });
    const [before, after] = [logOf(1), logOf(2)];
    const append = (log: RoomLog, ...ids: string[]) =>
      log.append(
        new Map([
          [
            'order:1',
            ids.map((id) => JSON.stringify({ event: 'e', payload: {}, id, at: '2026-01-05T09:00:00Z' })),
          ],
        ]),
      );
    try {
      await append(before, 'kept', 'lost');
      const { epoch } = await before.read('order:1', null);
      expect((await before.read('order:1', { epoch, seq: 2 })).snapshot, 'nothing was missed').to.equal(
        false,
      );
      // The same number is given out again, for another event.
      await append(after, 'kept', 'other');
      for (const seq of [1, 2, 3])
        expect((await after.read('order:1', { epoch, seq })).snapshot, `seq ${seq}`).to.equal(true);
    } finally {
      before.close();
      after.close();
    }
  });
});
