import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { parseNumbered, roomChannel, roomOfChannel } from '../../realtime/room-channel.ts';
import { RoomLog, type RoomPosition } from '../../realtime/room-log.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';
import { freshNamespace, silent } from './live-fixture.ts';

const AT = '2026-01-05T09:00:00Z';
const body = (id: string) => JSON.stringify({ event: 'e', payload: { id }, id, at: AT });

describe('the log of a room', () => {
  const namespace = freshNamespace();
  const connections: Redis[] = [];
  let redis: Redis;
  let roomLog: RoomLog;
  let room: string;

  async function connect(): Promise<Redis> {
    const connection = openRedis({ redisUrl: redisUrl() }, { role: 'publish', log: silent });
    connections.push(connection);
    await redisReady(connection, 5_000);
    return connection;
  }

  before(async () => {
    redis = await connect();
    roomLog = new RoomLog({ redis, namespace, frames: testFrames(), keep: 500 });
  });

  beforeEach(() => {
    room = `order:${randomUUID()}`;
  });

  after(() => Promise.all(connections.map((connection) => closeRedis(connection))));

  const append = (...ids: string[]) => roomLog.append(new Map([[room, ids.map(body)]]));
  const idsAfter = async (position: RoomPosition) => {
    const { snapshot, events } = await roomLog.read(room, position);
    return snapshot ? 'snapshot' : events.map(({ id, seq }) => `${seq} ${id}`);
  };

  it('begins at 0 for the first subscriber', async () => {
    const first = await roomLog.read(room, null);
    expect(first).to.include({ seq: 0, snapshot: true }).and.deep.include({ events: [] });
    expect((await roomLog.read(room, null)).epoch).to.equal(first.epoch);
    await append('a');
    expect(await idsAfter(first)).to.deep.equal(['1 a']);
  });

  it('returns exactly what came after a position', async () => {
    const { epoch } = await roomLog.read(room, null);
    await append('a', 'b');
    await append('c');
    expect(await idsAfter({ epoch, seq: 0 })).to.deep.equal(['1 a', '2 b', '3 c']);
    expect(await idsAfter({ epoch, seq: 2 })).to.deep.equal(['3 c']);
    expect(await idsAfter({ epoch, seq: 3 })).to.deep.equal([]);
    const [event] = (await roomLog.read(room, { epoch, seq: 2 })).events;
    expect(event).to.deep.equal({ event: 'e', payload: { id: 'c' }, id: 'c', at: AT, seq: 3 });
  });

  it('requires a snapshot when the epoch differs, the position is ahead, or too much was missed', async () => {
    const { epoch } = await roomLog.read(room, null);
    await append('a');
    expect(await idsAfter({ epoch: 'other', seq: 1 })).to.equal('snapshot');
    expect(await idsAfter({ epoch, seq: 2 })).to.equal('snapshot');
    await append(...Array.from({ length: 500 }, (_, index) => `${index}`));
    expect(await idsAfter({ epoch, seq: 0 })).to.equal('snapshot');
    expect(await idsAfter({ epoch, seq: 1 })).to.have.lengthOf(500);
  });

  it('requires a snapshot when the events are gone, but not from a client that missed none', async () => {
    const { epoch } = await roomLog.read(room, null);
    await append('a', 'b');
    await redis.del(`${namespace}:live:{${room}}:stream`);
    expect(await idsAfter({ epoch, seq: 1 })).to.equal('snapshot');
    expect(await idsAfter({ epoch, seq: 2 })).to.deep.equal([]);
  });

  it('begins a new epoch when its head is gone, and when another Redis does the counting', async () => {
    const { epoch } = await roomLog.read(room, null);
    await append('a');
    await redis.del(`${namespace}:live:{${room}}:head`);
    await append('b');
    const second = await roomLog.read(room, { epoch, seq: 1 });
    expect(second).to.include({ seq: 1, snapshot: true });
    expect(second.epoch).to.not.equal(epoch);
    // A restart or a failover may have lost the newest numbers.
    await redis.hset(`${namespace}:live:{${room}}:head`, 'e', `another-run${second.epoch}`);
    const third = await roomLog.read(room, { epoch: second.epoch, seq: 1 });
    expect(third).to.include({ seq: 0, snapshot: true });
    expect([epoch, second.epoch]).to.not.include(third.epoch);
  });

  it('numbers what two processes append without gap or repetition, and publishes it in that order', async () => {
    const other = new RoomLog({ redis: await connect(), namespace, frames: testFrames() });
    const listener = await connect();
    const published: string[] = [];
    listener.on('messageBuffer', (_channel: Buffer, message: Buffer) => {
      const { first, events } = parseNumbered(message);
      published.push(...events.map(({ id }, index) => `${first + index} ${id}`));
    });
    await listener.subscribe(roomChannel(namespace, room));
    const { epoch } = await roomLog.read(room, null);
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? roomLog : other).append(new Map([[room, [body(`${index}`)]]])),
      ),
    );
    await listener.ping();
    const ids = await idsAfter({ epoch, seq: 0 });
    expect(ids).to.have.lengthOf(100);
    expect(published).to.deep.equal(ids);
  });

  it('works on a Redis that has lost its scripts', async () => {
    await redis.script('FLUSH');
    expect([...(await append('a'))]).to.deep.equal([]);
    await redis.script('FLUSH');
    expect((await roomLog.read(room, null)).seq).to.equal(1);
  });

  it('names the rooms that were not written', async () => {
    const rooms = new Map([
      [room, [body('a')]],
      [`zone:${randomUUID()}`, [body('b')]],
    ]);
    const [bad] = [...rooms.keys()];
    await redis.set(`${namespace}:live:{${bad}}:head`, 'no hash');
    expect([...(await roomLog.append(rooms))]).to.deep.equal([bad]);
  });

  it('has channels that name their room', () => {
    expect(roomOfChannel(namespace, roomChannel(namespace, room))).to.equal(room);
    expect(roomOfChannel(namespace, `${namespace}:live#/#`)).to.equal(null);
    expect(roomOfChannel(namespace, roomChannel('other', room))).to.equal(null);
  });
});
