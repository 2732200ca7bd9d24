import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { areaNamespace } from '../../db/redis/areas.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { Follower } from '../realtime/follower.ts';
import { caller, freshNamespace, type LiveProcess, startLive, Tokens } from '../realtime/live-fixture.ts';
import { RedisCluster } from '../support/redis-cluster.ts';
import { RedisSentinels } from '../support/redis-sentinels.ts';
import { say } from './say.ts';

const ROOMS = 12;
const PUSH_EVERY_MS = 10;
const OUTBOX_AGAIN_MS = 500;

/**
 * What a room is about, as the database has it: it counts up, and each step is an event. What Redis did not take is
 * pushed again with the same id, as the sweeper of the outbox does.
 */
class Stories {
  readonly #processes: readonly LiveProcess[];
  readonly #rooms: readonly string[];
  readonly at = new Map<string, number>();
  readonly #open = new Set<Promise<void>>();
  #stopping = false;
  readonly #pump: Promise<void>;

  constructor(processes: readonly LiveProcess[], rooms: readonly string[]) {
    this.#processes = processes;
    this.#rooms = rooms;
    this.#pump = this.#tell();
  }

  get events(): number {
    return [...this.at.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Resolves when Redis has every event. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await this.#pump;
    await Promise.all(this.#open);
  }

  async #tell(): Promise<void> {
    for (let turn = 0; !this.#stopping; turn += 1) {
      const room = this.#rooms[turn % this.#rooms.length] ?? '';
      const process = this.#processes[turn % this.#processes.length];
      const number = (this.at.get(room) ?? 0) + 1;
      this.at.set(room, number);
      const sent = this.#send(process, room, `${room} ${number}`);
      this.#open.add(sent);
      void sent.then(() => this.#open.delete(sent));
      await pause(PUSH_EVERY_MS);
    }
  }

  async #send(process: LiveProcess | undefined, room: string, id: string): Promise<void> {
    while ((await process?.pusher.push([room], 'notification.created', {}, id)) === false)
      await pause(OUTBOX_AGAIN_MS);
  }
}

/** Follows rooms and knows which of their events it has, by hearing them or by reading the state. */
class Reader {
  readonly follower: Follower;
  readonly #read = new Map<string, number>();

  constructor(live: LiveProcess, token: () => Promise<string>, rooms: readonly string[], stories: Stories) {
    this.follower = new Follower({
      url: live.url,
      token,
      read: async (room) => {
        this.#read.set(room, stories.at.get(room) ?? 0);
        return undefined;
      },
    });
    for (const room of rooms) this.follower.client.subscribe(room, this.follower.handlers());
  }

  /** Events that it neither heard nor read, and those it heard twice. */
  faults(room: string, last: number): { missing: number[]; doubled: number } {
    const heard = this.follower.idsOf(room).map((id) => Number(id.split(' ')[1]));
    const known = new Set(heard);
    const read = this.#read.get(room) ?? 0;
    const missing = [];
    for (let number = read + 1; number <= last; number += 1) if (!known.has(number)) missing.push(number);
    return { missing, doubled: heard.length - known.size };
  }
}

interface Struck {
  url: string;
  faults: { name: string; strike(): Promise<unknown> }[];
  close(): Promise<void>;
}

for (const kind of ['cluster', 'sentinel'] as const) {
  describe(`live events while a ${kind} of Redis fails over`, function () {
    this.timeout(300_000);
    const folder = mkdtempSync(path.join(tmpdir(), `wasl-live-${kind}-`));
    const namespace = freshNamespace();
    let struck: Struck;

    before(async () => {
      struck = kind === 'cluster' ? await strikeCluster(folder, namespace) : await strikeSentinels(folder);
    });

    after(async () => {
      await struck?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('reach every client, or it is told to read the state', async () => {
      const tokens = new Tokens();
      const account = caller();
      const live = areaNamespace({ redisUrl: struck.url, redisNamespace: namespace }, 'live');
      const options = { callers: tokens, namespace: live, redisUrl: struck.url };
      const access = { maySee: async () => true };
      const processes = [await startLive({ ...options, access }), await startLive({ ...options, access })];
      const rooms = Array.from({ length: ROOMS }, () => `order:${randomUUID()}`);
      const stories = new Stories(processes, rooms);
      const token = async () => tokens.give(account, 600_000);
      const readers = processes.flatMap((each) => [
        new Reader(each, token, rooms, stories),
        new Reader(each, token, rooms, stories),
      ]);
      try {
        await Promise.all(readers.map(({ follower }) => follower.live()));
        await pause(1_000);
        for (const { name, strike } of struck.faults) {
          const isLive = ({ follower }: Reader) => follower.client.status.state === 'live';
          const states = readers.map(({ follower }) => follower.states.length);
          const told = () =>
            readers.filter(({ follower }, at) => follower.states.length > (states[at] ?? 0)).length;
          const striking = strike();
          await until(() => told() === readers.length, { limitMs: 30_000, everyMs: 5 });
          const began = performance.now();
          await until(() => readers.every(isLive), { limitMs: 30_000, everyMs: 5 });
          const paused = Math.round(performance.now() - began);
          await striking;
          await until(() => readers.every(isLive), { limitMs: 30_000, everyMs: 5 });
          say(`${name}: all clients were told of a pause of ${paused} ms`);
          await pause(1_500);
        }
        await stories.finish();
        await Promise.all(readers.map(({ follower }) => follower.live()));
        const last = rooms.map((room) => [room, stories.at.get(room) ?? 0] as const);
        await until(
          () =>
            readers.every((reader) =>
              last.every(([room, at]) => reader.faults(room, at).missing.length === 0),
            ),
          { limitMs: 10_000, everyMs: 50 },
        ).catch(() => undefined);
        for (const reader of readers)
          for (const [room, at] of last)
            expect(reader.faults(room, at), room).to.deep.equal({ missing: [], doubled: 0 });
        say(`${stories.events} events, ${readers.length} clients of two processes`);
        expect(stories.events).to.be.above(500);
      } finally {
        await stories.finish().catch(() => undefined);
        for (const { follower } of readers) follower.client.close();
        await Promise.all(processes.map((each) => each.close()));
      }
    });
  });
}

async function strikeCluster(folder: string, namespace: string): Promise<Struck> {
  const cluster = await RedisCluster.start({ folder });
  const key = areaNamespace({ redisUrl: cluster.url, redisNamespace: namespace }, 'live');
  return {
    url: cluster.url,
    faults: [
      { name: 'the slot is moved to another master', strike: () => cluster.moveSlot(key) },
      { name: 'its master is killed', strike: () => cluster.failOver(key) },
      { name: 'the slot is moved again', strike: () => cluster.moveSlot(key) },
      {
        name: 'a planned failover',
        strike: async () => {
          const master = await cluster.masterOf(key);
          await (await cluster.replicaOf(master)).ask('CLUSTER', 'FAILOVER');
          await until(async () => (await cluster.masterOf(key)) !== master, { everyMs: 20 });
          await cluster.whole();
        },
      },
    ],
    close: () => cluster.close(),
  };
}

async function strikeSentinels(folder: string): Promise<Struck> {
  const sentinels = await RedisSentinels.start(folder);
  return {
    url: sentinels.url,
    faults: [
      { name: 'the master is killed', strike: () => sentinels.failOver() },
      { name: 'the new master is killed', strike: () => sentinels.failOver() },
    ],
    close: () => sentinels.close(),
  };
}
