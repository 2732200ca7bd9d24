import { expect } from 'chai';
import { prospectOf, ranked, shownRanked, wantedTask, weigh } from '../../../actors/assignment/ranking.ts';
import { RULES } from '../../../actors/assignment/rules.ts';
import type { AssignmentWorld, WaitingTask } from '../../../actors/assignment/world.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import { seededChance } from '../../../scripts/shared/chance.ts';
import { choose, driver, NOW, PICKUP, stop, task, worldOf } from './small-world.ts';

function rank(tasks: readonly WaitingTask[], world: AssignmentWorld, weighing = world.drivers.length) {
  const wanted = tasks.map((each) => wantedTask(each, null, world));
  const prospects = world.drivers.map((each) => prospectOf(each, wanted, world));
  for (const each of prospects.slice(0, weighing)) weigh(each, world);
  const { why, prospects: order } = ranked(prospects, world.fairnessToleranceSeconds);
  return { why, drivers: order.map((each) => shownRanked(each, world)) };
}

describe('drivers ranked', () => {
  it("begin with the policy's choice, for the same reason and at the same cost", () => {
    const random = seededChance(11);
    const place = () => ({ latitude: 25 + random.unit(), longitude: 51 + random.unit() });
    for (let round = 0; round < 40; round += 1) {
      const drivers = Array.from({ length: 15 }, (_, index) =>
        driver(`d${index}`, {
          position: place(),
          idleSince: random.below(2) === 0 ? null : plusSeconds(NOW, -random.below(4_000)),
          stops: Array.from({ length: random.below(6) }, () => stop(place())),
          cashOnHand: random.below(4) === 0 ? '950.00' : '0.00',
          presence: random.below(5) === 0 ? 'OFFLINE' : 'ONLINE',
        }),
      );
      const { latitude: dropoffLat, longitude: dropoffLng } = place();
      const of = { dropoffLat, dropoffLng };
      const fields = { fairnessToleranceSeconds: random.below(600) };
      const choice = choose(drivers, of, fields);
      const { why, drivers: order } = rank([task(of)], worldOf(drivers, fields));
      expect(why).to.deep.equal(choice.why);
      if (choice.driverId !== null) expect(order[0]?.driverId).to.equal(choice.driverId);
      for (const kept of choice.candidates) {
        const shown = order.find(({ driverId }) => driverId === kept.driverId);
        expect(shown?.rule).to.equal(kept.rule);
        if (kept.costSeconds !== null) expect(shown).to.deep.include(kept);
      }
      const costs = order.flatMap(({ costSeconds }) => costSeconds ?? []).slice(1);
      expect(costs).to.deep.equal([...costs].sort((one, other) => one - other));
    }
  });

  it('count several tasks one after the other, and show which no longer fit', () => {
    const three = ['a', 'b', 'c'].map((taskId) => task({ taskId, cod: '400.00' }));
    const { drivers } = rank(three, worldOf([driver('rich', { cashLimit: '2000.00' }), driver('poor')]));
    expect(drivers.map(({ driverId, fits, eligible }) => [driverId, fits, eligible])).to.deep.equal([
      ['rich', 3, true],
      ['poor', 2, false],
    ]);
    expect(drivers[1]?.unfit).to.deep.equal([
      {
        taskId: 'c',
        rule: 'CASH_LIMIT',
        figures: { cashHeld: '800.00', cashDue: '400.00', cashLimit: '1000.00' },
        byHand: false,
      },
    ]);
    const [one] = rank([three[0] as WaitingTask], worldOf([driver('rich')])).drivers;
    // The second and third begin and end where the first one does.
    expect(drivers[0]?.costSeconds).to.be.greaterThan(one?.costSeconds ?? Number.POSITIVE_INFINITY);
  });

  it('leave out tasks that a driver has already, and put drivers who were not weighed last', () => {
    const world = worldOf([driver('a'), driver('b', { position: { latitude: 25.9, longitude: 51.9 } })]);
    const wanted = [wantedTask(task(), 'a', world)];
    expect(prospectOf(driver('a'), wanted, world)).to.include({ held: 1 });
    const { drivers } = rank([task()], worldOf([...world.drivers].reverse()), 1);
    expect(drivers.map(({ driverId, costSeconds }) => [driverId, costSeconds === null])).to.deep.equal([
      ['b', false],
      ['a', true],
    ]);
    expect(drivers[1]?.atLeastSeconds).to.be.a('number');
  });

  it('are sorted by how nearly they fit when none does, first those whose rule a dispatcher may overrule', () => {
    const drivers = [
      driver('outside', { zoneIds: [] }),
      driver('poor', { cashOnHand: '990.00' }),
      driver('away', { presence: 'OFFLINE', position: PICKUP }),
      driver('declined'),
    ];
    const excluded = [{ driverId: 'declined', until: null }];
    const { why, drivers: order } = rank([task({ excluded })], worldOf(drivers));
    expect(why).to.deep.equal({ reason: 'NOBODY_FITS' });
    expect(order.map(({ driverId, givable }) => [driverId, givable])).to.deep.equal([
      ['declined', 1],
      ['away', 1],
      ['poor', 0],
      ['outside', 0],
    ]);
    expect(order.every(({ rule }) => rule !== null && RULES.includes(rule))).to.equal(true);
  });
});
