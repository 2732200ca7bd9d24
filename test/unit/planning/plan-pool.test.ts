import { expect } from 'chai';
import type { PlanJob } from '../../../server/dispatch/planning/plan-job.ts';
import { openPlanPool, type PlanPool } from '../../../server/dispatch/planning/plan-pool.ts';
import { ticksDuring } from '../../support/event-loop.ts';

/** Many tasks on a line, far too many to finish within the budget. */
function job(tasks: number, budget: number): PlanJob {
  const points = Array.from({ length: 2 * tasks + 1 }, (_, index) => ({
    latitude: 25.2 + ((index * 37) % 101) / 1000,
    longitude: 51.4 + ((index * 53) % 97) / 1000,
  }));
  const needs = (place: number) => ({ place, earliest: 0, latest: { at: 3_600, hard: false }, service: 180 });
  return {
    kind: 'ZONE',
    size: points.length,
    travel: {
      points,
      zones: points.map(() => null),
      hour: 9,
      factors: { all: 1, pairs: [], cells: [] },
    },
    problem: {
      vehicles: ['a', 'b'].map((id) => ({
        ...{ id, start: 0, startAt: 0, end: null, endBy: null, breaks: [], capacity: [20], stops: [] },
      })),
      tasks: Array.from({ length: tasks }, (_, task) => ({
        ...{ id: `task-${task}`, pickup: needs(2 * task + 1), dropoff: needs(2 * task + 2) },
        ...{ load: [1], priority: 1, allowed: null, carriedBy: null },
      })),
    },
    options: { seed: 1, latenessCost: 5, changeCost: 0, maxMoved: null },
    budget,
  };
}

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
