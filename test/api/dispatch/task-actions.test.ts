import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type DispatchTask, type OnDuty, qar, STORE } from '../../worlds/delivery-world.ts';
import { sellFromStock } from '../../worlds/placed-order.ts';

const DAY = 24 * 3_600_000;
const REASON = { reason: 'The buyer called' };

describe('what may be done with a task', () => {
  let world: DeliveryWorld;
  let admin: ApiClient;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    admin = await world.admin();
  });

  afterEach(() => world.clear());

  after(() => world?.close());

  const drives = ({ client }: OnDuty, taskId: string, step: string, body?: object) =>
    client.post(`/driver/tasks/${taskId}/${step}`, body);
  const decides = (taskId: string, what: string, body: object = {}) =>
    world.dispatcher.call<DispatchTask & { code?: string; from?: string }>(
      'POST',
      `/dispatch/tasks/${taskId}/${what}`,
      { body },
    );
  const actionsOf = async (taskId: string) => (await world.task(taskId)).allowedActions;

  /** The steps from acceptance to completion; yields each state on the way. */
  async function* delivery(driver: OnDuty, { taskId, cashDue }: { taskId: string; cashDue: string }) {
    for (const [step, state] of [
      ['accept', 'ACCEPTED'],
      ['pick-up', 'PICKED_UP'],
      ['in-transit', 'IN_TRANSIT'],
      ['arrive', 'ARRIVED'],
    ] as const) {
      await drives(driver, taskId, step);
      yield state;
    }
    await drives(driver, taskId, 'delivery-code');
    await drives(driver, taskId, 'verify-code', { code: await world.code() });
    yield 'CODE_VERIFIED' as const;
    await drives(driver, taskId, 'record-cash', { amount: qar(cashDue) });
    yield 'CASH_RECORDED' as const;
    await drives(driver, taskId, 'complete');
    await world.settle();
    yield 'COMPLETED' as const;
  }

  const CANCELLABLE = ['unassign', 'assign', 'clear-exclusions', 'reassign', 'cancel'];
  const IN_STATE: { readonly [status: string]: readonly string[] } = {
    UNASSIGNED: ['assign', 'clear-exclusions', 'cancel'],
    ASSIGNED: CANCELLABLE,
    ACCEPTED: CANCELLABLE,
    PICKED_UP: ['fail', 'hand-over'],
    IN_TRANSIT: ['override-code', 'fail', 'hand-over'],
    ARRIVED: ['override-code', 'fail', 'hand-over'],
    CODE_VERIFIED: ['fail'],
    CASH_RECORDED: [],
    COMPLETED: ['reverse'],
    FAILED: ['retry', 'return', 'write-off', 'hand-over'],
    RETURNING: ['write-off', 'hand-over'],
    RETURNED: [],
  };

  it('is listed in every state, and a cancellation is refused wherever it is not listed', async function () {
    this.timeout(30_000);
    const seen: string[] = [];
    const look = async (taskId: string) => {
      const { status, allowedActions } = await world.task(taskId);
      seen.push(status);
      expect(allowedActions, status).to.deep.equal(IN_STATE[status]);
      if (allowedActions.includes('cancel')) return;
      const { status: answer, body } = await decides(taskId, 'cancel', REASON);
      expect([answer, body.code], status).to.deep.equal([409, 'order.INVALID_STATE']);
      expect((await world.task(taskId)).status).to.equal(status);
    };
    const waiting = await world.ready();
    await look(waiting.taskId);
    await decides(waiting.taskId, 'cancel', REASON);
    const driver = await world.onDuty({ at: STORE });
    const delivered = await world.ready();
    await look(delivered.taskId);
    for await (const _state of delivery(driver, delivered)) await look(delivered.taskId);
    const failed = await world.ready();
    await world.carry(driver, failed.taskId);
    await drives(driver, failed.taskId, 'fail', { reason: 'REFUSED' });
    await look(failed.taskId);
    for (const stage of ['START', 'COMPLETE']) {
      await drives(driver, failed.taskId, 'return', { stage });
      await look(failed.taskId);
    }
    expect([...new Set(seen)].sort()).to.deep.equal(Object.keys(IN_STATE).sort());
  });

  it('a cancellation before the pickup frees the driver and returns stock and payment, in every state', async () => {
    const driver = await world.onDuty({ at: STORE });
    const steps = ['accept', 'pack', 'ready', 'accept by the driver'];
    for (let done = 0; done <= steps.length; done += 1) {
      const { groupId } = await world.order();
      const seller = steps.slice(0, Math.min(done, 3));
      for (const step of seller) await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
      await world.settle();
      const row = await world.database('delivery_tasks').where('group_id', groupId).first('id');
      if (done === 4) await drives(driver, row.id, 'accept');
      const path = `/admin/order-groups/${groupId}/cancel`;
      expect((await admin.call('POST', path, { body: REASON })).status, String(done)).to.equal(200);
      await world.settle();
      const group = await world.database('order_groups').where('id', groupId).first();
      expect(group).to.include({ status: 'CANCELLED', payment_status: 'VOID' });
      const held = await world.database('drivers').where('id', driver.driverId).first();
      expect(held).to.include({ active_tasks: 0, cod_assigned: '0.00' });
    }
  });

  it('after a third failed attempt there is no other', async () => {
    const driver = await world.onDuty({ at: STORE });
    const { taskId } = await world.ready();
    await world.carry(driver, taskId);
    for (const attempt of [1, 2, 3]) {
      await drives(driver, taskId, 'fail', { reason: 'NOBODY_HOME' });
      expect((await actionsOf(taskId)).includes('retry')).to.equal(attempt < 3);
      if (attempt < 3) await decides(taskId, 'retry');
    }
    await decides(taskId, 'write-off', { reason: 'The test is over' });
  });

  it('a completion is reversible for ten minutes, and only while the driver has its cash', async () => {
    const driver = await world.onDuty({ at: STORE });
    const late = await world.ready();
    await world.deliver(driver, late);
    await world.later(10 * 60_000 - 1_000);
    expect(await actionsOf(late.taskId)).to.deep.equal(['reverse']);
    await world.later(1_000);
    expect(await actionsOf(late.taskId)).to.deep.equal([]);
    expect((await decides(late.taskId, 'reverse', REASON)).body.code).to.equal('delivery.REVERSAL_TOO_LATE');
    const counted = await world.ready();
    await world.deliver(driver, counted);
    expect(await actionsOf(counted.taskId)).to.deep.equal(['reverse']);
    // Far too little: a second dispatcher must approve, and until then the hand-in is open.
    const body = { driverId: driver.driverId, counted: qar('1.00') };
    const { id } = await world.dispatcher.post<Schema<'Settlement'>>('/dispatch/cash/settlements', body);
    expect(await actionsOf(counted.taskId)).to.deep.equal([]);
    const refused = await decides(counted.taskId, 'reverse', REASON);
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'delivery.CASH_SETTLED']);
    await world.secondDispatcher.post(`/dispatch/cash/settlements/${id}/approve`);
    expect(await actionsOf(counted.taskId)).to.deep.equal([]);
  });

  describe('returned goods', () => {
    async function returned() {
      const driver = await world.onDuty({ at: STORE });
      const placed = await world.ready();
      await world.carry(driver, placed.taskId);
      await drives(driver, placed.taskId, 'fail', { reason: 'REFUSED' });
      for (const stage of ['START', 'COMPLETE']) await drives(driver, placed.taskId, 'return', { stage });
      await world.settle();
      return placed;
    }
    /** Lets the seller's only account sign in, or not. */
    const staffed = async (status: 'ACTIVE' | 'DISABLED') => {
      const { owner_account_id: id } = await world.database('sellers').first('owner_account_id');
      await world.database('accounts').where({ id }).update({ status });
    };
    const seen = { reason: 'The driver saw them on the shelf' };

    it('are confirmed by their seller, or by dispatch once 24 hours have passed', async () => {
      const { taskId, groupId } = await returned();
      expect(await actionsOf(taskId)).to.deep.equal([]);
      const early = await decides(taskId, 'confirm-return', seen);
      expect([early.status, early.body.code]).to.deep.equal([409, 'delivery.SELLER_CONFIRMS']);
      expect(Date.parse(String(early.body.from))).to.be.greaterThan(world.service.clock.now().getTime());
      await world.later(DAY + 1_000);
      expect(await actionsOf(taskId)).to.deep.equal(['confirm-return']);
      expect((await decides(taskId, 'confirm-return')).status).to.equal(422);
      expect((await decides(taskId, 'confirm-return', seen)).status).to.equal(200);
      await world.settle();
      const about = { kind: 'RETURN_UNCONFIRMED', subject_id: groupId };
      const alert = await world.database('alerts').where(about).first('status');
      expect(alert.status).to.equal('RESOLVED');
    });

    it('of a seller for whom no account can sign in are confirmed by dispatch at once, and undamaged units go back to stock, once', async () => {
      const { taskId, groupId } = await returned();
      await staffed('DISABLED');
      const { goods, allowedActions } = await world.task(taskId);
      expect(allowedActions).to.deep.equal(['confirm-return']);
      const [line] = goods;
      const stock = await sellFromStock(world.database, line?.lineId ?? '', line?.quantity ?? 0);
      const body = { ...seen, lines: [{ lineId: line?.lineId, damaged: 0 }] };
      for (const _again of [1, 2]) {
        const { status, body: task } = await decides(taskId, 'confirm-return', body);
        expect(status).to.equal(200);
        expect(task.allowedActions).to.deep.equal([]);
      }
      await world.settle();
      const { on_hand } = await world.database('stock_levels').where(stock).first('on_hand');
      expect(on_hand).to.equal(line?.quantity);
      const said = await world
        .database('transitions')
        .where({ subject_id: groupId, command: 'confirm-return' })
        .first('role', 'reason');
      expect(said).to.deep.equal({ role: 'DISPATCHER', ...seen });
      await staffed('ACTIVE');
    });

    it('cannot be confirmed by anyone before they have arrived', async () => {
      const { taskId } = await world.ready();
      const { status, body } = await decides(taskId, 'confirm-return', seen);
      expect([status, body.code]).to.deep.equal([409, 'order.INVALID_STATE']);
    });
  });
});
