import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Presence } from '../../../actors/geo/presence-port.ts';
import { around, DeliveryWorld, STORE, WEST_BAY } from '../../worlds/delivery-world.ts';
import { AlertBoard } from './alert-board.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('what the alerts board finds by its conditions', () => {
  let world: DeliveryWorld;
  let board: AlertBoard;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    board = new AlertBoard(world);
  });

  afterEach(async () => {
    await world?.clear();
    await board?.wipe();
  });

  after(() => world?.close());

  const live = (state: Presence) => ({
    presence: { stateOf: async (ids: readonly string[]) => new Map(ids.map((id) => [id, state])) },
  });

  describe('TASK_UNASSIGNED_TOO_LONG', () => {
    it('names the rule that excluded most drivers on duty, and lasts until a driver accepts', async () => {
      await world.onDuty({ cashLimit: '50.00' });
      const { taskId, number } = await world.ready();
      await world.later(9 * MINUTE);
      await board.look();
      expect(await board.about(taskId, 'TASK_UNASSIGNED_TOO_LONG'), 'too early').to.deep.equal([]);
      await world.later(2 * MINUTE);
      await board.look();
      await board.look();
      const alert = await board.one(taskId, 'TASK_UNASSIGNED_TOO_LONG');
      expect(alert).to.deep.include({ severity: 'WARNING', status: 'OPEN', count: 1, version: 1 });
      expect(alert.data).to.deep.include({ rule: 'CASH_LIMIT' });
      expect(alert.message.en).to.match(new RegExp(`^Order ${number} has waited .*over their limit\\.$`));
      expect(alert.message.ar).to.contain(number);
      expect(alert.action.ar).not.to.equal('');
      expect(board.eventsAbout(alert.id)).to.deep.equal(['RAISED']);
      const driver = await world.onDuty();
      await board.look();
      expect((await board.one(taskId, 'TASK_UNASSIGNED_TOO_LONG')).status, 'only offered').to.equal('OPEN');
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await board.look();
      const resolved = await board.one(taskId, 'TASK_UNASSIGNED_TOO_LONG');
      expect(resolved).to.include({ status: 'RESOLVED', resolvedBy: null });
      expect(board.eventsAbout(alert.id)).to.deep.equal(['RAISED', 'UPDATED', 'RESOLVED']);
    });

    it('is raised after the minutes set by the administrator, counted from when a driver was relieved of the task', async () => {
      const { database, settings } = world.service.inside.deps;
      await database('settings').insert({ key: 'unassignedAlertMinutes', value: '2' });
      expect((await settings.values()).unassignedAlertMinutes).to.equal(2);
      const driver = await world.onDuty();
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await world.later(30 * MINUTE);
      await driver.client.post('/driver/shift/break');
      await world.dispatcher.post(`/dispatch/tasks/${taskId}/unassign`, { reason: 'A flat tyre' });
      await world.settle();
      await board.look();
      expect(await board.about(taskId, 'TASK_UNASSIGNED_TOO_LONG')).to.deep.equal([]);
      await world.later(3 * MINUTE);
      await board.look();
      expect((await board.one(taskId, 'TASK_UNASSIGNED_TOO_LONG')).data).to.deep.include({
        rule: 'NOT_ON_DUTY',
      });
      await database('settings').delete();
    });

    it('mentions that the last offer was not accepted, or that no zone has the task', async () => {
      const driver = await world.onDuty();
      const { taskId } = await world.ready();
      await driver.client.post('/driver/shift/break').catch(() => undefined);
      await world.later(91_000);
      await world
        .database('assignment_choices')
        .where('task_id', taskId)
        .update({ chosen_driver_id: driver.driverId });
      await world.later(10 * MINUTE);
      await board.look();
      const { data } = await board.one(taskId, 'TASK_UNASSIGNED_TOO_LONG');
      expect(data.rule).to.equal('NOBODY_ACCEPTED');
      await world.database('assignment_choices').where('task_id', taskId).delete();
      await world.database('delivery_tasks').where('id', taskId).update({ zone_id: null });
      await board.look();
      const changed = await board.one(taskId, 'TASK_UNASSIGNED_TOO_LONG');
      expect(changed.data.rule).to.equal('NO_ZONE');
      expect(changed).to.include({ count: 2, version: 2 });
      await world
        .database('delivery_tasks')
        .where('id', taskId)
        .update({ zone_id: await world.qatar() });
    });
  });

  describe('LATE_RISK', () => {
    it('warns before a task is late, is critical once it is, and ends with the task', async () => {
      const driver = await world.onDuty();
      const order = await world.ready();
      await driver.client.post(`/driver/tasks/${order.taskId}/accept`);
      await board.look();
      expect(await board.about(order.taskId, 'LATE_RISK')).to.deep.equal([]);
      await world.later(6 * HOUR - 8 * MINUTE);
      await board.look();
      const alert = await board.one(order.taskId, 'LATE_RISK');
      expect(alert).to.include({ severity: 'WARNING', status: 'OPEN' });
      expect(alert.data).to.include({ phase: 'AT_RISK' });
      await world.dispatcher.post(`/dispatch/alerts/${alert.id}/acknowledge`, { note: 'On the phone' });
      await world.later(9 * MINUTE);
      await board.look();
      const late = await board.one(order.taskId, 'LATE_RISK');
      expect(late).to.include({ id: alert.id, severity: 'CRITICAL', status: 'ACKNOWLEDGED' });
      expect(late.acknowledgeNote).to.equal('On the phone');
      expect(late.message.en).to.contain('is late');
      await world.deliver({ ...driver, client: skipping(driver.client, 'accept') }, order);
      await board.look();
      expect((await board.one(order.taskId, 'LATE_RISK')).status).to.equal('RESOLVED');
      expect(board.eventsAbout(alert.id)).to.deep.equal(['RAISED', 'ACKNOWLEDGED', 'ESCALATED', 'RESOLVED']);
    });

    it('assumes the fastest possible driver when no driver has the task', async () => {
      const { taskId } = await world.ready();
      await world.later(6 * HOUR - 60 * MINUTE);
      await board.look();
      expect(await board.about(taskId, 'LATE_RISK')).to.deep.equal([]);
      // About 17 km as the crow flies: a drive of more than three quarters of an hour.
      await world.later(15 * MINUTE);
      await board.look();
      const { data } = await board.one(taskId, 'LATE_RISK');
      expect(data).to.deep.include({ phase: 'AT_RISK', expectedAt: null });
    });

    it('follows the planned arrival, whatever time is left', async () => {
      const driver = await world.onDuty();
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      // The arrival time has been published by then.
      await world.settle();
      const row = await world.database('delivery_tasks').where('id', taskId).first('due_by');
      const at = (minutes: number) => new Date(row.due_by.getTime() + minutes * MINUTE).toISOString();
      const plan = (minutes: number) =>
        world
          .database('delivery_tasks')
          .where('id', taskId)
          .update({ dropoff_eta: at(minutes) });
      await plan(-9);
      await board.look();
      const alert = await board.one(taskId, 'LATE_RISK');
      expect(alert.data).to.include({ phase: 'AT_RISK' });
      await plan(-11);
      await board.look();
      expect((await board.one(taskId, 'LATE_RISK')).status, 'only slightly better').to.equal('OPEN');
      await plan(-13);
      await board.look();
      expect((await board.one(taskId, 'LATE_RISK')).status).to.equal('RESOLVED');
    });
  });

  describe('DRIVER_STALE_WITH_WORK', () => {
    it('warns of a silent driver with work, is critical when the driver is offline, and ends with the next signal', async () => {
      const driver = await world.onDuty();
      await board.look(live('OFFLINE'));
      expect(await board.about(driver.driverId, 'DRIVER_STALE_WITH_WORK'), 'without work').to.deep.equal([]);
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await board.look(live('STALE'));
      const stale = await board.one(driver.driverId, 'DRIVER_STALE_WITH_WORK');
      expect(stale).to.deep.include({ severity: 'WARNING', subjectType: 'DRIVER' });
      expect(stale.data).to.deep.equal({ presence: 'STALE', tasks: 1, onBoard: 0 });
      expect(stale.message.en).to.match(/^No signal from Yousef Rahman's phone, with 1 delivery open/);
      await board.look(live('OFFLINE'));
      expect(await board.one(driver.driverId, 'DRIVER_STALE_WITH_WORK')).to.include({
        severity: 'CRITICAL',
        version: 2,
      });
      await board.look(live('UNKNOWN'));
      expect(
        (await board.one(driver.driverId, 'DRIVER_STALE_WITH_WORK')).status,
        'unknown presence',
      ).to.equal('OPEN');
      await board.look(live('ONLINE'));
      expect((await board.one(driver.driverId, 'DRIVER_STALE_WITH_WORK')).status).to.equal('RESOLVED');
      expect(board.eventsAbout(stale.id)).to.deep.equal(['RAISED', 'ESCALATED', 'RESOLVED']);
    });

    it('of a driver who goes offline again and again stays one acknowledged alert until the quiet time is over', async () => {
      const driver = await world.onDuty();
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      const about = () => board.about(driver.driverId, 'DRIVER_STALE_WITH_WORK');
      const bells = () => world.database('notifications').where('kind', 'ALERT').pluck('id');
      await board.look(live('STALE'));
      const [alert] = await about();
      await world.dispatcher.post(`/dispatch/alerts/${alert?.id}/acknowledge`, { note: 'Calling' });
      const rung = await bells();
      for (let count = 2; count <= 4; count += 1) {
        await board.look(live('ONLINE'));
        await world.later(3 * MINUTE);
        await board.look(live('STALE'));
        const again = await about();
        expect(again).to.have.length(1);
        expect(again[0]).to.include({ id: alert?.id, status: 'ACKNOWLEDGED', resolvedAt: null, count });
      }
      expect(await bells()).to.deep.equal(rung);
      expect(board.eventsAbout(alert?.id ?? '')).to.deep.equal([
        ...['RAISED', 'ACKNOWLEDGED'],
        ...['RESOLVED', 'REOPENED', 'RESOLVED', 'REOPENED', 'RESOLVED', 'REOPENED'],
      ]);
      await board.look(live('ONLINE'));
      await board.look(live('OFFLINE'));
      expect((await about())[0]).to.include({ id: alert?.id, severity: 'CRITICAL' });
      expect((await bells()).length, 'worse than before').to.be.greaterThan(rung.length);
      await board.look(live('ONLINE'));
      await world.later(16 * MINUTE);
      await board.look(live('STALE'));
      expect((await about()).map(({ status }) => status)).to.deep.equal(['OPEN', 'RESOLVED']);
    });
  });

  describe('UNCOVERED_AREA', () => {
    it('is raised when no single active zone covers Qatar, and ends when one does again', async () => {
      await board.look();
      expect(await board.about('qatar', 'UNCOVERED_AREA')).to.deep.equal([]);
      const qatar = await world.qatar();
      const edit = (active: boolean) =>
        world
          .database('delivery_zones')
          .where('id', qatar)
          .update({ active, version: world.database.raw('version + 1') });
      await edit(false);
      await board.look();
      await board.look();
      const alert = await board.one('qatar', 'UNCOVERED_AREA');
      expect(alert).to.include({ severity: 'CRITICAL', status: 'OPEN', version: 1 });
      expect(alert.data.squareKilometres).to.be.greaterThan(10_000);
      await edit(true);
      await board.look();
      expect((await board.one('qatar', 'UNCOVERED_AREA')).status).to.equal('RESOLVED');
    });
  });

  describe('CHAIN_STUCK', () => {
    const outbox = (parts: object) =>
      world.database('outbox').insert({
        id: randomUUID(),
        kind: 'order',
        key: randomUUID(),
        version: 1,
        correlation_id: randomUUID(),
        effects: JSON.stringify([{ id: randomUUID(), effect: { do: 'command', type: 'work-accepted' } }]),
        // The sweeper leaves the outbox alone meanwhile.
        next_attempt_at: new Date(Date.now() + HOUR),
        ...parts,
      });

    it('reports effects that were given up or are a minute old, by the actor they belong to', async () => {
      const order = await world.order();
      await outbox({ key: order.orderId, at: new Date(Date.now() - 30_000) });
      await board.look();
      expect(await board.about(order.orderId, 'CHAIN_STUCK'), 'too early').to.deep.equal([]);
      await outbox({ key: order.orderId, parked_at: new Date(), last_error: 'RangeError: too far' });
      await board.look();
      const alert = await board.one(order.orderId, 'CHAIN_STUCK');
      expect(alert).to.deep.include({ severity: 'CRITICAL', subjectType: 'ORDER' });
      expect(alert.data).to.deep.include({
        what: 'work-accepted',
        parked: true,
        about: order.number,
        lastError: 'RangeError: too far',
      });
      await world.database('outbox').delete();
      await board.look();
      expect((await board.one(order.orderId, 'CHAIN_STUCK')).status).to.equal('RESOLVED');
    });

    it('is one alert for everything that waits for the live channel, and one for effects of deleted records', async () => {
      const old = new Date(Date.now() - 2 * MINUTE);
      const push = JSON.stringify([{ id: randomUUID(), effect: { do: 'push', event: 'alert.raised' } }]);
      for (let count = 0; count < 3; count += 1) {
        await outbox({ at: old, last_error: 'live events were not sent at once', effects: push });
        await outbox({ kind: 'record', at: old, effects: push });
      }
      await board.look();
      expect((await board.one('live_channel', 'CHAIN_STUCK')).data).to.include({ what: 'live events' });
      expect((await board.one('records', 'CHAIN_STUCK')).data).to.include({ what: 'alert.raised' });
      await world.database('outbox').delete();
      await board.look();
      expect((await board.one('live_channel', 'CHAIN_STUCK')).status).to.equal('RESOLVED');
    });

    it('reports timers that were given up or are overdue', async () => {
      const order = await world.order();
      await world.database('actor_timer').where('key', order.orderId).update({ parked_at: new Date() });
      await board.look();
      const { data } = await board.one(order.orderId, 'CHAIN_STUCK');
      expect(data).to.include({ what: 'timer deadline-passed', parked: true });
      const overdue = { parked_at: null, due_at: new Date(world.service.clock.now().getTime() - 61_000) };
      await world.database('actor_timer').where('key', order.orderId).update(overdue);
      await board.look();
      expect((await board.one(order.orderId, 'CHAIN_STUCK')).data).to.include({ parked: false });
      await world.later(0);
      await board.look();
      expect((await board.one(order.orderId, 'CHAIN_STUCK')).status).to.equal('RESOLVED');
    });

    it('reports missing messages between actors', async () => {
      const { taskId, orderId } = await world.ready();
      const [ticket] = await world.database('zone_tickets').where('task_id', taskId).delete().returning('*');
      await board.look();
      expect(await board.about(orderId, 'CHAIN_STUCK'), 'too early').to.deep.equal([]);
      await board.age();
      await board.look();
      expect((await board.one(orderId, 'CHAIN_STUCK')).data).to.include({ what: 'missing message enqueue' });
      const json = { excluded: JSON.stringify(ticket.excluded), refused: JSON.stringify(ticket.refused) };
      await world.database('zone_tickets').insert({ ...ticket, ...json });
      await board.look();
      expect((await board.one(orderId, 'CHAIN_STUCK')).status).to.equal('RESOLVED');
      const driver = await world.onDuty();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await world.settle();
      const [route] = await world
        .database('routes')
        .where('driver_id', driver.driverId)
        .select('id', 'stops');
      await world.database('routes').where('id', route.id).update({ stops: '[]' });
      await board.age();
      await board.look();
      const [again] = await board.about(orderId, 'CHAIN_STUCK');
      expect(again?.data).to.include({ what: 'missing message work-accepted' });
      await world
        .database('routes')
        .where('id', route.id)
        .update({ stops: JSON.stringify(route.stops) });
    });

    it('is not raised in a day of ordinary work', async () => {
      const driver = await world.onDuty();
      await world.deliver(driver, await world.ready());
      await world.ready();
      await world.order();
      await board.age();
      await board.look();
      const { data } = await world.dispatcher.get<{ data: unknown[] }>('/dispatch/alerts?kind=CHAIN_STUCK');
      expect(data).to.deep.equal([]);
    });
  });

  describe('QUEUE_BACKLOG', () => {
    it('reports messages that hang while being sent, per channel', async () => {
      await world.order();
      await world.settle();
      const deliveries = () => world.database('notification_deliveries').where('channel', 'EMAIL');
      await deliveries().update({ status: 'SENDING', updated_at: new Date(Date.now() - 4 * MINUTE) });
      await board.look();
      expect(await board.about('EMAIL', 'QUEUE_BACKLOG')).to.deep.equal([]);
      await deliveries().update({ updated_at: new Date(Date.now() - 6 * MINUTE) });
      await board.look();
      expect(await board.one('EMAIL', 'QUEUE_BACKLOG')).to.include({ severity: 'WARNING', status: 'OPEN' });
      await deliveries().update({ status: 'QUEUED' });
      await board.look();
      expect((await board.one('EMAIL', 'QUEUE_BACKLOG')).status).to.equal('RESOLVED');
    });
  });

  describe('DRIVER_WITHOUT_ZONE', () => {
    it('reports a driver on duty whose zones are all inactive', async () => {
      const shape = { name: { en: 'Bay', ar: 'الخليج' }, priority: 5, active: true };
      const zone = await world.dispatcher.post<{ id: string }>('/dispatch/zones', {
        ...shape,
        geometry: around(WEST_BAY),
      });
      const driver = await world.onDuty({ zoneIds: [zone.id], at: STORE });
      await board.look();
      expect(await board.about(driver.driverId, 'DRIVER_WITHOUT_ZONE')).to.deep.equal([]);
      const edit = (active: boolean) =>
        world
          .database('delivery_zones')
          .where('id', zone.id)
          .update({ active, version: world.database.raw('version + 1') });
      await edit(false);
      await board.look();
      expect(await board.one(driver.driverId, 'DRIVER_WITHOUT_ZONE')).to.include({ status: 'OPEN' });
      await edit(true);
      await board.look();
      expect((await board.one(driver.driverId, 'DRIVER_WITHOUT_ZONE')).status).to.equal('RESOLVED');
      await edit(false);
    });
  });
});

/** A driver's client that skips a step which has been taken already. */
function skipping<C extends { post(path: string, body?: unknown): Promise<unknown> }>(
  client: C,
  step: string,
): C {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'post') return Reflect.get(target, name);
      return (path: string, body?: unknown) =>
        path.endsWith(`/${step}`) ? Promise.resolve() : target.post(path, body);
    },
  });
}
