import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { KnownVersions } from '../../consoles/shared/live/version-filter.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { Follower } from './follower.ts';
import { caller, freshNamespace, type LiveProcess, startLive, Tokens } from './live-fixture.ts';
import { RedisLine } from './redis-line.ts';

const SEED = Number(process.env.LIVE_SEED ?? 20_261);
const COMMITS = 2_500;
const ROOMS = 4;
const DRIVERS = 25;
const FOLLOWERS = 8;

/** The true state, standing in for PostgreSQL: versions of drivers, by room. */
class Truth {
  readonly rooms = new Map<string, Map<string, number>>();

  commit(room: string, driverId: string): number {
    const state = this.rooms.get(room) ?? new Map<string, number>();
    this.rooms.set(room, state);
    const version = (state.get(driverId) ?? 0) + 1;
    state.set(driverId, version);
    return version;
  }

  read(room: string): Map<string, number> {
    return new Map(this.rooms.get(room));
  }
}

/** A follower whose view consists of snapshots and events alone. */
class Viewer {
  readonly follower: Follower;
  readonly view = new Map<string, Map<string, number>>();
  /** Events older than what the view already showed. */
  readonly regressions: string[] = [];

  constructor(live: LiveProcess, token: string, truth: Truth, rooms: readonly string[]) {
    this.follower = new Follower({
      url: live.url,
      token: async () => token,
      read: async (room): Promise<KnownVersions> => {
        // The response of a REST request: correct when it was read, and slightly old on arrival.
        const state = truth.read(room);
        await new Promise(setImmediate);
        this.view.set(room, state);
        return Object.fromEntries([...state].map(([id, version]) => [`driver:${id}`, version]));
      },
    });
    for (const room of rooms) {
      const handlers = this.follower.handlers();
      this.follower.client.subscribe(room, {
        ...handlers,
        onEvent: (message) => {
          handlers.onEvent(message);
          if (message.event !== 'driver.updated') return;
          const { driverId, version } = message.payload;
          const shown = this.view.get(room)?.get(driverId) ?? 0;
          if (version < shown) this.regressions.push(`${room} ${driverId} ${shown} → ${version}`);
          this.view.get(room)?.set(driverId, version);
        },
      });
    }
  }
}

/** Events of one room and epoch that arrived out of sequence. */
function backwards({ heard }: Follower): unknown[] {
  const last = new Map<string, number>();
  return heard.filter(({ stamp: { room, epoch, seq } }) => {
    const before = last.get(`${room} ${epoch}`) ?? 0;
    last.set(`${room} ${epoch}`, seq);
    return seq <= before;
  });
}

describe('live views', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it(`converge to the truth through cut sockets and a cut Redis (LIVE_SEED=${SEED})`, async function () {
    this.timeout(60_000);
    const chance = seededChance(SEED);
    const line = new RedisLine();
    await line.mend();
    closers.push(() => line.cut().catch(() => undefined));
    const tokens = new Tokens();
    const counts = { replay: 0, snapshot: 0, paused: 0, shed: 0, lagged: 0, events: 0 };
    const options = {
      callers: tokens,
      namespace: freshNamespace(),
      access: { maySee: async () => true },
      // Small enough that some followers must read the state, some waiting events are dropped and some sockets lag.
      keep: 60,
      capacity: 150,
      slowAfter: 20,
      observe: {
        appended: () => undefined,
        delivered: () => undefined,
        live: () => undefined,
        shed: (events: number) => {
          counts.shed += events;
        },
        lagged: () => {
          counts.lagged += 1;
        },
        caughtUp: (answer: 'replay' | 'snapshot' | 'paused', events: number) => {
          counts[answer] += 1;
          counts.events += events;
        },
      },
    };
    const cuttable = await startLive({ ...options, redisUrl: line.url });
    const steady = await startLive(options);
    closers.push(
      () => steady.close(),
      () => cuttable.close(),
    );
    const processes = [cuttable, steady];

    const truth = new Truth();
    const rooms = Array.from({ length: ROOMS }, () => `zone:${randomUUID()}`);
    const drivers = Array.from({ length: DRIVERS }, () => randomUUID());
    const commit = (room: string, driverId: string) => {
      const version = truth.commit(room, driverId);
      return chance.pick(processes).pusher.push([room], 'driver.updated', { driverId, version });
    };
    for (const room of rooms) for (const driverId of drivers) truth.commit(room, driverId);
    const viewers = Array.from({ length: FOLLOWERS }, () => {
      const viewer = new Viewer(chance.pick(processes), tokens.give(caller(), 600_000), truth, rooms);
      closers.push(() => viewer.follower.client.close());
      return viewer;
    });
    await Promise.all(viewers.map(({ follower }) => follower.live()));

    let cut = false;
    for (let index = 0; index < COMMITS; index += 1) {
      void commit(chance.pick(rooms), chance.pick(drivers));
      if (chance.below(40) === 0) {
        const sockets = [...chance.pick(processes).io.of('/').sockets.values()];
        if (sockets.length > 0) chance.pick(sockets).conn.close();
      }
      if (chance.below(250) === 0) {
        cut = !cut;
        await (cut ? line.cut() : line.mend());
      }
      if (chance.below(3) === 0) await pause(chance.below(4));
    }
    if (cut) await line.mend();

    await Promise.all(processes.map((live) => live.listening()));
    const same = (viewer: Viewer) =>
      rooms.every((room) => {
        const view = viewer.view.get(room);
        return [...truth.read(room)].every(([id, version]) => view?.get(id) === version);
      });
    await Promise.all(viewers.map((viewer) => viewer.follower.until(() => same(viewer))));
    // The view is not only up to date: the client also reports that it is.
    await Promise.all(viewers.map(({ follower }) => follower.live()));
    for (const { regressions, follower } of viewers) {
      expect(regressions).to.deep.equal([]);
      expect(follower.faults).to.deep.equal([]);
      expect(backwards(follower)).to.deep.equal([]);
    }
    expect(counts.events, 'events replayed').to.be.greaterThan(50);
    expect(counts.snapshot, 'snapshots').to.be.greaterThan(FOLLOWERS * ROOMS);
  });
});
