import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { DeliveryWorld, type OnDuty } from '../api/delivery/delivery-world.ts';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { testEnvironment } from '../support/service.ts';
import { runShifts, type Shift } from '../support/shift-load.ts';

describe('two API processes on one database', () => {
  let world: DeliveryWorld;
  let processes: ApiProcess[];

  before(async function () {
    this.timeout(60_000);
    const namespace = `t-${randomUUID().slice(0, 12)}`;
    world = await DeliveryWorld.open({ REDIS_NAMESPACE: namespace });
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_BROWSE_PER_MINUTE: '100000' };
    const environment = testEnvironment(world.service.databaseUrl, {
      REDIS_NAMESPACE: namespace,
      ...limits,
    });
    processes = await Promise.all([spawnApi(environment), spawnApi(environment)]);
  });

  after(async () => {
    await Promise.all((processes ?? []).map((api) => api.kill()));
    await world?.close();
  });

  /** Everything a driver was told happened, once and in order, and nothing else. */
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
    this.timeout(60_000);
    const drivers: OnDuty[] = [];
    for (let count = 0; count < 6; count += 1) drivers.push(await world.onDuty());
    const [doomed, other] = processes as [ApiProcess, ApiProcess];
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
    expect(acknowledgedAtKill).to.equal(120);
    // The kill was felt, and by those alone who talked to that process.
    expect(trouble.length).to.be.greaterThan(0);
    expect(trouble.filter((what) => /^\d/.test(what) && what !== '503')).to.deep.equal([]);
    for (const shift of shifts) await check(shift);
  });
});
