import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { AL_KHOR, DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type Ranking = Schema<'DriverRanking'>;
type Explanation = Schema<'TaskExplanation'>;
const MISSING = '01900000-0000-7000-8000-00000000dead';

describe('drivers ranked for a dispatcher', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });
  afterEach(() => world?.clear());
  after(() => world?.close());

  const rank = (ids: readonly string[], more = '') =>
    world.dispatcher.get<Ranking>(`/dispatch/candidates?ids=${ids.join(',')}${more}`);
  const ids = ({ drivers }: Ranking) => drivers.map(({ driverId }) => driverId);
  const of = ({ drivers }: Ranking, { driverId }: Pick<OnDuty, 'driverId'>) => {
    const found = drivers.find((each) => each.driverId === driverId);
    if (found === undefined) throw new Error('not ranked');
    return found;
  };
  /** Tasks for which no driver has been chosen yet. */
  async function waiting(count: number): Promise<string[]> {
    const found: string[] = [];
    for (let index = 0; index < count; index += 1) found.push((await world.ready()).taskId);
    await world.database('zone_tickets').update({ status: 'OFFERING' });
    return found;
  }

  it('have the policy’s choice first, with its costs, and name the drivers that rules exclude with the reason', async () => {
    const far = await world.onDuty({ at: AL_KHOR });
    const near = await world.onDuty({ at: STORE });
    const poor = await world.onDuty({ at: STORE, cashLimit: '50.00' });
    const resting = await world.onDuty({ at: STORE });
    await resting.client.post('/driver/shift/break');
    const off = await world.approved();
    const { taskId } = await world.ready();
    // The driver who has the task is not a candidate for it; nothing changes for the other drivers.
    const held = await rank([taskId]);
    expect(held.tasks).to.have.length(1);
    expect(held.tasks[0]).to.include({ driverId: near.driverId, given: true });
    expect(ids(held)).to.deep.equal([far, poor, resting].map(({ driverId }) => driverId));
    expect(of(held, poor)).to.deep.include({
      rule: 'CASH_LIMIT',
      figures: { cashHeld: '0.00', cashDue: '115.00', cashLimit: '50.00' },
      givable: 0,
    });
    expect(of(held, resting)).to.deep.include({ rule: 'NOT_ON_DUTY', figures: { onBreak: true } });
    expect(ids(held)).to.not.include(off.driverId);
    // For each driver the explanation repeats what the policy recorded with its choice.
    const { choices } = await world.dispatcher.get<Explanation>(`/dispatch/tasks/${taskId}/explanation`);
    const [choice] = choices;
    const recorded = choice?.candidates.find(({ driverId }) => driverId === far.driverId);
    expect(of(held, far).costSeconds).to.be.closeTo(recorded?.costSeconds ?? 0, 5);
    for (const driver of [far, poor]) {
      const explanation = await world.dispatcher.get<Explanation>(
        `/dispatch/tasks/${taskId}/explanation?driverId=${driver.driverId}`,
      );
      const { costSeconds, latenessCausedSeconds, rule, figures } = explanation.driver?.now ?? {};
      expect(of(held, driver)).to.deep.include({ costSeconds, rule, ...(figures && { figures }) });
      expect(of(held, driver).latenessCausedSeconds).to.equal(latenessCausedSeconds);
    }
    await near.client.post(`/driver/tasks/${taskId}/decline`);
    await world.settle();
    const declined = of(await rank([taskId]), near);
    expect(declined).to.deep.include({ rule: 'DECLINED', eligible: false, fits: 0, givable: 1 });
    expect(declined.unfit).to.deep.equal([{ taskId, rule: 'DECLINED', figures: {}, byHand: true }]);
  });

  it('show what a dispatcher may overrule, and the driver actor agrees', async () => {
    const declining = await world.onDuty({ at: STORE });
    const { taskId } = await world.ready();
    await declining.client.post(`/driver/tasks/${taskId}/decline`);
    await world.settle();
    const full = await world.onDuty({ at: STORE, capacity: 1 });
    const ranking = await rank([taskId]);
    expect(ranking.why.reason).to.equal('NOBODY_FITS');
    // Drivers closer to fitting come first.
    expect(ids(ranking)).to.deep.equal([declining.driverId, full.driverId]);
    const assign = `/dispatch/tasks/${taskId}/assign`;
    expect(of(ranking, full)).to.include({ rule: 'CAPACITY', givable: 0 });
    await world.dispatcher.refused(409, 'delivery.CAPACITY_EXCEEDED', 'POST', assign, {
      body: { driverId: full.driverId },
    });
    await world.dispatcher.post(assign, { driverId: declining.driverId });
    expect((await world.task(taskId)).driverId).to.equal(declining.driverId);
  });

  it('are ranked for several tasks as if given to one driver, one after the other', async () => {
    const tasks = await waiting(3);
    const [small, large] = [await world.approved({ capacity: 4 }), await world.approved()];
    for (const driver of [small, large]) {
      await driver.client.post('/driver/shift/start');
      await world.settle();
    }
    const ranking = await rank(tasks);
    expect(ids(ranking)).to.deep.equal([large.driverId, small.driverId]);
    expect(of(ranking, large)).to.include({ fits: 3, givable: 3, eligible: true });
    const little = of(ranking, small);
    expect(little).to.include({ fits: 2, givable: 2, eligible: false, rule: 'CAPACITY' });
    expect(little.unfit?.map(({ rule, byHand }) => [rule, byHand])).to.deep.equal([['CAPACITY', false]]);
    const alone = await Promise.all(tasks.map((id) => rank([id])));
    const [first] = alone;
    // Tasks share ways: together they cost more than one, and less than three times one.
    const cost = of(ranking, large).costSeconds ?? 0;
    expect(cost).to.be.greaterThan(first === undefined ? 0 : (of(first, large).costSeconds ?? 0));
    const { body } = await world.dispatcher.call<Schema<'BulkAssignResults'>>(
      'POST',
      '/dispatch/tasks/bulk-assign',
      { body: { assignments: tasks.map((taskId) => ({ taskId, driverId: small.driverId })) } },
    );
    expect(body.results.filter(({ outcome }) => outcome === 'ASSIGNED')).to.have.length(little.givable);
  });

  it('are shown without tasks that cannot be given, and with goods on board as a hand-over', async () => {
    const carrier = await world.onDuty({ at: STORE });
    const placed = await world.ready();
    await carrier.client.post(`/driver/tasks/${placed.taskId}/accept`);
    await carrier.client.post(`/driver/tasks/${placed.taskId}/pick-up`);
    await world.settle();
    const [other = ''] = await waiting(1);
    const receiver = await world.approved();
    await receiver.client.post('/driver/shift/start');
    await world.settle();
    const both = await rank([placed.taskId, other, MISSING]);
    expect(both.tasks.map(({ taskId, given }) => [taskId, given])).to.deep.equal([
      [placed.taskId, false],
      [other, true],
    ]);
    expect(both.tasks[0]?.allowedActions).to.include('hand-over').and.not.include('reassign');
    // The other task has the same carrier, who is therefore no candidate for the ones that can be given.
    expect(ids(both)).to.deep.equal([receiver.driverId]);
    const alone = await rank([placed.taskId]);
    expect(alone.tasks[0]?.given).to.equal(true);
    expect(ids(alone)).to.deep.equal([receiver.driverId]);
    expect(of(alone, receiver).costSeconds).to.be.a('number');
    await world.dispatcher.post(`/dispatch/tasks/${other}/cancel`, { reason: 'Enough' });
    await world.deliver(carrier, placed);
    const nothing = await rank([placed.taskId, MISSING]);
    expect([nothing.drivers, nothing.tasks.map(({ given }) => given)]).to.deep.equal([[], [false]]);
  });

  it('take up to a hundred tasks, from dispatchers', async () => {
    const driver = await world.onDuty({ at: STORE });
    const [taskId = ''] = await waiting(1);
    const path = '/dispatch/candidates?ids=';
    const many = Array.from({ length: 101 }, () => taskId).join(',');
    await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'GET', `${path}${many}`);
    await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'GET', '/dispatch/candidates');
    for (const client of [world.seller, driver.client]) {
      await client.refused(403, 'auth.FORBIDDEN', 'GET', `${path}${taskId}`);
    }
  });
});
