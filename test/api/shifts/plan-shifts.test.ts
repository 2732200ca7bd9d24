import { expect } from 'chai';
import { knexOf } from '../../../db/models/knex-of.ts';
import { inTransaction, sqlState } from '../../../db/unit-of-work.ts';
import { connectLive } from '../../realtime/live-fixture.ts';
import type { Problem, Schema } from '../../support/api-client.ts';
import type { OnDuty } from '../../worlds/delivery-world.ts';
import { HOUR, MINUTE, type Planning, ShiftPlanner } from './shift-planner.ts';

describe('planning shifts', () => {
  let world: ShiftPlanner;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await ShiftPlanner.open();
  });

  beforeEach(async () => {
    driver = await world.delivery.approved();
  });

  after(() => world?.delivery.close());

  const refusedPlan = async (from: number, to: number, more: object = {}): Promise<Problem> => {
    const body = {
      driverId: driver.driverId,
      plannedStart: world.at(from),
      plannedEnd: world.at(to),
      ...more,
    };
    const answer = await world.delivery.dispatcher.call<Problem>('POST', '/dispatch/shifts', { body });
    expect(answer.status).to.be.greaterThan(399);
    return answer.body;
  };

  it('stores what was planned, and shows it to dispatchers and to its driver', async () => {
    const breaks = [{ from: world.at(5 * HOUR), to: world.at(5 * HOUR + 30 * MINUTE) }];
    const planned = await world.plan(driver, 2 * HOUR, 10 * HOUR, { breaks });
    expect(planned).to.deep.include({ planned: true, status: 'PLANNED', breaks, run: null, version: 1 });
    expect(await world.shift(planned.id)).to.deep.equal(planned);
    const { data } = await world.delivery.dispatcher.get<Schema<'DispatchShiftList'>>(
      `/dispatch/shifts?driverId=${driver.driverId}&status=PLANNED`,
    );
    expect(data).to.deep.equal([planned]);
    const own = await driver.client.get<Schema<'Driver'>>('/driver');
    expect(own.plannedShifts?.map(({ id }) => id)).to.deep.equal([planned.id]);
    const seen = await world.delivery.dispatcher.get<Schema<'Driver'>>(
      `/dispatch/drivers/${driver.driverId}`,
    );
    expect(seen.plannedShifts).to.deep.equal(own.plannedShifts);
  });

  it('lists by day, page by page', async () => {
    const made = [1, 4, 7].map((hour) => world.plan(driver, hour * HOUR, (hour + 2) * HOUR));
    const ids = (await Promise.all(made)).map(({ id }) => id);
    const day = new Date(Date.parse(world.at(HOUR)) + 3 * HOUR).toISOString().slice(0, 10);
    const expected = (await Promise.all(ids.map((id) => world.shift(id))))
      .filter(({ plannedStart }) => {
        const start = new Date(Date.parse(plannedStart ?? '') + 3 * HOUR);
        return start.toISOString().slice(0, 10) === day;
      })
      .map(({ id }) => id);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await world.delivery.dispatcher.get<Schema<'DispatchShiftList'>>(
        `/dispatch/shifts?driverId=${driver.driverId}&day=${day}&limit=1${cursor}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      if (page.page.nextCursor === null) break;
      cursor = `&cursor=${page.page.nextCursor}`;
    }
    expect(seen).to.deep.equal(expected.toReversed());
  });

  it('plans once, however often it is requested with the same key', async () => {
    const body = {
      driverId: driver.driverId,
      plannedStart: world.at(HOUR),
      plannedEnd: world.at(2 * HOUR),
    };
    const request = () =>
      world.delivery.dispatcher.call<Planning>('POST', '/dispatch/shifts', { body, key: 'one-plan' });
    const first = await request();
    const again = await request();
    expect([first.status, again.status]).to.deep.equal([201, 201]);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('explains what to do about impossible times', async () => {
    const faults: [string, string, Problem][] = [
      ['/plannedEnd', 'order', await refusedPlan(2 * HOUR, HOUR)],
      ['/plannedEnd', 'maximum', await refusedPlan(HOUR, 17.5 * HOUR)],
      ['/plannedStart', 'past', await refusedPlan(-HOUR, 3 * HOUR)],
      [
        '/breaks/0',
        'outside',
        await refusedPlan(HOUR, 2 * HOUR, { breaks: [{ from: world.at(0), to: world.at(90 * MINUTE) }] }),
      ],
      [
        '/breaks/1',
        'order',
        await refusedPlan(HOUR, 6 * HOUR, {
          breaks: [
            { from: world.at(2 * HOUR), to: world.at(3 * HOUR) },
            { from: world.at(2.5 * HOUR), to: world.at(4 * HOUR) },
          ],
        }),
      ],
    ];
    for (const [pointer, code, problem] of faults) {
      expect(problem.code).to.equal('common.VALIDATION_FAILED');
      expect(problem.errors.map((one) => `${one.pointer} ${one.code}`)).to.deep.equal([`${pointer} ${code}`]);
    }
    expect(faults[1]?.[2].detail).to.contain('plan two shifts instead');
    await world.delivery.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'POST', '/dispatch/shifts', {
      body: { driverId: driver.driverId },
    });
  });

  it('plans for approved drivers alone', async () => {
    const applicant = await world.delivery.applicant();
    const body = (driverId: string) => ({
      body: { driverId, plannedStart: world.at(HOUR), plannedEnd: world.at(2 * HOUR) },
    });
    const { dispatcher } = world.delivery;
    await dispatcher.refused(
      409,
      'driver.NOT_APPROVED',
      'POST',
      '/dispatch/shifts',
      body(applicant.driverId),
    );
    const nobody = body('01900000-0000-7000-8000-00000000dead');
    await dispatcher.refused(404, 'common.NOT_FOUND', 'POST', '/dispatch/shifts', nobody);
    await driver.client.refused(403, 'auth.FORBIDDEN', 'POST', '/dispatch/shifts', body(driver.driverId));
  });

  it('names the shift that conflicts', async () => {
    const first = await world.plan(driver, HOUR, 3 * HOUR);
    const problem = await refusedPlan(2 * HOUR, 4 * HOUR);
    expect(problem).to.deep.include({ code: 'shift.OVERLAP', shiftId: first.id });
    // One begins when the other ends, and another driver's shifts don't conflict.
    await world.plan(driver, 3 * HOUR, 4 * HOUR);
    await world.plan(await world.delivery.approved(), HOUR, 3 * HOUR);
    // A cancelled shift conflicts with nothing.
    await world.edit(first, { status: 'CANCELLED', reason: 'Eid' });
    await world.plan(driver, HOUR, 2 * HOUR);
  });

  it('succeeds for one of many dispatchers who plan the same time', async () => {
    const body = { driverId: driver.driverId, plannedStart: world.at(HOUR), plannedEnd: world.at(9 * HOUR) };
    const { dispatcher, secondDispatcher } = world.delivery;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? dispatcher : secondDispatcher).call<Problem>('POST', '/dispatch/shifts', { body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    for (const { status, body: problem } of answers.filter((answer) => answer.status !== 201))
      expect([status, problem.code]).to.deep.equal([409, 'shift.OVERLAP']);
  });

  it('leaves the final decision on overlaps to the database', async () => {
    const { accountId } = await world.delivery.somebody();
    const put = (id: string) =>
      inTransaction(world.delivery.database, (trx) =>
        knexOf(trx)('shift_plans').insert({
          id,
          driver_id: driver.driverId,
          planned_start: world.at(HOUR),
          planned_end: world.at(2 * HOUR),
          status: 'PLANNED',
          created_by: accountId,
          created_at: world.at(0),
          updated_at: world.at(0),
        }),
      );
    const ids = Array.from({ length: 6 }, () => world.delivery.service.inside.deps.ids.next());
    const results = await Promise.allSettled(ids.map(put));
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    // Inserted without the planning lock, some of them may also fail with a deadlock.
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason.constraint ?? sqlState(result.reason)).to.be.oneOf([
          'shift_plans_no_overlap',
          '40P01',
        ]);
  });

  it('moves a shift against the version that was read', async () => {
    const planned = await world.plan(driver, HOUR, 3 * HOUR);
    const { shift } = await world.edit(planned, { plannedStart: world.at(2 * HOUR) });
    expect(shift).to.include({ version: 2, plannedEnd: planned.plannedEnd });
    const path = `/dispatch/shifts/${planned.id}`;
    const { dispatcher } = world.delivery;
    const body = { plannedEnd: world.at(5 * HOUR) };
    await dispatcher.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', path, { body, version: 1 });
    await dispatcher.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body });
    const past = { plannedStart: world.at(-HOUR) };
    await dispatcher.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, { body: past, version: 2 });
    const other = await world.plan(driver, 4 * HOUR, 6 * HOUR);
    const onto = { body: { plannedEnd: world.at(5 * HOUR) }, version: 2 };
    const problem = await dispatcher.refused(409, 'shift.OVERLAP', 'PATCH', path, onto);
    expect(problem).to.include({ shiftId: other.id });
  });

  it('cancels once, and does not change a cancelled shift', async () => {
    const planned = await world.plan(driver, HOUR, 3 * HOUR);
    const { shift } = await world.edit(planned, { status: 'CANCELLED', reason: 'The van is in repair' });
    expect(shift).to.include({ status: 'CANCELLED', reason: 'The van is in repair' });
    const again = { body: { status: 'CANCELLED' }, version: 2 };
    const { dispatcher } = world.delivery;
    const path = `/dispatch/shifts/${planned.id}`;
    await dispatcher.refused(409, 'shift.INVALID_STATE', 'PATCH', path, again);
    const own = await driver.client.get<Schema<'Driver'>>('/driver');
    expect(own.plannedShifts).to.deep.equal([]);
    const missing = '/dispatch/shifts/01900000-0000-7000-8000-00000000dead';
    await dispatcher.refused(404, 'common.NOT_FOUND', 'PATCH', missing, again);
    await dispatcher.refused(404, 'common.NOT_FOUND', 'GET', missing);
  });

  it('is sent live to boards and to its driver', async () => {
    const live = await connectLive(world.delivery.service.url, driver.client.token ?? '');
    const eventOf = (version: number) => {
      const known = live.received.find(
        ({ payload }) => payload.planId !== undefined && payload.version === version,
      );
      if (known !== undefined) return known.payload;
      return new Promise<Record<string, unknown>>((resolve) => {
        live.socket.on('plan.updated', (payload: Record<string, unknown>) => {
          if (payload.version === version) resolve(payload);
        });
      });
    };
    try {
      const { id, plannedEnd } = await world.plan(driver, HOUR, 2 * HOUR);
      expect(await eventOf(1)).to.include({ planId: id, status: 'PLANNED', plannedEnd });
      await world.edit(await world.shift(id), { status: 'CANCELLED' });
      expect(await eventOf(2)).to.include({ planId: id, status: 'CANCELLED' });
    } finally {
      live.socket.close();
    }
  });

  it('started and cancelled at the same moment has started, or starts without its plan', async () => {
    for (let round = 0; round < 6; round += 1) {
      const racer = await world.delivery.approved();
      const plan = await world.plan(racer, 10 * MINUTE, 2 * HOUR);
      const [started, cancelled] = await Promise.all([
        racer.client.post<Schema<'Driver'>>('/driver/shift/start'),
        world.delivery.dispatcher.call('PATCH', `/dispatch/shifts/${plan.id}`, {
          body: { status: 'CANCELLED' },
          version: 1,
        }),
      ]);
      const { status, run } = await world.shift(plan.id);
      if (started.shift?.planId === plan.id)
        expect([status, run?.id]).to.deep.equal(['STARTED', started.shift.id]);
      else expect([status, cancelled.status]).to.deep.equal(['CANCELLED', 200]);
      await racer.client.post('/driver/shift/end');
    }
  });
});
