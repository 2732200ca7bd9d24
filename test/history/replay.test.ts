import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { ReplayDay } from '../../actors/replay/day.ts';
import { projectRoot } from '../../db/root.ts';
import { readReplayDay } from '../../server/dispatch/history/replay-day.ts';
import { type ReplayReport, replayReport } from '../../server/dispatch/history/replay-report.ts';
import type { Schema } from '../support/api-client.ts';
import { ownProgram } from '../support/own-program.ts';
import { AL_KHOR, around, DeliveryWorld, type OnDuty, STORE, WEST_BAY } from '../worlds/delivery-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPTIONS = { seed: 1, batchSeconds: 20, fairnessToleranceSeconds: 30 };

describe('a recorded day', () => {
  let world: DeliveryWorld;
  let day: ReplayDay;
  let name: string;
  let near: OnDuty;
  let far: OnDuty;
  const placed: Record<string, Awaited<ReturnType<DeliveryWorld['ready']>>> = {};

  before(async function () {
    this.timeout(120_000);
    world = await DeliveryWorld.open();
    const { clock } = world.service;
    // Eight in the morning of tomorrow in Qatar: the day is complete, whenever this runs.
    const morning = (Math.floor((clock.now().getTime() + 3 * HOUR) / (24 * HOUR)) + 1) * 24 * HOUR + 5 * HOUR;
    clock.advance(morning - clock.now().getTime());
    name = new Date(morning + 3 * HOUR).toISOString().slice(0, 10);
    near = await world.approved();
    far = await world.approved({ cashLimit: '150.00' });
    const drivers = [
      [near, STORE],
      [far, AL_KHOR],
    ] as const;
    for (const [driver, place] of drivers) {
      await world.database('breadcrumbs').insert({
        ...{ driver_id: driver.driverId, at: clock.now(), sequence: 1, ...place, accuracy: 5, late: false },
      });
      await world.report(driver, place);
      clock.advance(MINUTE);
      await driver.client.post('/driver/shift/start');
    }
    await world.settle();
    placed.first = await world.ready({ goods: '90.00' });
    clock.advance(MINUTE / 2);
    await deliver(near, 'first', [20 * MINUTE, 40 * MINUTE]);
    placed.cancelled = await world.ready({ goods: '60.00', dropoff: AL_KHOR });
    clock.advance(MINUTE / 4);
    await world.dispatcher.post(`/dispatch/tasks/${placed.cancelled.taskId}/cancel`, {
      reason: 'The buyer called',
    });
    await world.settle();
    placed.refused = await world.ready({ goods: '70.00', dropoff: WEST_BAY });
    clock.advance(MINUTE / 6);
    const offered = await world.task(placed.refused.taskId);
    const [first, second] = offered.driverId === near.driverId ? [near, far] : [far, near];
    await first.client.post(`/driver/tasks/${placed.refused.taskId}/decline`, { reason: 'A flat tyre' });
    await world.settle();
    clock.advance(MINUTE / 6);
    await deliver(second, 'refused', [30 * MINUTE, 40 * MINUTE]);
    await near.client.post('/driver/shift/break');
    clock.advance(20 * MINUTE);
    await near.client.post('/driver/shift/resume');
    await world.dispatcher.post('/dispatch/zones', {
      ...{ name: { en: 'Bay', ar: 'الخليج' }, priority: 5, geometry: around(WEST_BAY), active: true },
    });
    placed.waiting = await world.ready({ goods: '5000.00' });
    clock.advance(HOUR);
    day = await readReplayDay(world.database, name, clock.now());
  });

  after(() => world?.close());

  async function deliver(driver: OnDuty, order: string, [toPickup, toDoor]: [number, number]): Promise<void> {
    const { clock } = world.service;
    const { taskId, cashDue } = placed[order] ?? { taskId: '', cashDue: '' };
    const path = `/driver/tasks/${taskId}`;
    await driver.client.post(`${path}/accept`);
    clock.advance(toPickup);
    await driver.client.post(`${path}/pick-up`);
    await driver.client.post(`${path}/in-transit`);
    clock.advance(toDoor);
    await driver.client.post(`${path}/arrive`);
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await world.code() });
    await driver.client.post(`${path}/record-cash`, { amount: { amount: cashDue, currency: 'QAR' } });
    await driver.client.post<Schema<'DriverTask'>>(`${path}/complete`);
    await world.settle();
  }

  const taskOf = (order: string) => day.tasks.find(({ taskId }) => taskId === placed[order]?.taskId);

  it('is read from its events: tasks and how each ended', () => {
    expect(day.tasks).to.have.length(4);
    const first = taskOf('first');
    expect(first).to.deep.include({
      cod: '115.00',
      items: 2,
      carriedBy: null,
      cancelledAt: null,
      refusals: [],
    });
    expect(first?.pickup).to.deep.equal(STORE);
    expect(first?.recorded).to.deep.include({ driverId: near.driverId, byHand: false });
    const { acceptedAt, pickedUpAt, deliveredAt } = first?.recorded ?? {};
    expect((pickedUpAt ?? 0) - (acceptedAt ?? 0)).to.be.within(20 * MINUTE, 21 * MINUTE);
    expect((deliveredAt ?? 0) - (pickedUpAt ?? 0)).to.be.within(40 * MINUTE, 41 * MINUTE);
    expect(taskOf('cancelled')?.cancelledAt).to.be.a('number');
    const [refusal] = taskOf('refused')?.refusals ?? [];
    expect(refusal?.declined).to.equal(true);
    expect(refusal?.afterSeconds).to.be.within(10, 30);
    expect(taskOf('waiting')?.recorded.driverId).to.equal(null);
    expect(day.legs.length).to.be.greaterThan(1);
  });

  it('is read from its events: drivers, their shifts and breaks, and zones', () => {
    const changes = day.drivers.find(({ id }) => id === near.driverId)?.changes ?? [];
    const duties = changes.flatMap((change) => (change.what === 'DUTY' ? [change.duty] : []));
    expect(duties).to.deep.equal(['ON_DUTY', 'ON_BREAK', 'ON_DUTY']);
    const [start] = changes.filter(({ what }) => what === 'DUTY');
    expect(start).to.deep.include({ position: STORE });
    const poor = day.drivers.find(({ id }) => id === far.driverId);
    expect(poor?.changes.find(({ what }) => what === 'TERMS')).to.deep.include({
      ...{ approved: true, cashLimit: '150.00' },
    });
    const counts = day.zones.map(({ zones }) => zones.length);
    expect(counts.at(-1)).to.equal((counts[0] ?? 0) + 1);
  });

  it('reproduces its choices under the policy of that day', () => {
    const { recorded, runs } = replayReport(day, { ...OPTIONS, policies: ['INSERTION_COST'] });
    expect(recorded).to.deep.include({ tasks: 3, delivered: 2, notAssigned: 1 });
    expect(runs[0]?.agreement).to.include({ compared: 2, sameDriver: 2, share: 1 });
    expect(runs[0]?.figures).to.include({ tasks: 3, delivered: 2, notAssigned: 1 });
  });

  it('gives the same result on the command line, as a table and as JSON', async function () {
    this.timeout(60_000);
    const policies = ['--policy', 'insertion', '--policy', 'nearest', '--policy', 'batched'];
    const { program, nodeOptions } = ownProgram('scripts/replay.ts');
    const args = [...nodeOptions, program, '--day', name, ...policies];
    // The service's clock is ahead of real time here, so the command's clock must be, too, for the day to be in the
    // past.
    const { clock, databaseUrl } = world.service;
    await world.database('domain_clock').insert({ real_at: new Date(), domain_at: clock.now(), rate: 1 });
    const env = { ...process.env, DATABASE_URL: databaseUrl };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot, env });
    await world.database('domain_clock').delete();
    expect(stdout).to.match(/seed 1/);
    expect(stdout).to.match(/INSERTION_COST +NEAREST +BATCHED/);
    const json = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ReplayReport;
    expect(json.runs.map(({ policy }) => policy)).to.deep.equal(['INSERTION_COST', 'NEAREST', 'BATCHED']);
    expect(json.runs[0]?.agreement.share).to.equal(1);
  });
});
