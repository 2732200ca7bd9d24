import { expect } from 'chai';
import { plan } from '../../../actors/planning/plan.ts';
import type {
  PlanOptions,
  PlanProblem,
  PlanTask,
  PlanVehicle,
  PresentStop,
  StopNeeds,
} from '../../../actors/planning/problem.ts';
import { rebuildRoute } from '../../../actors/planning/rebuild-route.ts';
import { iterations } from './iterations.ts';

/** Places 0 to 100 on a line, a tick apart. */
const SIZE = 101;
const ways = Int32Array.from({ length: SIZE * SIZE }, (_, leg) =>
  Math.abs(Math.floor(leg / SIZE) - (leg % SIZE)),
);
const travel = { size: SIZE, time: ways, cost: ways };

function needs(place: number, changes: Partial<StopNeeds> = {}): StopNeeds {
  return { place, earliest: 0, latest: null, service: 0, ...changes };
}

function task(
  id: string,
  pickup: StopNeeds | null,
  dropoff: StopNeeds,
  changes: Partial<PlanTask> = {},
): PlanTask {
  return { id, pickup, dropoff, load: [1], priority: 1, allowed: null, carriedBy: null, ...changes };
}

function driver(id: string, start: number, changes: Partial<PlanVehicle> = {}): PlanVehicle {
  const free = { startAt: 0, end: null, endBy: null, breaks: [], capacity: [10], stops: [] };
  return { id, start, ...free, ...changes };
}

/** 'a+' picks task a up, 'a-' drops it off, '!' locks. */
function stops(...names: string[]): PresentStop[] {
  return names.map((name) => ({
    taskId: name.charAt(0),
    kind: name.charAt(1) === '+' ? 'PICKUP' : 'DROPOFF',
    locked: name.endsWith('!'),
  }));
}

function options(changes: Partial<PlanOptions> = {}): PlanOptions {
  const none = { changeCost: 0, maxMoved: null };
  return { seed: 1, budget: iterations(500), latenessCost: 5, ...none, ...changes };
}

function named({ routes }: ReturnType<typeof plan>): string[] {
  return routes.map(({ stops: visits }) =>
    visits.map(({ taskId, kind }) => `${taskId}${kind === 'PICKUP' ? '+' : '-'}`).join(' '),
  );
}

const hardBy = (at: number) => ({ latest: { at, hard: true } });
const softBy = (at: number) => ({ latest: { at, hard: false } });

describe('planning a day that has begun', () => {
  it('shows before and after, and what happened to each stop', () => {
    const problem: PlanProblem = {
      travel,
      tasks: [
        task('a', needs(10), needs(20)),
        task('b', needs(12), needs(18)),
        task('c', needs(90), needs(95)),
      ],
      vehicles: [
        driver('west', 0, { stops: stops('a+', 'a-', 'b+', 'b-') }),
        driver('east', 80, { stops: [] }),
      ],
    };
    const found = plan(problem, options());
    expect(named(found)).to.deep.equal(['a+ b+ b- a-', 'c+ c-']);
    expect(found.before).to.deep.equal({
      travelTime: 34,
      travelCost: 34,
      lateness: 0,
      lateStops: 0,
      unassigned: 1,
    });
    expect(found.after).to.deep.equal({
      travelTime: 35,
      travelCost: 35,
      lateness: 0,
      lateStops: 0,
      unassigned: 0,
    });
    expect(found.movedStops).to.equal(1);
    expect(found.routes[0]?.stops.map(({ change }) => change)).to.have.members([
      'KEPT',
      'KEPT',
      'KEPT',
      'MOVED',
    ]);
    expect(found.routes[1]?.stops.map(({ change, arrival }) => [change, arrival])).to.deep.equal([
      ['NEW', 10],
      ['NEW', 15],
    ]);
  });

  it('changes nothing where the change costs more than it saves', () => {
    const tasks = [task('a', needs(10), needs(20)), task('b', needs(12), needs(18))];
    const vehicles = [driver('west', 0, { stops: stops('a+', 'a-', 'b+', 'b-') })];
    // The better sequence saves 14 and moves one stop.
    for (const [changeCost, order] of [
      [13, 'a+ b+ b- a-'],
      [15, 'a+ a- b+ b-'],
    ] as const)
      expect(named(plan({ travel, tasks, vehicles }, options({ changeCost })))).to.deep.equal([order]);
  });

  it('puts nothing before a locked stop, and moves none', () => {
    const tasks = [task('a', needs(50), needs(60)), task('b', needs(5), needs(10))];
    const vehicles = [driver('west', 0, { stops: stops('a+!', 'a-') })];
    expect(named(plan({ travel, tasks, vehicles }, options()))).to.deep.equal(['a+ a- b+ b-']);
  });

  it('leaves goods with the driver who has them, late or not', () => {
    const carried = task('a', null, needs(90, hardBy(10)), { carriedBy: 'west' });
    const found = plan(
      { travel, tasks: [carried], vehicles: [driver('west', 0), driver('east', 90)] },
      options(),
    );
    expect(named(found)).to.deep.equal(['a-', '']);
    expect(found.after).to.include({ lateness: 80, lateStops: 1, unassigned: 0 });
  });

  it('lets goods on board exceed the end of the shift, and adds nothing there', () => {
    const tasks = [task('a', null, needs(90), { carriedBy: 'west' }), task('b', needs(91), needs(95))];
    const vehicles = [driver('west', 0, { endBy: { at: 50, hard: true } })];
    const found = plan({ travel, tasks, vehicles }, options());
    expect(named(found)).to.deep.equal(['a-']);
    expect(found.unassigned).to.deep.equal(['b']);
    expect(found.after.lateness).to.equal(40);
  });

  it('counts goods on board where capacity is short', () => {
    const tasks = [
      task('a', null, needs(30), { carriedBy: 'west', load: [2, 1] }),
      task('b', needs(10), needs(40), { load: [1, 3] }),
    ];
    const vehicles = [driver('west', 0, { capacity: [5, 3] })];
    expect(named(plan({ travel, tasks, vehicles }, options()))).to.deep.equal(['a- b+ b-']);
  });

  it('pauses for breaks', () => {
    const tasks = [task('a', needs(10, { service: 5 }), needs(30))];
    const breaks = [
      { from: 12, to: 20 },
      { from: 30, to: 40 },
    ];
    const { routes } = plan({ travel, tasks, vehicles: [driver('west', 0, { breaks })] }, options());
    expect(routes[0]).to.deep.include({ endsAt: 53 });
    expect(routes[0]?.stops.map(({ arrival, begin }) => [arrival, begin])).to.deep.equal([
      [10, 10],
      [53, 53],
    ]);
  });

  it('gives no driver a time slot that lies within their break', () => {
    const tasks = [task('a', needs(0), needs(10, { earliest: 20, ...hardBy(30) }))];
    const vehicles = [driver('west', 0, { breaks: [{ from: 15, to: 35 }] }), driver('east', 5)];
    expect(named(plan({ travel, tasks, vehicles }, options()))).to.deep.equal(['', 'a+ a-']);
  });

  it('is late rather than leave a task out, and as little as possible', () => {
    const tasks = [task('a', needs(0), needs(50, softBy(10))), task('b', needs(0), needs(5, softBy(10)))];
    const found = plan({ travel, tasks, vehicles: [driver('west', 0)] }, options());
    expect(found.after).to.include({ lateness: 40, unassigned: 0 });
    expect(named(found)[0]).to.match(/b- a-$/);
  });

  it('rebuilds a long route close to the best known one', () => {
    // Out along the even places and back along the odd ones: no sequence is shorter than there and back.
    const tasks = Array.from({ length: 15 }, (_, index) =>
      task(String.fromCharCode(97 + index), needs(2 + 6 * index), needs(5 + 6 * index)),
    );
    const names = tasks.map(({ id }) => id).toReversed();
    const present = stops(...names.map((id) => `${id}+`), ...names.map((id) => `${id}-`));
    const vehicles = [driver('west', 0, { stops: present, capacity: [20] })];
    const found = rebuildRoute({ travel, tasks, vehicles }, options({ budget: iterations(3000) }));
    expect(found.after.travelCost).to.equal(89);
  });

  it('rebuilds for one driver alone', () => {
    const problem = { travel, tasks: [], vehicles: [driver('west', 0), driver('east', 9)] };
    expect(() => rebuildRoute(problem, options())).to.throw(RangeError);
  });
});
