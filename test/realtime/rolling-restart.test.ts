import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { io } from 'socket.io-client';
import { liveMessage } from '../../consoles/shared/live/live-message.ts';
import { VersionFilter } from '../../consoles/shared/live/version-filter.ts';
import { projectRoot } from '../../db/root.ts';
import { RoomLog } from '../../realtime/room-log.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { ApiGroup } from '../../scripts/supervisor/api-group.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';
import { ownProgram } from '../support/own-program.ts';
import { testEnvironment } from '../support/service.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { runShifts } from '../worlds/shift-load.ts';
import { Follower } from './follower.ts';
import { silent } from './live-fixture.ts';

/** Milliseconds between the commands of a driver: few enough commands that a room's log still has them all. */
const PAUSE = 100;

/** Starting and stopping processes is slow on a busy machine. */
const PATIENT = { limitMs: 60_000 };

describe('live clients of two API processes that are replaced one by one', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('reconnect automatically, with every event once and no state read again', async function () {
    this.timeout(180_000);
    const namespace = `t-${randomUUID().slice(0, 12)}`;
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_BROWSE_PER_MINUTE: '100000' };
    const world = await DeliveryWorld.open({ REDIS_NAMESPACE: namespace });
    closers.push(() => world.close());
    const drivers = [await world.onDuty(), await world.onDuty(), await world.onDuty()];
    await world.settle();
    const folder = mkdtempSync(path.join(tmpdir(), 'wasl-live-rolling-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const environment = testEnvironment(world.service.databaseUrl, { REDIS_NAMESPACE: namespace, ...limits });
    const group = new ApiGroup({
      host: '127.0.0.1',
      port: 0,
      processes: 2,
      server: {
        ...ownProgram('server/main.ts'),
        cwd: projectRoot,
        env: { ...process.env, ...environment },
        runDir: folder,
        verbose: false,
        say: () => undefined,
        signal: new AbortController().signal,
        readyLimitMs: 90_000,
      },
      logDir: folder,
      onGivenUp: () => undefined,
    });
    const url = `http://127.0.0.1:${await group.start()}`;
    closers.push(() => group.stop(false));

    const people = [world.dispatcher, ...drivers.map(({ client }) => client)];
    const followers = people.map(({ token }) => new Follower({ url, token: async () => token ?? '' }));
    for (const { client } of followers) closers.push(() => client.close());
    await Promise.all(followers.map((follower) => follower.live()));
    const starts = followers.map(({ heard }) => heard.length);
    // Socket.IO's unmodified client, in the same rooms.
    const raw = io(url, {
      auth: { token: world.dispatcher.token },
      transports: ['websocket'],
      forceNew: true,
    });
    closers.push(() => raw.close());
    const reasons: string[] = [];
    let hellos = 0;
    raw.on('disconnect', (reason) => reasons.push(reason));
    raw.on('live.hello', () => {
      hellos += 1;
    });
    raw.on('session.ended', () => reasons.push('session.ended'));
    await until(() => hellos === 1, PATIENT);

    let over = false;
    const trouble: string[] = [];
    const replaced = group.replace().finally(() => {
      over = true;
    });
    const shifts = await runShifts({
      drivers,
      nextUrl: () => url,
      pause: PAUSE,
      goesOn: () => !over,
      onTrouble: (what) => trouble.push(what),
    }).catch((error: unknown) => {
      throw new Error(`answers without success: ${[...new Set(trouble)].join(', ')}`, { cause: error });
    });
    await replaced;
    expect(trouble).to.deep.equal([]);
    await Promise.all(followers.map((follower) => follower.live()));

    const redis = openRedis({ redisUrl: redisUrl() }, { role: 'commands', log: silent });
    closers.push(() => closeRedis(redis));
    await redisReady(redis, 5_000);
    const roomLog = new RoomLog({ redis, namespace, frames: testFrames() });
    closers.push(() => roomLog.close());
    for (const [index, follower] of followers.entries()) {
      const room = index === 0 ? 'dispatch' : `driver:${drivers[index - 1]?.driverId}`;
      const heard = follower.heard.slice(starts[index]).filter(({ stamp }) => stamp.room === room);
      const [first] = heard;
      if (first === undefined) throw new Error(`no event arrived in ${room}`);
      const { epoch, seq } = first.stamp;
      const log = await roomLog.read(room, { epoch, seq: seq - 1 });
      expect(log.snapshot, `${room} is still in the log`).to.equal(false);
      const filter = new VersionFilter();
      const news = log.events
        .map(({ event, payload, ...stamp }) => liveMessage(event, payload, { room, epoch, ...stamp }))
        .filter((message) => filter.isNews(message))
        .map(({ stamp }) => stamp.id);
      await until(() => follower.idsOf(room).length >= news.length, PATIENT);
      expect(follower.idsOf(room).slice(-news.length)).to.deep.equal(news);
      expect(new Set(follower.snapshots).size, `states read for ${room}`).to.equal(follower.snapshots.length);
      expect(follower.faults).to.deep.equal([]);
      // Its process ended at least once, and the client reported it.
      expect(follower.states.filter((state) => state === 'offline').length).to.be.greaterThan(0);
    }
    for (const { driver, acknowledged } of shifts) {
      expect(acknowledged.length).to.be.greaterThan(10);
      const index = drivers.indexOf(driver) + 1;
      const { version } = await world
        .database('actor')
        .where({ kind: 'driver', key: driver.driverId })
        .first('version');
      const versions = followers[index]?.heard.flatMap(({ event, payload }) =>
        event === 'driver.updated' ? [payload.version] : [],
      );
      expect(versions?.at(-1)).to.equal(Number(version));
    }
    expect(new Set(reasons)).to.deep.equal(new Set(['transport close']));
    // It waits up to a second and a half between its attempts.
    await until(() => raw.connected && hellos === reasons.length + 1, PATIENT);
  });
});
