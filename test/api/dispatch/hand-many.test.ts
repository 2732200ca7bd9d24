import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import {
  AL_KHOR,
  DeliveryWorld,
  type DispatchTask,
  type OnDuty,
  STORE,
} from '../../worlds/delivery-world.ts';

type Results = Schema<'BulkAssignResults'>;
type Explanation = Schema<'TaskExplanation'>;
const MISSING = '01900000-0000-7000-8000-00000000dead';

describe('decisions of a dispatcher', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(() => world?.clear());

  after(() => world?.close());

  const path = (taskId: string, action: string) => `/dispatch/tasks/${taskId}/${action}`;
  const reason = 'Driver is stuck on the Corniche';

  /** Finishes tasks, since goods on board would disturb the next test. */
  async function finish(
    { client }: OnDuty,
    { taskId, cashDue }: { taskId: string; cashDue: string },
  ): Promise<void> {
    const task = `/driver/tasks/${taskId}`;
    await client.post(`${task}/in-transit`);
    await client.post(`${task}/delivery-code`);
    await client.post(`${task}/verify-code`, { code: await world.code() });
    await client.post(`${task}/record-cash`, { amount: { amount: cashDue, currency: 'QAR' } });
    await client.post(`${task}/complete`);
    await world.settle();
  }

  describe('reassigning', () => {
    it('takes the task from its driver, who is notified, and gives it to another', async () => {
      const near = await world.onDuty({ at: STORE });
      const far = await world.onDuty({ at: AL_KHOR });
      const { taskId } = await world.ready();
      await near.client.post(`/driver/tasks/${taskId}/accept`);
      await world.settle();
      const body = { driverId: far.driverId, reason };
      const task = await world.dispatcher.post<DispatchTask>(path(taskId, 'reassign'), body, {
        key: 'again',
      });
      expect(task).to.include({ driverId: far.driverId, status: 'ASSIGNED', round: 2 });
      expect(task.history.map((entry) => entry.reason)).to.include(reason);
      const repeated = await world.dispatcher.call('POST', path(taskId, 'reassign'), { body, key: 'again' });
      expect([repeated.status, repeated.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
      await world.settle();
      const bell = await near.client.get<Schema<'NotificationList'>>('/notifications');
      expect(bell.data.map(({ kind }) => kind)).to.include('TASK_WITHDRAWN');
    });

    it('is refused when no driver has the task, when the goods are on board, and without a reason', async () => {
      const driver = await world.onDuty({ cashLimit: '10.00' });
      const placed = await world.ready();
      const { taskId } = placed;
      const body = { driverId: driver.driverId, reason };
      await world.dispatcher.refused(409, 'delivery.INVALID_STATE', 'POST', path(taskId, 'reassign'), {
        body,
      });
      await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'POST', path(taskId, 'reassign'), {
        body: { driverId: driver.driverId },
      });
      const able = await world.onDuty();
      await able.client.post(`/driver/tasks/${taskId}/accept`);
      await able.client.post(`/driver/tasks/${taskId}/pick-up`);
      await world.dispatcher.refused(409, 'delivery.INVALID_STATE', 'POST', path(taskId, 'reassign'), {
        body,
      });
      await world.seller.refused(403, 'auth.FORBIDDEN', 'POST', path(taskId, 'reassign'), { body });
      await finish(able, placed);
    });

    it('is refused to a dispatcher who saw an earlier round: someone else was faster', async () => {
      const [first, second] = [await world.onDuty({ at: STORE }), await world.onDuty({ at: AL_KHOR })];
      const { taskId } = await world.ready();
      const { round } = await world.task(taskId);
      await world.dispatcher.post(path(taskId, 'assign'), { driverId: second.driverId, round });
      const late = { body: { driverId: first.driverId, reason, round } };
      const problem = await world.secondDispatcher.refused(
        409,
        'common.CONFLICT',
        'POST',
        path(taskId, 'reassign'),
        late,
      );
      expect(problem.detail).to.include('Someone else was faster');
      expect(problem).to.include({ currentRound: round + 1 });
      expect((await world.task(taskId)).driverId).to.equal(second.driverId);
      // A dispatcher who reloads the task may overrule it.
      const looked = { driverId: first.driverId, reason, round: round + 1 };
      const task = await world.secondDispatcher.post<DispatchTask>(path(taskId, 'reassign'), looked);
      expect(task.driverId).to.equal(first.driverId);
    });
  });

  describe('assigning many at once', () => {
    const bulk = (assignments: object[], key?: string) =>
      world.dispatcher.call<Results>('POST', '/dispatch/tasks/bulk-assign', {
        body: { assignments },
        ...(key === undefined ? {} : { key }),
      });

    async function waiting(count: number): Promise<string[]> {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) ids.push((await world.ready()).taskId);
      return ids;
    }

    async function quietly(driver: OnDuty): Promise<void> {
      await world.database('zone_tickets').update({ status: 'OFFERING' });
      await driver.client.post('/driver/shift/start');
      await world.settle();
    }

    it('gives each a result of its own, and a failure affects no other', async () => {
      const [good = '', poor = '', other = ''] = await waiting(3);
      const [rich, little] = [await world.approved(), await world.approved({ cashLimit: '10.00' })];
      await quietly(rich);
      await quietly(little);
      const { status, body } = await bulk([
        { taskId: good, driverId: rich.driverId },
        { taskId: poor, driverId: little.driverId },
        { taskId: MISSING, driverId: rich.driverId },
        { taskId: other, driverId: MISSING },
        { taskId: good, driverId: little.driverId },
        { taskId: other, driverId: rich.driverId, round: 77 },
      ]);
      expect(status).to.equal(200);
      expect(body.results.map(({ outcome, code }) => `${outcome} ${code}`)).to.deep.equal([
        'ASSIGNED null',
        'REFUSED delivery.CASH_LIMIT_EXCEEDED',
        'REFUSED common.NOT_FOUND',
        'REFUSED common.NOT_FOUND',
        'REFUSED common.CONFLICT',
        'REFUSED common.CONFLICT',
      ]);
      expect(body.results[1]?.detail).to.equal('With this task the driver’s cash would pass the limit.');
      expect((await world.task(good)).driverId).to.equal(rich.driverId);
      const arabic = await world.dispatcher.call<Results>('POST', '/dispatch/tasks/bulk-assign', {
        body: { assignments: [{ taskId: MISSING, driverId: rich.driverId }] },
        headers: { 'Accept-Language': 'ar' },
      });
      expect(arabic.body.results[0]?.title).to.match(/[\u0600-\u06ff]/);
    });

    it('fills a driver to capacity, and refuses the rest', async () => {
      const ids = await waiting(4);
      const driver = await world.approved({ capacity: 6 });
      await quietly(driver);
      const { body } = await bulk(ids.map((taskId) => ({ taskId, driverId: driver.driverId })));
      const outcomes = body.results.map(({ outcome, code }) => code ?? outcome).sort();
      expect(outcomes).to.deep.equal(['ASSIGNED', 'ASSIGNED', 'ASSIGNED', 'delivery.CAPACITY_EXCEEDED']);
    });

    it('assigns nothing twice when repeated; the key with another body is refused', async () => {
      const ids = await waiting(2);
      const [one, two] = [await world.approved(), await world.approved()];
      await quietly(one);
      await quietly(two);
      const assignments = ids.map((taskId) => ({ taskId, driverId: one.driverId }));
      const first = await bulk(assignments, 'morning');
      await world.settle();
      const rounds = await Promise.all(ids.map(async (id) => (await world.task(id)).round));
      const again = await bulk(assignments, 'morning');
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(again.body).to.deep.equal(first.body);
      expect(await Promise.all(ids.map(async (id) => (await world.task(id)).round))).to.deep.equal(rounds);
      const body = { assignments: ids.map((taskId) => ({ taskId, driverId: two.driverId })) };
      await world.dispatcher.refused(422, 'idempotency.MISMATCH', 'POST', '/dispatch/tasks/bulk-assign', {
        body,
        key: 'morning',
      });
    });

    it('takes between one and a hundred tasks, from dispatchers', async () => {
      const url = '/dispatch/tasks/bulk-assign';
      await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'POST', url, {
        body: { assignments: [] },
      });
      const many = Array.from({ length: 101 }, () => ({ taskId: MISSING, driverId: MISSING }));
      await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'POST', url, {
        body: { assignments: many },
      });
      await world.seller.refused(403, 'auth.FORBIDDEN', 'POST', url, {
        body: { assignments: many.slice(0, 1) },
      });
    });
  });

  describe('taking many back', () => {
    it('undoes what was assigned together, except what has changed since', async () => {
      const [one, two] = [await world.approved(), await world.approved()];
      const held = (await world.ready()).taskId;
      const free = (await world.ready()).taskId;
      const gone = (await world.ready()).taskId;
      for (const driver of [one, two]) {
        await world.database('zone_tickets').update({ status: 'OFFERING' });
        await driver.client.post('/driver/shift/start');
        await world.settle();
      }
      const many = (body: object) =>
        world.dispatcher.post<Results>('/dispatch/tasks/bulk-assign', body as { assignments: object[] });
      await many({ assignments: [{ taskId: held, driverId: one.driverId }] });
      const moved = [held, free, gone].map((taskId) => ({ taskId, driverId: two.driverId }));
      const given = await many({
        assignments: moved,
        reason: 'Running late',
      });
      await world.settle();
      const after = await Promise.all([held, free, gone].map((id) => world.task(id)));
      expect(after.map(({ driverId }) => driverId)).to.deep.equal(Array(3).fill(two.driverId));
      expect(given.results.map(({ round }) => round)).to.deep.equal(after.map(({ round }) => round));
      expect(after[0]?.history.map((entry) => entry.reason)).to.include('Running late');
      // Another dispatcher gives one of them away before it is undone.
      await world.secondDispatcher.post(path(gone, 'reassign'), { driverId: one.driverId, reason });
      const back = [one.driverId, null, null];
      const { results } = await many({
        assignments: after.map(({ id, round }, index) => ({ taskId: id, driverId: back[index], round })),
        reason: 'Undone',
      });
      expect(results.map(({ outcome, code }) => `${outcome} ${code}`)).to.deep.equal([
        'ASSIGNED null',
        'TAKEN_BACK null',
        'REFUSED common.CONFLICT',
      ]);
      await world.settle();
      const now = await Promise.all([held, free, gone].map((id) => world.task(id)));
      expect(now.map(({ driverId }) => driverId).filter((id) => id === two.driverId)).to.deep.equal([]);
      expect(now[2]?.driverId).to.equal(one.driverId);
    });

    it('works one by one, too, in the round that was seen', async () => {
      const [first, second] = [await world.onDuty({ at: STORE }), await world.onDuty({ at: AL_KHOR })];
      const { taskId } = await world.ready();
      const { round } = await world.task(taskId);
      await world.secondDispatcher.post(path(taskId, 'reassign'), { driverId: second.driverId, reason });
      const late = { body: { reason: 'Undo', round } };
      const problem = await world.dispatcher.refused(
        409,
        'common.CONFLICT',
        'POST',
        path(taskId, 'unassign'),
        late,
      );
      expect(problem).to.include({ currentRound: round + 1 });
      expect((await world.task(taskId)).driverId).to.equal(second.driverId);
      const looked = await world.dispatcher.post<DispatchTask>(path(taskId, 'unassign'), {
        reason: 'Undo',
        round: round + 1,
      });
      expect(looked.driverId).to.not.equal(second.driverId);
      expect(first.driverId).to.be.a('string');
    });
  });

  describe('lifting exclusions', () => {
    it('makes drivers who declined candidates again, one or all, with a reason', async () => {
      const driver = await world.onDuty();
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/decline`);
      await world.settle();
      expect((await world.task(taskId)).status).to.equal('UNASSIGNED');
      const clear = path(taskId, 'clear-exclusions');
      await world.dispatcher.post(clear, { driverId: MISSING, reason: 'Somebody else' });
      await world.settle();
      expect((await world.task(taskId)).driverId).to.equal(null);
      const body = { driverId: driver.driverId, reason: 'Puncture is repaired' };
      await world.dispatcher.post(clear, body, { key: 'lift' });
      await world.settle();
      const task = await world.task(taskId);
      expect(task).to.include({ status: 'ASSIGNED', driverId: driver.driverId });
      const repeated = await world.dispatcher.call('POST', clear, { body, key: 'lift' });
      expect(repeated.headers.get('idempotent-replayed')).to.equal('true');
      expect((await world.task(taskId)).round).to.equal(task.round);
      const alerts = await world.dispatcher.get<Schema<'AlertList'>>('/dispatch/alerts?status=OPEN');
      expect(alerts.data.filter(({ subjectId }) => subjectId === taskId)).to.deep.equal([]);
    });

    it('of an assigned task changes nothing, and of one on board is refused', async () => {
      const near = await world.onDuty({ at: STORE });
      const far = await world.onDuty({ at: AL_KHOR });
      const placed = await world.ready();
      const { taskId } = placed;
      await near.client.post(`/driver/tasks/${taskId}/decline`);
      await world.settle();
      const body = { reason: 'A mistake' };
      const task = await world.dispatcher.post<DispatchTask>(path(taskId, 'clear-exclusions'), body);
      expect(task).to.include({ status: 'ASSIGNED', driverId: far.driverId, round: 2 });
      await far.client.post(`/driver/tasks/${taskId}/accept`);
      await far.client.post(`/driver/tasks/${taskId}/pick-up`);
      await world.dispatcher.refused(
        409,
        'delivery.INVALID_STATE',
        'POST',
        path(taskId, 'clear-exclusions'),
        { body },
      );
      await finish(far, placed);
    });
  });

  describe('explaining why a driver was not chosen', () => {
    const ask = async (taskId: string, { driverId }: Pick<OnDuty, 'driverId'>) => {
      const found = await world.dispatcher.get<Explanation>(
        `${path(taskId, 'explanation')}?driverId=${driverId}`,
      );
      return found.driver;
    };

    it('names the rule or cost of the last choice, and the present situation', async () => {
      const near = await world.onDuty({ at: STORE });
      const far = await world.onDuty({ at: AL_KHOR });
      const poor = await world.onDuty({ cashLimit: '50.00' });
      const off = await world.approved();
      const { taskId } = await world.ready();
      const about = await ask(taskId, far);
      expect(about?.lastChoice).to.deep.include({ policy: 'INSERTION_COST', chosenDriverId: near.driverId });
      expect(about?.lastChoice?.candidate).to.deep.include({ eligible: true, rule: null });
      expect(about?.now.costSeconds).to.be.closeTo(about?.lastChoice?.candidate?.costSeconds ?? 0, 5);
      const without = await ask(taskId, poor);
      expect(without?.lastChoice?.candidate?.rule).to.equal('CASH_LIMIT');
      expect(without?.now).to.include({
        rule: 'CASH_LIMIT',
        detail: '0.00 on hand and assigned, 115.00 due, limit 50.00',
      });
      const counted = { cashHeld: '0.00', cashDue: '115.00', cashLimit: '50.00' };
      expect([without?.now.figures, without?.lastChoice?.candidate?.figures]).to.deep.equal([
        counted,
        counted,
      ]);
      const terms = { cashLimit: { amount: '900.00', currency: 'QAR' } };
      const { version } = await world.dispatcher.get<Schema<'Driver'>>(`/dispatch/drivers/${poor.driverId}`);
      await world.dispatcher.patch(`/dispatch/drivers/${poor.driverId}`, terms, { version });
      const richer = await ask(taskId, poor);
      expect([richer?.lastChoice?.candidate?.rule, richer?.now.rule]).to.deep.equal(['CASH_LIMIT', null]);
      expect((await ask(taskId, off))?.now).to.include({ rule: 'NOT_ON_DUTY', detail: 'has no shift' });
      await near.client.post(`/driver/tasks/${taskId}/decline`);
      await world.settle();
      expect((await ask(taskId, near))?.now).to.include({ rule: 'DECLINED' });
      await world.dispatcher.refused(
        404,
        'common.NOT_FOUND',
        'GET',
        `${path(taskId, 'explanation')}?driverId=${MISSING}`,
      );
      expect((await world.dispatcher.get<Explanation>(path(taskId, 'explanation'))).driver).to.equal(null);
    });

    it('shows the present situation alone before any choice, and after an assignment by hand', async () => {
      const driver = await world.approved();
      const { taskId } = await world.ready();
      await world.database('assignment_choices').where('task_id', taskId).delete();
      expect((await ask(taskId, driver))?.lastChoice).to.equal(null);
      await world.dispatcher.post(`/dispatch/tasks/${taskId}/cancel`, { reason: 'Enough' });
    });
  });
});
