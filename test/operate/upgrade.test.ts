import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { liveMessage } from '../../consoles/shared/live/live-message.ts';
import { VersionFilter } from '../../consoles/shared/live/version-filter.ts';
import { migrate } from '../../db/migrate.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '../../db/migration-files.ts';
import { CURRENT_RELEASE, RELEASES, type Release } from '../../db/releases.ts';
import { projectRoot } from '../../db/root.ts';
import { RoomLog } from '../../realtime/room-log.ts';
import { faultsOfMigrations } from '../../scripts/checks/migrations/rules.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { replaceInTurn } from '../../scripts/operate/roll/replace-in-turn.ts';
import { limitsText } from '../../scripts/operate/web/limits.ts';
import { refusalLocations, refusalMaps } from '../../scripts/operate/web/refusals.ts';
import { PORT_BASE, upstreamsText } from '../../scripts/operate/web/upstreams.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { Follower } from '../realtime/follower.ts';
import { silent } from '../realtime/live-fixture.ts';
import { readContract } from '../support/contract.ts';
import { createEmptyDatabase, redisUrl, type TestDatabase } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';
import { makeAccount, signedIn } from '../support/people.ts';
import { testEnvironment } from '../support/service.ts';
import { thrownBy } from '../support/thrown-by.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { checkOutBuilt, formerRelease } from './former-release.ts';
import { Nginx } from './nginx.ts';
import { ReleasedProcess, startAndEnd } from './released-process.ts';
import { type Failure, quantile, SteadyLoad } from './steady-load.ts';

const PER_SECOND = 200;
const DISPATCHERS = 20;
const SOCKETS_EACH = 25;
const ORDERS = 200;
const ROOM = 'dispatch';
const MAX_KINDS = 12;
const MEDIAN_LIMIT_MS = 1_000;
const PATIENT = { limitMs: 60_000, everyMs: 50 };

/** What the next release might need, on a table that is written all the time. */
const EXAMPLES = {
  'tried.before': 'ALTER TABLE order_groups ADD COLUMN tried integer',
  'tried-index.before': `-- Outside a transaction: readers and writers go on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_groups_tried ON order_groups (tried)`,
  'tried.backfill': `-- Backfill of order_groups: a value for groups from before.
WITH batch AS (
  SELECT id FROM order_groups
   WHERE id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY id LIMIT $2
), changed AS (
  UPDATE order_groups SET tried = 1 FROM batch WHERE order_groups.id = batch.id
)
SELECT (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last_key, (SELECT count(*) FROM batch) AS rows`,
  'tried.after': 'ALTER TABLE order_groups DROP COLUMN tried',
};

describe('an upgrade of a service that is in use', function () {
  this.timeout(8 * 60_000);
  let former: Release;
  const namespace = `t-${randomUUID().slice(0, 12)}`;
  const closers: (() => unknown)[] = [];
  const said: string[] = [];
  let folder: string;
  let folders: { former: string; ours: string; broken: string };
  let running: string;
  let testDatabase: TestDatabase;
  let environment: Record<string, string>;
  let apis: ReleasedProcess[];
  let worker: ReleasedProcess;
  let load: SteadyLoad;
  let followers: Follower[];
  let url: string;
  let source: { folder: string; releases: typeof RELEASES };

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wasl-upgrade-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    former = formerRelease();
    folders = { former: await checkOutBuilt(former), ours: projectRoot, broken: brokenRelease(folder) };
    source = withExamples(folder);
    testDatabase = await createEmptyDatabase();
    closers.push(() => testDatabase.drop());
    await migrate(testDatabase.url, {
      source: { folder: path.join(folders.former, 'db', 'migrations'), releases: RELEASES.slice(0, -1) },
    });
    await migrate(testDatabase.url, { until: 'before' });
    const shared = { REDIS_NAMESPACE: namespace };
    const limits = { LIMIT_WRITE_PER_MINUTE: '1000000', LIMIT_BROWSE_PER_MINUTE: '1000000' };
    environment = testEnvironment(testDatabase.url, {
      ...{ ...shared, ...limits, NODE_ENV: 'production', LOG_LEVEL: 'warn', API_PROCESSES: '2' },
    });
    const world = await DeliveryWorld.open(shared, { database: testDatabase });
    const groupIds: string[] = [];
    for (let count = 0; count < ORDERS; count += 1) groupIds.push((await world.order()).groupId);
    await world.settle();
    const tokens: string[] = [];
    for (let count = 0; count < DISPATCHERS; count += 1) {
      const { accountId } = await makeAccount(world.service, ['DISPATCHER']);
      tokens.push((await signedIn(world.service, accountId)).token ?? '');
    }
    // From here on there are only processes of their own, behind the web server.
    await world.service.inside.close();
    running = folders.former;
    const ports = [await freePort(), await freePort()] as const;
    const place = (kind: 'api' | 'worker', number: number, port: number) =>
      new ReleasedProcess(kind === 'api' ? `API process ${number}` : 'The worker', {
        ...{ kind, port, environment, release: () => running },
        address: `http://127.0.0.1:${kind === 'api' ? port : ports[0]}`,
        logFile: path.join(folder, `${kind}-${number}.log`),
      });
    apis = ports.map((port, at) => place('api', at + 1, port));
    worker = place('worker', 1, await freePort());
    for (const each of [...apis, worker]) closers.push(() => each.stop());
    await roll();
    url = await startNginx(ports);
    followers = tokens.flatMap((token) =>
      Array.from({ length: SOCKETS_EACH }, () => new Follower({ url, token: async () => token })),
    );
    for (const { client } of followers) closers.push(() => client.close());
    await until(() => followers.every(({ client }) => client.status.state === 'live'), PATIENT);
    load = new SteadyLoad({
      ...{ url, perSecond: PER_SECOND, groupIds },
      ...{ seller: world.seller.token ?? '', buyer: world.buyer.token ?? '' },
    });
    closers.push(() => load.finish());
  });

  after(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** Puts the release that is to run into every place. */
  async function roll(): Promise<void> {
    await replaceInTurn(apis, (line) => said.push(line));
    await replaceInTurn([worker], (line) => said.push(line));
  }

  async function startNginx(ports: readonly number[]): Promise<string> {
    const port = await freePort();
    const config = loadConfig(environment);
    const limits = { limits: config.limits, networks: config.limitNetworks };
    const http = [
      ports.reduce(
        (text, each, at) => text.replaceAll(`127.0.0.1:${PORT_BASE + at + 1}`, `127.0.0.1:${each}`),
        upstreamsText(ports.length),
      ),
      limitsText(limits, readContract().operations.values()),
      refusalMaps(config.limits),
    ].join('\n');
    const root = path.join(folder, 'nginx');
    mkdirSync(root);
    const files = path.join(projectRoot, 'scripts', 'operate', 'nginx');
    for (const name of ['proxy.conf', 'json.conf']) {
      const text = readFileSync(path.join(files, name), 'utf8').replaceAll('/etc/nginx/wasl/', `${root}/`);
      writeFileSync(path.join(root, name), text);
    }
    const server = [`listen 127.0.0.1:${port};`, ...refusalLocations(), `include ${root}/proxy.conf;`].join(
      '\n',
    );
    const address = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(`${address}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    const nginx = await Nginx.start(root, server, answers, http);
    closers.push(() => nginx.stop());
    return address;
  }

  it('loses no request while both phases of its schema are applied and every process is replaced, forth and back', async () => {
    expect(await faultsOfMigrations(await examplesOf(source.folder))).to.deep.equal([]);
    const migrating = { source, serving: true, say: (line: string) => said.push(line) };
    await pause(5_000);
    refuseOverloaded(load);
    const stage = async (name: string, work: () => Promise<unknown>) => {
      const [failed, answered, began] = [load.failures.length, load.times.length, performance.now()];
      await work();
      const times = load.times.slice(answered);
      process.stdout.write(
        `      ${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s, ${times.length} requests, ` +
          `${load.failures.length - failed} failed, median ${quantile(times, 0.5).toFixed(0)} ms, ` +
          `99 of 100 within ${quantile(times, 0.99).toFixed(0)} ms, the slowest ${quantile(times, 1).toFixed(0)} ms\n`,
      );
    };
    await stage('first phase', () => migrate(testDatabase.url, { ...migrating, until: 'before' }));
    const early = await thrownBy(() => migrate(testDatabase.url, { ...migrating, until: 'after' }));
    expect(early)
      .to.have.property('message')
      .that.includes('Processes of a former release are still connected');
    await stage(`release ${former.release} → ${CURRENT_RELEASE}`, async () => {
      running = folders.ours;
      await roll();
    });
    await stage(`back to release ${former.release}`, async () => {
      running = folders.former;
      await roll();
    });
    await stage('a release that does not come up, and back', async () => {
      running = folders.broken;
      const error = await thrownBy(() => replaceInTurn(apis, () => undefined, { readyLimitMs: 5_000 }));
      expect(error).to.have.property('message').that.includes('API process 1 is not ready');
      running = folders.former;
      await replaceInTurn(apis.slice(0, 1), (line) => said.push(line));
    });
    await stage(`release ${former.release} → ${CURRENT_RELEASE} again`, async () => {
      running = folders.ours;
      await roll();
    });
    await stage('second phase', async () => {
      await until(
        async () =>
          (await thrownOrNull(() => migrate(testDatabase.url, { ...migrating, until: 'after' }))) === null,
        PATIENT,
      );
    });
    await pause(2_000);
    await load.finish();
    expect(tallyOf(load.failures)).to.equal('');
    expect(load.rate).to.be.greaterThan(PER_SECOND * 0.9);
    expect(load.steps).to.be.greaterThan(50);
  });

  it('tells every socket every live event once', async () => {
    const redis = openRedis({ redisUrl: redisUrl() }, { role: 'commands', log: silent });
    closers.push(() => closeRedis(redis));
    await redisReady(redis, 5_000);
    const roomLog = new RoomLog({ redis, namespace, frames: testFrames() });
    closers.push(() => roomLog.close());
    await until(() => followers.every(({ client }) => client.status.state === 'live'), PATIENT);
    let events = 0;
    for (const follower of followers) {
      const [first] = follower.heard.filter(({ stamp }) => stamp.room === ROOM);
      if (first === undefined) throw new Error('a socket heard nothing');
      const { epoch, seq } = first.stamp;
      const log = await roomLog.read(ROOM, { epoch, seq: seq - 1 });
      expect(log.snapshot, 'the log has every event').to.equal(false);
      const filter = new VersionFilter();
      const news = log.events
        .map(({ event, payload, ...stamp }) => liveMessage(event, payload, { room: ROOM, epoch, ...stamp }))
        .filter((message) => filter.isNews(message))
        .map(({ stamp }) => stamp.id);
      await until(() => follower.idsOf(ROOM).length >= news.length, PATIENT);
      expect(follower.idsOf(ROOM)).to.deep.equal(news);
      expect(follower.faults).to.deep.equal([]);
      events = Math.max(events, news.length);
    }
    expect(events).to.be.greaterThan(100);
    const broken = followers.filter(({ states }) => states.includes('offline')).length;
    process.stdout.write(
      `      ${followers.length} sockets, ${events} events each; ${broken} of them had to connect again\n`,
    );
  });

  it('shuts the former release out from the second phase on, in one sentence', async () => {
    const { ok, output } = await startAndEnd(folders.former, environment);
    expect(ok).to.equal(false);
    expect(output.trim()).to.equal(
      `The database has gone on to release ${CURRENT_RELEASE}, whose second phase has begun: release ${former.release} can no longer run on it; start release ${CURRENT_RELEASE} (docs/upgrades.md).`,
    );
  });
});

/** What a machine cannot carry at rest says nothing about an upgrade. */
function refuseOverloaded({ rate, times }: SteadyLoad): void {
  const median = quantile(times, 0.5);
  if (rate >= PER_SECOND * 0.9 && median < MEDIAN_LIMIT_MS) return;
  throw new Error(
    `Nothing is shown: before anything is replaced, this machine answers ${Math.round(rate)} requests a second and not ${PER_SECOND}, half of them in more than ${Math.round(median)} ms. What else runs on it?`,
  );
}

/** How many requests failed in which way, the most frequent first. */
function tallyOf(failures: readonly Failure[]): string {
  const counts = new Map<string, number>();
  for (const { what, how } of failures) {
    const kind = `${what} ${how}`.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, '…');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_KINDS);
  return sorted.map(([kind, count]) => `${count} × ${kind}`).join('\n');
}

async function thrownOrNull(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => null,
    (error: unknown) => error,
  );
}

/** A folder whose process ends at once. */
function brokenRelease(folder: string): string {
  const broken = path.join(folder, 'broken');
  mkdirSync(path.join(broken, 'dist', 'server'), { recursive: true });
  writeFileSync(path.join(broken, 'dist', 'server', 'main.js'), 'process.exit(1);\n');
  return broken;
}

/** The migrations of this release with the examples after them. */
function withExamples(folder: string) {
  const migrations = path.join(folder, 'migrations');
  mkdirSync(migrations);
  const names = readdirSync(MIGRATIONS_FOLDER).sort();
  for (const name of names) copyFileSync(path.join(MIGRATIONS_FOLDER, name), path.join(migrations, name));
  let number = Number(names.at(-1)?.slice(0, 4));
  for (const [topic, sql] of Object.entries(EXAMPLES)) {
    number += 1;
    writeFileSync(path.join(migrations, `${String(number).padStart(4, '0')}-${topic}.sql`), sql);
  }
  return { folder: migrations, releases: RELEASES };
}

async function examplesOf(folder: string) {
  return (await readMigrations(folder)).filter(({ name }) => name.includes('-tried'));
}
