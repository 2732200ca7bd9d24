import { expect } from 'chai';
import { chooseConsumer } from '../../../server/dispatch/assignment/choose.ts';
import type { Schema } from '../../support/api-client.ts';
import { AL_KHOR, around, DeliveryWorld, type OnDuty, STORE, WEST_BAY } from '../../worlds/delivery-world.ts';

const MINUTE = 60_000;

describe('who is offered a task', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(() => world?.clear());

  after(() => world?.close());

  const explanation = (taskId: string) =>
    world.dispatcher.get<Schema<'TaskExplanation'>>(`/dispatch/tasks/${taskId}/explanation`);

  it('is the driver to whose route the task adds the least, as the explanation says', async () => {
    const near = await world.onDuty({ at: STORE });
    const far = await world.onDuty({ at: AL_KHOR });
    const { taskId } = await world.ready();
    expect((await world.task(taskId)).driverId).to.equal(near.driverId);
    const { choices } = await explanation(taskId);
    const [choice] = choices;
    expect(choices).to.have.length(1);
    expect(choice).to.deep.include({
      round: 1,
      policy: 'INSERTION_COST',
      chosenDriverId: near.driverId,
      manual: false,
    });
    expect(choice?.candidates.map(({ driverId, eligible }) => ({ driverId, eligible }))).to.deep.equal([
      { driverId: near.driverId, eligible: true },
      { driverId: far.driverId, eligible: true },
    ]);
    const [cheapest, dearest] = choice?.candidates.map(({ costSeconds }) => costSeconds ?? Number.NaN) ?? [];
    expect(cheapest).to.be.lessThan(dearest ?? Number.NaN);
  });

  it('is the one idle longest among equals', async () => {
    const first = await world.onDuty({ at: STORE });
    await world.later(MINUTE);
    await world.onDuty({ at: STORE });
    const { taskId } = await world.ready();
    expect((await world.task(taskId)).driverId).to.equal(first.driverId);
  });

  it('is never a driver whom a rule excludes; the explanation and one alert name the rules', async () => {
    const west = await world.dispatcher.post<Schema<'Zone'>>('/dispatch/zones', {
      name: { en: 'West Bay', ar: 'الخليج الغربي' },
      priority: 10,
      geometry: around(WEST_BAY),
      active: true,
    });
    const expected: [OnDuty, string][] = [
      [await world.approved(), 'NOT_ON_DUTY'],
      [await world.onDuty({ zoneIds: [west.id] }), 'OUTSIDE_ZONES'],
      [await world.onDuty({ capacity: 1 }), 'CAPACITY'],
      [await world.onDuty({ cashLimit: '114.99' }), 'CASH_LIMIT'],
    ];
    const { taskId, number } = await world.ready({ goods: '90.00', items: 2 });
    const task = await world.task(taskId);
    const { data } = await world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    const doha = data.find(({ name }) => name.en === 'Doha');
    expect(task).to.include({ status: 'UNASSIGNED', driverId: null, zoneId: doha?.id });
    const { choices } = await explanation(taskId);
    const rules = new Map(choices.at(-1)?.candidates.map(({ driverId, rule }) => [driverId, rule]));
    for (const [driver, rule] of expected) expect(rules.get(driver.driverId)).to.equal(rule);
    const counts = { NOT_ON_DUTY: 1, OUTSIDE_ZONES: 1, CAPACITY: 1, CASH_LIMIT: 1 };
    expect(choices.at(-1)?.excludedBy).to.deep.equal(counts);
    const alerts = await world.dispatcher.get<Schema<'AlertList'>>('/dispatch/alerts?status=OPEN');
    expect(alerts.data).to.have.length(1);
    expect(alerts.data[0]).to.deep.include({ kind: 'NO_CANDIDATE', subjectType: 'TASK', subjectId: taskId });
    expect(alerts.data[0]?.message.en).to.include(number);
    expect(alerts.data[0]?.data).to.deep.include({
      excludedBy: counts,
    });
    const fitting = await world.onDuty();
    expect((await world.task(taskId)).driverId).to.equal(fitting.driverId);
    expect((await explanation(taskId)).choices.at(-1)).to.deep.include({ excludedBy: counts });
  });

  it('is chosen again when a shift starts, and the alert closes', async () => {
    const driver = await world.approved();
    const { taskId } = await world.ready();
    expect((await world.task(taskId)).status).to.equal('UNASSIGNED');
    await driver.client.post('/driver/shift/start');
    await world.settle();
    expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
    const { data } = await world.dispatcher.get<Schema<'AlertList'>>('/dispatch/alerts');
    const about = data.filter(({ subjectId }) => subjectId === taskId);
    expect(about.map(({ kind, status }) => `${kind} ${status}`)).to.deep.equal(['NO_CANDIDATE RESOLVED']);
  });

  it('is the next driver after a decline, and never again the one who declined', async () => {
    const near = await world.onDuty({ at: STORE });
    const far = await world.onDuty({ at: AL_KHOR });
    const { taskId } = await world.ready();
    const decline = { body: { reason: 'Puncture on Salwa Road' }, key: 'declined' };
    const first = await near.client.call('POST', `/driver/tasks/${taskId}/decline`, decline);
    expect(first.status).to.equal(204);
    const again = await near.client.call('POST', `/driver/tasks/${taskId}/decline`, decline);
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([204, 'true']);
    // It took effect even without a key.
    await near.client.post(`/driver/tasks/${taskId}/decline`);
    await world.settle();
    const task = await world.task(taskId);
    expect(task).to.include({ driverId: far.driverId, round: 2, status: 'ASSIGNED' });
    expect(task.history.at(-2)).to.deep.include({ status: 'UNASSIGNED', reason: 'Puncture on Salwa Road' });
    await far.client.post(`/driver/tasks/${taskId}/decline`);
    await world.settle();
    expect(await world.task(taskId)).to.include({ status: 'UNASSIGNED', driverId: null, round: 3 });
    const rules = (await explanation(taskId)).choices.at(-1)?.candidates.map(({ rule }) => rule);
    expect(rules).to.deep.equal(['DECLINED', 'DECLINED']);
    const { data } = await near.client.get<{ data: unknown[] }>('/driver/tasks');
    expect(data).to.deep.equal([]);
  });

  it('loses the offer after 90 seconds, is notified, and may get it again after 15 minutes', async () => {
    const driver = await world.onDuty({ at: STORE });
    const { taskId } = await world.ready();
    await world.later(89_000);
    expect((await world.task(taskId)).status).to.equal('ASSIGNED');
    await world.later(1_500);
    expect(await world.task(taskId)).to.include({ status: 'UNASSIGNED', round: 2 });
    await driver.client.refused(410, 'delivery.OFFER_EXPIRED', 'POST', `/driver/tasks/${taskId}/accept`);
    const rules = (await explanation(taskId)).choices.at(-1)?.candidates.map(({ rule }) => rule);
    expect(rules).to.deep.equal(['TIMED_OUT']);
    await world.later(15 * MINUTE);
    await driver.client.post('/driver/shift/break');
    await driver.client.post('/driver/shift/resume');
    await world.settle();
    expect(await world.task(taskId)).to.include({ status: 'ASSIGNED', driverId: driver.driverId });
  });

  it('cannot accept an offer that has expired, even before its timer has fired', async () => {
    const driver = await world.onDuty();
    const { taskId } = await world.ready();
    world.service.clock.advance(91_000);
    await driver.client.refused(410, 'delivery.OFFER_EXPIRED', 'POST', `/driver/tasks/${taskId}/accept`);
  });

  it('gets one task only, when two tasks race for what is left of a cash limit', async () => {
    const driver = await world.onDuty({ cashLimit: '200.00' });
    const orders = await Promise.all([world.order(), world.order()]);
    for (const { groupId } of orders) {
      await world.seller.post(`/seller/order-groups/${groupId}/accept`);
      await world.seller.post(`/seller/order-groups/${groupId}/pack`);
    }
    await Promise.all(
      orders.map(({ groupId }) => world.seller.post(`/seller/order-groups/${groupId}/ready`)),
    );
    await world.settle();
    const { data } = await world.dispatcher.get<Schema<'DispatchTaskList'>>('/dispatch/tasks?limit=2');
    expect(data.map(({ status }) => status).sort()).to.deep.equal(['ASSIGNED', 'UNASSIGNED']);
    const row = await world.database('drivers').where('id', driver.driverId).first('cod_assigned');
    expect(row.cod_assigned).to.equal('115.00');
  });

  it('is chosen again once cash has been handed in', async () => {
    const driver = await world.onDuty({ cashLimit: '200.00' });
    const first = await world.ready();
    await world.deliver(driver, first);
    const second = await world.ready();
    expect((await world.task(second.taskId)).status).to.equal('UNASSIGNED');
    const counted = { amount: first.cashDue, currency: 'QAR' };
    await world.dispatcher.post('/dispatch/cash/settlements', { driverId: driver.driverId, counted });
    await world.settle();
    expect((await world.task(second.taskId)).driverId).to.equal(driver.driverId);
  });

  it('is chosen once, however often and however simultaneously a choice is requested', async () => {
    const { taskId } = await world.ready();
    const drivers = [await world.approved(), await world.approved()];
    // The ticket is marked as taken meanwhile: otherwise the start of a shift would lead to a choice.
    for (const { driverId, client } of drivers) {
      await world.database('zone_tickets').where('task_id', taskId).update({ status: 'OFFERING' });
      await client.post('/driver/shift/start');
      await world.settle();
      await world.report({ driverId, client, accountId: '' }, STORE);
    }
    await world.database('zone_tickets').where('task_id', taskId).update({ status: 'WAITING' });
    const ticket = await world.database('zone_tickets').where('task_id', taskId).first();
    const { zone_id: zoneId, round, attempt } = ticket;
    const choose = chooseConsumer(world.service.inside.deps);
    const ask = (effectId: string) =>
      choose(
        { zoneId, taskId, round, attempt },
        {
          effectId,
          source: { kind: 'zone', key: zoneId },
          version: 1,
          correlationId: 'test',
          requestId: null,
        },
      );
    await Promise.all([ask('one'), ask('one'), ask('one'), ask('two')]);
    await ask('one');
    await world.settle();
    expect(await world.task(taskId)).to.include({ status: 'ASSIGNED', round: 1 });
    const choices = await world.database('assignment_choices').where({ task_id: taskId, attempt });
    expect(choices).to.have.length(1);
    const { rows } = await world.database.raw<{ rows: { active: number }[] }>(
      'SELECT sum(active_tasks)::integer AS active FROM drivers WHERE id = ANY(?::uuid[])',
      [drivers.map(({ driverId }) => driverId)],
    );
    expect(rows[0]?.active).to.equal(1);
  });
});
