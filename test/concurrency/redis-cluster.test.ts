import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { areaNamespace } from '../../db/redis/areas.ts';
import { RoomLog } from '../../realtime/room-log.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { testFrames } from '../support/frames.ts';
import { actor, RedisWorld, silent } from '../support/ownership-world.ts';
import { RedisCluster } from '../support/redis-cluster.ts';
import { done, RedisWires, request } from '../support/wire-world.ts';

const NAMESPACE = 'small';

/** The small part of `npm run test:cluster`: three masters, none of which fails. */
describe('on a Redis Cluster', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasl-small-cluster-'));
  let cluster: RedisCluster;

  before(async function () {
    this.timeout(60_000);
    cluster = await RedisCluster.start({ folder, replicasEach: 0 });
  });

  after(async () => {
    await cluster?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('commands are forwarded, and one for a process that is gone is known to be undone', async () => {
    const world = new RedisWires(cluster.url);
    try {
      const [one, two] = [await world.join(), await world.join()];
      two.wire.serve(async ({ payload }) => done(payload.n));
      expect(await one.wire.forward(two.incarnation, request(7))).to.deep.equal(done(7));
      two.wire.close();
      await until(async () => {
        const reason = await one.wire.forward(two.incarnation, request(8)).catch((error) => error.reason);
        return reason === 'absent';
      });
    } finally {
      await world.close();
    }
  });

  it('an actor has one owner', async () => {
    const world = new RedisWorld(cluster.url);
    try {
      const [one, two] = [await world.join(), await world.join()];
      const ref = actor();
      expect(await one.ownership.claim(ref)).to.deep.equal({ kind: 'mine' });
      const theirs = { kind: 'theirs', owner: one.ownership.incarnation };
      expect(await two.ownership.claim(ref)).to.deep.equal(theirs);
    } finally {
      await world.close();
    }
  });

  it('events of a room reach its listeners, and their numbering starts again when the slot moves', async () => {
    const namespace = areaNamespace({ redisUrl: cluster.url, redisNamespace: NAMESPACE }, 'live');
    const redis = openRedis({ redisUrl: cluster.url }, { role: 'publish', log: silent, namespace });
    const log = new RoomLog({ redis, namespace, frames: testFrames() });
    const event = JSON.stringify({ event: 'notification.created', payload: {}, id: 'a', at: '' });
    const push = () => log.append(new Map([['order:1', [event]]]));
    try {
      await redisReady(redis, 5_000);
      expect([...(await push())]).to.deep.equal([]);
      const before = await log.read('order:1', null);
      expect(before.seq).to.equal(1);
      await cluster.moveSlot(namespace);
      await until(async () => (await push()).size === 0, { everyMs: 20 });
      const after = await log.read('order:1', { epoch: before.epoch, seq: 1 });
      expect(after.epoch).to.not.equal(before.epoch);
      expect(after).to.include({ seq: 1, snapshot: true });
    } finally {
      log.close();
      await closeRedis(redis);
    }
  });
});
