import { expect } from 'chai';
import type { DispatchTask, RouteStop } from '../../../../consoles/dispatch/board/board-types.ts';
import { type LateFacts, lateCauses } from '../../../../consoles/dispatch/board/late-causes.ts';
import { driver, inMinutes, NOW, task } from './sample-board.ts';

const MINUTE = 60_000;

function detail(
  ...moves: [DispatchTask['history'][number]['status'], number][]
): NonNullable<LateFacts['detail']> {
  return {
    preparation: {
      placedAt: inMinutes(-300),
      acceptBy: inMinutes(-60),
      acceptedAt: inMinutes(-290),
      readyAt: inMinutes(-280),
    },
    history: moves.map(([status, at]) => ({
      ...{ at: inMinutes(at), occurredAt: null, status, by: 'SYSTEM' as const, driverId: null, reason: null },
    })),
  };
}

function stop(taskId: string, kind: RouteStop['kind'], changes: Partial<RouteStop> = {}): RouteStop {
  const place = { latitude: 25.3, longitude: 51.5 };
  return {
    ...{ stopId: `${taskId} ${kind}`, taskId, kind, sequence: 0, location: place, eta: null },
    ...{ arrivedAt: null, locked: false, done: false, ...changes },
  };
}

const route = (...stops: RouteStop[]): LateFacts['route'] => ({
  ...{ id: 'r', driverId: 'y', driverName: 'Yousef', shiftId: 's', version: 1, stops },
});
const causesOf = (facts: Partial<LateFacts>) =>
  lateCauses({ task: task('t'), detail: undefined, driver: undefined, route: undefined, now: NOW, ...facts });

describe('the reason why a task is late', () => {
  it('is for how long no driver has been found, and how often the task came back', () => {
    const waits = task('t', { status: 'UNASSIGNED', round: 3, waitingSince: inMinutes(-25) });
    expect(causesOf({ task: waits })).to.deep.equal([{ cause: 'noDriver', for: 25 * MINUTE, rounds: 2 }]);
  });

  it('is what keeps the driver: silence, a break, a shift that ends, the counter, the door, other stops', () => {
    const under = { driverId: 'y', dropoffEta: inMinutes(90) } as const;
    const silent = driver('y', { presence: 'OFFLINE', duty: 'ON_BREAK', shiftEndsAt: inMinutes(30) });
    const causes = causesOf({
      task: task('t', { ...under, status: 'ACCEPTED' }),
      driver: silent,
      route: route(
        stop('other', 'DROPOFF', { done: true }),
        stop('t', 'PICKUP', { arrivedAt: inMinutes(-12) }),
        stop('a', 'DROPOFF'),
        stop('b', 'DROPOFF'),
        stop('t', 'DROPOFF'),
      ),
    });
    expect(causes).to.deep.equal([
      { cause: 'silent', presence: 'OFFLINE' },
      { cause: 'onBreak' },
      { cause: 'shiftEnds', at: inMinutes(30) },
      { cause: 'atStore', for: 12 * MINUTE },
      { cause: 'stopsBefore', count: 2 },
    ]);
    const atDoor = causesOf({
      task: task('t', { ...under, status: 'ARRIVED' }),
      driver: driver('y'),
      detail: detail(['ARRIVED', -18]),
    });
    expect(atDoor).to.deep.equal([{ cause: 'atDoor', for: 18 * MINUTE }]);
  });

  it('is what cost time before: the seller, the search, a failed attempt', () => {
    const known = detail(
      ['UNASSIGNED', -70],
      ['ASSIGNED', -40],
      ['UNASSIGNED', -38],
      ['ASSIGNED', -20],
      ['IN_TRANSIT', -5],
    );
    known.preparation = { ...known.preparation, acceptedAt: inMinutes(-15), readyAt: inMinutes(-10) };
    const causes = causesOf({
      task: task('t', { status: 'IN_TRANSIT', attempt: 2, dueBy: inMinutes(30), driverId: 'y' }),
      driver: driver('y'),
      detail: known,
    });
    expect(causes).to.deep.equal([
      { cause: 'failedBefore', attempt: 2 },
      { cause: 'acceptedLate', by: 45 * MINUTE },
      { cause: 'readyLate', left: 40 * MINUTE },
      { cause: 'soughtLong', for: 48 * MINUTE },
    ]);
  });

  it('is the distance where nothing else is known', () => {
    const driving = task('t', { status: 'IN_TRANSIT', driverId: 'y', dropoffEta: inMinutes(40) });
    expect(causesOf({ task: driving, driver: driver('y'), detail: detail() })).to.deep.equal([
      { cause: 'way', arrives: inMinutes(40) },
    ]);
  });
});
