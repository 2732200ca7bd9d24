import { expect } from 'chai';
import { POLICIES } from '../../../actors/assignment/policies.ts';
import type { AssignmentPolicy } from '../../../actors/assignment/policy.ts';
import { askedOf, brokenRule } from '../../../actors/assignment/rules.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { type DayOutcome, simulate } from '../../../actors/replay/simulate.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';
import { learnedTravel } from '../../../scripts/city/lab/beliefs.ts';
import { compare, type LabOptions, type LabReport, spreadsOf } from '../../../scripts/city/lab/compare.ts';
import { labDay } from '../../../scripts/city/lab/lab-day.ts';
import { labReality } from '../../../scripts/city/lab/lab-reality.ts';
import { niceTicks } from '../../../scripts/city/lab/nice-ticks.ts';
import { pictureOf } from '../../../scripts/city/lab/picture.ts';
import { tableOf } from '../../../scripts/city/lab/table.ts';
import { planDay } from '../../../scripts/city/model/plan-day.ts';

const BUSY: LabOptions = {
  ...{ seeds: [1, 2, 3], orders: 100, drivers: 10, hours: 4 },
  policies: ['NEAREST', 'INSERTION_COST', 'BATCHED'],
  ...{ batchSeconds: 20, fairnessToleranceSeconds: 30 },
};

describe('the policy laboratory', () => {
  let area: ServiceArea;
  let report: LabReport;
  before(async function () {
    // Takes three seconds of one processor, which is longer on a busy machine.
    this.timeout(90_000);
    area = await loadServiceArea();
    report = compare(BUSY, area, () => undefined);
  });

  it('makes nearest-driver late on its days, and the default policy less so, on ways that are no longer', () => {
    const [nearest, insertion] = report.runs;
    if (nearest === undefined || !insertion?.against) throw new Error('a policy is missing');
    expect(spreadsOf(nearest, 'latePercent').mean).to.be.above(5);
    const { lateness, distance } = insertion.against;
    expect(lateness.reduce((sum, each) => sum + each, 0) / lateness.length).to.be.below(-15);
    expect(distance.reduce((sum, each) => sum + each, 0) / distance.length).to.be.at.most(0);
  });

  it('gives the same result each time', () => {
    const again = compare({ ...BUSY, seeds: [2] }, area, () => undefined);
    for (const [index, { measures }] of again.runs.entries())
      expect(measures[0]).to.deep.equal(report.runs[index]?.measures[1]);
  });

  it('shows the policies side by side in a table', () => {
    const table = tableOf(report);
    expect(table).to.match(/^3 days \(seeds 1 to 3\): 100 orders in 4 h/);
    expect(table).to.match(/Nearest driver +Insertion +Batched/);
    expect(table).to.match(/Lateness against nearest driver +−\d/);
  });

  it('draws a picture whose labels name what it shows', () => {
    const picture = pictureOf(report);
    expect(picture).to.match(/^<svg [^>]*role="img"/);
    for (const part of [
      'Lateness, all deliveries',
      '(km, straight)',
      'Nearest driver',
      '100 orders in 4 hours',
    ])
      expect(picture).to.include(part);
    expect(picture).to.not.match(/NaN|undefined|Infinity/);
    // For each of six values and three policies, a dot per day.
    expect(picture.match(/<circle /g)).to.have.length(6 * 3 * 3);
  });

  it('marks its axes with round numbers', () => {
    expect(niceTicks(0)).to.deep.equal([0, 1]);
    expect(niceTicks(9)).to.deep.equal([0, 2.5, 5, 7.5, 10]);
    expect(niceTicks(0.21)).to.deep.equal([0, 0.1, 0.2, 0.3]);
    expect(niceTicks(4000)).to.deep.equal([0, 1000, 2000, 3000, 4000]);
  });
});

describe('a simulated day of the city', () => {
  let area: ServiceArea;
  before(async () => {
    area = await loadServiceArea();
  });

  function run(policy: AssignmentPolicy, seed = 5) {
    const plan = planDay({ seed, orders: 150, drivers: 10, hours: 4 });
    const day = labDay(plan, area);
    const reality = labReality(plan);
    const terms = {
      batchSeconds: 0,
      fairnessToleranceSeconds: 30,
      seed,
      travel: learnedTravel(plan),
      reality,
    };
    return { plan, day, outcome: simulate(day, policy, terms) };
  }

  it('gives no task to a driver whom a rule excludes', () => {
    let choices = 0;
    const watched: AssignmentPolicy = {
      name: 'INSERTION_COST',
      assign(tasks, world) {
        const assignment = POLICIES.INSERTION_COST.assign(tasks, world);
        for (const { taskId, driverId } of assignment.choices) {
          const task = tasks.find((each) => each.taskId === taskId);
          const driver = world.drivers.find(({ id }) => id === driverId);
          if (task === undefined || driver === undefined) continue;
          choices += 1;
          expect(brokenRule(askedOf(task, world), driver)).to.equal(null);
        }
        return assignment;
      },
    };
    run(watched);
    expect(choices).to.be.above(100);
  });

  it('delivers what can be delivered, returns what cannot, and leaves out what was cancelled', () => {
    const { day, outcome } = run(POLICIES.NEAREST);
    const byId = new Map(outcome.tasks.map((task) => [task.taskId, task]));
    for (const { taskId, undeliverable, cancelledAt } of day.tasks) {
      const task = byId.get(taskId);
      if (undeliverable) expect(task?.deliveredAt, taskId).to.equal(null);
      else if (task?.pickedUpAt !== null) expect(task?.deliveredAt, taskId).to.be.a('number');
      if (cancelledAt !== null && task?.pickedUpAt === null) expect(task?.deliveredAt).to.equal(null);
    }
    expect(totalOf(outcome, 'delivered')).to.equal(
      outcome.tasks.filter(({ deliveredAt }) => deliveredAt !== null).length,
    );
  });

  it('has orders that no shop prepares, and offers none of them to a driver', () => {
    const { plan, day } = run(POLICIES.NEAREST);
    const groups = plan.orders.flatMap(({ groups: each }) => each);
    const refused = groups.filter(({ preparation }) => preparation.answer !== 'ACCEPT');
    const ids = new Set(day.tasks.map(({ taskId }) => taskId));
    expect(refused.filter(({ key }) => ids.has(key))).to.deep.equal([]);
    expect(day.tasks.length).to.be.below(groups.length);
  });
});

function totalOf({ drivers }: DayOutcome, key: 'delivered'): number {
  return drivers.reduce((sum, driver) => sum + driver[key], 0);
}
