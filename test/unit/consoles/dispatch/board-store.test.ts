import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { type BoardSource, BoardStore } from '../../../../consoles/dispatch/board/board-store.ts';
import type { BoardDriver, BoardTask } from '../../../../consoles/dispatch/board/board-types.ts';
import { alert, driver, inMinutes, message, NOW, snapshot, task, taskUpdated } from './sample-board.ts';

describe('the board: a snapshot and the events after it', () => {
  let clock: SinonFakeTimers;
  let store: BoardStore;
  let requested: string[][];
  let known: Map<string, BoardTask>;
  let pictures: number;
  let presences: Map<string, BoardDriver['presence']>;
  let presencesAsked: number;

  beforeEach(() => {
    clock = useFakeTimers(NOW);
    requested = [];
    known = new Map();
    pictures = 0;
    presences = new Map();
    presencesAsked = 0;
    const source: BoardSource = {
      readTasks: async (ids) => {
        requested.push([...ids]);
        return ids.flatMap((id) => known.get(id) ?? []);
      },
      readDriver: async () => null,
      readPresences: async () => {
        presencesAsked += 1;
        return presences;
      },
    };
    store = new BoardStore({ source });
  });

  afterEach(() => {
    store.close();
    clock.restore();
  });

  const load = (parts: Parameters<typeof snapshot>[0], alerts = [alert('1')]) => {
    const versions = store.load(snapshot(parts), alerts);
    store.subscribe(() => {
      pictures += 1;
    });
    return versions;
  };
  const shown = (id: string) => store.view().state.tasks.get(id);

  it("names the versions that it includes, the highest of an order's", () => {
    const versions = load({
      tasks: [task('a', { orderId: 'o', version: 9 }), task('b', { orderId: 'o', version: 4 })],
      drivers: [driver('y')],
    });
    expect(versions).to.deep.equal({ 'order:o': 9, 'driver:y': 3, 'alert:1': 1 });
  });

  it('redraws a busy second once, and a quiet board not at all', async () => {
    const first = task('a');
    load({ tasks: [first, task('b')] });
    await clock.tickAsync(1_000);
    pictures = 0;
    for (let count = 1; count <= 200; count += 1) {
      store.hear(taskUpdated(first, { status: 'ASSIGNED', driverId: 'y', version: 5 + count }));
    }
    await clock.tickAsync(2_000);
    expect(pictures).to.equal(1);
    expect(shown('a')?.status).to.equal('ASSIGNED');
    expect(shown('a')?.waitingSince).to.equal(null);
    await clock.tickAsync(5_000);
    expect(pictures).to.equal(1);
  });

  it('does not redraw maps in which nothing has changed', async () => {
    const first = task('a');
    load({ tasks: [first], drivers: [driver('y')] });
    const before = store.view().state;
    store.hear(taskUpdated(first, { status: 'ACCEPTED' }));
    await clock.tickAsync(1_000);
    const after = store.view().state;
    expect(after.tasks).not.to.equal(before.tasks);
    expect(after.drivers).to.equal(before.drivers);
    expect(before.tasks.get('a')?.status).to.equal('UNASSIGNED');
  });

  it('requests presences again that the service did not know, and keeps what events have reported meanwhile', async () => {
    load({ drivers: [driver('y', { presence: 'UNKNOWN' }), driver('z', { presence: 'UNKNOWN' })] });
    const seen = () => [...store.view().state.drivers.values()].map(({ presence }) => presence);
    await clock.tickAsync(5_000);
    expect(presencesAsked).to.equal(1);
    expect(seen()).to.deep.equal(['UNKNOWN', 'UNKNOWN']);
    presences = new Map([
      ['y', 'OFFLINE'],
      ['z', 'OFFLINE'],
    ]);
    store.hear(message('presence.changed', { driverId: 'z', presence: 'ONLINE', lastSeenAt: inMinutes(0) }));
    await clock.tickAsync(10_000);
    expect(seen()).to.deep.equal(['OFFLINE', 'ONLINE']);
    await clock.tickAsync(300_000);
    expect(presencesAsked).to.equal(2);
  });

  it('ignores an older event', async () => {
    const first = task('a', { status: 'ACCEPTED', version: 8 });
    load({ tasks: [first] });
    store.hear(taskUpdated(first, { status: 'UNASSIGNED', version: 7 }));
    store.hear(taskUpdated(first, { status: 'PICKED_UP', dropoffEta: inMinutes(30), version: 9 }));
    await clock.tickAsync(1_000);
    expect(shown('a')?.status).to.equal('PICKED_UP');
    expect(shown('a')?.dropoffEta).to.equal(inMinutes(30));
  });

  it('restarts the wait of a task when it goes back into the queue', async () => {
    const first = task('a', { status: 'ASSIGNED', waitingSince: null });
    load({ tasks: [first] });
    await clock.tickAsync(60_000);
    store.hear(taskUpdated(first, { status: 'UNASSIGNED', round: 2 }));
    await clock.tickAsync(1_000);
    expect(Date.parse(shown('a')?.waitingSince ?? '')).to.be.within(NOW + 60_000, NOW + 61_000);
  });

  it('requests all tasks at once that it learns of for the first time', async () => {
    load({});
    for (const id of ['n', 'm']) {
      known.set(id, task(id, { version: 7 }));
      store.hear(taskUpdated(task(id), {}));
    }
    await clock.tickAsync(1_000);
    expect(requested).to.deep.equal([['n', 'm']]);
    expect(shown('n')?.orderNumber).to.equal('W-2026-n');
  });

  it('follows drivers through all events of one commit, which have one version', async () => {
    load({ drivers: [driver('y')] });
    const version = 4;
    const { status, idleSince } = driver('y');
    store.hear(
      message('driver.updated', {
        ...{
          driverId: 'y',
          status,
          duty: 'ON_DUTY',
          idleSince,
          shiftEndsAt: inMinutes(90),
          zoneIds: ['z'],
          capacity: 14,
          itemsAssigned: 14,
          activeTasks: 2,
          cashOnHand: '300.00',
          codAssigned: '115.00',
          projected: '415.00',
          cashLimit: '400.00',
          nearLimit: false,
          overLimit: true,
          carryOver: true,
          version,
        },
      }),
    );
    store.hear(
      message('cash.updated', {
        ...{ driverId: 'y', cashOnHand: '300.00', cashLimit: '500.00', projected: '415.00', nearLimit: true },
        ...{ settlementId: null, version },
      }),
    );
    store.hear(message('presence.changed', { driverId: 'y', presence: 'STALE', lastSeenAt: inMinutes(-1) }));
    await clock.tickAsync(1_000);
    const shownDriver = store.view().state.drivers.get('y');
    expect(shownDriver).to.include({ activeTasks: 2, itemsAssigned: 14, capacity: 14, presence: 'STALE' });
    expect(shownDriver).to.deep.include({ shiftEndsAt: inMinutes(90), zoneIds: ['z'], version: 4 });
    expect(shownDriver?.cash).to.deep.include({ overLimit: true, carryOver: true });
    expect(shownDriver?.cash.onHand.amount).to.equal('300.00');
    expect(shownDriver?.cash.nearLimit).to.equal(true);
  });

  it('finds the places of a route’s stops in its tasks, and keeps what the event leaves out', async () => {
    const first = task('a', { status: 'ACCEPTED', driverId: 'y' });
    const location = first.pickup.location;
    const stop = {
      ...{ stopId: 'a:PICKUP', taskId: 'a', kind: 'PICKUP' as const, sequence: 0, location },
      ...{ eta: null, arrivedAt: null, locked: true, done: false },
    };
    const route = { id: 'r', driverId: 'y', driverName: 'Y', shiftId: 's', version: 1, stops: [stop] };
    load({ tasks: [first], drivers: [driver('y')], routes: [route] });
    const stopOnRoute = { taskId: 'a', done: false, eta: inMinutes(9) };
    store.hear(
      message('route.updated', {
        ...{ driverId: 'y', routeId: 'r', routeVersion: 2, version: 4 },
        stops: [
          { ...stopOnRoute, stopId: 'a:PICKUP', kind: 'PICKUP' },
          { ...stopOnRoute, stopId: 'a:DROPOFF', kind: 'DROPOFF' },
        ],
      }),
    );
    await clock.tickAsync(1_000);
    const stops = store.view().state.routes.get('y')?.stops ?? [];
    expect(stops.map(({ locked }) => locked)).to.deep.equal([true, false]);
    expect(stops[1]?.location).to.deep.equal(first.dropoff.location);
  });

  it('adds alerts, updates them and removes resolved ones', async () => {
    load({});
    store.hear(message('alert.raised', { ...alert('2'), change: 'RAISED', resolvedBy: null }));
    store.hear(
      message('alert.updated', {
        ...alert('2', { status: 'ACKNOWLEDGED', version: 2 }),
        change: 'ACKNOWLEDGED',
        resolvedBy: null,
      }),
    );
    store.hear(
      message('alert.updated', {
        ...alert('1', { status: 'RESOLVED', version: 2 }),
        change: 'RESOLVED',
        resolvedBy: null,
      }),
    );
    await clock.tickAsync(1_000);
    const alerts = [...store.view().state.alerts.values()];
    expect(alerts.map(({ alertId, status }) => `${alertId} ${status}`)).to.deep.equal(['2 ACKNOWLEDGED']);
  });

  it('follows the service’s time, whose rate may differ', async () => {
    store.load({ ...snapshot({ tasks: [task('a')] }), clockRate: 60 }, []);
    await clock.tickAsync(2_100);
    expect(store.view().now).to.equal(NOW + 120_000);
  });

  it('removes tasks an hour after they have ended', async () => {
    load({ tasks: [task('a', { status: 'COMPLETED', endedAt: inMinutes(-58) }), task('b')] });
    await clock.tickAsync(4 * 60_000);
    expect([...store.view().state.tasks.keys()]).to.deep.equal(['b']);
  });
});
