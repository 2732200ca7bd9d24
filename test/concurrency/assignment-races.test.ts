import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DriverEvent } from '../../actors/driver/behaviours.ts';
import { cashProjected } from '../../actors/driver/cash-figures.ts';
import { driverMachine } from '../../actors/driver/machine.ts';
import type { DriverState } from '../../actors/driver/state.ts';
import { compare } from '../../actors/money/money.ts';
import { PgHistoryStore } from '../../db/stores/history-store.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { ApiClient, type Schema } from '../support/api-client.ts';
import { type ApiProcess, spawnApi } from '../support/server-processes.ts';
import { testEnvironment } from '../support/service.ts';
import {
  AL_KHOR,
  around,
  DeliveryWorld,
  type DispatchTask,
  type OnDuty,
  STORE,
} from '../worlds/delivery-world.ts';

type Answered = DispatchTask & { code?: string };

const TURNS = 6;
const REASON = { reason: 'The next turn' };

describe('one task, claimed by several people at the same moment, through two processes', () => {
  let world: DeliveryWorld;
  let other: ApiProcess;
  let drivers: [OnDuty, OnDuty, OnDuty];

  before(async function () {
    this.timeout(180_000);
    const namespace = `t-${randomUUID().slice(0, 12)}`;
    world = await DeliveryWorld.open({ REDIS_NAMESPACE: namespace });
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_BROWSE_PER_MINUTE: '100000' };
    other = await spawnApi(
      testEnvironment(world.service.databaseUrl, { REDIS_NAMESPACE: namespace, ...limits }),
    );
    drivers = [
      await world.onDuty({ at: STORE }),
      await world.onDuty({ at: STORE }),
      await world.onDuty({ at: AL_KHOR }),
    ];
  });

  after(async () => {
    await other?.kill();
    await world?.close();
  });

  /** The same person connected to the other process. */
  function there(client: ApiClient): ApiClient {
    const moved = new ApiClient(other.url, client.address);
    moved.token = client.token;
    return moved;
  }

  const path = (taskId: string, action: string) => `/dispatch/tasks/${taskId}/${action}`;

  /** Waits until nothing is in flight in either process. */
  async function settled(): Promise<void> {
    await until(
      async () => {
        // Effects that could not be sent at once wait for a sweep, and no worker runs here to do it.
        await world.service.inside.relay.sweep(100);
        await world.settle();
        const { rows } = await world.database.raw<{ rows: { open: number }[] }>(
          `SELECT (SELECT count(*) FROM outbox WHERE parked_at IS NULL)::int
              + (SELECT count(*) FROM zone_tickets WHERE status = 'OFFERING')::int
              + (SELECT count(*) FROM delivery_tasks WHERE manual_offer_id IS NOT NULL)::int AS open`,
        );
        return rows[0]?.open === 0;
      },
      { limitMs: 30_000 },
    );
  }

  /** Only the driver whom the order names holds the task, and no round was ever given to two drivers. */
  async function inOneHand(taskId: string): Promise<DispatchTask> {
    await settled();
    const { rows } = await world.database.raw<{ rows: { key: string }[] }>(
      `SELECT a.key FROM actor a
        WHERE a.kind = 'driver' AND (a.state -> 'work' \\? :taskId
           OR EXISTS (SELECT 1 FROM jsonb_each(a.state -> 'reservations') r WHERE r.value ->> 'taskId' = :taskId))`,
      { taskId },
    );
    const task = await world.task(taskId);
    // A cancelled task still names its last driver, but no driver holds it.
    const holder = task.status === 'CANCELLED' ? null : task.driverId;
    expect(rows.map(({ key }) => key)).to.deep.equal(holder === null ? [] : [holder]);
    const given = await world.database.raw<{ rows: { round: number; count: number }[] }>(
      `SELECT (e.event ->> 'round')::int AS round, count(*)::int FROM actor_command c
         CROSS JOIN jsonb_array_elements(c.events) AS e (event)
        WHERE c.kind = 'order' AND e.event ->> 'type' = 'TASK_ASSIGNED' AND e.event ->> 'taskId' = ?
        GROUP BY 1`,
      [taskId],
    );
    for (const { round, count } of given.rows) expect(count, `round ${round}`).to.equal(1);
    const tickets = await world.database('zone_tickets').where('task_id', taskId);
    expect(tickets).to.have.length(task.status === 'UNASSIGNED' ? 1 : 0);
    return task;
  }

  async function over(taskId: string): Promise<void> {
    await world.dispatcher.call('POST', path(taskId, 'cancel'), { body: REASON });
    await settled();
  }

  const driverOf = ({ driverId }: DispatchTask): OnDuty => {
    const found = drivers.find((driver) => driver.driverId === driverId);
    if (found === undefined) throw new Error(`no driver has the task: ${driverId}`);
    return found;
  };

  it('two dispatchers who saw the same: one wins, the other gets a clear 409', async function () {
    this.timeout(120_000);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { taskId } = await world.ready();
      const { round } = await inOneHand(taskId);
      const [one, two] = drivers;
      const give = (client: ApiClient, { driverId }: OnDuty) =>
        client.call<Answered>('POST', path(taskId, 'assign'), { body: { driverId, round } });
      const answers = await Promise.all([
        give(world.dispatcher, one),
        give(there(world.secondDispatcher), two),
      ]);
      const task = await inOneHand(taskId);
      const lost = answers.filter(({ status }) => status === 409);
      // Assigning the driver who already has the task changes nothing, and so takes nothing from the other dispatcher.
      if (lost.length === 0) expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
      else {
        expect(lost[0]?.body.code).to.equal('common.CONFLICT');
        const winner = answers.findIndex(({ status }) => status < 300);
        expect(task.driverId).to.equal(drivers[winner]?.driverId);
      }
      await over(taskId);
    }
  });

  it('a dispatcher reassigns it while its driver accepts: in the end only the new driver has it', async function () {
    this.timeout(120_000);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { taskId } = await world.ready();
      const task = await inOneHand(taskId);
      const driver = driverOf(task);
      const someoneElse = drivers.find((each) => each !== driver) ?? driver;
      const [accepted, given] = await Promise.all([
        there(driver.client).call('POST', `/driver/tasks/${taskId}/accept`),
        world.dispatcher.call<Answered>('POST', path(taskId, 'reassign'), {
          body: { driverId: someoneElse.driverId, ...REASON, round: task.round },
        }),
      ]);
      expect(given.status).to.be.oneOf([200, 202]);
      expect(accepted.status).to.be.oneOf([200, 204, 410]);
      expect(await inOneHand(taskId)).to.include({ driverId: someoneElse.driverId, status: 'ASSIGNED' });
      await over(taskId);
    }
  });

  it('cancelled while it is offered, and while the driver accepts or declines: no driver keeps it', async function () {
    this.timeout(120_000);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { groupId } = await world.order();
      for (const step of ['accept', 'pack'])
        await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
      const ready = there(world.seller).call('POST', `/seller/order-groups/${groupId}/ready`);
      const row = await taskOf(groupId);
      const answer = turn % 2 === 0 ? 'accept' : 'decline';
      await Promise.all([
        world.dispatcher.call('POST', path(row, 'cancel'), { body: REASON }),
        ...drivers.map(({ client }) => there(client).call('POST', `/driver/tasks/${row}/${answer}`)),
        ready,
      ]);
      expect(await inOneHand(row)).to.include({ status: 'CANCELLED' });
    }
  });

  it('its zone closes and opens while a driver is chosen: it waits in one queue, or has one driver', async function () {
    this.timeout(120_000);
    const zone = await world.dispatcher.post<Schema<'Zone'>>('/dispatch/zones', {
      name: { en: 'Round the store', ar: 'حول المخزن' },
      priority: 90,
      geometry: around(STORE),
      active: true,
    });
    let { version } = zone;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { groupId } = await world.order();
      for (const step of ['accept', 'pack'])
        await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
      const [, edited] = await Promise.all([
        world.seller.post(`/seller/order-groups/${groupId}/ready`),
        there(world.secondDispatcher).patch<Schema<'ZoneEdit'>>(
          `/dispatch/zones/${zone.id}`,
          { active: turn % 2 === 1 },
          { version },
        ),
      ]);
      version = edited.zone.version;
      const task = await inOneHand(await taskOf(groupId));
      expect(task.status).to.be.oneOf(['ASSIGNED', 'UNASSIGNED']);
      if (task.status === 'ASSIGNED') expect(driverOf(task)).to.not.equal(undefined);
      await over(task.id);
    }
  });

  it('a hundred commands at once about ten tasks: each task has one driver in the end', async function () {
    this.timeout(180_000);
    const tasks: string[] = [];
    for (let count = 0; count < 10; count += 1) tasks.push((await world.ready()).taskId);
    const words = tasks.flatMap((taskId, index) => {
      const driver = drivers[index % 3] ?? drivers[0];
      const next = drivers[(index + 1) % 3] ?? drivers[0];
      const assignments = [{ taskId, driverId: next.driverId }];
      return [
        () => there(driver.client).call('POST', `/driver/tasks/${taskId}/accept`),
        () => driver.client.call('POST', `/driver/tasks/${taskId}/decline`),
        () => world.dispatcher.call('POST', '/dispatch/tasks/bulk-assign', { body: { assignments } }),
        () => there(world.secondDispatcher).call('POST', path(taskId, 'unassign'), { body: REASON }),
        () => world.dispatcher.call('POST', path(taskId, 'clear-exclusions'), { body: REASON }),
      ];
    });
    const answers = await Promise.all(words.map((say) => say()));
    // On a slow machine some wait too long and are refused with a time to retry, which is a valid response.
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).to.deep.equal([]);
    for (const taskId of tasks) await inOneHand(taskId);
    for (const taskId of tasks) await over(taskId);
  });

  it('many given to one driver at once, by hand, by the zone and while the limit is lowered: never beyond it', async function () {
    this.timeout(180_000);
    // Enough for three of 115.00.
    const narrow = await world.onDuty({ cashLimit: '350.00', at: STORE });
    const tasks: string[] = [];
    for (let count = 0; count < 6; count += 1) tasks.push((await world.ready({ goods: '90.00' })).taskId);
    const packed: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { groupId } = await world.order({ goods: '90.00' });
      for (const step of ['accept', 'pack'])
        await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
      packed.push(groupId);
    }
    const { version } = await world.dispatcher.get<Schema<'Driver'>>(`/dispatch/drivers/${narrow.driverId}`);
    const limit = { cashLimit: { amount: '240.00', currency: 'QAR' } };
    const answers = await Promise.all([
      ...tasks.map((taskId, index) => {
        const client = index % 2 === 0 ? world.dispatcher : there(world.secondDispatcher);
        return client.call('POST', path(taskId, 'assign'), { body: { driverId: narrow.driverId } });
      }),
      ...packed.map((groupId) => there(world.seller).call('POST', `/seller/order-groups/${groupId}/ready`)),
      there(world.dispatcher).call('PATCH', `/dispatch/drivers/${narrow.driverId}`, { body: limit, version }),
      ...tasks.map((taskId) => there(narrow.client).call('POST', `/driver/tasks/${taskId}/accept`)),
    ]);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).to.deep.equal([]);
    for (const groupId of packed) tasks.push(await taskOf(groupId));
    for (const taskId of tasks) await inOneHand(taskId);
    expect(await mostHeld(narrow.driverId)).to.be.within(1, 3);
    for (const taskId of tasks) await over(taskId);
  });

  /**
   * Replays the driver's whole history, commit by commit: no task was taken on beyond the limit of that moment. Returns
   * the largest number of tasks held at once.
   */
  async function mostHeld(driverId: string): Promise<number> {
    const commands = await new PgHistoryStore(world.database).commands(
      'driver',
      [{ key: driverId, version: 0, upTo: Number.MAX_SAFE_INTEGER }],
      world.service.clock.now().toISOString(),
    );
    let state: DriverState | null = null;
    let most = 0;
    for (const { version, events } of commands.get(driverId) ?? []) {
      const before: DriverState | null = state;
      for (const event of events) state = driverMachine.evolve(state, event as DriverEvent);
      if (state === null || before === null) continue;
      const [was, is] = [cashProjected(before), cashProjected(state)];
      if (compare(is, was) > 0)
        expect(compare(is, state.cashLimit ?? '0.00'), `version ${version}`).to.be.at.most(0);
      most = Math.max(most, Object.keys(state.reservations).length + Object.keys(state.work).length);
    }
    return most;
  }

  async function taskOf(groupId: string): Promise<string> {
    let id: string | undefined;
    await until(async () => {
      const row = await world.database('delivery_tasks').where('group_id', groupId).first('id');
      id = row?.id;
      return id !== undefined;
    });
    return id ?? '';
  }
});
