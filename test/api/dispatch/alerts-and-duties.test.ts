import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { raise } from '../../../server/dispatch/alerts/alert-consumer.ts';
import { requeueLostTasks } from '../../../server/dispatch/assignment/requeue-lost-tasks.ts';
import { watchClearing } from '../../../server/dispatch/cash/clearing-watch.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { DeliveryWorld, qar } from '../../worlds/delivery-world.ts';

type Alert = Schema<'Alert'>;

describe('alerts, and the scheduled jobs that raise them', () => {
  let world: DeliveryWorld;
  let admin: ApiClient;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    admin = await world.admin();
  });

  afterEach(() => world?.clear());

  after(() => world?.close());

  const alertsAbout = async (subjectId: string): Promise<Alert[]> => {
    const { data } = await world.dispatcher.get<Schema<'AlertList'>>('/dispatch/alerts?limit=100');
    return data.filter((alert) => alert.subjectId === subjectId);
  };
  const alertOf = async (subjectId: string): Promise<Alert> => {
    const [alert] = await alertsAbout(subjectId);
    if (alert === undefined) throw new Error(`no alert about ${subjectId}`);
    return alert;
  };
  /** Makes the commands of the order and its drivers two minutes older. */
  const age = () => world.database.raw(`UPDATE actor_command SET at = at - interval '2 minutes'`);

  it('name the seller that is late, and close when it accepts', async () => {
    const { groupId, number } = await world.order();
    await world.later(4 * 3_600_000 + 1_000);
    const alert = await alertOf(groupId);
    expect(alert).to.deep.include({
      kind: 'ACCEPTANCE_DEADLINE_MISSED',
      severity: 'WARNING',
      status: 'OPEN',
    });
    expect(alert.message).to.deep.equal({
      en: `Souq Waqif Sweets has not accepted order ${number} in time.`,
      ar: `لم يقبل حلويات سوق واقف الطلب ${number} في الموعد.`,
    });
    await world.seller.post(`/seller/order-groups/${groupId}/accept`);
    await world.settle();
    expect((await alertOf(groupId)).status).to.equal('RESOLVED');
  });

  it('are acknowledged and resolved once each, by the first dispatcher to do so', async () => {
    const { taskId } = await world.ready();
    const { id } = await alertOf(taskId);
    const path = `/dispatch/alerts/${id}`;
    const first = await world.dispatcher.call<Alert>('POST', `${path}/acknowledge`, { key: 'on-it' });
    expect(first.body).to.include({ status: 'ACKNOWLEDGED' });
    const again = await world.dispatcher.call<Alert>('POST', `${path}/acknowledge`, { key: 'on-it' });
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(await world.secondDispatcher.post<Alert>(`${path}/acknowledge`)).to.deep.equal(first.body);
    const note = { note: 'A driver is on the way' };
    const resolved = await world.secondDispatcher.post<Alert>(`${path}/resolve`, note);
    expect(resolved).to.deep.include({
      status: 'RESOLVED',
      ...note,
      acknowledgedBy: first.body.acknowledgedBy,
    });
    expect(await world.dispatcher.post<Alert>(`${path}/resolve`)).to.deep.equal(resolved);
    await world.dispatcher.refused(
      404,
      'common.NOT_FOUND',
      'POST',
      '/dispatch/alerts/01900000-0000-7000-8000-00000000dead/resolve',
    );
  });

  it('are listed by status, newest first, page by page', async () => {
    // Alerts with the same cause would be one alert.
    for (let made = 0; made < 3; made += 1) {
      const { groupId } = await world.order();
      await world.seller.post(`/seller/order-groups/${groupId}/reject`, { reason: 'OUT_OF_STOCK' });
    }
    await world.settle();
    const seen: Alert[] = [];
    for (let cursor = ''; ; ) {
      const page = await world.dispatcher.get<Schema<'AlertList'>>(
        `/dispatch/alerts?status=OPEN&limit=2${cursor}`,
      );
      seen.push(...page.data);
      if (page.page.nextCursor === null) break;
      cursor = `&cursor=${page.page.nextCursor}`;
    }
    expect(new Set(seen.map(({ id }) => id)).size).to.equal(3);
    expect(seen.map(({ raisedAt }) => raisedAt)).to.deep.equal(
      seen
        .map(({ raisedAt }) => raisedAt)
        .sort()
        .reverse(),
    );
  });

  it('are raised once per command, even after they were resolved, and again when the cause returns after the quiet time', async () => {
    const { taskId } = await world.ready();
    const { deps } = world.service.inside;
    const alert = {
      kind: 'TASK_WITHOUT_TICKET' as const,
      dedupeKey: `test:${taskId}`,
      subjectType: 'TASK',
      subjectId: taskId,
      data: {},
    };
    const word = uuidv7();
    const both = await Promise.all([raise(deps, alert, word), raise(deps, alert, word)]);
    expect(both.filter(Boolean)).to.have.length(1);
    expect(await raise(deps, alert, uuidv7())).to.equal(false);
    await world.dispatcher.post(`/dispatch/alerts/${word}/resolve`);
    expect(await raise(deps, alert, word)).to.equal(false);
    expect(await raise(deps, alert, uuidv7()), 'within the quiet time').to.equal(false);
    await world.later(16 * 60_000);
    const next = uuidv7();
    expect(await raise(deps, alert, next)).to.equal(true);
    await world.dispatcher.post(`/dispatch/alerts/${next}/resolve`);
  });

  it('are not raised by a report that came too late', async () => {
    const driver = await world.onDuty();
    const { taskId } = await world.ready();
    expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
    const alert = {
      kind: 'NO_CANDIDATE' as const,
      dedupeKey: `late:${taskId}`,
      subjectType: 'TASK',
      subjectId: taskId,
    };
    expect(await raise(world.service.inside.deps, { ...alert, data: {} }, uuidv7())).to.equal(false);
    // The task waits again, in another round: the reported round is over, and nothing would close the alert.
    await driver.client.post(`/driver/tasks/${taskId}/decline`);
    await world.settle();
    expect((await world.task(taskId)).round).to.equal(2);
    expect(await raise(world.service.inside.deps, { ...alert, data: { round: 1 } }, uuidv7())).to.equal(
      false,
    );
    expect((await alertsAbout(taskId)).map(({ kind }) => kind)).to.deep.equal(['NO_CANDIDATE']);
  });

  it('a task that lost its ticket is put back into its queue after five seconds', async () => {
    const { taskId } = await world.ready();
    const tickets = () => world.database('zone_tickets').where('task_id', taskId);
    const [before] = await tickets();
    await tickets().delete();
    await requeueLostTasks(world.service.inside.deps);
    expect(await tickets(), 'too early').to.have.length(0);
    await age();
    await Promise.all([
      requeueLostTasks(world.service.inside.deps),
      requeueLostTasks(world.service.inside.deps),
    ]);
    const [after, ...others] = await tickets();
    expect(others).to.have.length(0);
    expect(after).to.deep.include({ round: 2, zone_id: before.zone_id, cod: before.cod });
    expect(await world.task(taskId)).to.include({ status: 'UNASSIGNED', round: 2 });
    const kinds = (await alertsAbout(taskId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'TASK_WITHOUT_TICKET')).to.have.length(1);
    await requeueLostTasks(world.service.inside.deps);
    const driver = await world.onDuty();
    expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
  });

  it('an offer not answered for a minute goes to another driver', async () => {
    const { taskId } = await world.ready();
    const silent = { status: 'OFFERING', offer_id: uuidv7(), driver_id: uuidv7() };
    await world.database('zone_tickets').where('task_id', taskId).update(silent);
    const driver = await world.onDuty();
    await requeueLostTasks(world.service.inside.deps);
    expect((await world.task(taskId)).status, 'too early').to.equal('UNASSIGNED');
    await age();
    await requeueLostTasks(world.service.inside.deps);
    expect(await world.task(taskId)).to.include({ status: 'ASSIGNED', driverId: driver.driverId, round: 1 });
  });

  it('an assignment by hand not answered for a minute fails, and the task is queued again', async () => {
    const { taskId, orderId } = await world.ready();
    const by = { accountId: uuidv7(), role: 'DISPATCHER' } as const;
    // A command to a driver who does not exist is given up at once; others only after all attempts.
    const { effects } = await world.service.inside.deps.actors.command(
      { requestId: 'test', ip: null, idempotency: null },
      by,
      { kind: 'order', key: orderId },
      'assign-by-hand',
      { taskId, driverId: uuidv7(), offerId: uuidv7() },
    );
    await effects;
    const driver = await world.onDuty();
    await requeueLostTasks(world.service.inside.deps);
    expect((await world.task(taskId)).pendingAssignment, 'too early').not.to.equal(null);
    await age();
    await requeueLostTasks(world.service.inside.deps);
    await world.settle();
    expect(await world.task(taskId)).to.include({ driverId: driver.driverId, pendingAssignment: null });
    await world.database('outbox').whereNotNull('parked_at').delete();
  });

  it('a ticket whose task no longer waits is withdrawn', async () => {
    const { taskId } = await world.ready();
    const [ticket] = await world.database('zone_tickets').where('task_id', taskId);
    await world.onDuty();
    expect((await world.task(taskId)).status).to.equal('ASSIGNED');
    const again = { ...ticket, excluded: '[]', refused: '[]' };
    await world.database('zone_tickets').insert(again);
    await age();
    await requeueLostTasks(world.service.inside.deps);
    expect(await world.database('zone_tickets').where('task_id', taskId)).to.have.length(0);
    expect((await world.task(taskId)).status).to.equal('ASSIGNED');
  });

  it('a task without a zone is queued once a zone covers its pickup', async () => {
    const qatar = await world.qatar();
    await world
      .database('delivery_zones')
      .update({ active: false, version: world.database.raw('version + 1') });
    const { taskId } = await world.ready();
    expect(await world.task(taskId)).to.include({ status: 'UNASSIGNED', zoneId: null });
    expect((await alertOf(taskId)).kind).to.equal('TASK_WITHOUT_ZONE');
    await world
      .database('delivery_zones')
      .where('id', qatar)
      .update({ active: true, version: world.database.raw('version + 1') });
    const driver = await world.onDuty();
    await age();
    await requeueLostTasks(world.service.inside.deps);
    expect(await world.task(taskId)).to.include({ driverId: driver.driverId, zoneId: qatar });
    expect((await alertsAbout(taskId)).map(({ status }) => status)).to.deep.equal(['RESOLVED']);
    expect(await world.database('zone_tickets')).to.deep.equal([]);
  });

  it('a clearing balance that stays open is reported by an alert and by the ledger check, until it is closed', async () => {
    const driver = await world.onDuty();
    const order = await world.ready();
    await world.deliver(driver, order);
    const { deps } = world.service.inside;
    const check = () => admin.get<Schema<'LedgerCheck'>>('/admin/ledger/check');
    expect(await check()).to.deep.include({ balanced: true, faults: [] });
    const task = await world.database('delivery_tasks').where('id', order.taskId).first('actor_version');
    const post = async (cause: string, amount: string) =>
      world.database.transaction(async (trx) => {
        const id = uuidv7();
        await trx('ledger_journals').insert({
          id,
          cause,
          kind: 'REVERSAL',
          actor_kind: 'order',
          actor_key: order.orderId,
          actor_version: task.actor_version,
          at: new Date(),
        });
        await trx('ledger_entries').insert([
          { journal_id: id, line: 0, account: 'clearing', amount, task_id: order.taskId },
          {
            journal_id: id,
            line: 1,
            account: 'commission',
            amount: `-${amount}`.replace('--', ''),
            task_id: null,
          },
        ]);
      });
    await post('test:open', '5.00');
    await watchClearing(deps);
    expect(await alertsAbout(order.taskId), 'too early').to.have.length(0);
    await age();
    await watchClearing(deps);
    await watchClearing(deps);
    const alerts = await alertsAbout(order.taskId);
    expect(alerts.map(({ kind, severity, status }) => [kind, severity, status])).to.deep.equal([
      ['CLEARING_OPEN', 'CRITICAL', 'OPEN'],
    ]);
    const broken = await check();
    expect(broken).to.deep.include({ balanced: false, sum: qar('0.00') });
    expect(broken.faults).to.deep.equal([
      { kind: 'CLEARING_OPEN', subject: order.taskId, difference: qar('5.00') },
    ]);
    await post('test:closed', '-5.00');
    await watchClearing(deps);
    expect((await alertOf(order.taskId)).status).to.equal('RESOLVED');
    expect(await check()).to.deep.include({ balanced: true, faults: [] });
  });

  it("a driver's balance that differs from the cash on hand is reported by the ledger check", async () => {
    const driver = await world.onDuty();
    await world.deliver(driver, await world.ready());
    await world.database('drivers').where('id', driver.driverId).update({ cash_on_hand: '100.00' });
    const { balanced, faults } = await admin.get<Schema<'LedgerCheck'>>('/admin/ledger/check');
    expect(balanced).to.equal(false);
    expect(faults).to.deep.equal([
      { kind: 'DRIVER_BALANCE', subject: driver.driverId, difference: qar('15.00') },
    ]);
    await world.database('drivers').where('id', driver.driverId).update({ cash_on_hand: '115.00' });
  });

  it('the ledger accepts no journal that does not sum to zero, and lets none be changed', async () => {
    const driver = await world.onDuty();
    await world.deliver(driver, await world.ready());
    const { rows } = await world.database.raw('SELECT journal_id FROM ledger_entries LIMIT 1');
    const journal = rows[0].journal_id;
    const entry = { journal_id: journal, line: 99, account: 'till', amount: '0.01', task_id: null };
    const rejected = await world
      .database('ledger_entries')
      .insert(entry)
      .then(
        () => null,
        (error: { code?: string }) => error.code,
      );
    expect(rejected).to.equal('WA005');
    const changed = await world
      .database('ledger_entries')
      .where('journal_id', journal)
      .update({ amount: '1.00' })
      .then(
        () => null,
        (error: { code?: string }) => error.code,
      );
    expect(changed).to.equal('23001');
  });
});
