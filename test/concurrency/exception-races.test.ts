import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../scripts/shared/waiting.ts';
import { checkLedger } from '../../server/dispatch/cash/ledger-check.ts';
import { checkProjections } from '../../server/kernel/actors/check-projections.ts';
import { ApiClient } from '../support/api-client.ts';
import { type ApiProcess, spawnApi } from '../support/server-processes.ts';
import { testEnvironment } from '../support/service.ts';
import { DeliveryWorld, type DispatchTask, type OnDuty, qar, STORE } from '../worlds/delivery-world.ts';

const TURNS = 2;
const REASON = { reason: 'The next turn' };
/** The driver has the goods, and their destination is not final. */
const ON_BOARD = [
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
  'FAILED',
  'RETURNING',
];
const MIRROR: { readonly [status: string]: string } = {
  ARRIVED: 'IN_TRANSIT',
  CODE_VERIFIED: 'IN_TRANSIT',
  CASH_RECORDED: 'IN_TRANSIT',
  COMPLETED: 'DELIVERED',
  FAILED: 'DELIVERY_FAILED',
};

describe('goods on board, about which several people send commands at the same moment, through two processes', () => {
  let world: DeliveryWorld;
  let other: ApiProcess;
  let giver: OnDuty;
  let taker: OnDuty;

  before(async function () {
    this.timeout(180_000);
    const namespace = `t-${randomUUID().slice(0, 12)}`;
    world = await DeliveryWorld.open({ REDIS_NAMESPACE: namespace });
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_BROWSE_PER_MINUTE: '100000' };
    other = await spawnApi(
      testEnvironment(world.service.databaseUrl, { REDIS_NAMESPACE: namespace, ...limits }),
    );
    giver = await world.onDuty({ at: STORE });
  });

  after(async () => {
    await other?.kill();
    await world?.close();
  });

  /** The same person connected to the other process. */
  function there({ token, address }: ApiClient): ApiClient {
    const moved = new ApiClient(other.url, address);
    moved.token = token;
    return moved;
  }

  const decides = (client: ApiClient, taskId: string, what: string, body: object = {}) =>
    client.call<{ code?: string }>('POST', `/dispatch/tasks/${taskId}/${what}`, { body });
  const drives = ({ client }: OnDuty, taskId: string, what: string, body?: object) =>
    there(client).call<{ code?: string }>('POST', `/driver/tasks/${taskId}/${what}`, {
      ...(body === undefined ? {} : { body }),
    });

  async function onTheWay() {
    const placed = await world.ready();
    await world.carry(giver, placed.taskId);
    await settled();
    return placed;
  }

  /** Waits until nothing is in flight in either process. What one of them left undone is swept, as by a worker. */
  async function settled(): Promise<void> {
    await until(
      async () => {
        await world.settle();
        await world.service.inside.relay.sweep(100);
        const { rows } = await world.database.raw<{ rows: { open: number }[] }>(
          `SELECT (SELECT count(*) FROM outbox WHERE parked_at IS NULL)::int
              + (SELECT count(*) FROM delivery_tasks WHERE reversal_id IS NOT NULL)::int AS open`,
        );
        return rows[0]?.open === 0;
      },
      { limitMs: 30_000 },
    );
  }

  /** Whatever was commanded: at most one driver has the goods, the group mirrors the task, the ledger is right. */
  async function holds(taskId: string): Promise<DispatchTask> {
    await settled();
    const task = await world.task(taskId);
    const { rows } = await world.database.raw<{ rows: { key: string; stops: string[] | null }[] }>(
      `SELECT a.key, (SELECT array_agg(s ->> 'kind') FROM jsonb_array_elements(a.state -> 'route' -> 'stops') s
                       WHERE s ->> 'taskId' = :taskId AND s -> 'done' IS NULL) AS stops
         FROM actor a
        WHERE a.kind = 'driver' AND (a.state -> 'work' \\? :taskId
           OR EXISTS (SELECT 1 FROM jsonb_each(a.state -> 'reservations') r WHERE r.value ->> 'taskId' = :taskId))`,
      { taskId },
    );
    const carried = ON_BOARD.includes(task.status);
    const waits = task.handOver === null ? [] : [task.handOver.toDriverId];
    expect(rows.map(({ key }) => key).sort(), task.status).to.deep.equal(
      carried ? [String(task.driverId), ...waits].sort() : [],
    );
    const stops = rows.find(({ key }) => key === task.driverId)?.stops ?? [];
    const wanted = task.status === 'RETURNING' ? ['RETURN'] : task.status === 'FAILED' ? [] : ['DROPOFF'];
    if (carried) expect(stops, task.status).to.deep.equal(wanted);
    const group = await world.database('order_groups').where('id', task.orderGroupId).first('status');
    expect(group.status).to.equal(MIRROR[task.status] ?? task.status);
    expect((await checkLedger(world.database)).faults).to.deep.equal([]);
    return task;
  }

  async function over(taskId: string): Promise<void> {
    const { status } = await world.task(taskId);
    if (status === 'COMPLETED' || status === 'RETURNED' || status === 'WRITTEN_OFF') return;
    if (!['FAILED', 'RETURNING'].includes(status))
      await decides(world.dispatcher, taskId, 'fail', { reason: 'LOST' });
    await decides(world.dispatcher, taskId, 'write-off', REASON);
    await settled();
  }

  it('fail once, whichever person and reason came first; are retried or returned, not both', async function () {
    this.timeout(120_000);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { taskId } = await onTheWay();
      const failed = await Promise.all([
        drives(giver, taskId, 'fail', { reason: 'NOBODY_HOME' }),
        decides(world.dispatcher, taskId, 'fail', { reason: 'WRONG_ADDRESS' }),
        decides(there(world.secondDispatcher), taskId, 'fail', { reason: 'CANNOT_PAY' }),
      ]);
      expect(failed.some(({ status }) => status === 200)).to.equal(true);
      expect(failed.every(({ status }) => [200, 409].includes(status))).to.equal(true);
      const task = await holds(taskId);
      expect(task.exceptions.filter(({ kind }) => kind === 'FAILED')).to.have.length(1);
      const next = await Promise.all([
        decides(world.dispatcher, taskId, 'retry'),
        decides(there(world.secondDispatcher), taskId, 'return'),
        decides(there(world.dispatcher), taskId, 'retry'),
      ]);
      expect(next.every(({ status }) => [200, 409].includes(status))).to.equal(true);
      const { status, attempt } = await holds(taskId);
      expect([`${status} ${attempt}`]).to.have.members([
        next[1].status === 200 ? 'RETURNING 1' : 'IN_TRANSIT 2',
      ]);
      await over(taskId);
    }
  });

  it('change hands once or not at all, while the hand-over is cancelled, the delivery fails, or they are promised to another driver', async function () {
    this.timeout(180_000);
    taker = await world.onDuty({ at: STORE });
    const third = await world.onDuty({ at: STORE });
    // Only the driver who hands over may be offered new tasks: the others are on a break.
    for (const each of [taker, third]) await each.client.post('/driver/shift/break');
    for (let turn = 0; turn < 3; turn += 1) {
      const { taskId } = await onTheWay();
      const opened = await Promise.all(
        [taker, third].map(({ driverId }, index) =>
          decides(index === 0 ? world.dispatcher : there(world.secondDispatcher), taskId, 'hand-over', {
            toDriverId: driverId,
          }),
        ),
      );
      for (const { status } of opened) expect(status).to.be.oneOf([200, 202, 409]);
      const { handOver } = await holds(taskId);
      const receiver = [taker, third].find(({ driverId }) => driverId === handOver?.toDriverId);
      const against = [
        () => world.dispatcher.call('DELETE', `/dispatch/tasks/${taskId}/hand-over`),
        () => decides(world.dispatcher, taskId, 'fail', { reason: 'DAMAGED' }),
        () => drives(giver, taskId, 'fail', { reason: 'REFUSED' }),
      ];
      const words = await Promise.all([
        drives(giver, taskId, 'hand-over'),
        drives(receiver ?? taker, taskId, 'hand-over'),
        against[turn]?.(),
      ]);
      for (const answer of words) expect(answer?.status ?? 200).to.be.lessThan(500);
      const task = await holds(taskId);
      expect([giver.driverId, handOver?.toDriverId]).to.include(task.driverId);
      if (task.status !== 'FAILED' && task.driverId === giver.driverId) expect(task.handOver).to.equal(null);
      await over(taskId);
    }
    for (const each of [taker, third]) await each.client.post('/driver/shift/end');
  });

  it('return to their seller or are written off; the return is confirmed once, by the seller or on their behalf', async function () {
    this.timeout(120_000);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { taskId, groupId } = await onTheWay();
      await drives(giver, taskId, 'fail', { reason: 'REFUSED' });
      await drives(giver, taskId, 'return', { stage: 'START' });
      const ends = await Promise.all([
        drives(giver, taskId, 'return', { stage: 'COMPLETE' }),
        decides(world.dispatcher, taskId, 'write-off', REASON),
      ]);
      expect(ends.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      const { status } = await holds(taskId);
      expect(status).to.equal(ends[0].status === 200 ? 'RETURNED' : 'WRITTEN_OFF');
      if (status !== 'RETURNED') continue;
      const confirm = `/seller/order-groups/${groupId}/confirm-return`;
      const confirmed = await Promise.all([
        world.seller.call('POST', confirm),
        there(world.seller).call('POST', confirm),
      ]);
      expect(confirmed.map((answer) => answer.status)).to.deep.equal([200, 200]);
      await holds(taskId);
      const said = await world
        .database('transitions')
        .where({ subject_id: groupId, command: 'confirm-return' });
      expect(said).to.have.length(1);
    }
  });

  it('are completed or not, reversed or counted: the cash is in one place', async function () {
    this.timeout(180_000);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { taskId, cashDue } = await onTheWay();
      await drives(giver, taskId, 'delivery-code');
      await drives(giver, taskId, 'verify-code', { code: await world.code() });
      const [recorded, failed] = await Promise.all([
        drives(giver, taskId, 'record-cash', { amount: qar(cashDue) }),
        decides(there(world.secondDispatcher), taskId, 'fail', { reason: 'CANNOT_PAY' }),
      ]);
      expect([recorded.status, failed.status].sort()).to.deep.equal([200, 409]);
      await holds(taskId);
      if (recorded.status !== 200) {
        await over(taskId);
        continue;
      }
      await drives(giver, taskId, 'complete');
      await settled();
      const [reversed, again, handed] = await Promise.all([
        decides(world.dispatcher, taskId, 'reverse', REASON),
        decides(there(world.secondDispatcher), taskId, 'reverse', REASON),
        there(world.secondDispatcher).call('POST', '/dispatch/cash/settlements', {
          body: { driverId: giver.driverId, counted: qar(cashDue) },
        }),
      ]);
      for (const { status } of [reversed, again]) expect(status).to.be.oneOf([200, 202, 409]);
      const { status } = await holds(taskId);
      expect(status).to.equal(handed.status === 201 ? 'COMPLETED' : 'IN_TRANSIT');
      await over(taskId);
    }
    expect((await checkProjections(world.database)).faults).to.deep.equal([]);
  });
});
