import { Logbook } from '../../../../scripts/city/record/logbook.ts';
import type {
  GroupAct,
  GroupActName,
  RoomView,
  TaskAct,
  TaskActName,
} from '../../../../scripts/city/record/logbook-types.ts';
import type { Schema, SellerReadings, ServiceFacts } from '../../../city/verdict/evidence/service-facts.ts';
import { CHANNELS_OF, expectedNotices } from '../../../city/verdict/rules/expected-notices.ts';

/** The fields that the rules read; the others of a contract type are left out. */
function only<T>(fields: Partial<T>): T {
  return fields as T;
}

const START = Date.parse('2026-02-12T05:00:00.000Z');
const qar = (amount: string): Schema<'Money'> => ({ amount, currency: 'QAR' });
const minute = (after: number) => new Date(START + after * 60_000).toISOString();

export const OFFER = 'offer-1';
const WAREHOUSE = 'warehouse-1';
const SELLER = 'seller-id';
const PICKUP = { latitude: 25.28, longitude: 51.53 };
const DROPOFF = { latitude: 25.32, longitude: 51.52 };
export const BOX: Schema<'ZoneGeometry'> = {
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
export const ELSEWHERE: Schema<'ZoneGeometry'> = {
  type: 'Polygon',
  coordinates: [
    [
      [50.8, 25],
      [50.9, 25],
      [50.9, 25.1],
      [50.8, 25.1],
      [50.8, 25],
    ],
  ],
};

interface Step {
  at: number;
  what: string;
  status: Schema<'TaskStatus'> | null;
  by: Schema<'Actor'>;
  /** Client that did it. */
  who?: string;
  data?: Record<string, unknown>;
}

interface Story {
  name: string;
  quantity: number;
  /** Changes of the group's status and who made them, as its history shows them. */
  history: { at: number; status: Schema<'GroupStatus'>; by: Schema<'Actor'> }[];
  groupActs: GroupActName[];
  payment: Schema<'GroupPayment'>['status'];
  task: Step[] | null;
  back: number;
}

const begun = [{ at: 1, status: 'PENDING_ACCEPTANCE', by: 'BUYER' }] as const;
const prepared = [
  ...begun,
  { at: 2, status: 'ACCEPTED', by: 'SELLER_OWNER' },
  { at: 3, status: 'PACKED', by: 'SELLER_OWNER' },
  { at: 4, status: 'READY_FOR_PICKUP', by: 'SELLER_OWNER' },
] as const;

function step(
  at: number,
  what: string,
  status: Step['status'],
  by: Step['by'],
  who?: string,
  data = {},
): Step {
  return { at, what, status, by, data, ...(who === undefined ? {} : { who }) };
}

const taken = (at: number, driver: string): Step[] => [
  step(at, 'assign', 'ASSIGNED', 'SYSTEM', undefined, { driverId: `${driver}-id`, round: 1 }),
  step(at + 1, 'accept', 'ACCEPTED', 'DRIVER', driver),
  step(at + 5, 'pick-up', 'PICKED_UP', 'DRIVER', driver),
  step(at + 6, 'in-transit', 'IN_TRANSIT', 'DRIVER', driver),
];
const handed = (at: number, driver: string): Step[] => [
  step(at, 'request-code', 'IN_TRANSIT', 'DRIVER', driver),
  step(at + 1, 'verify-code', 'IN_TRANSIT', 'DRIVER', driver, { wrongTries: 1 }),
  step(at + 2, 'verify-code', 'CODE_VERIFIED', 'DRIVER', driver),
  step(at + 3, 'record-cash', 'CASH_RECORDED', 'DRIVER', driver, { amount: '0', driverId: `${driver}-id` }),
  step(at + 4, 'complete', 'COMPLETED', 'DRIVER', driver),
];
const delivered = (from: number): Story['history'] => [
  ...prepared,
  { at: from, status: 'PICKED_UP', by: 'DRIVER' },
  { at: from + 1, status: 'IN_TRANSIT', by: 'DRIVER' },
  { at: from + 9, status: 'DELIVERED', by: 'DRIVER' },
];

const STORIES: readonly Story[] = [
  {
    name: 'a',
    quantity: 2,
    history: delivered(15),
    groupActs: ['accept', 'pack', 'ready'],
    payment: 'SETTLED',
    task: [
      step(4, 'ready', 'UNASSIGNED', 'SELLER_OWNER', 'seller-1'),
      ...taken(10, 'driver-1'),
      ...handed(20, 'driver-1'),
    ],
    back: 0,
  },
  {
    name: 'b',
    quantity: 1,
    history: [...begun, { at: 3, status: 'REJECTED', by: 'SELLER_OWNER' }],
    groupActs: ['reject'],
    payment: 'VOID',
    task: null,
    back: 1,
  },
  {
    name: 'c',
    quantity: 1,
    history: [
      ...prepared,
      { at: 35, status: 'PICKED_UP', by: 'DRIVER' },
      { at: 36, status: 'IN_TRANSIT', by: 'DRIVER' },
      { at: 40, status: 'DELIVERY_FAILED', by: 'DRIVER' },
      { at: 41, status: 'RETURNING', by: 'DRIVER' },
      { at: 50, status: 'RETURNED', by: 'DRIVER' },
      { at: 60, status: 'RETURNED', by: 'SELLER_OWNER' },
    ],
    groupActs: ['accept', 'pack', 'ready', 'confirm-return'],
    payment: 'VOID',
    task: [
      step(4, 'ready', 'UNASSIGNED', 'SELLER_OWNER', 'seller-1'),
      step(20, 'assign', 'ASSIGNED', 'SYSTEM', undefined, { driverId: 'driver-2-id', round: 0 }),
      step(21, 'decline', 'UNASSIGNED', 'DRIVER', 'driver-2'),
      ...taken(30, 'driver-1'),
      step(40, 'fail', 'FAILED', 'DRIVER', 'driver-1'),
      step(41, 'start-return', 'RETURNING', 'DRIVER', 'driver-1'),
      step(50, 'complete-return', 'RETURNED', 'DRIVER', 'driver-1'),
    ],
    back: 1,
  },
  {
    // Accepted too late.
    name: 'd',
    quantity: 1,
    history: [
      ...begun,
      { at: 2, status: 'PENDING_ACCEPTANCE', by: 'SYSTEM' },
      ...delivered(75).slice(begun.length),
    ],
    groupActs: ['accept', 'pack', 'ready'],
    payment: 'COLLECTED',
    task: [
      step(4, 'ready', 'UNASSIGNED', 'SELLER_OWNER', 'seller-1'),
      ...taken(70, 'driver-1'),
      ...handed(80, 'driver-1'),
    ],
    back: 0,
  },
  {
    // The first car breaks down; the second driver finds no signal, and has left the goods at the wrong door.
    name: 'e',
    quantity: 1,
    history: [
      ...delivered(115),
      { at: 128, status: 'IN_TRANSIT', by: 'SYSTEM' },
      { at: 144, status: 'DELIVERED', by: 'DRIVER' },
    ],
    groupActs: ['accept', 'pack', 'ready'],
    payment: 'COLLECTED',
    task: [
      step(4, 'ready', 'UNASSIGNED', 'SELLER_OWNER', 'seller-1'),
      ...taken(100, 'driver-1'),
      step(108, 'open-hand-over', null, 'DISPATCHER', 'dispatcher-1', {
        ...{ driverId: 'driver-1-id', toDriverId: 'driver-2-id' },
      }),
      step(110, 'hand-over', null, 'DRIVER', 'driver-1', { side: 'GIVER' }),
      step(111, 'hand-over', null, 'DRIVER', 'driver-2', { side: 'RECEIVER' }),
      step(111, 'handed-over', null, 'DRIVER', 'driver-2', {
        ...{ fromDriverId: 'driver-1-id', driverId: 'driver-2-id' },
      }),
      step(121, 'override-code', 'CODE_VERIFIED', 'DISPATCHER', 'dispatcher-1'),
      step(123, 'record-cash', 'CASH_RECORDED', 'DRIVER', 'driver-2', { driverId: 'driver-2-id' }),
      step(124, 'complete', 'COMPLETED', 'DRIVER', 'driver-2'),
      step(127, 'reverse', null, 'DISPATCHER', 'dispatcher-1'),
      step(128, 'reversed', 'IN_TRANSIT', 'SYSTEM'),
      ...handed(140, 'driver-2'),
    ],
    back: 0,
  },
];

const PRICE = 50;
const SHIPPING = '25.00';

/** A small day without contradictions. What a test breaks in it must be found. */
export function quietDay(): { city: Logbook; service: ServiceFacts } {
  const city = new Logbook({
    url: 'http://127.0.0.1:1',
    seed: 1,
    rate: 60,
    foundedAt: START,
    dayStart: START,
    maxAlerts: null,
  });
  const client = (id: string, role: 'BUYER' | 'SELLER' | 'DRIVER' | 'DISPATCHER') =>
    city.joined({
      ...{ id, role, email: `${id}@city.example`, accountId: `${id}-account` },
      sellerId: role === 'SELLER' ? SELLER : null,
      driverId: role === 'DRIVER' ? `${id}-id` : null,
    });
  client('buyer-1', 'BUYER');
  client('seller-1', 'SELLER');
  client('dispatcher-1', 'DISPATCHER');
  for (const id of ['driver-1', 'driver-2']) {
    client(id, 'DRIVER');
    const driver = {
      driverId: `${id}-id`,
      clientId: id,
      zoneIds: ['zone-1'],
      cashLimit: '200.00',
      capacity: 8,
    };
    city.hired({ ...driver, openingCash: '0.00' });
  }
  city.secured.push({ accountId: 'seller-1-account', sellerId: SELLER });
  city.openingPrices.push({ sellerId: SELLER, offerId: OFFER, price: '50.00' });
  city.prices.push({ offerId: OFFER, price: '52.50', outcome: 'DONE' });
  city.counts.push(
    { offerId: OFFER, warehouseId: WAREHOUSE, delta: 3, importId: null, outcome: 'DONE' },
    { offerId: OFFER, warehouseId: WAREHOUSE, delta: -1, importId: 'file-1', outcome: 'DONE' },
    { offerId: OFFER, warehouseId: WAREHOUSE, delta: 2, importId: null, outcome: 'UNKNOWN' },
  );
  city.files.push({ importId: 'file-1', sellerId: SELLER, applied: 1 });
  city.payouts.push({ sellerId: SELLER, payoutId: 'payout-1', amount: '90.00', groups: 1, at: START });
  city.approvals.push(
    { kind: 'SELLER', accountId: 'seller-1-account', id: SELLER },
    { kind: 'DRIVER', accountId: 'driver-1-account', id: 'driver-1-id' },
  );
  city.shiftPlans.push({
    ...{ shiftId: 'shift-1', driverId: 'driver-1-id', plannedAt: START, plannedStart: START + 20 * 60_000 },
  });
  city.stocked({ sellerId: SELLER, offerId: OFFER, warehouseId: WAREHOUSE, onHand: 25, reserved: 0 });
  const service = emptyService();
  for (const story of STORIES) tell(story, city, service);
  settle(city, service);
  watch(city, service);
  notify(city, service);
  city.endedAt = START + 600 * 60_000;
  return { city, service };
}

function emptyService(): ServiceFacts {
  const driver = (id: string, cash: string) =>
    only<Schema<'Driver'>>({
      ...{ id, status: 'APPROVED', cashOnHand: qar(cash), zoneIds: ['zone-1'], version: 9 },
      shift: only<Schema<'Shift'>>({ status: 'ENDED' }),
    });
  return {
    isExclusive: true,
    listed: [],
    orders: new Map(),
    groups: new Map(),
    tasks: new Map(),
    taskEvents: new Map(),
    stock: [],
    offers: new Map([[OFFER, only<Schema<'SellerOffer'>>({ id: OFFER, price: qar('52.50') })]]),
    imports: new Map([
      ['file-1', only<Schema<'SellerImport'>>({ id: 'file-1', status: 'DONE', applied: 1 })],
    ]),
    movements: [],
    ledger: { balanced: true, entries: 9, sum: qar('0.00'), accounts: [], faults: [] },
    cash: new Map(),
    settlements: [],
    drivers: new Map([
      ['driver-1-id', driver('driver-1-id', '75.00')],
      ['driver-2-id', driver('driver-2-id', '75.00')],
    ]),
    board: only<Schema<'DispatchBoard'>>({
      drivers: [
        only<Schema<'BoardDriver'>>({ driverId: 'driver-1-id', fullName: 'Yousef', itemsAssigned: 14 }),
      ],
      tasks: [
        only<Schema<'BoardTask'>>({
          taskId: 'task-a',
          orderNumber: 'W-1',
          status: 'COMPLETED',
          endedAt: minute(24),
        }),
      ],
    }),
    orderBoards: new Map([
      [
        SELLER,
        only<Schema<'OrderBoard'>>({
          groups: [
            only<Schema<'OrderBoardGroup'>>({
              ...{ groupId: 'group-a', status: 'DELIVERED', units: 2, dropoffEta: null, endedAt: minute(24) },
            }),
          ],
        }),
      ],
    ]),
    zones: new Map([['zone-1', only<Schema<'Zone'>>({ id: 'zone-1', geometry: BOX, active: true })]]),
    alerts: [
      only<Schema<'AlertDetail'>>({
        id: 'alert-1',
        kind: 'TASK_FAILED',
        subjectId: 'task-c',
        status: 'RESOLVED',
        history: [only<Schema<'AlertDetail'>['history'][number]>({ change: 'RAISED' })],
      }),
      only<Schema<'AlertDetail'>>({
        id: 'alert-2',
        kind: 'ACCEPTANCE_DEADLINE_MISSED',
        subjectId: 'group-d',
        status: 'RESOLVED',
        history: [only<Schema<'AlertDetail'>['history'][number]>({ change: 'RAISED' })],
      }),
    ],
    bells: new Map(),
    sent: [],
    commissionRates: new Map([[SELLER, '10.00']]),
    money: new Map([[SELLER, sellersMoney()]]),
  };
}

/** The first order is paid, two drivers still have their cash, and two orders were cancelled. */
function sellersMoney(): SellerReadings {
  const sum = (groups: number, amount: string) => ({ groups, amount: qar(amount), since: null });
  const group = (name: string, state: Schema<'GroupMoneyState'>, net: string) =>
    [
      `group-${name}`,
      only<Schema<'MoneyGroup'>>({
        ...{ groupId: `group-${name}`, state, net: qar(net) },
        payout: state === 'PAID' ? { id: 'payout-1', number: 'P-1', createdAt: minute(30) } : null,
      }),
    ] as const;
  return {
    sums: only<Schema<'SellerMoney'>>({
      ...{ expected: sum(0, '0.00'), awaitingCash: sum(2, '90.00') },
      ...{ payable: sum(0, '0.00'), paid: sum(1, '90.00') },
    }),
    payouts: [only<Schema<'Payout'>>({ id: 'payout-1', amount: qar('90.00'), groups: 1 })],
    groups: new Map([
      group('a', 'PAID', '90.00'),
      group('b', 'NOTHING', '45.00'),
      group('c', 'NOTHING', '45.00'),
      group('d', 'AWAITING_CASH', '45.00'),
      group('e', 'AWAITING_CASH', '45.00'),
    ]),
  };
}

function tell(story: Story, city: Logbook, service: ServiceFacts): void {
  const { name, quantity } = story;
  const ids = { orderId: `order-${name}`, groupId: `group-${name}`, taskId: `task-${name}` };
  const goods = `${quantity * PRICE}.00`;
  const total = `${quantity * PRICE + 25}.00`;
  const line = { lineId: `line-${name}`, offerId: OFFER, quantity, unitPrice: '50.00', lineTotal: goods };
  city.placed({
    ...{ orderId: ids.orderId, number: `W-2026-00000${name}`, planned: `p-${name}`, buyer: 'buyer-1' },
    ...{ placedAt: START + 60_000, total, dropoff: DROPOFF },
    groups: [
      {
        ...{
          groupId: ids.groupId,
          planned: `p-${name}`,
          sellerId: SELLER,
          method: 'STANDARD',
          goods,
          shipping: SHIPPING,
        },
        ...{ total, lines: [line], acts: [], taskId: null },
      },
    ],
  });
  for (const what of story.groupActs) city.groupAct(ids.groupId, groupAct(what));
  if (story.task !== null) city.task(ids);
  for (const { what, by, who = '', at, status } of story.task ?? []) {
    if (['DRIVER', 'DISPATCHER'].includes(by) && what !== 'handed-over')
      city.taskAct(ids, taskAct(what, who, at, status, total));
    if (what === 'open-hand-over' || what === 'handed-over') {
      const driverId = what === 'handed-over' ? 'driver-2-id' : 'driver-1-id';
      city.sighted(ids, { at: START + at * 60_000, status: 'IN_TRANSIT', driverId, round: 1, version: at });
    }
    if (what === 'assign') {
      const driverId = who === '' ? String(story.task?.find((each) => each.at === at)?.data?.driverId) : who;
      const round = name === 'c' && driverId === 'driver-1-id' ? 1 : 0;
      city.sighted(ids, { at: START + at * 60_000, status: 'ASSIGNED', driverId, round, version: at });
    }
  }
  const record = buildService(story, ids, { goods, total }, service);
  if (story.payment === 'SETTLED')
    city.cashSeen({ driverId: 'driver-1-id', onHand: total, projected: total, limit: '200.00', at: START });
  move(service, 'RESERVE', `reservation-${name}`, 0, quantity);
  move(service, 'SALE', ids.orderId, -quantity, -quantity);
  if (story.back > 0) move(service, 'RETURN', `return:${ids.groupId}:line-${name}`, story.back, 0);
  const { orderId, number } = record;
  service.listed.push(
    only<Schema<'AdminOrderSummary'>>({
      id: orderId,
      number,
      status: 'DELIVERED',
      buyerId: 'buyer-1-account',
    }),
  );
}

function buildService(
  story: Story,
  ids: { orderId: string; groupId: string; taskId: string },
  { goods, total }: { goods: string; total: string },
  service: ServiceFacts,
): { orderId: string; number: string } {
  const number = `W-2026-00000${story.name}`;
  const status = story.history.at(-1)?.status ?? 'PENDING_ACCEPTANCE';
  const taskStatus = story.task?.filter((each) => each.status !== null).at(-1)?.status ?? null;
  const collected = ['COLLECTED', 'SETTLED'].includes(story.payment) ? qar(total) : null;
  const group = only<Schema<'OrderGroup'>>({
    ...{ id: ids.groupId, orderId: ids.orderId, orderNumber: number, sellerId: SELLER, status },
    payment: {
      status: story.payment,
      amountDue: qar(story.payment === 'VOID' ? '0.00' : total),
      amountCollected: collected ?? qar('0.00'),
    },
    shipping: only<Schema<'GroupShipping'>>({ code: 'STANDARD', price: qar(SHIPPING) }),
    lines: [
      only<Schema<'OrderLine'>>({
        id: `line-${story.name}`,
        offerId: OFFER,
        quantity: story.quantity,
        unitPrice: qar('50.00'),
      }),
    ],
    totals: { goods: qar(goods), shipping: qar(SHIPPING), tax: qar('0.00'), total: qar(total) },
    task: taskStatus === null ? null : { id: ids.taskId, status: taskStatus },
    history: story.history.map(({ at, ...entry }) => ({ ...entry, at: minute(at), reason: null })),
    version: 9,
  });
  service.groups.set(ids.groupId, group);
  const orderStatus = status === 'DELIVERED' ? 'DELIVERED' : 'CANCELLED';
  service.orders.set(
    ids.orderId,
    only<Schema<'Order'>>({
      ...{
        id: ids.orderId,
        number,
        status: orderStatus,
        totals: group.totals,
        groups: [structuredClone(group)],
      },
      address: only<Schema<'AddressSnapshot'>>({ location: DROPOFF }),
    }),
  );
  if (story.task !== null && taskStatus !== null) {
    const holder = story.task.findLast(({ what }) => what === 'assign' || what === 'handed-over')?.data
      ?.driverId;
    const override = story.task.find(({ what }) => what === 'override-code');
    service.tasks.set(
      ids.taskId,
      only<Schema<'DispatchTask'>>({
        ...{ id: ids.taskId, orderId: ids.orderId, orderGroupId: ids.groupId, orderNumber: number },
        ...{ status: taskStatus, round: 1 },
        ...{ driverId: String(holder), cashDue: qar(total), cashRecorded: collected, version: 9 },
        codeOverride:
          override === undefined
            ? null
            : { at: minute(override.at), accountId: `${override.who}-account`, reason: 'No signal' },
        pickup: only<Schema<'PickupStop'>>({ location: PICKUP }),
        dropoff: only<Schema<'DropoffStop'>>({ location: DROPOFF }),
      }),
    );
    service.taskEvents.set(
      ids.taskId,
      story.task.map(({ at, what, status: after, by, who, data = {} }) => ({
        ...{ at: minute(at), what, status: after, by, reason: null, data },
        accountId: who === undefined ? null : `${who}-account`,
      })),
    );
  }
  return { orderId: ids.orderId, number };
}

function act<W extends string>(what: W, by: string, at: number) {
  const when = START + at * 60_000;
  return {
    what,
    at: when,
    sentAt: when,
    by,
    outcome: 'DONE' as const,
    code: null,
    key: `${what}-${at}`,
    sent: 1,
    reason: null,
  };
}

function groupAct(what: GroupActName): GroupAct {
  return { ...act(what, 'seller-1', 2), ...(what === 'confirm-return' ? { returned: null } : {}) };
}

function taskAct(what: string, by: string, at: number, status: Step['status'], total: string): TaskAct {
  const wrong = what === 'verify-code' && status !== 'CODE_VERIFIED';
  const name = (wrong ? 'wrong-code' : what) as TaskActName;
  return {
    ...act(name, by, at),
    ...(wrong ? { outcome: 'REFUSED', code: 'delivery.CODE_INVALID' } : {}),
    ...(what === 'record-cash' ? { amount: total } : {}),
    ...{ driverId: `${by}-id`, status },
  };
}

function move(
  service: ServiceFacts,
  cause: Schema<'StockMovement'>['cause'],
  causeId: string,
  onHand: number,
  reserved: number,
): void {
  const id = `movement-${service.movements.length}`;
  service.movements.push({
    ...{ id, offerId: OFFER, warehouseId: WAREHOUSE, onHandDelta: onHand, reservedDelta: reserved },
    ...{ cause, causeId, reason: null, by: null, at: minute(1) },
  });
}

/** The cash of the first order is handed in, a riyal short. */
function settle(city: Logbook, service: ServiceFacts): void {
  const settlement = only<Schema<'Settlement'>>({
    ...{ id: 'settlement-1', driverId: 'driver-1-id', status: 'CLOSED', expected: qar('125.00') },
    ...{ counted: qar('124.00'), difference: qar('-1.00'), createdAt: minute(60), closedAt: minute(61) },
    collections: [{ taskId: 'task-a', amount: qar('125.00') }],
  });
  service.settlements.push(settlement);
  city.handIns.push({
    ...{
      driverId: 'driver-1-id',
      settlementId: 'settlement-1',
      expected: '125.00',
      counted: '124.00',
      difference: '-1.00',
    },
    ...{ status: 'CLOSED', at: START, countedBy: 'dispatcher-1', approvedBy: null, differenceWanted: true },
  });
  const entry = (taskId: string, amount: string, kind: Schema<'CashEntry'>['kind'] = 'COLLECTION') =>
    only<Schema<'CashEntry'>>({ id: `entry-${taskId}-${kind}`, kind, taskId, amount: qar(amount) });
  const cashOf = (onHand: string) => ({ onHand: qar(onHand), projected: qar(onHand), limit: qar('200.00') });
  service.cash.set('driver-1-id', {
    dispatch: only<Schema<'CashView'>>({
      ...cashOf('75.00'),
      entries: [entry('task-a', '125.00'), entry('task-d', '75.00')],
    }),
    own: cashOf('75.00'),
  });
  service.cash.set('driver-2-id', {
    dispatch: only<Schema<'CashView'>>({
      ...cashOf('75.00'),
      entries: [entry('task-e', '75.00'), entry('task-e', '-75.00', 'REVERSAL'), entry('task-e', '75.00')],
    }),
    own: cashOf('75.00'),
  });
  move(service, 'COUNT', 'version 3', 3, 0);
  move(service, 'IMPORT', 'file-1/0', -1, 0);
  service.stock.push(
    only<Schema<'StockLevel'>>({ offerId: OFFER, warehouseId: WAREHOUSE, onHand: 23, reserved: 0 }),
  );
  const balance = (account: string, amount: string) => ({ account, balance: qar(amount) });
  service.ledger.accounts = [
    balance('till', '124.00'),
    balance('driver-difference:driver-1-id', '1.00'),
    balance('driver:driver-1-id', '75.00'),
    balance('driver:driver-2-id', '75.00'),
    balance(`seller:${SELLER}`, '-90.00'),
    balance('bank', '-90.00'),
    balance('commission', '-20.00'),
    balance('shipping', '-75.00'),
    balance('clearing', '0.00'),
  ];
}

/** What the clients show at the end. */
function watch(city: Logbook, service: ServiceFacts): void {
  const view = (clientId: string, room: string): RoomView => ({
    ...{ clientId, room, state: 'live', leftAt: null, events: 1, regressions: [] },
    ...{ orders: new Map(), groups: new Map(), tasks: new Map(), drivers: new Map(), cash: new Map() },
    ...{ alerts: new Map(), zones: new Map(), notifications: new Map(), board: null },
    orderBoard: null,
  });
  for (const order of service.orders.values()) {
    const shown = view('buyer-1', `order:${order.id}`);
    shown.orders.set(order.id, { status: order.status, version: 9 });
    city.views.push(shown);
  }
  const shop = view('seller-1', `seller:${SELLER}`);
  const board = view('dispatcher-1', 'dispatch');
  const phone = view('driver-1', 'driver:driver-1-id');
  for (const { id, orderId, status, payment, task } of service.groups.values())
    shop.groups.set(id, {
      orderId,
      status,
      payment: payment.status,
      taskStatus: task?.status ?? null,
      version: 9,
    });
  for (const { id, orderGroupId: groupId, status, driverId, round } of service.tasks.values()) {
    board.tasks.set(id, { orderId: '', groupId, status, driverId, round, version: 9 });
    phone.tasks.set(id, { orderId: '', groupId, status, driverId, round, version: 9 });
  }
  for (const { id, status, cashOnHand } of service.drivers.values()) {
    board.drivers.set(id, { status, duty: 'OFF', version: 9 });
    board.cash.set(id, { onHand: cashOnHand.amount, version: 9 });
  }
  board.board = {
    read: async () => () => ({}),
    hear: () => undefined,
    found: () => [],
    close: () => undefined,
    drivers: () => new Map(service.board.drivers.map((driver) => [driver.driverId, { ...driver }])),
    tasks: () => new Map(service.board.tasks.map((task) => [task.taskId, { ...task }])),
  };
  shop.orderBoard = {
    load: () => undefined,
    hear: () => undefined,
    put: () => undefined,
    close: () => undefined,
    groups: () =>
      new Map(service.orderBoards.get(SELLER)?.groups.map((group) => [group.groupId, { ...group }])),
  };
  board.zones.set('zone-1', { active: true, deleted: false, version: 1 });
  board.alerts.set('alert-1', { kind: 'TASK_FAILED', status: 'RESOLVED', version: 2 });
  city.views.push(shop, board, phone, view('driver-2', 'driver:driver-2-id'));
}

/** Everyone was notified of what happened. The counts are computed by the rule itself, so its tests change them. */
function notify(city: Logbook, service: ServiceFacts): void {
  const field: Record<string, string> = {
    ...{ ORDER_PLACED: 'orderId', DELIVERY_CODE: 'taskId', TASK_OFFERED: 'taskId', TASK_WITHDRAWN: 'taskId' },
    ...{ SETTLEMENT_RECEIPT: 'settlementId', ALERT: 'alertId', CASH_NEAR_LIMIT: 'driverId' },
    ...{ HAND_OVER: 'taskId', SHIFT_REMINDER: 'shiftId' },
    ...{ SELLER_APPROVED: 'sellerId', DRIVER_APPROVED: 'driverId', BANK_ACCOUNT_CHANGED: 'sellerId' },
  };
  const dataOf = (accountId: string, kind: string, subject: string) =>
    kind === 'DEADLINE_MISSED' && accountId === 'dispatcher-1-account'
      ? { alertId: 'alert-2', subjectId: subject }
      : { [field[kind] ?? 'groupId']: subject };
  for (const [index, { accountId, kind, subject }] of expectedNotices(city, service).entries()) {
    const delivery = (channel: string, status: string) =>
      only<Schema<'SentNotification'>['deliveries'][number]>({ channel, status } as never);
    service.sent.push({
      ...{
        id: `notification-${index}`,
        accountId,
        address: null,
        kind,
        data: dataOf(accountId, kind, subject),
      },
      ...{ createdAt: minute(5), readAt: null },
      deliveries: [
        delivery('IN_APP', 'DELIVERED'),
        ...(CHANNELS_OF[kind] ?? []).map((each) => delivery(each, 'QUEUED')),
      ],
    });
  }
  for (const { id, accountId } of city.clients.values()) {
    const own = service.sent.filter((each) => each.accountId === accountId);
    const notifications = own.map(({ id: of, kind, readAt }) =>
      only<Schema<'Notification'>>({ id: of, kind, readAt }),
    );
    service.bells.set(id, { notifications, unreadCount: notifications.length });
  }
}
