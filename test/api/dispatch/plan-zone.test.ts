import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';
import { planJob } from '../../worlds/pure/plan-job.ts';

type Plan = Schema<'ZonePlan'>;

describe('planning a whole zone', function () {
  this.timeout(60_000);
  let world: DeliveryWorld;
  let zone: string;
  /** Planning threads, the newest last. */
  const threads: Worker[] = [];
  const note = (worker: Worker) => threads.push(worker);

  before(async () => {
    process.on('worker', note);
    world = await DeliveryWorld.open();
    zone = await world.qatar();
  });
  afterEach(() => world.clear());
  after(async () => {
    process.off('worker', note);
    await world?.close();
  });

  const plan = (body: object, key?: string) =>
    world.dispatcher.call<Plan>('POST', `/dispatch/zones/${zone}/plan`, {
      body,
      ...(key === undefined ? {} : { key }),
    });
  const preview = async (more: object = {}): Promise<Plan> => {
    const answer = await plan({ mode: 'PREVIEW', seconds: 1, ...more });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };
  const apply = async ({ planId }: Plan): Promise<Plan> => {
    const answer = await plan({ mode: 'APPLY', planId });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    await world.settle();
    return answer.body;
  };
  const held = async ({ driverId }: OnDuty) =>
    (
      await world.database('delivery_tasks').where({ driver_id: driverId, status: 'ASSIGNED' }).select('id')
    ).map(({ id }) => id);

  /** Tasks that wait because no driver was on duty when they were created. */
  async function waiting(count: number, terms: object = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await world.ready(terms)).taskId);
    // They wait in the municipality of their pickup.
    zone = (await world.task(ids[0] ?? '')).zoneId ?? zone;
    return ids;
  }

  it('gives the waiting tasks to drivers, after a preview of the result', async () => {
    const driver = await world.onDuty({ at: STORE });
    await driver.client.post('/driver/shift/break');
    const ids = await waiting(3);
    const before = await world.database('delivery_tasks').whereIn('id', ids).select('status', 'round');
    await world.database('drivers').where('id', driver.driverId).update({ duty: 'ON_DUTY' });
    const shown = await preview();
    expect(shown).to.deep.include({ tasks: 3, unassigned: [], results: null });
    expect(shown.drivers.flatMap(({ newTasks }) => newTasks)).to.have.members(ids);
    expect(shown.after.travelSeconds).to.be.greaterThan(0);
    expect(await world.database('delivery_tasks').whereIn('id', ids).select('status', 'round')).to.deep.equal(
      before,
    );
    await driver.client.post('/driver/shift/resume');
    await world.settle();
    const planned = await preview();
    const applied = await apply(planned);
    const outcomes = applied.results?.tasks.map(({ outcome }) => outcome) ?? [];
    for (const outcome of outcomes) expect(['ASSIGNED', 'KEPT', 'REFUSED']).to.include(outcome);
    expect(await held(driver)).to.have.members(ids);
  });

  it('takes nothing from a driver who accepted meanwhile, and offers no task to two drivers', async () => {
    const near = await world.onDuty({ at: STORE });
    const [taskId = ''] = await waiting(1);
    expect(await held(near)).to.deep.equal([taskId]);
    const far = await world.onDuty({ at: STORE });
    const shown = await preview();
    expect(shown.tasks).to.equal(1);
    // Makes it a plan that chose the other driver.
    const steps = {
      routes: [],
      tasks: [{ taskId, round: 1, driverId: far.driverId, offeredTo: near.driverId }],
    };
    await world
      .database('route_plans')
      .where('id', shown.planId)
      .update({ steps: JSON.stringify(steps) });
    await near.client.post(`/driver/tasks/${taskId}/accept`);
    await world.settle();
    const applied = await apply(shown);
    expect(applied.results?.tasks[0]).to.include({ outcome: 'REFUSED', code: 'common.CONFLICT' });
    expect(await held(far)).to.deep.equal([]);
    expect((await world.task(taskId)).driverId).to.equal(near.driverId);
  });

  it('moves an offer to another driver once, however often it is applied', async () => {
    const near = await world.onDuty({ at: STORE });
    const [taskId = ''] = await waiting(1);
    const far = await world.onDuty({ at: STORE });
    const shown = await preview();
    const steps = {
      routes: [],
      tasks: [{ taskId, round: 1, driverId: far.driverId, offeredTo: near.driverId }],
    };
    await world
      .database('route_plans')
      .where('id', shown.planId)
      .update({ steps: JSON.stringify(steps) });
    expect((await apply(shown)).results?.tasks[0]).to.include({ outcome: 'ASSIGNED' });
    expect((await apply(shown)).results?.tasks[0]).to.include({ outcome: 'ASSIGNED' });
    expect(await held(near)).to.deep.equal([]);
    expect(await held(far)).to.deep.equal([taskId]);
    expect((await world.task(taskId)).round).to.equal(2);
  });

  it('takes no driver over the cash limit or the capacity, summed over the route', async () => {
    const waitingIds = await waiting(4);
    const [task] = await world.database('delivery_tasks').whereIn('id', waitingIds).select('cash_due');
    const limit = (2.5 * Number(task.cash_due)).toFixed(2);
    const driver = await world.approved({ cashLimit: limit });
    await world.report(driver, STORE);
    await driver.client.post('/driver/shift/start');
    await world.settle();
    const shown = await preview();
    const mine = shown.drivers.find(({ driverId }) => driverId === driver.driverId);
    expect(mine?.newTasks).to.have.length(2);
    expect(shown.unassigned).to.have.length(2);
    await apply(shown);
    expect(await held(driver)).to.have.length(2);
  });

  it('leaves planning threads to other dispatchers when one asks without end', async () => {
    await world.onDuty({ at: STORE });
    await waiting(1);
    const { plans } = world.service.inside.deps;
    const { id: greedy } = await world.dispatcher.get<Schema<'Account'>>('/me');
    // Eight may wait, so four are one account's share.
    const endless = Array.from({ length: 4 }, () =>
      plans.runFor(greedy, planJob(300, 60_000)).catch((error: unknown) => error),
    );
    const refused = await plan({ mode: 'PREVIEW', seconds: 1 });
    expect(refused.status).to.equal(503);
    expect(refused.body).to.include({ code: 'common.UNAVAILABLE' });
    const path = `/dispatch/zones/${zone}/plan`;
    const other = world.secondDispatcher.call<Plan>('POST', path, { body: { mode: 'PREVIEW', seconds: 1 } });
    for (const job of endless) {
      await threads.at(-1)?.terminate();
      expect(await job).to.include({ code: 'common.UNAVAILABLE' });
    }
    const answer = await other;
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  });

  it('gives a repeat with its key the same response, and does not find a plan of another zone', async () => {
    const key = uuidv7();
    const first = await plan({ mode: 'PREVIEW', seconds: 1 }, key);
    const again = await plan({ mode: 'PREVIEW', seconds: 1 }, key);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(again.body.planId).to.equal(first.body.planId);
    expect((await plan({ mode: 'APPLY', planId: uuidv7() })).status).to.equal(404);
    expect((await plan({ mode: 'APPLY' })).status).to.equal(422);
  });
});
