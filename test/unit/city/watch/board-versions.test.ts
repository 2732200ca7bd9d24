import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import type { BoardState } from '../../../../consoles/dispatch/board/board-state.ts';
import { EMPTY_BOARD } from '../../../../consoles/dispatch/board/board-state.ts';
import type { BoardDriver, BoardTask } from '../../../../consoles/dispatch/board/board-types.ts';
import type { LiveMessage } from '../../../../consoles/shared/live/live-message.ts';
import { projectRoot } from '../../../../db/root.ts';
import { judgeFacts } from '../../../city/verdict/judge-facts.ts';
import { BoardVersions } from '../../../city/watch/board-versions.ts';
import { quietDay } from '../verdict/quiet-day.ts';

type Event = LiveMessage['event'];

const contract = parse(readFileSync(join(projectRoot, 'realtime', 'asyncapi.yaml'), 'utf8'), {
  merge: true,
}) as { components: { schemas: Record<string, { properties: Record<string, unknown> }> } };
const fieldsOf = (schema: string) => Object.keys(contract.components.schemas[schema]?.properties ?? {});
const qar = (amount: string) => ({ amount, currency: 'QAR' as const });

const LOCATION = { latitude: 25.3, longitude: 51.5 };

const DRIVER: BoardDriver = {
  driverId: 'driver-1',
  fullName: 'Yousef Haddad',
  phone: '+97455500001',
  vehicle: { type: 'CAR', plate: '1' },
  status: 'APPROVED',
  zoneIds: ['zone-1'],
  capacity: 14,
  duty: 'OFF',
  idleSince: null,
  shiftEndsAt: null,
  itemsAssigned: 0,
  activeTasks: 0,
  presence: 'OFFLINE',
  position: null,
  cash: {
    onHand: qar('0.00'),
    assigned: qar('0.00'),
    projected: qar('0.00'),
    limit: null,
    nearLimit: false,
    overLimit: false,
    carryOver: false,
  },
  version: 4,
};

/** The same driver, with everything changed that an event contains. */
const DRIVER_NEXT: BoardDriver = {
  ...DRIVER,
  status: 'SUSPENDED',
  zoneIds: ['zone-1', 'zone-2'],
  capacity: 20,
  duty: 'ON_DUTY',
  idleSince: '2026-02-12T12:00:00.000Z',
  shiftEndsAt: '2026-02-12T20:00:00.000Z',
  itemsAssigned: 14,
  activeTasks: 6,
  cash: {
    onHand: qar('80.00'),
    assigned: qar('20.00'),
    projected: qar('100.00'),
    limit: qar('90.00'),
    nearLimit: true,
    overLimit: true,
    carryOver: true,
  },
  version: 5,
};

const DRIVER_EVENT = {
  driverId: 'driver-1',
  status: 'SUSPENDED',
  duty: 'ON_DUTY',
  idleSince: '2026-02-12T12:00:00.000Z',
  shiftEndsAt: '2026-02-12T20:00:00.000Z',
  zoneIds: ['zone-1', 'zone-2'],
  capacity: 20,
  itemsAssigned: 14,
  activeTasks: 6,
  cashOnHand: '80.00',
  codAssigned: '20.00',
  projected: '100.00',
  cashLimit: '90.00',
  nearLimit: true,
  overLimit: true,
  carryOver: true,
  version: 5,
};

const STOP = { location: LOCATION };
const TASK = {
  taskId: 'task-1',
  orderId: 'order-1',
  groupId: 'group-1',
  orderNumber: 'W-2026-000001',
  status: 'ASSIGNED',
  driverId: null,
  round: 1,
  zoneId: null,
  dueBy: '2026-02-12T13:00:00.000Z',
  pickupEta: null,
  dropoffEta: null,
  attempt: 1,
  failure: null,
  failedAt: null,
  handOverTo: null,
  pickup: STOP,
  dropoff: STOP,
  waitingSince: null,
  endedAt: null,
  version: 7,
} as unknown as BoardTask;
const TASK_CHANGES = {
  status: 'FAILED',
  driverId: 'driver-1',
  round: 2,
  zoneId: 'zone-1',
  dueBy: '2026-02-12T15:00:00.000Z',
  pickupEta: '2026-02-12T12:31:00.000Z',
  dropoffEta: '2026-02-12T12:59:00.000Z',
  attempt: 2,
  failure: 'BUYER_UNAVAILABLE',
  handOverTo: 'driver-2',
  version: 8,
};
const TASK_NEXT = { ...TASK, ...TASK_CHANGES, failedAt: '2026-02-12T12:58:00.000Z' } as BoardTask;
const TASK_EVENT = { taskId: 'task-1', orderId: 'order-1', groupId: 'group-1', ...TASK_CHANGES };

/** Fields that name the subject and its version: an event without them would not be valid. */
const NAMES = new Set(['driverId', 'version']);
const TASK_NAMES = new Set(['taskId', 'orderId', 'groupId', 'version']);

describe('a board compared with the service, version by version', () => {
  let now: number;
  let versions: BoardVersions;

  beforeEach(() => {
    now = 0;
    const state: BoardState = {
      ...EMPTY_BOARD,
      drivers: new Map([[DRIVER.driverId, DRIVER]]),
      tasks: new Map([[TASK.taskId, TASK]]),
    };
    versions = new BoardVersions(
      () => state,
      () => now,
    );
    versions.restart();
  });

  const hear = (event: Event, payload: object) => {
    versions.hear({ event, payload } as unknown as LiveMessage);
    versions.fold();
  };
  const without = (payload: object, field: string) =>
    Object.fromEntries(Object.entries(payload).filter(([name]) => name !== field));

  it('is the same where the events contain everything', () => {
    expect(versions.differences([DRIVER, TASK], now)).to.deep.equal([]);
    hear('driver.updated', DRIVER_EVENT);
    hear('task.updated', TASK_EVENT);
    expect(versions.differences([DRIVER_NEXT, TASK_NEXT], now)).to.deep.equal([]);
    // A response that is older than the board is compared with what the board showed at that version.
    expect(versions.differences([DRIVER, TASK], now)).to.deep.equal([]);
  });

  it('has an example of every field of the contract', () => {
    expect(Object.keys(DRIVER_EVENT)).to.have.members(fieldsOf('DriverUpdated'));
    expect(Object.keys(TASK_EVENT)).to.have.members(fieldsOf('TaskUpdated'));
  });

  for (const field of fieldsOf('DriverUpdated').filter((name) => !NAMES.has(name))) {
    it(`differs when driver.updated leaves out ${field}`, () => {
      hear('driver.updated', without(DRIVER_EVENT, field));
      expect(versions.differences([DRIVER_NEXT], now)).to.have.length(1);
    });
  }

  for (const field of fieldsOf('TaskUpdated').filter((name) => !TASK_NAMES.has(name))) {
    it(`differs when task.updated leaves out ${field}`, () => {
      hear('task.updated', without(TASK_EVENT, field));
      versions.differences([TASK_NEXT], now);
      expect(versions.differences([TASK_NEXT], now)).not.to.deep.equal([]);
    });
  }

  it('fails the verdict of an otherwise good day when driver.updated leaves out itemsAssigned', () => {
    const { city, service } = quietDay();
    const board = city.views.find(({ room }) => room === 'dispatch')?.board;
    if (board == null) throw new Error('no dispatcher of the quiet day has a board');
    board.found = () => versions.differences([DRIVER_NEXT], now);
    hear('driver.updated', DRIVER_EVENT);
    expect(judgeFacts(city, service)).to.deep.equal([]);
    versions.restart();
    hear('driver.updated', without(DRIVER_EVENT, 'itemsAssigned'));
    const [difference, ...others] = judgeFacts(city, service);
    expect(others).to.deep.equal([]);
    expect(difference?.rule).to.equal('views');
    expect(difference?.found).to.match(/^driver Yousef Haddad, itemsAssigned: .* instead of 14$/);
  });

  it('differs in fields that stayed as they were, even when later events correct them', () => {
    hear('driver.updated', { ...DRIVER_EVENT, itemsAssigned: 0 });
    hear('driver.updated', { ...DRIVER_EVENT, version: 6 });
    expect(versions.differences([DRIVER_NEXT], now)).to.deep.equal([
      'driver Yousef Haddad, itemsAssigned: 0 instead of 14',
    ]);
    expect(versions.differences([{ ...DRIVER_NEXT, version: 6 }], now)).to.deep.equal([]);
  });

  it('does not judge versions that it has not received', () => {
    expect(versions.differences([{ ...DRIVER_NEXT, version: 9 }], now)).to.deep.equal([]);
  });

  it('compares presence with everything that was shown since the service was asked, twice in a row', () => {
    const online = { ...DRIVER, presence: 'ONLINE' as const };
    expect(versions.differences([online], now), 'once').to.deep.equal([]);
    expect(versions.differences([online], now)).to.deep.equal([
      'driver Yousef Haddad, presence: never ONLINE since it was asked',
    ]);
    now = 10;
    hear('presence.changed', { driverId: 'driver-1', presence: 'ONLINE' });
    now = 20;
    hear('presence.changed', { driverId: 'driver-1', presence: 'STALE' });
    for (const presence of ['OFFLINE', 'ONLINE', 'STALE', 'UNKNOWN'] as const)
      for (const _ of [1, 2]) expect(versions.differences([{ ...DRIVER, presence }], 5)).to.deep.equal([]);
    versions.differences([DRIVER], 15);
    expect(versions.differences([DRIVER], 15), 'over before it was asked').to.have.length(1);
  });
});
