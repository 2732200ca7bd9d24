import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import type { LocationPoint } from '../../actors/geo/presence-port.ts';
import { createGateway, type Gateway } from '../../realtime/gateway.ts';
import { LocationBus } from '../../realtime/location-bus.ts';
import { LocationFrames } from '../../realtime/location-frames.ts';
import { Locations } from '../../realtime/locations.ts';
import {
  createPresence,
  heldSince,
  type PresenceChange,
  type RedisPresence,
} from '../../realtime/presence.ts';
import { PresenceWatch } from '../../realtime/presence-watch.ts';
import { serveLocations } from '../../realtime/serve-locations.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { closeRedis, openRedis, type RedisRole, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';
import { caller, connectLive, freshNamespace, type LiveClient, silent, Tokens } from './live-fixture.ts';
import { Counts, DOHA, pointAt } from './locations-fixture.ts';

type Row = [driverId: string, latitude: number, longitude: number, heading: number | null, age: number];
interface Frame {
  full: boolean;
  drivers: Row[];
}

/** The locations part of an API process. */
interface Process {
  url: string;
  gateway: Gateway;
  presence: RedisPresence;
  redis: Redis;
  locations: Locations;
  frames: LocationFrames;
  counts: Counts;
  /** Positions that were offered as breadcrumbs. */
  history: { sequence: number; late: boolean }[];
  /** Changes of presence that were recorded in the history. */
  recorded: PresenceChange[];
  close(): Promise<void>;
}

const NORTH = '01900000-0000-7000-8000-0000000000aa';
/** The zone NORTH is everything north of Doha's latitude. */
const zones = {
  cover: ([zone]: readonly string[], places: readonly { latitude: number }[]) =>
    zone === NORTH && places.every(({ latitude }) => latitude > DOHA.latitude + 0.001),
};

describe('positions of drivers', () => {
  const tokens = new Tokens();
  const clients: LiveClient[] = [];
  const processes: Process[] = [];
  let namespace: string;
  let now = 0;

  beforeEach(() => {
    namespace = freshNamespace();
    now = Date.now();
  });

  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.close();
    for (const process of processes.splice(0)) await process.close();
  });

  async function start(): Promise<Process> {
    const open: Redis[] = [];
    const connect = async (role: RedisRole) => {
      const redis = openRedis({ redisUrl: redisUrl() }, { role, log: silent });
      open.push(redis);
      await redisReady(redis, 5_000);
      return redis;
    };
    const [redis, pub, sub, own] = [
      await connect('commands'),
      await connect('publish'),
      await connect('subscribe'),
      await connect('subscribe'),
    ];
    const counts = new Counts();
    const presence = createPresence({ redis, namespace, log: silent, now: () => now });
    const httpServer = createServer((_, res) => res.writeHead(404).end());
    const access = { maySee: async () => true };
    const gateway = createGateway({
      callers: tokens,
      access,
      namespace,
      frames: testFrames(),
      httpServer,
      redis: { pub, sub },
      presence,
      log: silent,
    });
    const bus = new LocationBus({ pub, sub: own, namespace, frames: testFrames(), log: silent });
    const frames = new LocationFrames({
      io: gateway.io,
      bus,
      zones: () => zones,
      meter: counts,
      now: () => now,
    });
    const nothing = { see: () => undefined };
    const history: Process['history'] = [];
    const recorded: PresenceChange[] = [];
    const breadcrumbs = {
      offer: (_driverId: string, { sequence }: LocationPoint, late: boolean) =>
        void history.push({ sequence, late }),
      forget: () => undefined,
    };
    const locations = new Locations({
      presence,
      area: { contains: ({ latitude }) => latitude < 27 },
      frames,
      breadcrumbs,
      arrivals: nothing,
      meter: counts,
      log: silent,
      now: () => now,
    });
    const watch = new PresenceWatch({
      presence,
      pusher: gateway.pusher,
      record: { add: (change) => void recorded.push(change) },
      meter: counts,
      log: silent,
      every: 20,
    });
    serveLocations(gateway.io, locations, silent);
    await own.ping();
    await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
    const process: Process = {
      url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
      gateway,
      presence,
      redis,
      locations,
      frames,
      counts,
      history,
      recorded,
      close: async () => {
        await watch.close();
        await locations.close();
        frames.close();
        bus.close();
        await gateway.close();
        await new Promise((resolve) => httpServer.close(resolve));
        await Promise.all(open.map(closeRedis));
      },
    };
    processes.push(process);
    return process;
  }

  async function connect(process: Process, who: Parameters<typeof caller>[0]): Promise<LiveClient> {
    const client = await connectLive(process.url, tokens.give(caller(who)));
    clients.push(client);
    return client;
  }

  /** A volatile frame is dropped while another is in flight: after one round trip none is. */
  const drained = (client: LiveClient) => client.ask('unsubscribe', { room: 'order:none' });
  const dispatcher = async (process: Process) => {
    const client = await connect(process, { roles: ['DISPATCHER'] });
    await drained(client);
    return client;
  };
  const driver = (process: Process, driverId: string) => connect(process, { roles: ['DRIVER'], driverId });
  const framesOf = ({ received }: LiveClient): Frame[] =>
    received.filter(({ event }) => event === 'locations').map(({ payload }) => payload as unknown as Frame);
  /** Rows from update frames only: the full snapshot after joining comes at no fixed time. */
  const shown = (client: LiveClient, driverId: string): Row[] =>
    framesOf(client).flatMap(({ full, drivers }) => (full ? [] : drivers.filter(([id]) => id === driverId)));
  const ping = (client: LiveClient, ...points: LocationPoint[]) => client.ask('location', { points });

  it('are sent over the socket and go to the dispatchers of every process', async () => {
    const [one, two] = [await start(), await start()];
    const [here, there] = [await dispatcher(one), await dispatcher(two)];
    const driverId = randomUUID();
    const phone = await driver(one, driverId);
    const point = { ...pointAt(7, now - 1_500, 12), heading: 342 };
    expect(await ping(phone, point)).to.deep.equal({ ok: true, accepted: 1, latestSequence: 7 });
    await until(() => shown(here, driverId).length > 0 && shown(there, driverId).length > 0);
    for (const client of [here, there]) {
      expect(shown(client, driverId)[0]).to.deep.equal([driverId, 25.28551, 51.531, 342, 1_500]);
    }
    expect(shown(phone, driverId), 'no driver sees other drivers').to.deep.equal([]);
  });

  it('that come late go to the history, and are not the present position', async () => {
    const process = await start();
    const watcher = await dispatcher(process);
    const driverId = randomUUID();
    const phone = await driver(process, driverId);
    await ping(phone, pointAt(5, now, 50));
    await until(() => shown(watcher, driverId).length === 1);
    now += 2_000;
    expect(await ping(phone, pointAt(3, now - 5_000, 30))).to.include({ accepted: 0, latestSequence: 5 });
    process.frames.tick();
    await ping(phone, pointAt(6, now, 60));
    await until(() => shown(watcher, driverId).length === 2);
    expect(shown(watcher, driverId).map(([, latitude]) => latitude)).to.deep.equal(
      [pointAt(5, 0, 50), pointAt(6, 0, 60)].map(({ latitude }) => Math.round(latitude * 1e5) / 1e5),
    );
    expect(process.history).to.deep.equal([
      { sequence: 5, late: false },
      { sequence: 3, late: true },
      { sequence: 6, late: false },
    ]);
  });

  it('are shown once a second at most, the newest of them', async () => {
    const process = await start();
    const watcher = await dispatcher(process);
    const driverId = randomUUID();
    const phone = await driver(process, driverId);
    await ping(phone, pointAt(1, now, 1));
    await until(() => shown(watcher, driverId).length === 1);
    for (let step = 2; step <= 4; step += 1) {
      now += 300;
      await ping(phone, pointAt(step, now, step));
      process.frames.tick();
      await drained(watcher);
    }
    now += 79;
    process.frames.tick();
    await drained(watcher);
    now += 1;
    process.frames.tick();
    await until(() => shown(watcher, driverId).length === 2);
    expect(shown(watcher, driverId)[1]?.[4], 'its age').to.equal(80);
    now += 10_000;
    process.frames.tick();
    await ping(phone, pointAt(5, now, 5));
    await until(() => shown(watcher, driverId).length === 3);
  });

  it('fill the map of a dispatcher who joins later, in one complete snapshot', async () => {
    const process = await start();
    const ids = Array.from({ length: 3 }, () => randomUUID());
    for (const [index, driverId] of ids.entries()) {
      process.locations.ping(driverId, [pointAt(1, now, index * 300)], 's');
    }
    const watcher = await dispatcher(process);
    await until(() => framesOf(watcher).some(({ full }) => full));
    const [first] = framesOf(watcher).filter(({ full }) => full);
    expect(first?.drivers.map(([id]) => id)).to.have.members(ids);
    expect(await watcher.ask('subscribe', { room: `zone:${NORTH}` })).to.include({ ok: true });
    await until(() => framesOf(watcher).filter(({ full }) => full).length === 2);
    const [, zone] = framesOf(watcher).filter(({ full }) => full);
    expect(zone?.drivers.map(([id]) => id)).to.have.members(ids.slice(1));
  });

  it('go to a zone’s room while the driver is there, and once more when the driver leaves', async () => {
    const process = await start();
    const watcher = await connect(process, {});
    await watcher.ask('subscribe', { room: `zone:${NORTH}` });
    const driverId = randomUUID();
    for (const [index, metres] of [-500, 400, -400, -420].entries()) {
      now += 60_000;
      process.locations.ping(driverId, [pointAt(index, now, metres)], 's');
      process.frames.tick();
      await drained(watcher);
    }
    await until(() => shown(watcher, driverId).length === 2);
    watcher.received.length = 0;
    now += 60_000;
    process.locations.ping(driverId, [pointAt(9, now, 500)], 's');
    await until(() => shown(watcher, driverId).length === 1);
    expect(shown(watcher, driverId)[0]?.[1]).to.be.greaterThan(DOHA.latitude);
  });

  it('are refused or thinned out, and counted by the reason', async () => {
    const { locations, counts } = await start();
    const driverId = randomUUID();
    const odd = [
      pointAt(1, now),
      pointAt(2, now + 121_000),
      pointAt(3, now - 25 * 3_600_000),
      { ...pointAt(4, now + 300), latitude: 27.5 },
      pointAt(5, now + 1_000, 90_000),
      pointAt(6, now + 100),
    ];
    expect(locations.ping(driverId, odd, 's')).to.deep.equal({ accepted: 1, latestSequence: 1 });
    for (const fate of ['clock-ahead', 'clock-behind', 'outside-region', 'jump', 'flood']) {
      expect(counts.of(fate), fate).to.equal(1);
    }
    expect(counts.of('accepted')).to.equal(1);
  });

  it('are thinned out beyond four reports a second', async () => {
    const { locations, counts } = await start();
    const driverId = randomUUID();
    for (let index = 0; index < 30; index += 1) {
      locations.ping(driverId, [pointAt(index, now + index * 1_000, index)], 's');
    }
    expect(counts.of('accepted')).to.be.within(8, 9);
    expect(counts.of('flood')).to.equal(30 - counts.of('accepted'));
  });

  it('from two devices or sessions: the later measurement is the position; a count that starts again is understood', async () => {
    const { locations } = await start();
    const driverId = randomUUID();
    expect(locations.ping(driverId, [pointAt(900, now)], 'one')).to.include({ accepted: 1 });
    expect(locations.ping(driverId, [pointAt(0, now - 1_000)], 'two')).to.include({ accepted: 0 });
    expect(locations.ping(driverId, [pointAt(1, now + 1_000)], 'two')).to.deep.equal({
      accepted: 1,
      latestSequence: 1,
    });
    expect(locations.ping(driverId, [pointAt(0, now + 20_000)], 'two')).to.deep.equal({
      accepted: 1,
      latestSequence: 0,
    });
  });

  it('sent by REST are answered with what all processes know', async () => {
    const [one, two] = [await start(), await start()];
    const driverId = randomUUID();
    expect(await one.locations.report(driverId, [pointAt(10, now)], 's')).to.deep.equal({
      accepted: 1,
      latestSequence: 10,
    });
    expect(
      await two.locations.report(driverId, [pointAt(8, now - 2_000), pointAt(9, now - 1_000)], 's'),
    ).to.deep.equal({ accepted: 0, latestSequence: 10 });
    two.locations.ping(driverId, [pointAt(12, now + 2_000)], 's');
    await two.locations.flush();
    expect(await one.locations.report(driverId, [pointAt(11, now + 1_000)], 's')).to.deep.equal({
      accepted: 0,
      latestSequence: 12,
    });
  });

  it('are accepted from drivers alone, and only in the agreed format', async () => {
    const process = await start();
    const buyer = await connect(process, { roles: ['BUYER'] });
    expect(await ping(buyer, pointAt(1, now))).to.include({ ok: false, code: 'auth.FORBIDDEN' });
    const phone = await driver(process, randomUUID());
    const point = pointAt(1, now);
    const wrong: [unknown, string][] = [
      [null, ''],
      [{ points: [] }, '/points'],
      [{ points: Array.from({ length: 101 }, () => point) }, '/points'],
      [{ points: [point], deviceId: 'x'.repeat(65) }, '/deviceId'],
      [{ points: [{ ...point, sequence: -1 }] }, '/points/0/sequence'],
      [{ points: [point, { ...point, latitude: '25' }] }, '/points/1/latitude'],
      [{ points: [{ ...point, longitude: 181 }] }, '/points/0/longitude'],
      [{ points: [{ ...point, accuracy: null }] }, '/points/0/accuracy'],
      [{ points: [{ ...point, recordedAt: '12' }] }, '/points/0/recordedAt'],
      [{ points: [{ ...point, speed: -1 }] }, '/points/0/speed'],
      [{ points: [{ ...point, heading: 361 }] }, '/points/0/heading'],
    ];
    for (const [payload, pointer] of wrong) {
      const answer = await phone.ask('location', payload);
      expect(answer, pointer).to.include({ ok: false, code: 'common.VALIDATION_FAILED' });
      expect((answer.errors as { pointer: string }[])[0]?.pointer).to.equal(pointer);
    }
    expect(await phone.ask('location', { points: [point], deviceId: 'phone-1' })).to.include({ accepted: 1 });
  });

  it('keep a driver ONLINE, and dispatchers are notified once of every change, whichever process notices it', async () => {
    const [one, two] = [await start(), await start()];
    const watchers = [await dispatcher(one), await dispatcher(two)];
    const driverId = randomUUID();
    const untilReported = async (...states: string[]) => {
      await until(() => watchers.every((client) => said(client, driverId).length >= states.length));
      for (const client of watchers) expect(said(client, driverId)).to.deep.equal(states);
      await untilConfirmed(one);
    };
    const sign = async (process: Process, sequence: number) => {
      process.locations.ping(driverId, [pointAt(sequence, now)], 's');
      await process.locations.flush();
    };
    const began = now;
    await sign(one, 1);
    await sign(two, 2);
    await untilReported('ONLINE');
    now += 60_001;
    await untilReported('ONLINE', 'STALE');
    now += 1_000;
    await sign(two, 3);
    await untilReported('ONLINE', 'STALE', 'ONLINE');
    now += 60_001;
    await untilReported('ONLINE', 'STALE', 'ONLINE', 'STALE');
    now += 240_000;
    await untilReported('ONLINE', 'STALE', 'ONLINE', 'STALE', 'OFFLINE');
    now += 1_000;
    await sign(one, 4);
    await untilReported('ONLINE', 'STALE', 'ONLINE', 'STALE', 'OFFLINE', 'ONLINE');
    for (const state of ['STALE', 'OFFLINE', 'ONLINE']) {
      const times = { STALE: 2, OFFLINE: 1, ONLINE: 3 }[state];
      expect(one.counts.of(state) + two.counts.of(state), state).to.equal(times);
    }
    const recorded = [...one.recorded, ...two.recorded].map((change) => ({
      presence: change.presence,
      since: heldSince(change).getTime() - began,
    }));
    expect(recorded.toSorted((left, right) => left.since - right.since)).to.deep.equal([
      { presence: 'ONLINE', since: 0 },
      { presence: 'STALE', since: 60_001 },
      { presence: 'ONLINE', since: 61_001 },
      { presence: 'STALE', since: 121_002 },
      { presence: 'OFFLINE', since: 361_002 },
      { presence: 'ONLINE', since: 362_002 },
    ]);
  });

  it('are told by another process if the one that noticed a change died, and told again after two in any order', async () => {
    const dying = await start();
    const driverId = randomUUID();
    // It notices, but never tells; nor does it look for changes that others have left.
    dying.presence.onChange(() => undefined);
    await dying.presence.seen(driverId);
    processes.splice(processes.indexOf(dying), 1);
    await dying.close();
    const living = await start();
    const watcher = await dispatcher(living);
    await living.presence.sweep(10);
    expect(said(watcher, driverId)).to.deep.equal([]);
    now += 5_001;
    await until(() => said(watcher, driverId).length > 0);
    await untilConfirmed(living);
    expect(said(watcher, driverId)).to.deep.equal(['ONLINE']);
    // An older change, told late, may have been heard last.
    const change: PresenceChange = { driverId, presence: 'STALE', lastSeenAt: new Date(now).toISOString() };
    living.gateway.pusher.push(['dispatch'], 'presence.changed', { ...change });
    await living.presence.told([{ change, lease: now }]);
    await until(() => said(watcher, driverId).length > 2);
    await untilConfirmed(living);
    expect(said(watcher, driverId)).to.deep.equal(['ONLINE', 'STALE', 'ONLINE']);
  });

  /** What a client was told of a driver's presence. */
  function said({ received }: LiveClient, driverId: string): unknown[] {
    return received
      .filter(({ event, payload }) => event === 'presence.changed' && payload.driverId === driverId)
      .map(({ payload }) => payload.presence);
  }

  /** Until every change has been confirmed: the clock may jump then. */
  async function untilConfirmed({ redis }: Process): Promise<void> {
    await until(async () => (await redis.zcard(`${namespace}:presence-untold`)) === 0);
  }
});
