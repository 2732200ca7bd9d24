import { expect } from 'chai';
import { openPlanPool, type PlanPool } from '../../../server/dispatch/planning/plan-pool.ts';
import { ticksDuring } from '../../support/event-loop.ts';
import { planJob as job } from '../../worlds/pure/plan-job.ts';

describe('planning threads', function () {
  this.timeout(60_000);
  let pool: PlanPool;
  beforeEach(() => {
    pool = openPlanPool({ threads: 1, queue: 2 });
  });
  afterEach(() => pool.close());

  it('plan for all vehicles while the event loop continues', async () => {
    await pool.run(job(3, 10));
    const planning = pool.run(job(300, 1_500));
    const ticks = await ticksDuring(planning);
    const plan = await planning;
    expect(plan.after.unassigned).to.equal(0);
    expect(plan.routes.flatMap(({ stops }) => stops)).to.have.length(600);
    expect(ticks, 'milliseconds seen by the event loop').to.be.greaterThan(50);
  });

  it('end a job that exceeds its time, and take the next one', async () => {
    const late = await pool.run(job(50, 60_000), 700).catch((error: unknown) => error);
    expect(late).to.include({ code: 'common.UNAVAILABLE' });
    expect((await pool.run(job(3, 10))).after.unassigned).to.equal(0);
  });

  it('report a contradictory problem, and continue', async () => {
    const wrong = { ...job(3, 10), size: 1 };
    expect(await pool.run(wrong).catch((error: Error) => error.message)).to.match(/matrix/);
    expect((await pool.run(job(3, 10))).after.unassigned).to.equal(0);
  });
});
