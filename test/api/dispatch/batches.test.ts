import { expect } from 'chai';
import { retryWaitingJob } from '../../../server/dispatch/assignment/retry-waiting.ts';
import type { Schema } from '../../support/api-client.ts';
import { AL_KHOR, around, DeliveryWorld, type OnDuty, STORE, WEST_BAY } from '../../worlds/delivery-world.ts';
import type { Placed } from '../../worlds/placed-order.ts';

type Explanation = Schema<'TaskExplanation'>;

describe('whom many tasks are offered to', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(async () => {
    await world?.database('settings').delete();
    await world?.clear();
  });

  after(() => world?.close());

  const explanation = (taskId: string) =>
    world.dispatcher.get<Explanation>(`/dispatch/tasks/${taskId}/explanation`);
  const last = async (taskId: string) => (await explanation(taskId)).choices.at(-1);
  const setting = (key: string, value: unknown) =>
    world.database('settings').insert({ key, value: JSON.stringify(value), confirmed: false });

  async function batches(seconds = 20): Promise<void> {
    await setting('assignmentMode', 'BATCHED');
    await setting('assignmentBatchSeconds', seconds);
  }

  /** Marks the orders ready; in a batch they may have to wait. */
  async function readyAll(orders: readonly Placed[]): Promise<string[]> {
    for (const { groupId } of orders) {
      for (const step of ['accept', 'pack', 'ready'])
        await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
    }
    await world.settle();
    const rows = await world
      .database('delivery_tasks')
      .whereIn(
        'group_id',
        orders.map(({ groupId }) => groupId),
      )
      .select('id', 'group_id');
    return orders.map(({ groupId }) => rows.find((row) => row.group_id === groupId).id);
  }

  describe('in batches', () => {
    it('no driver is chosen before the batch closes, then all at once, and the explanation names the policy', async () => {
      await batches();
      const drivers = [
        await world.onDuty({ at: STORE, capacity: 2 }),
        await world.onDuty({ at: STORE, capacity: 2 }),
      ];
      const tasks = await readyAll([await world.order(), await world.order()]);
      for (const id of tasks) expect((await world.task(id)).status).to.equal('UNASSIGNED');
      await world.later(19_000);
      for (const id of tasks) expect((await world.task(id)).status).to.equal('UNASSIGNED');
      await world.later(1_500);
      const given = await Promise.all(tasks.map((id) => world.task(id)));
      expect(given.map(({ status }) => status)).to.deep.equal(['ASSIGNED', 'ASSIGNED']);
      expect(new Set(given.map(({ driverId }) => driverId))).to.deep.equal(
        new Set(drivers.map(({ driverId }) => driverId)),
      );
      expect(await last(tasks[0] ?? '')).to.include({ policy: 'BATCHED' });
    });

    it('starts when the administrator changes the setting, at once', async () => {
      const admin = await world.admin();
      const { version } = await admin.get<Schema<'Settings'>>('/admin/settings');
      const body = {
        assignmentMode: { value: 'BATCHED', confirmed: true },
        assignmentBatchSeconds: { value: 30 },
        fairnessToleranceSeconds: { value: 0 },
      };
      const changed = await admin.patch<Schema<'Settings'>>('/admin/settings', body, { version });
      expect(changed.assignmentMode).to.deep.equal({ value: 'BATCHED', confirmed: true });
      await admin.refused(422, 'common.VALIDATION_FAILED', 'PATCH', '/admin/settings', {
        body: { assignmentMode: { value: 'LOTTERY' } },
        version: changed.version,
      });
      const driver = await world.onDuty();
      const [waits = ''] = await readyAll([await world.order()]);
      expect((await world.task(waits)).status).to.equal('UNASSIGNED');
      const back = { assignmentMode: { value: 'IMMEDIATE' } };
      await admin.patch('/admin/settings', back, { version: changed.version });
      const [at_once = ''] = await readyAll([await world.order()]);
      expect((await world.task(at_once)).driverId).to.equal(driver.driverId);
      // What was collected before the change is decided all the same.
      await world.later(31_000);
      expect((await world.task(waits)).driverId).to.equal(driver.driverId);
    });

    it('a task that a batch cannot assign is reported, and assigned when a driver comes on duty', async () => {
      await batches(10);
      const only = await world.onDuty({ capacity: 3 });
      const tasks = await readyAll([await world.order({ items: 2 }), await world.order({ items: 2 })]);
      await world.later(11_000);
      const given = await Promise.all(tasks.map((id) => world.task(id)));
      expect(given.map(({ driverId }) => driverId).sort()).to.deep.equal([only.driverId, null].sort());
      const left = given.find(({ driverId }) => driverId === null)?.id ?? '';
      expect((await last(left))?.excludedBy).to.deep.equal({ CAPACITY: 1 });
      expect((await last(left))?.candidates[0]?.detail).to.equal('2 units assigned, 2 more, room for 3');
      const other = await world.onDuty();
      await world.later(11_000);
      expect((await world.task(left)).driverId).to.equal(other.driverId);
    });

    it('a declined task goes into the next batch, to another driver', async () => {
      await batches(10);
      const near = await world.onDuty({ at: STORE });
      const far = await world.onDuty({ at: AL_KHOR });
      const [taskId = ''] = await readyAll([await world.order()]);
      await world.later(11_000);
      expect((await world.task(taskId)).driverId).to.equal(near.driverId);
      await near.client.post(`/driver/tasks/${taskId}/decline`);
      await world.settle();
      expect((await world.task(taskId)).status).to.equal('UNASSIGNED');
      await world.later(11_000);
      expect(await world.task(taskId)).to.include({ driverId: far.driverId, round: 2 });
    });

    it('a batch requested twice in a row and twice at once offers each task once', async () => {
      await batches(10);
      await world.onDuty({ at: STORE });
      await world.onDuty({ at: WEST_BAY });
      const tasks = await readyAll([await world.order(), await world.order(), await world.order()]);
      // The timers of two processes fire at once.
      world.service.clock.advance(11_000);
      await Promise.all([world.service.inside.timers.run(100), world.service.inside.timers.run(100)]);
      await world.settle();
      await world.later(1_000);
      for (const id of tasks) {
        expect(await world.task(id)).to.include({ status: 'ASSIGNED', round: 1 });
        expect(await world.database('assignment_choices').where('task_id', id)).to.have.length(1);
      }
    });
  });

  describe('waiting tickets, when something changes', () => {
    it('more than a hundred that suit no driver do not keep the others from being considered', async function () {
      this.timeout(60_000);
      const { taskId } = await world.ready();
      // Every task before it in the queue lies where no driver may go.
      const { rows } = await world.database.raw<{ rows: { id: string }[] }>(
        `INSERT INTO zone_tickets
         SELECT (jsonb_populate_record(k, jsonb_build_object('task_id', gen_random_uuid(), 'pickup_lat', 0,
                   'due_by', k.due_by - interval '1 hour', 'enqueued_at', k.enqueued_at - interval '1 hour'))).*
           FROM zone_tickets k, generate_series(1, 450) WHERE k.task_id = ? RETURNING task_id AS id`,
        [taskId],
      );
      try {
        const driver = await world.onDuty();
        expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
      } finally {
        await world
          .database('zone_tickets')
          .whereIn(
            'task_id',
            rows.map(({ id }) => id),
          )
          .delete();
      }
    });

    it('the scheduled job continues where it stopped, and reaches the last of them', async function () {
      this.timeout(60_000);
      const { deps } = world.service.inside;
      const duty = retryWaitingJob(deps);
      const driver = await world.approved({ capacity: 2 });
      const { taskId } = await world.ready();
      await world.database('zone_tickets').where('task_id', taskId).update({ status: 'OFFERING' });
      await driver.client.post('/driver/shift/start');
      await world.settle();
      await world.database('zone_tickets').where('task_id', taskId).update({ status: 'WAITING' });
      await duty();
      expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
    });

    it('the most urgent one gets the driver who has become free', async () => {
      const standard = await world.ready();
      const urgent = await world.ready();
      await world
        .database('zone_tickets')
        .where('task_id', urgent.taskId)
        .update({ due_by: new Date(0) });
      const driver = await world.onDuty({ capacity: 2 });
      expect((await world.task(urgent.taskId)).driverId).to.equal(driver.driverId);
      expect((await world.task(standard.taskId)).driverId).to.equal(null);
    });

    it('those inside a zone that has grown are considered again', async () => {
      const zone = await world.dispatcher.post<Schema<'Zone'>>('/dispatch/zones', {
        name: { en: 'Store only', ar: 'المخزن' },
        priority: 0,
        geometry: around(STORE, 0.02),
        active: true,
      });
      const driver = await world.onDuty({ zoneIds: [zone.id] });
      const { taskId } = await world.ready();
      expect((await last(taskId))?.excludedBy).to.include({ OUTSIDE_ZONES: 1 });
      const bigger = { geometry: around(STORE, 0.3) };
      const edited = await world.dispatcher.patch<Schema<'ZoneEdit'>>(`/dispatch/zones/${zone.id}`, bigger, {
        version: zone.version,
      });
      await world.settle();
      expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
      const path = `/dispatch/zones/${zone.id}`;
      await world.dispatcher.call('PATCH', path, { body: { active: false }, version: edited.zone.version });
    });
  });

  describe('offers not yet accepted', () => {
    it('count as future stops: tasks of one minute are spread over drivers who wait at the same place', async () => {
      const drivers: OnDuty[] = [];
      for (let count = 0; count < 3; count += 1) drivers.push(await world.onDuty({ at: STORE }));
      const tasks: string[] = [];
      for (let count = 0; count < 3; count += 1)
        tasks.push((await world.ready({ dropoff: [WEST_BAY, AL_KHOR, STORE][count] ?? STORE })).taskId);
      const given = await Promise.all(tasks.map((id) => world.task(id)));
      expect(new Set(given.map(({ driverId }) => driverId)).size).to.be.greaterThan(1);
    });
  });
});
