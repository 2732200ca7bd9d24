import { expect } from 'chai';
import type { Logbook } from '../../../../scripts/city/record/logbook.ts';
import { RULES, type RuleName } from '../../../city/verdict/evidence/difference.ts';
import type { Schema, ServiceFacts } from '../../../city/verdict/evidence/service-facts.ts';
import { judgeFacts } from '../../../city/verdict/judge-facts.ts';
import { verdictLines } from '../../../city/verdict/print-verdict.ts';
import { ELSEWHERE, OFFER, quietDay } from './quiet-day.ts';

interface Day {
  city: Logbook;
  service: ServiceFacts;
}

interface Damage {
  what: string;
  rule: RuleName;
  /** An id that the finding has to name. */
  names: string;
  damage(day: Day): void;
}

function there<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the quiet day has none');
  return value;
}

const task = ({ service }: Day, name: string) => there(service.tasks.get(`task-${name}`));
const group = ({ service }: Day, name: string) => there(service.groups.get(`group-${name}`));
const events = ({ service }: Day, name: string) => there(service.taskEvents.get(`task-${name}`));
const acts = ({ city }: Day, name: string) => there(city.tasks.get(`task-${name}`)).acts;
const view = ({ city }: Day, room: string) => there(city.views.find((each) => each.room === room));
const money = (amount: string): Schema<'Money'> => ({ amount, currency: 'QAR' });
const dropFirst = <T>(list: T[], fits: (each: T) => boolean) => list.splice(list.findIndex(fits), 1);

const DAMAGES: readonly Damage[] = [
  {
    what: 'an order that was confirmed and is gone',
    rule: 'orders',
    names: 'order-b',
    damage: ({ service }) => service.orders.delete('order-b'),
  },
  {
    what: 'an order that is listed twice',
    rule: 'orders',
    names: 'order-a',
    damage: ({ service }) => service.listed.push(there(service.listed[0])),
  },
  {
    what: 'an order that no client made',
    rule: 'orders',
    names: 'order-x',
    damage: ({ service }) =>
      service.listed.push({ ...there(service.listed[0]), id: 'order-x', number: 'W-2026-00000x' }),
  },
  {
    what: 'a line with another quantity',
    rule: 'orders',
    names: 'group-a',
    damage: ({ service }) => {
      there(service.orders.get('order-a')?.groups[0]?.lines[0]).quantity = 3;
    },
  },
  {
    what: 'another price of shipping',
    rule: 'orders',
    names: 'group-a',
    damage: ({ service }) => {
      there(service.orders.get('order-a')?.groups[0]).shipping.price = money('50.00');
    },
  },
  {
    what: 'an address that moved',
    rule: 'orders',
    names: 'order-a',
    damage: ({ service }) => {
      there(service.orders.get('order-a')).address.location = { latitude: 25.4, longitude: 51.5 };
    },
  },
  {
    what: 'an order whose status does not follow from its groups',
    rule: 'orders',
    names: 'order-a',
    damage: ({ service }) => {
      there(service.orders.get('order-a')).status = 'IN_PROGRESS';
    },
  },
  {
    what: 'an acknowledged step that is not in the history',
    rule: 'acts',
    names: 'group-a',
    damage: (day) => dropFirst(group(day, 'a').history, ({ status }) => status === 'PACKED'),
  },
  {
    what: 'a step that nobody took',
    rule: 'acts',
    names: 'task-d',
    damage: (day) => dropFirst(acts(day, 'd'), ({ what }) => what === 'complete'),
  },
  {
    what: 'a step that took effect twice',
    rule: 'acts',
    names: 'task-a',
    damage: (day) => events(day, 'a').push(there(events(day, 'a').find(({ what }) => what === 'complete'))),
  },
  {
    what: 'a refused step that took effect all the same',
    rule: 'acts',
    names: 'task-a',
    damage: (day) => {
      there(acts(day, 'a').find(({ what }) => what === 'record-cash')).outcome = 'REFUSED';
    },
  },
  {
    what: 'a group whose task stands elsewhere',
    rule: 'acts',
    names: 'group-d',
    damage: (day) => {
      group(day, 'd').status = 'IN_TRANSIT';
    },
  },
  {
    what: 'cash recorded that was not the amount taken',
    rule: 'acts',
    names: 'task-d',
    damage: (day) => {
      task(day, 'd').cashRecorded = money('74.00');
    },
  },
  {
    what: 'a task that vanished',
    rule: 'acts',
    names: 'task-a',
    damage: ({ service }) => service.tasks.delete('task-a'),
  },
  {
    what: 'goods that never set off for the shop',
    rule: 'acts',
    names: 'task-c: start-return',
    damage: (day) => dropFirst(events(day, 'c'), ({ what }) => what === 'start-return'),
  },
  {
    what: 'goods that changed drivers without the word of the one who had them',
    rule: 'acts',
    names: 'driver-1-id',
    damage: (day) => dropFirst(acts(day, 'e'), ({ what, by }) => what === 'hand-over' && by === 'driver-1'),
  },
  {
    what: 'a hand-over that nobody asked for',
    rule: 'acts',
    names: 'task-e: open-hand-over by dispatcher-1',
    damage: (day) => dropFirst(acts(day, 'e'), ({ what }) => what === 'open-hand-over'),
  },
  {
    what: 'a hand-over that was called off by nobody',
    rule: 'acts',
    names: 'a hand-over that was called off',
    damage: (day) => {
      const opened = events(day, 'e').findIndex(({ what }) => what === 'open-hand-over');
      const data = { driverId: 'driver-1-id', toDriverId: 'driver-2-id', end: 'CANCELLED' };
      const ended = { ...there(events(day, 'e')[opened]), what: 'hand-over-ended', data };
      events(day, 'e').splice(opened + 1, 0, ended);
    },
  },
  {
    what: 'a code that somebody stood in for who did not',
    rule: 'acts',
    names: 'task-e: who stood in for its code',
    damage: (day) => {
      there(task(day, 'e').codeOverride).accountId = 'somebody-account';
    },
  },
  {
    what: 'a code stood in for where nobody did so',
    rule: 'acts',
    names: 'task-a: who stood in for its code',
    damage: (day) => {
      task(day, 'a').codeOverride = task(day, 'e').codeOverride;
    },
  },
  {
    what: 'a mark of a code stood in for that is gone',
    rule: 'acts',
    names: 'task-e: who stood in for its code',
    damage: (day) => {
      task(day, 'e').codeOverride = null;
    },
  },
  {
    what: 'a reversal that was never answered',
    rule: 'acts',
    names: 'task-e: reversals asked for',
    damage: (day) => dropFirst(events(day, 'e'), ({ what }) => what === 'reversed'),
  },
  {
    what: 'a completion that was reversed unasked',
    rule: 'acts',
    names: 'task-a: reversals asked for',
    damage: (day) => events(day, 'a').push(there(events(day, 'e').find(({ what }) => what === 'reversed'))),
  },
  {
    what: 'a sale written down twice',
    rule: 'stock',
    names: OFFER,
    damage: ({ service }) => {
      const sale = there(service.movements.find(({ cause }) => cause === 'SALE'));
      service.movements.push({ ...sale, id: 'movement-x' });
    },
  },
  {
    what: 'stock that nobody sold and that is gone',
    rule: 'stock',
    names: OFFER,
    damage: ({ service }) => {
      there(service.stock[0]).onHand -= 1;
    },
  },
  {
    what: 'units of a rejected group that did not come back',
    rule: 'stock',
    names: 'line-b',
    damage: ({ service }) => {
      dropFirst(service.movements, ({ cause, causeId }) => cause === 'RETURN' && causeId.endsWith('line-b'));
      there(service.stock[0]).onHand -= 1;
    },
  },
  {
    what: 'units that came back twice',
    rule: 'stock',
    names: 'line-c',
    damage: ({ service }) => {
      const back = there(
        service.movements.find(({ cause, causeId }) => cause === 'RETURN' && causeId.endsWith('line-c')),
      );
      service.movements.push({ ...back, id: 'movement-x', causeId: 'cancel:group-c:line-c' });
      there(service.stock[0]).onHand += 1;
    },
  },
  {
    what: 'a count that nobody made',
    rule: 'stock',
    names: 'movement-x',
    damage: ({ service }) => {
      const sale = there(service.movements.find(({ cause }) => cause === 'SALE'));
      service.movements.push({
        ...sale,
        id: 'movement-x',
        cause: 'COUNT',
        causeId: 'version 7',
        onHandDelta: 5,
      });
      there(service.stock[0]).onHand += 5;
    },
  },
  {
    what: 'a reservation that outlived the day',
    rule: 'stock',
    names: OFFER,
    damage: ({ service }) => {
      const held = there(service.movements.find(({ cause }) => cause === 'RESERVE'));
      service.movements.push({ ...held, id: 'movement-x', causeId: 'reservation-x', reservedDelta: 1 });
      there(service.stock[0]).reserved = 1;
    },
  },
  {
    what: 'a ledger that does not sum to zero',
    rule: 'ledger',
    names: 'sum',
    damage: ({ service }) => {
      service.ledger.sum = money('5.00');
    },
  },
  {
    what: 'a seller who was credited for a completion that was reversed, too',
    rule: 'ledger',
    names: 'seller:seller-id',
    damage: ({ service }) => {
      there(service.ledger.accounts.find(({ account }) => account.startsWith('seller:'))).balance =
        money('-225.00');
    },
  },
  {
    what: "a fault that the service's own check found",
    rule: 'ledger',
    names: 'journal-x',
    damage: ({ service }) =>
      service.ledger.faults.push({
        kind: 'UNBALANCED_JOURNAL',
        subject: 'journal-x',
        difference: money('1.00'),
      }),
  },
  {
    what: 'a seller who was credited too much',
    rule: 'ledger',
    names: 'seller:seller-id',
    damage: ({ service }) => {
      there(service.ledger.accounts.find(({ account }) => account.startsWith('seller:'))).balance =
        money('-140.00');
    },
  },
  {
    what: 'a seller who is told that cash is in the till which a driver has',
    rule: 'payables',
    names: 'group-d',
    damage: ({ service }) => {
      there(there(service.money.get('seller-id')).groups.get('group-d')).state = 'PAYABLE';
    },
  },
  {
    what: 'a sum of a seller’s money that is not that of the orders',
    rule: 'payables',
    names: 'seller seller-id: payable',
    damage: ({ service }) => {
      there(service.money.get('seller-id')).sums.payable.amount = money('91.00');
    },
  },
  {
    what: 'a payout that nobody made',
    rule: 'payables',
    names: 'payout payout-1',
    damage: ({ city }) => city.payouts.pop(),
  },
  {
    what: 'a payout of another amount than was answered',
    rule: 'payables',
    names: 'payout payout-1: amount',
    damage: ({ service }) => {
      there(there(service.money.get('seller-id')).payouts[0]).amount = money('80.00');
    },
  },
  {
    what: 'an order that is paid before its cash is in the till',
    rule: 'payables',
    names: 'group-d: its payout',
    damage: ({ service }) => {
      const { groups } = there(service.money.get('seller-id'));
      there(groups.get('group-d')).payout = there(groups.get('group-a')).payout;
    },
  },
  {
    what: 'an order that its payout has forgotten',
    rule: 'payables',
    names: 'payout payout-1: groups that name it',
    damage: ({ service }) => {
      const group = there(there(service.money.get('seller-id')).groups.get('group-a'));
      Object.assign(group, { payout: null, state: 'PAYABLE' });
    },
  },
  {
    what: 'a payout that the bank was not charged with',
    rule: 'ledger',
    names: 'ledger account bank',
    damage: ({ service }) => dropFirst(service.ledger.accounts, ({ account }) => account === 'bank'),
  },
  {
    what: 'a price that its seller did not leave',
    rule: 'shelves',
    names: OFFER,
    damage: ({ service }) => {
      there(service.offers.get(OFFER)).price = money('50.00');
    },
  },
  {
    what: 'a line at a price that its seller never asked',
    rule: 'shelves',
    names: 'price of offer',
    damage: ({ city }) => {
      there(there(there(city.orders.get('order-a')).groups[0]).lines[0]).unitPrice = '49.00';
    },
  },
  {
    what: 'a file that was applied and is still under way',
    rule: 'shelves',
    names: 'file-1: state',
    damage: ({ service }) => {
      there(service.imports.get('file-1')).status = 'APPLYING';
    },
  },
  {
    what: 'a count that was saved and is not in the books',
    rule: 'stock',
    names: 'counted in file file-1',
    damage: ({ service }) => {
      dropFirst(service.movements, ({ cause }) => cause === 'IMPORT');
      there(service.stock[0]).onHand += 1;
    },
  },
  {
    what: 'a count that took effect twice',
    rule: 'stock',
    names: 'movement-x',
    damage: ({ service }) => {
      const count = there(service.movements.find(({ cause }) => cause === 'COUNT'));
      service.movements.push({ ...count, id: 'movement-x' });
      there(service.stock[0]).onHand += 3;
    },
  },
  {
    what: 'cash that a driver does not hold any more',
    rule: 'cash',
    names: 'driver-1-id',
    damage: ({ service }) => {
      there(service.cash.get('driver-1-id')).dispatch.onHand = money('70.00');
    },
  },
  {
    what: 'a driver who reads another amount than dispatchers do',
    rule: 'cash',
    names: 'driver-1-id',
    damage: ({ service }) => {
      there(service.cash.get('driver-1-id')?.own).onHand = money('0.00');
    },
  },
  {
    what: 'a collection that was entered twice',
    rule: 'cash',
    names: 'task-d',
    damage: ({ service }) => {
      const { entries } = there(service.cash.get('driver-1-id')).dispatch;
      entries.push({ ...there(entries[1]), id: 'entry-x' });
    },
  },
  {
    what: 'cash of a reversed completion that is still on the books',
    rule: 'cash',
    names: 'task-e',
    damage: ({ service }) => {
      const { dispatch } = there(service.cash.get('driver-2-id'));
      dropFirst(dispatch.entries, ({ kind }) => kind === 'REVERSAL');
      dispatch.onHand = money('150.00');
    },
  },
  {
    what: 'cash that was taken off the books twice',
    rule: 'cash',
    names: 'task-e: times its cash was taken off',
    damage: ({ service }) => {
      const { entries } = there(service.cash.get('driver-2-id')).dispatch;
      entries.push(...entries.slice(1, 3));
    },
  },
  {
    what: 'a settlement that nobody counted',
    rule: 'cash',
    names: 'settlement-x',
    damage: ({ service }) =>
      service.settlements.push({ ...there(service.settlements[0]), id: 'settlement-x', status: 'OPEN' }),
  },
  {
    what: 'a settlement with another count than the one at the counter',
    rule: 'cash',
    names: 'settlement-1',
    damage: ({ service }) => {
      there(service.settlements[0]).counted = money('125.00');
    },
  },
  {
    what: 'a payment that is not settled with its cash',
    rule: 'cash',
    names: 'group-a',
    damage: (day) => {
      group(day, 'a').payment.status = 'COLLECTED';
    },
  },
  {
    what: 'a driver seen over the limit',
    rule: 'limits',
    names: 'driver-1-id',
    damage: ({ city }) => {
      there(city.cashPeaks.get('driver-1-id')).projected = '200.01';
    },
  },
  {
    what: 'an assignment beyond the limit',
    rule: 'limits',
    names: 'task-c',
    damage: (day) => {
      task(day, 'c').cashDue = money('90.00');
    },
  },
  {
    what: 'goods taken over beyond the limit',
    rule: 'limits',
    names: 'driver-2-id with task task-e',
    damage: ({ city }) => {
      there(city.drivers.get('driver-2-id')).cashLimit = '70.00';
    },
  },
  {
    what: "goods handed over to a driver outside the driver's zones",
    rule: 'zones',
    names: 'task-e, given to driver driver-2-id',
    damage: ({ city }) => {
      there(city.drivers.get('driver-2-id')).zoneIds = [];
    },
  },
  {
    what: "a task given to a driver outside the driver's zones",
    rule: 'zones',
    names: 'task-d',
    damage: (day) => {
      task(day, 'd').dropoff.location = { latitude: 24.9, longitude: 51.5 };
    },
  },
  {
    what: 'a task given by the shape that a zone had before it was drawn again',
    rule: 'zones',
    names: 'task-d',
    damage: ({ city, service }) => {
      const zone = there(service.zones.get('zone-1'));
      const noon = city.run.dayStart + 50 * 60_000;
      const edit = { zoneId: 'zone-1', at: noon, by: 'dispatcher-1', outcome: 'DONE' as const };
      city.zoneEdits.push({ ...edit, before: zone.geometry, after: ELSEWHERE });
      zone.geometry = ELSEWHERE;
    },
  },
  {
    what: 'a task given to another driver before it was taken back',
    rule: 'drivers',
    names: 'task-c',
    damage: (day) => dropFirst(events(day, 'c'), ({ what }) => what === 'decline'),
  },
  {
    what: 'a task that somebody else carries on with',
    rule: 'drivers',
    names: 'task-d',
    damage: (day) => {
      there(events(day, 'd').find(({ what }) => what === 'complete')).accountId = 'driver-2-account';
    },
  },
  {
    what: 'two drivers in one round, as dispatchers saw it',
    rule: 'drivers',
    names: 'task-c',
    damage: ({ city }) => {
      for (const seen of there(city.tasks.get('task-c')).sightings) seen.round = 0;
    },
  },
  {
    what: 'two drivers who were told that they have the goods',
    rule: 'drivers',
    names: 'task-a',
    damage: (day) => {
      there(acts(day, 'a').find(({ what }) => what === 'in-transit')).driverId = 'driver-2-id';
    },
  },
  {
    what: 'goods with a second driver that nobody handed over',
    rule: 'drivers',
    names: 'task-e',
    damage: (day) => dropFirst(events(day, 'e'), ({ what }) => what === 'handed-over'),
  },
  {
    what: 'a driver who carries on with goods that were handed over',
    rule: 'drivers',
    names: 'driver-2-id',
    damage: (day) => {
      there(events(day, 'e').find(({ what }) => what === 'complete')).accountId = 'driver-1-account';
    },
  },
  {
    what: 'a task under way on two phones',
    rule: 'drivers',
    names: 'task-a',
    damage: (day) => {
      const shown = there(view(day, 'driver:driver-1-id').tasks.get('task-a'));
      shown.status = 'ACCEPTED';
      view(day, 'driver:driver-2-id').tasks.set('task-a', { ...shown, driverId: 'driver-2-id' });
    },
  },
  {
    what: 'a room whose view is stale',
    rule: 'views',
    names: 'order-d',
    damage: (day) => {
      there(view(day, 'order:order-d').orders.get('order-d')).status = 'IN_PROGRESS';
    },
  },
  {
    what: 'a board that shows a task in a former state',
    rule: 'views',
    names: 'task-a',
    damage: (day) => {
      there(view(day, 'dispatch').tasks.get('task-a')).status = 'CASH_RECORDED';
    },
  },
  {
    what: 'a board that differed while the day went on, and is right at its end',
    rule: 'views',
    names: 'board, during the day',
    damage: (day) => {
      there(view(day, 'dispatch').board).found = () => ['driver Yousef, presence: never ONLINE'];
    },
  },
  {
    what: 'a seller’s board that shows other units than were bought',
    rule: 'views',
    names: 'board, group group-a: units',
    damage: (day) => {
      const board = there(view(day, 'seller:seller-id').orderBoard);
      const [[id, shown]] = [...board.groups()] as [[string, Schema<'OrderBoardGroup'>]];
      board.groups = () => new Map([[id, { ...shown, units: 3 }]]);
    },
  },
  {
    what: 'a seller’s board without an order that is on it',
    rule: 'views',
    names: 'board, group group-a',
    damage: (day) => {
      there(view(day, 'seller:seller-id').orderBoard).groups = () => new Map();
    },
  },
  {
    what: 'a seller’s board with an order that is on it no more',
    rule: 'views',
    names: 'board, group group-x',
    damage: (day) => {
      const board = there(view(day, 'seller:seller-id').orderBoard);
      const [[id, shown]] = [...board.groups()] as [[string, Schema<'OrderBoardGroup'>]];
      const open = { ...shown, groupId: 'group-x', status: 'ACCEPTED', endedAt: null } as const;
      board.groups = () =>
        new Map([
          [id, shown],
          ['group-x', open],
        ]);
    },
  },
  {
    what: 'more open alerts than were allowed',
    rule: 'alerts',
    names: 'alerts at',
    damage: ({ city }) => {
      city.run.maxAlerts = 40;
      city.alertPeak = { count: 41, at: city.run.dayStart, kinds: new Map([['TASK_FAILED', 41]]) };
    },
  },
  {
    what: 'a board that shows a driver with room who has none',
    rule: 'views',
    names: 'board, driver Yousef: itemsAssigned',
    damage: (day) => {
      const [driver] = there(view(day, 'dispatch').board).drivers();
      const [id, shown] = there(driver);
      there(view(day, 'dispatch').board).drivers = () => new Map([[id, { ...shown, itemsAssigned: 0 }]]);
    },
  },
  {
    what: 'a room that is not live at the end',
    rule: 'views',
    names: 'dispatcher-1',
    damage: (day) => {
      view(day, 'dispatch').state = 'stale';
    },
  },
  {
    what: 'a version that went back',
    rule: 'views',
    names: 'task-a 9 → 8',
    damage: (day) => view(day, 'dispatch').regressions.push('task-a 9 → 8'),
  },
  {
    what: 'a notification that is missing',
    rule: 'notifications',
    names: 'GROUP_ACCEPTED about group-a to buyer-1',
    damage: ({ service }) =>
      dropFirst(service.sent, ({ kind, data }) => kind === 'GROUP_ACCEPTED' && data.groupId === 'group-a'),
  },
  {
    what: 'a notification that was told twice',
    rule: 'notifications',
    names: 'DELIVERED about group-a to buyer-1',
    damage: ({ service }) => {
      const told = there(
        service.sent.find(({ kind, data }) => kind === 'DELIVERED' && data.groupId === 'group-a'),
      );
      service.sent.push({ ...told, id: 'notification-x' });
    },
  },
  {
    what: 'a dispatcher who was not told of a missed deadline',
    rule: 'notifications',
    names: 'DEADLINE_MISSED about group-d to dispatcher-1',
    damage: ({ service }) =>
      dropFirst(service.sent, ({ kind, data }) => kind === 'DEADLINE_MISSED' && data.alertId !== undefined),
  },
  {
    what: 'a driver who was not told of goods to take over',
    rule: 'notifications',
    names: 'HAND_OVER about task-e to driver-2',
    damage: ({ service }) =>
      dropFirst(service.sent, (each) => each.kind === 'HAND_OVER' && each.accountId === 'driver-2-account'),
  },
  {
    what: 'a driver who was not told of the approval',
    rule: 'notifications',
    names: 'DRIVER_APPROVED about driver-1-id to driver-1',
    damage: ({ service }) => dropFirst(service.sent, ({ kind }) => kind === 'DRIVER_APPROVED'),
  },
  {
    what: 'a seller who was told of the approval twice',
    rule: 'notifications',
    names: 'SELLER_APPROVED about seller-id to seller-1',
    damage: ({ service }) => {
      const told = there(service.sent.find(({ kind }) => kind === 'SELLER_APPROVED'));
      service.sent.push({ ...told, id: 'notification-x' });
    },
  },
  {
    what: 'an approval without its e-mail',
    rule: 'notifications',
    names: 'SELLER_APPROVED',
    damage: ({ service }) => {
      const told = there(service.sent.find(({ kind }) => kind === 'SELLER_APPROVED'));
      dropFirst(told.deliveries, ({ channel }) => channel === 'EMAIL');
    },
  },
  {
    what: 'a driver who was reminded of a shift twice',
    rule: 'notifications',
    names: 'SHIFT_REMINDER about shift-1 to driver-1',
    damage: ({ service }) => {
      const told = there(service.sent.find(({ kind }) => kind === 'SHIFT_REMINDER'));
      service.sent.push({ ...told, id: 'notification-x' });
    },
  },
  {
    what: 'a driver who was reminded of a shift that nobody planned',
    rule: 'notifications',
    names: 'SHIFT_REMINDER about shift-x to driver-1',
    damage: ({ service }) => {
      const told = there(service.sent.find(({ kind }) => kind === 'SHIFT_REMINDER'));
      service.sent.push({ ...told, id: 'notification-x', data: { shiftId: 'shift-x' } });
    },
  },
  {
    what: 'a driver who had an hour and was never reminded',
    rule: 'notifications',
    names: 'SHIFT_REMINDER about shift-1 to driver-1',
    damage: ({ city, service }) => {
      city.run.rate = 1;
      dropFirst(service.sent, ({ kind }) => kind === 'SHIFT_REMINDER');
    },
  },
  {
    what: 'a forged notification',
    rule: 'notifications',
    names: 'DELIVERED about group-x to buyer-1',
    damage: ({ service }) => {
      const told = there(service.sent.find(({ kind }) => kind === 'DELIVERED'));
      service.sent.push({ ...told, id: 'notification-x', data: { groupId: 'group-x' } });
    },
  },
  {
    what: 'an e-mail that claims to be sent',
    rule: 'notifications',
    names: 'notification-',
    damage: ({ service }) => {
      const told = there(
        service.sent.find(({ deliveries }) => deliveries.some(({ channel }) => channel === 'EMAIL')),
      );
      there(told.deliveries.find(({ channel }) => channel === 'EMAIL')).status = 'SENT';
    },
  },
  {
    what: 'a bell that lacks what was sent',
    rule: 'notifications',
    names: 'bell of buyer-1',
    damage: ({ service }) => there(service.bells.get('buyer-1')).notifications.pop(),
  },
];

describe("the city's verdict", () => {
  it('finds nothing on a day without contradictions', () => {
    const { city, service } = quietDay();
    expect(judgeFacts(city, service)).to.deep.equal([]);
    expect(verdictLines([]).at(-1)).to.equal('The day adds up.');
  });

  for (const { what, rule, names, damage } of DAMAGES) {
    it(`finds ${what}`, () => {
      const day = quietDay();
      damage(day);
      const found = judgeFacts(day.city, day.service);
      const fitting = found.filter((each) => each.rule === rule && JSON.stringify(each).includes(names));
      expect(fitting, JSON.stringify(found, null, 1)).to.not.deep.equal([]);
      expect(verdictLines(found).join('\n')).to.contain('FAILED').and.contain(names);
    });
  }

  it('has a damaged day for every rule', () => {
    expect(new Set(DAMAGES.map(({ rule }) => rule))).to.deep.equal(new Set(Object.keys(RULES)));
  });

  it('leaves open whether a step without a response took effect', () => {
    for (const happened of [true, false]) {
      const day = quietDay();
      const arrive = {
        ...there(acts(day, 'a')[0]),
        what: 'arrive' as const,
        outcome: 'UNKNOWN' as const,
        key: 'x',
      };
      acts(day, 'a').push(arrive);
      if (happened) {
        const at = events(day, 'a').findIndex(({ what }) => what === 'request-code');
        events(day, 'a').splice(at, 0, { ...there(events(day, 'a')[at]), what: 'arrive', status: 'ARRIVED' });
      }
      expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
    }
  });

  it('allows for what the service notices or refuses on its own', () => {
    const day = quietDay();
    const first = there(events(day, 'a')[0]);
    const handedIn = events(day, 'a').findIndex(({ what }) => what === 'request-code');
    // The geofence acts without an account; the driver's own report came later and changed nothing.
    const arrival = {
      ...there(events(day, 'a')[handedIn]),
      what: 'arrive',
      status: 'ARRIVED' as const,
      accountId: null,
    };
    events(day, 'a').splice(handedIn, 0, arrival);
    acts(day, 'a').push({ ...there(acts(day, 'a')[0]), what: 'arrive', key: 'arrive' });
    // Opened before the driver actor refused it.
    const opened = {
      ...first,
      what: 'assign-by-hand',
      by: 'DISPATCHER' as const,
      accountId: 'dispatcher-1-account',
    };
    events(day, 'a').splice(1, 0, opened);
    const byHand = {
      ...there(acts(day, 'a')[0]),
      what: 'assign' as const,
      by: 'dispatcher-1',
      key: 'by hand',
    };
    acts(day, 'a').push({ ...byHand, outcome: 'REFUSED', code: 'delivery.CASH_LIMIT_EXCEEDED' });
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
    // Opened, and overtaken by another dispatcher before it was answered.
    there(acts(day, 'a').at(-1)).code = 'common.CONFLICT';
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
    there(acts(day, 'a').at(-1)).code = 'delivery.INVALID_STATE';
    expect(judgeFacts(day.city, day.service).map(({ rule }) => rule)).to.deep.equal(['acts']);
  });

  it('ignores notifications about another day, on an installation that has had one', () => {
    const day = quietDay();
    const old = {
      ...there(day.service.sent[0]),
      id: 'notification-x',
      kind: 'ALERT' as const,
      data: { alertId: 'old' },
    };
    old.deliveries = old.deliveries.map((each) =>
      each.channel === 'EMAIL' ? { ...each, channel: 'PUSH' } : each,
    );
    old.accountId = 'dispatcher-1-account';
    day.service.sent.push(old);
    const shown = there(day.service.bells.get('dispatcher-1'));
    shown.notifications.push({ ...there(shown.notifications[0]), id: old.id });
    shown.unreadCount = shown.notifications.length;
    expect(judgeFacts(day.city, day.service).map(({ rule }) => rule)).to.deep.equal(['notifications']);
    day.service.isExclusive = false;
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
  });

  it('accepts either of two people who return goods at the same time as the one who did it', () => {
    const day = quietDay();
    const own = there(acts(day, 'c').find(({ what }) => what === 'start-return'));
    acts(day, 'c').push({ ...own, what: 'return', by: 'dispatcher-1', key: 'return' });
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
  });

  for (const [name, said] of [
    ['a', 'accept'],
    ['e', 'hand-over'],
  ] as const)
    it(`leaves open whether a driver's second ${said} took effect`, () => {
      const day = quietDay();
      const own = there(acts(day, name).find(({ what }) => what === said));
      acts(day, name).push({ ...own, key: 'again' });
      expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
      dropFirst(events(day, name), ({ what }) => what === said);
      expect(judgeFacts(day.city, day.service).map(({ rule }) => rule)).to.deep.equal(['acts']);
    });

  it('accepts either of two people who override a code as the one who did it', () => {
    const day = quietDay();
    const own = there(acts(day, 'e').find(({ what }) => what === 'override-code'));
    acts(day, 'e').push({ ...own, by: 'dispatcher-1', key: 'again' });
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
  });

  it('leaves open whether a driver was reminded when there was hardly time for it', () => {
    const day = quietDay();
    const { sent, bells } = day.service;
    const [told] = dropFirst(sent, ({ kind }) => kind === 'SHIFT_REMINDER');
    const bell = there(bells.get('driver-1'));
    dropFirst(bell.notifications, ({ id }) => id === told?.id);
    bell.unreadCount = bell.notifications.length;
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
    // A driver whose planning was never answered may be reminded all the same.
    day.city.shiftPlans.splice(0, 1, { ...there(day.city.shiftPlans[0]), shiftId: null });
    sent.push(there(told));
    bell.notifications.push({ ...there(bell.notifications[0]), id: there(told).id });
    bell.unreadCount = bell.notifications.length;
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
  });

  it('leaves open whether drivers were notified of a hand-over that was not completed', () => {
    for (const end of ['CANCELLED', 'EXPIRED', 'REFUSED']) {
      const day = quietDay();
      const { city, service } = day;
      const opened = there(events(day, 'd').find(({ what }) => what === 'in-transit'));
      const data = { driverId: 'driver-1-id', toDriverId: 'driver-2-id' };
      const quiet = { ...opened, status: null, accountId: 'dispatcher-1-account', by: 'DISPATCHER' as const };
      const after = events(day, 'd').indexOf(opened) + 1;
      events(day, 'd').splice(
        after,
        0,
        { ...quiet, what: 'open-hand-over', data },
        { ...quiet, what: 'hand-over-ended', data: { ...data, end } },
      );
      const act = there(acts(day, 'e').find(({ what }) => what === 'open-hand-over'));
      acts(day, 'd').push(act, { ...act, what: 'cancel-hand-over', key: 'cancel' });
      expect(judgeFacts(city, service), end).to.deep.equal([]);
      const told = there(service.sent.find(({ kind }) => kind === 'HAND_OVER'));
      const again = { ...told, id: 'notification-x', data: { taskId: 'task-d' } };
      service.sent.push(again);
      const who = there([...city.clients.values()].find(({ accountId }) => accountId === told.accountId));
      const bell = there(service.bells.get(who.id));
      bell.notifications.push({ ...there(bell.notifications[0]), id: again.id });
      bell.unreadCount = bell.notifications.length;
      const rules = judgeFacts(city, service).map(({ rule }) => rule);
      expect(rules, end).to.deep.equal(end === 'REFUSED' ? ['notifications'] : []);
    }
  });

  it('checks no room of a client that has left or never joined', () => {
    const day = quietDay();
    const board = view(day, 'dispatch');
    board.state = 'offline';
    expect(judgeFacts(day.city, day.service).map(({ rule }) => rule)).to.deep.equal(['views']);
    board.leftAt = day.city.run.dayStart;
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
    const absent = view(day, 'driver:driver-2-id');
    Object.assign(absent, { state: 'offline', events: 0 });
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
  });

  it('leaves open one confirmation that was never answered, but not a second one', () => {
    const day = quietDay();
    const stranger = { ...there(day.service.listed[0]), id: 'order-x', number: 'W-2026-00000x' };
    day.service.listed.push(stranger);
    day.city.unanswered.push({
      checkoutId: 'checkout-x',
      buyer: 'buyer-1',
      planned: 'p-x',
      at: day.city.run.dayStart,
    });
    expect(judgeFacts(day.city, day.service)).to.deep.equal([]);
    day.service.listed.push({ ...stranger, id: 'order-y', number: 'W-2026-00000y' });
    expect(judgeFacts(day.city, day.service).map(({ rule }) => rule)).to.deep.equal(['orders']);
  });
});
