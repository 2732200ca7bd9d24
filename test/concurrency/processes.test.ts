import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { ApiGroup } from '../../scripts/supervisor/api-group.ts';
import { ApiClient } from '../support/api-client.ts';
import { ownProgram } from '../support/own-program.ts';
import { spawnApi } from '../support/server-processes.ts';
import { testEnvironment } from '../support/service.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { runShifts, type Shift } from '../worlds/shift-load.ts';

/**
 * Milliseconds between the requests of one caller, where processes have to start beside the load: hundreds of requests
 * fall into each replacement, and the machine is left to what starts.
 */
const PAUSE = 80;

describe('two API processes on one database', () => {
  let world: DeliveryWorld;
  let environment: Record<string, string>;

  before(async function () {
    this.timeout(60_000);
    const namespace = `t-${randomUUID().slice(0, 12)}`;
    world = await DeliveryWorld.open({ REDIS_NAMESPACE: namespace });
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_BROWSE_PER_MINUTE: '100000' };
    environment = testEnvironment(world.service.databaseUrl, {
      REDIS_NAMESPACE: namespace,
      ...limits,
    });
  });

  after(() => world?.close());

  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function onDuty(count: number): Promise<OnDuty[]> {
    const drivers: OnDuty[] = [];
    while (drivers.length < count) drivers.push(await world.onDuty());
    return drivers;
  }

  /** Everything acknowledged to a driver happened, once and in order, and nothing else did. */
  async function check({ driver, acknowledged }: Shift): Promise<void> {
    const commands = await world
      .database('actor_command')
      .where({ kind: 'driver', key: driver.driverId })
      .orderBy('version')
      .select('version', 'type');
    const versions = commands.map(({ version }) => Number(version));
    expect(versions).to.deep.equal(versions.map((_, index) => index + 1));
    const steps = commands.map(({ type }) => type).filter((type) => type.endsWith('-break'));
    expect(steps).to.deep.equal(
      acknowledged.map((_, index) => (index % 2 === 0 ? 'start-break' : 'end-break')),
    );
    const row = await world
      .database('actor')
      .where({ kind: 'driver', key: driver.driverId })
      .first('version');
    expect(Number(row.version)).to.equal(versions.length);
    const shown = await driver.client.get<{ shift: { status: string } }>('/driver');
    expect(shown.shift.status).to.equal(acknowledged.length % 2 === 0 ? 'ON_DUTY' : 'ON_BREAK');
  }

  it('lose and double nothing they acknowledged when one is killed under load', async function () {
    this.timeout(120_000);
    const [doomed, other] = await Promise.all([spawnApi(environment), spawnApi(environment)]);
    closers.push(doomed.kill, other.kill);
    const drivers = await onDuty(6);
    const urls = [doomed.url, other.url];
    const trouble: string[] = [];
    let sent = 0;
    let killed: Promise<void> | null = null;
    let acknowledgedAtKill = 0;
    const shifts = await runShifts({
      drivers,
      nextUrl: () => {
        sent += 1;
        return urls[sent % 2] ?? other.url;
      },
      goesOn: (acknowledged) => {
        if (acknowledged >= 120 && killed === null) {
          acknowledgedAtKill = acknowledged;
          killed = doomed.kill();
        }
        return acknowledged < 300;
      },
      onTrouble: (what) => trouble.push(what),
    });
    await killed;
    expect(acknowledgedAtKill).to.be.at.least(120);
    // The kill was noticed, and only by clients of that process.
    expect(trouble.length).to.be.greaterThan(0);
    expect(trouble.filter((what) => /^\d/.test(what) && what !== '503')).to.deep.equal([]);
    for (const shift of shifts) await check(shift);
  });

  it('behind one port, are replaced under load without a single failed request', async function () {
    this.timeout(150_000);
    const folder = mkdtempSync(path.join(tmpdir(), 'wasl-rolling-'));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const said: string[] = [];
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
        say: (line) => said.push(line),
        signal: new AbortController().signal,
        readyLimitMs: 90_000,
      },
      logDir: folder,
      onGivenUp: () => said.push('given up'),
    });
    const url = `http://127.0.0.1:${await group.start()}`;
    closers.push(() => group.stop(false));
    const drivers = await onDuty(4);

    let over = false;
    const replaced = group.replace().finally(() => {
      over = true;
    });
    const trouble: string[] = [];
    const reading = drivers.map(async ({ client: { token, address } }) => {
      const client = new ApiClient(url, address);
      client.token = token;
      let reads = 0;
      for (; !over; reads += 1) {
        const { status } = await client.call('GET', '/driver');
        if (status !== 200) trouble.push(`GET ${status}`);
        await pause(PAUSE);
      }
      return reads;
    });
    const shifts = await runShifts({
      drivers,
      nextUrl: () => url,
      pause: PAUSE,
      goesOn: () => !over,
      onTrouble: (what) => trouble.push(what),
    });
    await replaced;
    expect((await Promise.all(reading)).every((reads) => reads > 10)).to.equal(true);
    expect(trouble).to.deep.equal([]);
    expect(said).to.deep.equal(['API 1 of 2 replaced.', 'API 2 of 2 replaced.']);
    for (const shift of shifts) {
      expect(shift.acknowledged.length).to.be.greaterThan(10);
      await check(shift);
    }
  });
});
