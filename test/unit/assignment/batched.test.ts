import { expect } from 'chai';
import { batched } from '../../../actors/assignment/batched.ts';
import { insertionCost } from '../../../actors/assignment/insertion-cost.ts';
import type { Assignment } from '../../../actors/assignment/policy.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import { seededChance } from '../../../scripts/shared/chance.ts';
import { driver, NOW, stop, taskAt, worldOf } from './small-world.ts';

const at = (latitude: number, longitude = 51.5) => ({ latitude, longitude });
const chosen = ({ choices }: Assignment) =>
  Object.fromEntries(choices.map(({ taskId, driverId }) => [taskId, driverId]));

describe('a batch solved as a whole', () => {
  /** Each takes one task only. West is close to both tasks, east only to one. */
  const west = driver('west', { position: at(25.3), capacity: 2 });
  const east = driver('east', { position: at(25.32), capacity: 2 });
  const anybody = taskAt('anybody', at(25.305), at(25.33));
  const choosy = taskAt('choosy', at(25.295), at(25.2), { excluded: [{ driverId: 'east', until: null }] });

  it('gives a task its only driver, and the other task its second best, and names the cheaper one', () => {
    const world = worldOf([west, east]);
    expect(chosen(insertionCost.assign([anybody, choosy], world))).to.deep.equal({
      anybody: 'west',
      choosy: null,
    });
    const together = batched.assign([anybody, choosy], world);
    expect(chosen(together)).to.deep.equal({ anybody: 'east', choosy: 'west' });
    const about = together.choices.find(({ taskId }) => taskId === 'anybody');
    expect(about?.why).to.deep.include({ reason: 'BEST_TOGETHER', cheapestDriverId: 'west' });
    expect(about?.why.dearerBySeconds).to.be.greaterThan(0);
  });

  it('exceeds no driver’s capacity, cash limit or task limit, and leaves out no driver who fits', () => {
    const random = seededChance(7);
    const place = () => at(25.1 + random.unit() * 0.5, 51.3 + random.unit() * 0.4);
    for (let round = 0; round < 20; round += 1) {
      const drivers = Array.from({ length: 5 }, (_, index) =>
        driver(`d${index}`, {
          position: place(),
          capacity: 4 + random.below(6),
          cashLimit: `${300 + random.below(400)}.00`,
          stops: Array.from({ length: random.below(6) }, () => stop(place())),
          activeTasks: 10 + random.below(5),
        }),
      );
      const tasks = Array.from({ length: 12 }, (_, index) =>
        taskAt(`t${index}`, place(), place(), { items: 1 + random.below(3) }),
      );
      const { choices, drivers: after } = batched.assign(tasks, worldOf(drivers));
      expect(choices.map(({ taskId }) => taskId).sort()).to.deep.equal(
        tasks.map(({ taskId }) => taskId).sort(),
      );
      for (const each of after) {
        expect(each.itemsAssigned).to.be.at.most(each.capacity);
        expect(Number(each.codAssigned)).to.be.at.most(Number(each.cashLimit));
        expect(each.activeTasks).to.be.at.most(15);
      }
      const left = tasks.filter(({ taskId }) =>
        choices.some((each) => each.taskId === taskId && each.driverId === null),
      );
      if (left.length === 0) continue;
      const again = insertionCost.assign(left.slice(0, 1), worldOf(after));
      expect(again.choices[0]?.driverId).to.equal(null);
    }
  });

  it('costs less in total than one task after the other, on most days and in sum', () => {
    const random = seededChance(11);
    const place = () => at(25.15 + random.unit() * 0.3, 51.35 + random.unit() * 0.25);
    let [together, oneByOne] = [0, 0];
    for (let day = 0; day < 30; day += 1) {
      const drivers = Array.from({ length: 12 }, (_, index) => driver(`d${index}`, { position: place() }));
      const tasks = Array.from({ length: 16 }, (_, index) =>
        taskAt(`t${index}`, place(), place(), { dueBy: plusSeconds(NOW, 3_600) }),
      );
      const world = worldOf(drivers, { fairnessToleranceSeconds: 0 });
      const sum = ({ choices }: Assignment) =>
        choices.reduce((total, { candidates }) => total + (candidates[0]?.costSeconds ?? 0), 0);
      together += sum(batched.assign(tasks, world));
      oneByOne += sum(insertionCost.assign(tasks, world));
    }
    expect(together).to.be.lessThan(oneByOne);
  });

  it('ends when its time is over, with some decisions made, and can continue from there', () => {
    const tasks = Array.from({ length: 5 }, (_, index) =>
      taskAt(`t${index}`, at(25.3), at(25.31 + index / 100)),
    );
    const world = worldOf([west, east, driver('third')]);
    const first = batched.assign(tasks, { ...world, budget: () => 1 });
    expect(first.choices).to.have.length(1);
    const [done] = first.choices;
    const rest = tasks.filter(({ taskId }) => taskId !== done?.taskId);
    const second = batched.assign(rest, { ...world, drivers: first.drivers });
    expect(second.choices).to.have.length(4);
    const whole = batched.assign(tasks, world);
    expect(chosen({ choices: [...first.choices, ...second.choices], drivers: [] })).to.deep.equal(
      chosen(whole),
    );
  });

  it('is the same every time', () => {
    const tasks = Array.from({ length: 6 }, (_, index) =>
      taskAt(`t${index}`, at(25.3 + index / 50), at(25.2)),
    );
    const world = worldOf([west, east, driver('third', { capacity: 20 })]);
    expect(batched.assign(tasks, world)).to.deep.equal(batched.assign(tasks, world));
  });
});
