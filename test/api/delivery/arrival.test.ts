import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { WaslError } from '../../../actors/errors.ts';
import { Arrivals } from '../../../realtime/arrivals.ts';
import { readCurrentStops } from '../../../realtime/current-stop-store.ts';
import { until } from '../../../scripts/shared/waiting.ts';
import { connectLive, silent } from '../../realtime/live-fixture.ts';
import { Counts } from '../../realtime/locations-fixture.ts';
import { DeliveryWorld, type OnDuty, qar, STORE, WEST_BAY } from '../../worlds/delivery-world.ts';

/** Starting and stopping processes takes a while on a busy machine. */
const PATIENT = { limitMs: 60_000 };

describe('arriving at the door', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(async () => {
    for (const finish of unfinished.splice(0)) await finish();
    await world.clear();
  });

  after(() => world?.close());

  const unfinished: (() => Promise<void>)[] = [];

  /** A driver on the way to the buyer. */
  async function underWay(): Promise<{ driver: OnDuty; taskId: string }> {
    const driver = await world.onDuty();
    const { taskId, cashDue } = await world.ready();
    await steps(driver, taskId, 'accept', 'pick-up', 'in-transit');
    unfinished.push(async () => {
      const path = `/driver/tasks/${taskId}`;
      await driver.client.post(`${path}/delivery-code`);
      await driver.client.post(`${path}/verify-code`, { code: await world.code() });
      await driver.client.post(`${path}/record-cash`, { amount: qar(cashDue) });
      await driver.client.post(`${path}/complete`);
      await world.settle();
    });
    return { driver, taskId };
  }

  async function steps({ client }: OnDuty, taskId: string, ...names: string[]): Promise<void> {
    for (const name of names) {
      await client.post(`/driver/tasks/${taskId}/${name}`);
      await world.settle();
    }
  }

  const arrivals = (taskId: string) =>
    world
      .database('transitions')
      .where({ subject_id: taskId, command: 'arrive' })
      .select('to_state', 'account_id', 'role', 'reason');

  it('is noticed by the service from the positions that the phone sends over its socket', async () => {
    const { driver, taskId } = await underWay();
    const { socket } = await connectLive(world.service.url, driver.client.token);
    const base = { accuracy: 5, speed: 0, ...WEST_BAY };
    let sequence = 0;
    const phone = setInterval(() => {
      sequence += 1;
      const point = { ...base, sequence, recordedAt: new Date().toISOString() };
      socket.emit('location', { points: [point] });
    }, 400);
    await until(async () => (await arrivals(taskId)).length > 0, PATIENT);
    clearInterval(phone);
    socket.close();
    await world.settle();
    expect(await arrivals(taskId)).to.deep.equal([
      { to_state: 'ARRIVED', account_id: null, role: 'DRIVER', reason: 'The device is at the door' },
    ]);
    expect((await world.task(taskId)).status).to.equal('ARRIVED');
  });

  it('is detected at the next stop of the route alone, and while the task is in transit', async () => {
    const { driver, taskId } = await underWay();
    const stops = () => readCurrentStops(world.database, [driver.driverId, uuidv7()]);
    const [stop, ...others] = await stops();
    expect(others).to.deep.equal([]);
    expect(stop).to.deep.include({ driverId: driver.driverId, taskId, round: 1, attempt: 1, ...WEST_BAY });
    await world.database('delivery_tasks').where('id', taskId).update('status', 'PICKED_UP');
    expect(await stops(), 'not in transit').to.deep.equal([]);
    await world.database('delivery_tasks').where('id', taskId).update('status', 'IN_TRANSIT');
    const pin = (pinned: boolean) =>
      world
        .database('orders')
        .where('id', stop?.orderId)
        .update({ address: world.database.raw(`address || ?::jsonb`, JSON.stringify({ pinned })) });
    await pin(false);
    expect(await stops(), 'the middle of a zone').to.deep.equal([]);
    await pin(true);
    expect(await stops(), 'a door').to.have.length(1);
    await steps(driver, taskId, 'arrive');
    expect(await stops(), 'arrived').to.deep.equal([]);
  });

  it('is reported once, however many processes notice it and however often', async () => {
    const { driver, taskId } = await underWay();
    const { service } = world;
    const counts = new Counts();
    const { driverId } = driver;
    const idempotency = { principal: 'geofence', key: `${taskId}:DROPOFF:1`, requestHash: Buffer.alloc(0) };
    const watchers = [1, 2].map(
      () =>
        new Arrivals({
          stops: (ids) => readCurrentStops(world.database, ids),
          arrive: ({ orderId }) =>
            service.inside.deps.actors.command(
              { requestId: 'test', ip: null, idempotency },
              { accountId: null, role: 'DRIVER', driverId },
              { kind: 'order', key: orderId },
              'arrive',
              { taskId },
            ),
          meter: counts,
          log: silent,
        }),
    );
    const see = (each: Arrivals, place: typeof WEST_BAY, atMs: number) =>
      each.see(driverId, { ...place, sequence: 1, accuracy: 5, speed: 0, recordedAt: '', atMs });
    // Both processes load the stop before either reports the arrival; afterwards there is no stop to detect.
    for (const each of watchers) {
      see(each, STORE, Date.now());
      await each.look();
    }
    for (const each of watchers) {
      for (let visit = 0; visit < 2; visit += 1) {
        for (let second = 0; second < 5; second += 1) see(each, WEST_BAY, Date.now() + second);
        see(each, STORE, Date.now() + 10);
      }
    }
    for (const each of watchers) await each.close();
    expect(counts.of('told')).to.equal(4);
    expect(await arrivals(taskId)).to.have.length(1);
  });

  it('is reported again when the order could not be reached, but not when it refused', async () => {
    const stop = {
      driverId: uuidv7(),
      taskId: uuidv7(),
      orderId: uuidv7(),
      round: 1,
      attempt: 1,
      ...WEST_BAY,
    };
    const answers = [new WaslError('common.UNAVAILABLE'), new WaslError('delivery.INVALID_STATE')];
    const counts = new Counts();
    let reports = 0;
    const each = new Arrivals({
      stops: async () => [stop],
      arrive: async () => {
        const answer = answers[reports];
        reports += 1;
        throw answer ?? new Error('reported too often');
      },
      meter: counts,
      log: silent,
    });
    const see = (atMs: number) =>
      each.see(stop.driverId, { ...WEST_BAY, sequence: 1, accuracy: 5, speed: 0, recordedAt: '', atMs });
    see(Date.now() - 3_600_000);
    await each.look();
    see(Date.now() - 3 * 60_000);
    see(Date.now() - 3 * 60_000);
    expect(reports, 'a position measured minutes ago is ignored').to.equal(0);
    see(Date.now());
    see(Date.now());
    await until(() => counts.of('failed') === 1, PATIENT);
    see(Date.now());
    await until(() => counts.of('refused') === 1, PATIENT);
    see(Date.now());
    await each.close();
    expect(reports).to.equal(2);
  });
});
