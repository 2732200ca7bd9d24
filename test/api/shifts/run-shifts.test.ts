import { expect } from 'chai';
import type { Problem, Schema } from '../../support/api-client.ts';
import { type OnDuty, qar } from '../../worlds/delivery-world.ts';
import { HOUR, MINUTE, type Shift, ShiftPlanner } from './shift-planner.ts';

type Driver = Schema<'Driver'>;

describe('a shift as it is worked', () => {
  let world: ShiftPlanner;

  before(async function () {
    this.timeout(60_000);
    world = await ShiftPlanner.open();
  });

  afterEach(() => world.delivery.clear());

  after(() => world?.delivery.close());

  const start = async ({ client }: OnDuty): Promise<Driver> => {
    const driver = await client.post<Driver>('/driver/shift/start');
    await world.delivery.settle();
    return driver;
  };
  const endByDispatcher = (id: string, more: object = {}) =>
    world.delivery.dispatcher.call<
      Omit<Shift, 'status'> & Omit<Problem, 'status'> & { status: Shift['status'] | number }
    >('POST', `/dispatch/shifts/${id}/end`, {
      body: { reason: 'The driver went home ill', ...more },
    });
  const consent = ({ driverId }: OnDuty) =>
    world.delivery.dispatcher.post<Driver>(`/dispatch/drivers/${driverId}/cash-carry-over`, {
      reason: 'The till is closed',
    });
  const withCash = async (): Promise<OnDuty> => {
    const driver = await world.delivery.onDuty();
    await world.delivery.deliver(driver, await world.delivery.ready());
    return driver;
  };

  it('follows the plan whose time has come', async () => {
    const driver = await world.delivery.approved();
    const plan = await world.plan(driver, 30 * MINUTE, 8 * HOUR);
    const { shift, plannedShifts } = await start(driver);
    expect(shift).to.deep.include({ planId: plan.id, plannedEnd: plan.plannedEnd });
    expect(plannedShifts?.[0]).to.include({ id: plan.id, status: 'STARTED' });
    const row = await world.delivery.database('drivers').where('id', driver.driverId).first();
    expect(row.shift_planned_end.toISOString()).to.equal(plan.plannedEnd);
    expect(await world.shift(plan.id)).to.deep.include({ status: 'STARTED' });
    await driver.client.post('/driver/shift/end');
    const ended = await world.shift(plan.id);
    expect(ended.status).to.equal('ENDED');
    expect(ended.run).to.include({ id: shift?.id, status: 'ENDED' });
  });

  it('follows no plan earlier than an hour before its start, and may have no plan', async () => {
    const driver = await world.delivery.approved();
    const plan = await world.plan(driver, 90 * MINUTE, 8 * HOUR);
    const { shift } = await start(driver);
    expect(shift).to.include({ planId: null, plannedEnd: null });
    expect((await world.shift(plan.id)).status).to.equal('PLANNED');
    const run = await world.shift(shift?.id ?? '');
    expect(run).to.deep.include({ planned: false, status: 'STARTED', version: null, plannedEnd: null });
    const listed = await world.delivery.dispatcher.get<Schema<'DispatchShiftList'>>(
      `/dispatch/shifts?driverId=${driver.driverId}`,
    );
    expect(listed.data.map(({ id }) => id)).to.have.members([plan.id, run.id]);
    const edit = { body: { plannedEnd: world.at(HOUR) }, version: 1 };
    await world.delivery.dispatcher.refused(
      409,
      'shift.INVALID_STATE',
      'PATCH',
      `/dispatch/shifts/${run.id}`,
      edit,
    );
  });

  it('continues a plan that its driver ended early', async () => {
    const driver = await world.delivery.approved();
    const plan = await world.plan(driver, 10 * MINUTE, 8 * HOUR);
    await start(driver);
    await driver.client.post('/driver/shift/end');
    const { shift } = await start(driver);
    expect(shift?.planId).to.equal(plan.id);
    expect((await world.shift(plan.id)).run?.id).to.equal(shift?.id);
  });

  it('informs the driver of an end that was moved meanwhile', async () => {
    const driver = await world.delivery.approved();
    const plan = await world.plan(driver, 10 * MINUTE, 8 * HOUR);
    await start(driver);
    const plannedEnd = world.at(9 * HOUR);
    await world.edit(plan, { plannedEnd });
    await world.delivery.settle();
    const { shift } = await driver.client.get<Driver>('/driver');
    expect(shift?.plannedEnd).to.equal(plannedEnd);
    const edit = (body: object) => ({ body, version: 2 });
    const path = `/dispatch/shifts/${plan.id}`;
    const { dispatcher } = world.delivery;
    const moved = edit({ plannedStart: world.at(HOUR) });
    await dispatcher.refused(409, 'shift.INVALID_STATE', 'PATCH', path, moved);
    await dispatcher.refused(409, 'shift.INVALID_STATE', 'PATCH', path, edit({ status: 'CANCELLED' }));
  });

  it('is announced half an hour before, once', async () => {
    const driver = await world.delivery.approved();
    await world.plan(driver, 2 * HOUR, 8 * HOUR);
    await world.duty();
    expect(await world.bell(driver, 'SHIFT_REMINDER')).to.have.length(0);
    await world.later(95 * MINUTE);
    await Promise.all([world.duty(), world.duty()]);
    const [reminder, ...others] = await world.bell(driver, 'SHIFT_REMINDER');
    expect(others).to.deep.equal([]);
    expect(reminder?.body).to.match(/\d\d:\d\d/);
  });

  it('raises an alert when it has not started in time, until it starts', async () => {
    const driver = await world.delivery.approved();
    await world.plan(driver, 5 * MINUTE, 8 * HOUR);
    await world.later(15 * MINUTE);
    expect(await world.alerts('SHIFT_NOT_STARTED', driver)).to.deep.equal([]);
    await world.later(10 * MINUTE);
    await world.duty();
    expect(await world.alerts('SHIFT_NOT_STARTED', driver)).to.deep.equal(['OPEN']);
    await start(driver);
    expect(await world.alerts('SHIFT_NOT_STARTED', driver)).to.deep.equal(['RESOLVED']);
    await world.duty();
    expect(await world.alerts('SHIFT_NOT_STARTED', driver)).to.deep.equal(['RESOLVED']);
  });

  it('is marked as missed when it was not started before its end', async () => {
    const driver = await world.delivery.approved();
    const plan = await world.plan(driver, 5 * MINUTE, HOUR);
    await world.later(30 * MINUTE);
    expect(await world.alerts('SHIFT_NOT_STARTED', driver)).to.deep.equal(['OPEN']);
    await world.later(40 * MINUTE);
    expect((await world.shift(plan.id)).status).to.equal('MISSED');
    expect(await world.alerts('SHIFT_NOT_STARTED', driver)).to.deep.equal(['RESOLVED']);
    const { shift } = await start(driver);
    expect(shift?.planId).to.equal(null);
  });

  it('raises an alert when it lasts a quarter of an hour too long, until it ends', async () => {
    const driver = await world.delivery.approved();
    await world.plan(driver, MINUTE, HOUR);
    await start(driver);
    await world.later(70 * MINUTE);
    expect(await world.alerts('SHIFT_OVERRUN', driver)).to.deep.equal([]);
    await world.later(10 * MINUTE);
    expect(await world.alerts('SHIFT_OVERRUN', driver)).to.deep.equal(['OPEN']);
    const alert = await world.delivery.database('alerts').where('subject_id', driver.driverId).first();
    expect(alert.message_en).to.contain('Yousef Rahman');
    await driver.client.post('/driver/shift/end');
    await world.delivery.settle();
    expect(await world.alerts('SHIFT_OVERRUN', driver)).to.deep.equal(['RESOLVED']);
  });

  it('raises an alert for a break that is too long, until it ends', async () => {
    const driver = await world.delivery.onDuty();
    await driver.client.post('/driver/shift/break');
    await world.later(59 * MINUTE);
    expect(await world.alerts('BREAK_OVERRUN', driver)).to.deep.equal([]);
    await world.later(2 * MINUTE);
    expect(await world.alerts('BREAK_OVERRUN', driver)).to.deep.equal(['OPEN']);
    await driver.client.post('/driver/shift/resume');
    await world.delivery.settle();
    expect(await world.alerts('BREAK_OVERRUN', driver)).to.deep.equal(['RESOLVED']);
  });

  it('is ended by a dispatcher, planned or not, with the reason recorded', async () => {
    const planned = await world.delivery.approved();
    const plan = await world.plan(planned, MINUTE, 8 * HOUR);
    await start(planned);
    // By the plan's id or by the shift's.
    const run = (await planned.client.get<Driver>('/driver')).shift?.id ?? '';
    expect((await world.shift(run)).id).to.equal(plan.id);
    const first = await endByDispatcher(run);
    expect([first.status, first.body.status]).to.deep.equal([200, 'ENDED']);
    const again = await endByDispatcher(plan.id);
    expect([again.status, again.body.status]).to.deep.equal([200, 'ENDED']);

    const unplanned = await world.delivery.onDuty();
    const { shift } = await unplanned.client.get<Driver>('/driver');
    expect((await endByDispatcher(shift?.id ?? '')).status).to.equal(200);
    expect((await unplanned.client.get<Driver>('/driver')).shift).to.equal(null);
    const [line] = await world.delivery
      .database('transitions')
      .where({ subject_id: shift?.id, to_state: 'ENDED' });
    expect(line).to.include({ role: 'DISPATCHER', reason: 'The driver went home ill' });

    const later = await world.plan(planned, 2 * HOUR, 3 * HOUR).catch(() => null);
    const other = later ?? (await world.plan(planned, 9 * HOUR, 10 * HOUR));
    const refused = await endByDispatcher(other.id);
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'shift.INVALID_STATE']);
  });

  it('cannot be ended with goods on board or accepted work', async () => {
    const driver = await world.delivery.onDuty();
    const { taskId, cashDue } = await world.delivery.ready();
    const { shift } = await driver.client.get<Driver>('/driver');
    const refusalCode = async () => {
      const own = await driver.client.call<Problem>('POST', '/driver/shift/end');
      const theirs = await endByDispatcher(shift?.id ?? '', { carryCash: true });
      expect(own.body.code).to.equal(theirs.body.code);
      expect(own.body).to.deep.include({ tasks: [taskId] });
      return own.body.code;
    };
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await world.delivery.settle();
    expect(await refusalCode()).to.equal('shift.WORK_UNFINISHED');
    await driver.client.post(`/driver/tasks/${taskId}/pick-up`);
    await world.delivery.settle();
    expect(await refusalCode()).to.equal('shift.GOODS_ON_BOARD');
    for (const step of ['in-transit', 'arrive', 'delivery-code'])
      await driver.client.post(`/driver/tasks/${taskId}/${step}`);
    await driver.client.post(`/driver/tasks/${taskId}/verify-code`, { code: await world.delivery.code() });
    await driver.client.post(`/driver/tasks/${taskId}/record-cash`, { amount: qar(cashDue) });
    await driver.client.post(`/driver/tasks/${taskId}/complete`);
    await world.delivery.settle();
  });

  it('ends with cash on hand only by a dispatcher’s consent', async () => {
    const driver = await withCash();
    const problem = await driver.client.refused(409, 'shift.CASH_UNSETTLED', 'POST', '/driver/shift/end');
    expect(problem).to.include({ cashOnHand: '115.00', beyondLimit: false });
    expect((await consent(driver)).cash).to.include({ carryOver: true });
    await driver.client.post('/driver/shift/end');
    const after = await driver.client.get<Driver>('/driver');
    expect(after.cash).to.deep.include({ onHand: qar('115.00'), carryOver: false });

    // The driver still has to hand in the cash, and the next shift needs a new consent.
    const { shift } = await start(driver);
    await driver.client.refused(409, 'shift.CASH_UNSETTLED', 'POST', '/driver/shift/end');
    const refused = await endByDispatcher(shift?.id ?? '');
    expect(refused.body.code).to.equal('shift.CASH_UNSETTLED');
    expect((await endByDispatcher(shift?.id ?? '', { carryCash: true })).status).to.equal(200);
    const outside = `/dispatch/drivers/${driver.driverId}/cash-carry-over`;
    const body = { reason: 'Nobody is on duty' };
    await world.delivery.dispatcher.refused(409, 'shift.INVALID_STATE', 'POST', outside, { body });
  });

  it('never ends with cash beyond the limit', async () => {
    const driver = await withCash();
    const { version, shift } = await driver.client.get<Driver>('/driver');
    const path = `/dispatch/drivers/${driver.driverId}`;
    const lowered = await world.delivery.dispatcher.patch<Driver>(
      path,
      { cashLimit: qar('100.00') },
      { version },
    );
    expect(lowered.cash).to.include({ overLimit: true, nearLimit: true });
    const answer = await endByDispatcher(shift?.id ?? '', { carryCash: true });
    expect(answer.body).to.deep.include({ code: 'shift.CASH_UNSETTLED', beyondLimit: true });
    const body = { reason: 'Late' };
    await world.delivery.dispatcher.refused(409, 'shift.CASH_UNSETTLED', 'POST', `${path}/cash-carry-over`, {
      body,
    });
  });

  it('ends while a hand-in awaits approval', async () => {
    const driver = await withCash();
    const hand = { driverId: driver.driverId, counted: qar('20.00') };
    const { id, status } = await world.delivery.dispatcher.post<Schema<'Settlement'>>(
      '/dispatch/cash/settlements',
      hand,
    );
    expect(status).to.equal('PENDING_APPROVAL');
    await driver.client.post('/driver/shift/end');
    await world.delivery.secondDispatcher.post(`/dispatch/cash/settlements/${id}/approve`);
    expect((await driver.client.get<Driver>('/driver')).cash.onHand).to.deep.equal(qar('0.00'));
  });

  it('lets a driver suspended on duty finish and hand in, and offers nothing more', async () => {
    const driver = await world.delivery.onDuty();
    const first = await world.delivery.ready();
    await driver.client.post(`/driver/tasks/${first.taskId}/accept`);
    await world.delivery.dispatcher.post(`/dispatch/drivers/${driver.driverId}/suspend`, {
      reason: 'Complaint',
    });
    const second = await world.delivery.ready();
    expect((await world.delivery.task(second.taskId)).status).to.equal('UNASSIGNED');
    await world.delivery.dispatcher.refused(
      409,
      'delivery.DRIVER_UNAVAILABLE',
      'POST',
      `/dispatch/tasks/${second.taskId}/assign`,
      { body: { driverId: driver.driverId } },
    );
    for (const step of ['pick-up', 'in-transit', 'arrive', 'delivery-code'])
      await driver.client.post(`/driver/tasks/${first.taskId}/${step}`);
    const task = `/driver/tasks/${first.taskId}`;
    await driver.client.post(`${task}/verify-code`, { code: await world.delivery.code() });
    await driver.client.post(`${task}/record-cash`, { amount: qar(first.cashDue) });
    await driver.client.post(`${task}/complete`);
    await world.delivery.settle();
    const hand = { driverId: driver.driverId, counted: qar(first.cashDue) };
    await world.delivery.dispatcher.post('/dispatch/cash/settlements', hand);
    await driver.client.post('/driver/shift/end');
    await driver.client.refused(409, 'driver.NOT_APPROVED', 'POST', '/driver/shift/start');
  });
});
