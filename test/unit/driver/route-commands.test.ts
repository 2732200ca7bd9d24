import { expect } from 'chai';
import fc from 'fast-check';
import type { DriverCommand } from '../../../actors/driver/behaviours.ts';
import { nameOf, openStops } from '../../../actors/driver/legs.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { stopSequenceErrors } from '../../../actors/driver/stop-sequence-errors.ts';
import { dispatcher, idOf, minutes, PEARL, SOUQ, system, WEST_BAY } from '../../worlds/pure/fixtures.ts';
import { aboutOffer, aboutTask, decide, driver, give, onDuty, reserving, step } from './driver-walk.ts';

const STAFF = dispatcher;

/** This many accepted tasks, each with its own pickup and drop-off. */
function loaded(tasks: number): DriverState {
  let state = step(onDuty(), give('update', STAFF, { capacity: 40, cashLimit: '9000.00' }));
  for (let task = 1; task <= tasks; task += 1) {
    const pickup = { latitude: 25.2 + task / 100, longitude: 51.5 };
    state = step(state, reserving(task, { pickup, dropoff: { ...pickup, longitude: 51.45 } }));
    state = step(state, aboutOffer('work-accepted', task));
  }
  return state;
}

const names = (state: DriverState) => (state.route === undefined ? [] : openStops(state.route)).map(nameOf);
const stopId = (task: number, kind: string) => `${idOf(`task-${task}`)}:${kind}`;

function arranging(
  state: DriverState,
  order: string[],
  locked: string[] = [],
  version?: number,
): DriverCommand {
  return give('arrange-stops', STAFF, {
    routeId: state.route?.routeId,
    expectedRouteVersion: version ?? state.route?.version,
    stops: order.map((each) => ({ stopId: each, locked: locked.includes(each) })),
  });
}

function replanning(state: DriverState, order: string[], version?: number): DriverCommand {
  return give('replan-route', STAFF, {
    routeId: state.route?.routeId,
    expectedRouteVersion: version ?? state.route?.version,
    order,
  });
}

function codesOf(state: DriverState, order: string[], locked: string[] = []): string[] {
  const decision = decide(state, arranging(state, order, locked));
  if (decision.outcome !== 'refused') return [];
  expect(decision.refusal.code).to.equal('delivery.ROUTE_INVALID');
  const { faults } = decision.refusal.extension as { faults: { code: string }[] };
  return faults.map(({ code }) => code);
}

/** Expects that pickups come first, nothing is missing and finished stops lead. */
function expectValid(state: DriverState): void {
  const stops = state.route?.stops ?? [];
  const seen = new Set<string>();
  for (const stop of stops) {
    if (stop.kind === 'PICKUP') seen.add(stop.taskId);
    else expect(state.work[stop.taskId]?.pickedUp === true || seen.has(stop.taskId)).to.equal(true);
  }
  expect(stops.findIndex((stop) => stop.done !== true)).to.satisfy(
    (first: number) => first < 0 || stops.slice(first).every((stop) => stop.done !== true),
  );
  expect(state.route?.legs).to.have.length(names(state).length);
}

describe('the sequence of a route, by hand and by plan', () => {
  it('becomes the requested one, with locks, and the version grows', () => {
    const state = loaded(2);
    const order = [1, 2]
      .map((task) => stopId(task, 'PICKUP'))
      .concat([2, 1].map((task) => stopId(task, 'DROPOFF')));
    const after = step(state, arranging(state, order, [order[0] ?? '']), { position: SOUQ });
    expect(names(after)).to.deep.equal(order);
    expect(after.route?.stops.map((stop) => stop.locked === true)).to.deep.equal([true, false, false, false]);
    expect(after.route?.version).to.equal((state.route?.version ?? 0) + 1);
    expect(after.route?.origin).to.deep.equal(SOUQ);
  });

  it('stays the same when the present one is given, and locks are removed', () => {
    const state = loaded(2);
    expect(decide(state, arranging(state, names(state))).outcome).to.equal('unchanged');
    expect(decide(state, replanning(state, names(state))).outcome).to.equal('unchanged');
    const locked = step(state, arranging(state, names(state), names(state)));
    const free = step(locked, arranging(locked, names(locked)));
    expect(free.route?.stops.some((stop) => stop.locked === true)).to.equal(false);
  });

  it('may leave no stop out, name none twice, and none that is unknown or finished', () => {
    const state = loaded(2);
    const [first = '', ...rest] = names(state);
    expect(codesOf(state, rest)).to.deep.equal(['MISSING_STOP']);
    expect(codesOf(state, [first, ...rest, first])).to.deep.equal(['DOUBLED_STOP']);
    expect(codesOf(state, [first, ...rest, stopId(9, 'PICKUP')])).to.deep.equal(['UNKNOWN_STOP']);
    const done = step(state, aboutTask('stop-done', 1, { stop: 'PICKUP' }));
    expect(codesOf(done, [stopId(1, 'PICKUP'), ...names(done)])).to.deep.equal(['DONE_STOP']);
  });

  it('may not put a drop-off before its pickup', () => {
    const state = loaded(1);
    expect(codesOf(state, names(state).reverse())).to.deep.equal(['DROPOFF_FIRST']);
  });

  it('keeps locked stops, and those before them, where they are', () => {
    const state = loaded(3);
    const order = [1, 2, 3].flatMap((task) => [stopId(task, 'PICKUP'), stopId(task, 'DROPOFF')]);
    const second = order[2] ?? '';
    const locked = step(state, arranging(state, order, [second]));
    const moved = [...order.slice(0, 2), ...order.slice(4), ...order.slice(2, 4)];
    expect(codesOf(locked, moved, [second])).to.deep.equal(['LOCKED_STOP_MOVED']);
    expect(decide(locked, replanning(locked, moved)).outcome).to.equal('refused');
    expect(codesOf(locked, moved, []), 'the same edit removes the lock').to.deep.equal([]);
    const behind = [...order.slice(0, 3), ...order.slice(4), ...order.slice(3, 4)];
    expect(codesOf(locked, behind, [second])).to.deep.equal([]);
  });

  it('may not put more on board than fits, but is not refused for a capacity that was lowered', () => {
    const state = loaded(3);
    const order = [1, 2, 3].flatMap((task) => [stopId(task, 'PICKUP'), stopId(task, 'DROPOFF')]);
    const apart = step(step(state, arranging(state, order)), give('update', STAFF, { capacity: 3 }));
    const together = [stopId(1, 'PICKUP'), stopId(2, 'PICKUP'), stopId(1, 'DROPOFF'), stopId(2, 'DROPOFF')];
    expect(codesOf(apart, [...together, ...order.slice(4)])).to.deep.equal(['OVERLOADED']);
    const low = step(apart, give('update', STAFF, { capacity: 1 }));
    expect(codesOf(low, [...order.slice(2), ...order.slice(0, 2)])).to.deep.equal([]);
  });

  it('is changed against the version that was read, of this route, by dispatchers, while the shift lasts', () => {
    const state = loaded(1);
    const order = names(state);
    const version = state.route?.version ?? 0;
    for (const command of [arranging(state, order, [], version - 1), replanning(state, order, version + 1)]) {
      expect(decide(state, command)).to.have.nested.property('refusal.code', 'common.PRECONDITION_FAILED');
    }
    const other = { ...arranging(state, order), routeId: idOf('other') } as DriverCommand;
    expect(decide(state, other)).to.have.nested.property('refusal.code', 'common.NOT_FOUND');
    const byDriver = { ...arranging(state, order), by: driver } as DriverCommand;
    expect(decide(state, byDriver)).to.have.nested.property('refusal.code', 'auth.FORBIDDEN');
    const ended = step(onDuty(), give('end-shift', driver));
    expect(decide(ended, arranging(state, order))).to.have.nested.property(
      'refusal.code',
      'delivery.INVALID_STATE',
    );
  });

  it('gets new times only for the stops and the version that were read, and the version stays', () => {
    const state = loaded(2);
    const { routeId, version } = state.route ?? {};
    const retiming = (changes: object) =>
      give('retime-route', system, {
        routeId,
        routeVersion: version,
        origin: PEARL,
        legs: [60, 60, 60, 60],
        ...changes,
      });
    for (const stale of [{ routeVersion: 1 }, { legs: [60] }, { routeId: idOf('other') }]) {
      expect(decide(state, retiming(stale)).outcome).to.equal('unchanged');
    }
    const after = step(state, retiming({}), { now: minutes(10) });
    expect(after.route).to.deep.include({
      version,
      origin: PEARL,
      plannedAt: minutes(10),
      legs: [60, 60, 60, 60],
    });
  });

  it('never becomes invalid, whatever is requested in whatever order', () => {
    const step5 = fc.record({
      what: fc.constantFrom('arrange', 'replan', 'done', 'release', 'accept'),
      task: fc.integer({ min: 1, max: 6 }),
      shuffle: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      locks: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step5, { maxLength: 25 }), (requested) => {
        let state = loaded(3);
        for (const { what, task, shuffle, locks } of requested) {
          const order = names(state)
            .map((name, index) => ({ name, rank: shuffle[index] ?? 0 }))
            .sort((left, right) => left.rank - right.rank)
            .map(({ name }) => name);
          const commands: Record<typeof what, DriverCommand> = {
            arrange: arranging(
              state,
              order,
              locks.flatMap((index) => order[index] ?? []),
            ),
            replan: replanning(state, order),
            done: aboutTask('stop-done', task, { stop: 'PICKUP' }),
            release: aboutOffer('release', task, { reason: 'UNASSIGNED' }),
            accept: reserving(task, { offerId: idOf(`offer-${task}`), round: 2 }),
          };
          const decision = decide(state, commands[what], { position: shuffle[1] === 1 ? WEST_BAY : null });
          const before = state;
          if (decision.outcome === 'accepted') state = step(state, commands[what]);
          if (what === 'arrange' && decision.outcome === 'refused') {
            const wanted = order.map((each) => ({ stopId: each, locked: false }));
            expect(
              stopSequenceErrors(
                before,
                wanted.map((each, index) => ({ ...each, locked: locks.includes(index) })),
              ),
            ).not.to.deep.equal([]);
          }
          if (what === 'accept' && state.reservations[idOf(`offer-${task}`)] !== undefined)
            state = step(state, aboutOffer('work-accepted', task));
          expectValid(state);
        }
      }),
      { numRuns: 300 },
    );
  });
});
