import { expect } from 'chai';
import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import { ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import { chooseDriver } from '../../../server/delivery/assignment-choice.ts';
import type { PoolDriver, RouteStopRow } from '../../../server/delivery/driver-pool.ts';

const NOW = '2026-02-12T10:00:00.000Z';
const PICKUP = { latitude: 25.2, longitude: 51.5 };
const DROPOFF = { latitude: 25.3, longitude: 51.5 };

const square: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [51, 25],
      [52, 25],
      [52, 26],
      [51, 26],
      [51, 25],
    ],
  ],
};
const zones = new ZoneMap([
  {
    id: 'zone',
    priority: 0,
    squareMetres: squareMetresOf(square),
    bounds: boundsOf(square),
    geometry: square,
  },
]);

const ticket = (fields: Partial<ZoneTicket> = {}): ZoneTicket => ({
  taskId: 'task',
  zoneId: 'zone',
  orderId: 'order',
  groupId: 'group',
  round: 1,
  status: 'WAITING',
  attempt: 1,
  offerId: null,
  driverId: null,
  pickupLat: PICKUP.latitude,
  pickupLng: PICKUP.longitude,
  dropoffLat: DROPOFF.latitude,
  dropoffLng: DROPOFF.longitude,
  cod: '100.00',
  items: 2,
  dueBy: '2026-02-12T16:00:00.000Z',
  excluded: [],
  refused: [],
  enqueuedAt: NOW,
  updatedAt: NOW,
  ...fields,
});

const driver = (id: string, fields: Partial<PoolDriver> = {}): PoolDriver => ({
  id,
  name: `Driver ${id}`,
  zoneIds: ['zone'],
  capacity: 10,
  itemsAssigned: 0,
  activeTasks: 0,
  cashLimit: '1000.00',
  cashOnHand: '0.00',
  codAssigned: '0.00',
  idleSince: new Date(NOW),
  presence: 'ONLINE',
  position: PICKUP,
  stops: [],
  ...fields,
});

const others = { count: 0, some: [] };
const choose = (onDuty: PoolDriver[], fields: Partial<ZoneTicket> = {}) =>
  chooseDriver(ticket(fields), { onDuty, others }, zones, NOW);
const ruleOf = (fields: Partial<PoolDriver>, ofTicket: Partial<ZoneTicket> = {}) =>
  choose([driver('a', fields)], ofTicket).candidates[0]?.rule;

describe('the choice of a driver', () => {
  it('tells the first rule broken, in their order', () => {
    const everything: Partial<PoolDriver> = {
      presence: 'OFFLINE',
      zoneIds: [],
      capacity: 1,
      cashLimit: '1.00',
    };
    const history: Partial<ZoneTicket> = { excluded: [{ driverId: 'a', until: null }], refused: ['a'] };
    expect(ruleOf(everything, history)).to.equal('OFFLINE');
    expect(ruleOf({ ...everything, presence: 'STALE' }, history)).to.equal('OUTSIDE_ZONES');
    expect(ruleOf({ capacity: 1, cashLimit: '1.00' }, history)).to.equal('CAPACITY');
    expect(ruleOf({ cashLimit: '1.00' }, history)).to.equal('CASH_LIMIT');
    expect(ruleOf({}, history)).to.equal('DECLINED');
    const lapsing = { excluded: [{ driverId: 'a', until: '2026-02-12T10:15:00.000Z' }], refused: ['a'] };
    expect(ruleOf({}, lapsing)).to.equal('TIMED_OUT');
    expect(ruleOf({}, { refused: ['a'] })).to.equal('REFUSED');
    expect(ruleOf({})).to.equal(null);
  });

  it('lets nobody out for what is exactly full, or for a state that cannot be read', () => {
    expect(ruleOf({ itemsAssigned: 8 })).to.equal(null);
    expect(ruleOf({ itemsAssigned: 9 })).to.equal('CAPACITY');
    expect(ruleOf({ activeTasks: 15, itemsAssigned: 0 })).to.equal('CAPACITY');
    expect(ruleOf({ cashOnHand: '500.00', codAssigned: '400.00' })).to.equal(null);
    expect(ruleOf({ cashOnHand: '500.00', codAssigned: '400.01' })).to.equal('CASH_LIMIT');
    expect(ruleOf({ presence: 'UNKNOWN' })).to.equal(null);
    expect(ruleOf({ cashLimit: null })).to.equal('CASH_LIMIT');
    expect(ruleOf({}, { excluded: [{ driverId: 'a', until: NOW }] })).to.equal(null);
  });

  it('counts what the task adds to a route, not how near the driver stands', () => {
    const stop = (taskId: string, kind: 'PICKUP' | 'DROPOFF', at: typeof PICKUP): RouteStopRow => ({
      stopId: `${taskId}:${kind}`,
      taskId,
      kind,
      ...at,
      dueBy: '2026-02-12T18:00:00.000Z',
      locked: false,
      done: false,
      eta: null,
      arrivedAt: null,
    });
    const onTheWay = driver('busy', {
      position: { latitude: 25.1, longitude: 51.5 },
      idleSince: null,
      stops: [stop('other', 'PICKUP', PICKUP), stop('other', 'DROPOFF', DROPOFF)],
    });
    const near = driver('near', { position: { latitude: 25.19, longitude: 51.5 } });
    const { driverId, candidates } = choose([near, onTheWay]);
    expect(driverId).to.equal('busy');
    expect(candidates.map(({ costSeconds }) => (costSeconds ?? 0) > 0)).to.deep.equal([true, true]);
  });

  it('starts from the last stop done where no position is known', () => {
    const done = { ...DROPOFF, taskId: 'old', kind: 'DROPOFF', stopId: 'old:DROPOFF', dueBy: null } as const;
    const stops = [{ ...done, locked: false, done: true, eta: null, arrivedAt: NOW }];
    const { candidates } = choose([
      driver('a', { position: null, stops }),
      driver('b', { position: DROPOFF }),
    ]);
    expect(new Set(candidates.map(({ costSeconds }) => costSeconds)).size).to.equal(1);
  });

  it('prefers among equals who has been idle longest, and who has work last of all', () => {
    const early = driver('b', { idleSince: new Date('2026-02-12T08:00:00.000Z') });
    const late = driver('a', { idleSince: new Date('2026-02-12T09:00:00.000Z') });
    const busy = driver('0', { idleSince: null });
    expect(choose([late, early, busy]).candidates.map(({ driverId }) => driverId)).to.deep.equal([
      'b',
      'a',
      '0',
    ]);
  });

  it('keeps fifty candidates, those who fit first, and counts all the others', () => {
    const full = Array.from({ length: 60 }, (_, index) => driver(`full-${index}`, { capacity: 1 }));
    const pool = {
      onDuty: [...full, driver('fits')],
      others: { count: 70, some: [{ id: 'x', name: 'Off duty' }] },
    };
    const { driverId, candidates, excludedBy } = chooseDriver(ticket(), pool, zones, NOW);
    expect(driverId).to.equal('fits');
    expect(candidates).to.have.length(50);
    expect(candidates[0]?.driverId).to.equal('fits');
    expect(excludedBy).to.deep.equal({ NOT_ON_DUTY: 70, CAPACITY: 60 });
  });
});
