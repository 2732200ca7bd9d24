import { add, negate, subtract } from '../../../../actors/money/money.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';
import { takenBackAt } from '../evidence/taken-back.ts';

/** Cash that a driver collected at a door. */
export interface Collection {
  driverId: string;
  taskId: string;
  amount: string;
}

/**
 * What drivers recorded, without what was returned by a reversal. Where there was no response, the task shows whether
 * it took effect.
 */
export function collectionsOf(city: CityFacts, service: ServiceFacts): Collection[] {
  return [...city.tasks.values()].flatMap(({ taskId, acts }) => {
    const task = service.tasks.get(taskId);
    const takenBack = takenBackAt(service, taskId);
    const recorded = acts.filter(
      ({ what, outcome, sentAt }) => what === 'record-cash' && outcome !== 'REFUSED' && sentAt > takenBack,
    );
    const act = recorded.find(({ outcome }) => outcome === 'DONE') ?? recorded.at(-1);
    if (act?.driverId == null || act.amount === undefined) return [];
    if (act.outcome === 'UNKNOWN' && task?.cashRecorded == null) return [];
    return [{ driverId: act.driverId, taskId, amount: act.amount }];
  });
}

/**
 * Cash on hand is what was collected less what was handed in, wherever it is read; each hand-in is as it was counted.
 */
export const cashRule: Rule = (city, service) => {
  const collections = collectionsOf(city, service);
  return [
    ...[...city.drivers.keys()].flatMap((driverId) => onHand(driverId, city, service, collections)),
    ...reversals(city, service),
    ...handIns(city, service),
    ...settledPayments(city, service),
  ];
};

function onHand(
  driverId: string,
  city: CityFacts,
  service: ServiceFacts,
  collections: readonly Collection[],
): Finding[] {
  const subject = `driver ${driverId}`;
  const own = collections.filter((collection) => collection.driverId === driverId);
  const collected = add(...own.map(({ amount }) => amount));
  const handedIn = add(
    ...service.settlements
      .filter((settlement) => settlement.driverId === driverId && settlement.status === 'CLOSED')
      .map(({ expected }) => expected.amount),
  );
  const opening = city.drivers.get(driverId)?.openingCash ?? '0.00';
  const expected = subtract(add(opening, collected), handedIn);
  const readings = service.cash.get(driverId);
  const entries = standing(readings?.dispatch.entries ?? []);
  return [
    ...unequal(`${subject}: cash on hand, to dispatchers`, expected, readings?.dispatch.onHand.amount),
    ...(readings?.own == null
      ? []
      : unequal(`${subject}: cash on hand, to the driver`, expected, readings.own.onHand.amount)),
    ...unequal(
      `${subject}: cash on hand, on the driver's record`,
      expected,
      service.drivers.get(driverId)?.cashOnHand.amount,
    ),
    ...own.flatMap(({ taskId, amount }) => {
      const found = entries.filter((entry) => entry.taskId === taskId).map((entry) => entry.amount.amount);
      return unequal(
        `${subject}: collection of task ${taskId}`,
        amount,
        found.length === 1 ? found[0] : found,
      );
    }),
    ...entries
      .filter(({ taskId }) => city.tasks.has(taskId ?? '') && !own.some((each) => each.taskId === taskId))
      .map(({ taskId, amount }) => ({
        subject: `${subject}: collection of task ${taskId}`,
        expected: 'none: the driver recorded nothing',
        found: amount.amount,
      })),
  ];
}

/** Collections that were not reversed; and reversals without a collection. */
function standing(entries: readonly Schema<'CashEntry'>[]): Schema<'CashEntry'>[] {
  const left = entries.filter(({ kind }) => kind === 'COLLECTION');
  for (const reversal of entries.filter(({ kind }) => kind === 'REVERSAL')) {
    const place = left.findIndex(
      ({ taskId, amount }) => taskId === reversal.taskId && amount.amount === negate(reversal.amount.amount),
    );
    if (place >= 0) left.splice(place, 1);
    else left.push(reversal);
  }
  return left;
}

/** Cash is removed from a driver's account once for each completion that was reversed. */
function reversals(city: CityFacts, { cash, taskEvents }: ServiceFacts): Finding[] {
  const entries = [...cash.values()].flatMap(({ dispatch }) => dispatch.entries);
  const taken = entries.filter(({ kind }) => kind === 'REVERSAL');
  return [...city.tasks.keys()].flatMap((id) => {
    const reversed = (taskEvents.get(id) ?? []).filter(({ what }) => what === 'reversed').length;
    const found = taken.filter(({ taskId }) => taskId === id).length;
    return unequal(`task ${id}: times its cash was taken off the driver's books`, reversed, found);
  });
}

/** Each hand-in is one settlement, and each settlement comes from a hand-in. */
function handIns(city: CityFacts, { settlements }: ServiceFacts): Finding[] {
  const left = new Map(settlements.map((settlement) => [settlement.id, settlement]));
  const answered = city.handIns.filter(({ settlementId }) => settlementId !== null);
  const findings = answered.flatMap((record) => {
    const subject = `settlement ${record.settlementId} of driver ${record.driverId}`;
    const settlement = left.get(record.settlementId ?? '');
    if (settlement === undefined) return [{ subject, expected: 'one', found: 'none' }];
    left.delete(settlement.id);
    return [
      ...unequal(`${subject}: driver`, record.driverId, settlement.driverId),
      ...unequal(`${subject}: counted`, record.counted, settlement.counted.amount),
      ...(record.expected === null
        ? []
        : unequal(`${subject}: expected`, record.expected, settlement.expected.amount)),
      ...unequal(
        `${subject}: difference`,
        subtract(settlement.counted.amount, settlement.expected.amount),
        settlement.difference.amount,
      ),
      ...unequal(
        `${subject}: sum of its collections`,
        settlement.expected.amount,
        add(...settlement.collections.map(({ amount }) => amount.amount)),
      ),
      ...(city.endedAt === null ? [] : unequal(`${subject}: status`, 'CLOSED', settlement.status)),
    ];
  });
  for (const { driverId, counted } of city.handIns.filter(({ settlementId }) => settlementId === null)) {
    const made = [...left.values()].find(
      (each) => each.driverId === driverId && each.counted.amount === counted,
    );
    if (made !== undefined) left.delete(made.id);
  }
  return [
    ...findings,
    ...[...left.values()].map(({ id, driverId, counted }) => ({
      subject: `settlement ${id} of driver ${driverId}`,
      expected: 'none: no one counted it',
      found: counted.amount,
    })),
  ];
}

/** Tasks whose cash was handed in. */
export function settledTasks({ settlements }: ServiceFacts): ReadonlySet<string> {
  return new Set(
    settlements
      .filter(({ status }) => status === 'CLOSED')
      .flatMap(({ collections }) => collections.map(({ taskId }) => taskId)),
  );
}

/** A group's payment follows from its task and from the settlement its cash is in. */
function settledPayments(city: CityFacts, service: ServiceFacts): Finding[] {
  const settled = settledTasks(service);
  return [...city.orders.values()].flatMap(({ groups }) =>
    groups.flatMap(({ groupId }) => {
      const group = service.groups.get(groupId);
      if (group === undefined) return [];
      return unequal(`group ${groupId}: payment`, paymentOf(group, settled, service), group.payment.status);
    }),
  );
}

const VOIDED: readonly Schema<'GroupStatus'>[] = ['REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF'];

function paymentOf(
  { status, task }: Schema<'OrderGroup'>,
  settled: ReadonlySet<string>,
  { tasks }: ServiceFacts,
): Schema<'GroupPayment'>['status'] {
  if (VOIDED.includes(status)) return 'VOID';
  if (task === null || tasks.get(task.id)?.cashRecorded == null) return 'PENDING';
  return settled.has(task.id) ? 'SETTLED' : 'COLLECTED';
}
