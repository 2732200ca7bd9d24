import { add, percent, subtract } from '../../../../actors/money/money.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, SellerReadings, ServiceFacts } from '../evidence/service-facts.ts';
import { settledTasks } from './cash.ts';

type MoneyState = Schema<'GroupMoneyState'>;

/** What is or comes back, was refused, called off or lost earns nothing. */
const NEVER: readonly Schema<'GroupStatus'>[] = [
  ...(['REJECTED', 'CANCELLED', 'RETURNING', 'RETURNED', 'WRITTEN_OFF'] as const),
];
const SUMS = { EXPECTED: 'expected', AWAITING_CASH: 'awaitingCash', PAYABLE: 'payable' } as const;

interface Earning {
  groupId: string;
  sellerId: string;
  state: MoneyState;
  net: string;
}

/** Nobody pays sellers out in the city: what is delivered waits for its cash, and then to be paid. */
export const payablesRule: Rule = (city, service) => {
  const earnings = earningsOf(city, service);
  return [...service.money].flatMap(([sellerId, readings]) => {
    const own = earnings.filter((earning) => earning.sellerId === sellerId);
    return [
      ...own.flatMap((earning) => ofGroup(earning, readings)),
      ...(service.isExclusive ? sums(sellerId, own, readings) : []),
    ];
  });
};

function earningsOf(city: CityFacts, service: ServiceFacts): Earning[] {
  const settled = settledTasks(service);
  return [...city.orders.values()].flatMap(({ groups }) =>
    groups.flatMap(({ groupId, sellerId, goods }) => {
      const group = service.groups.get(groupId);
      if (group === undefined) return [];
      const commission = percent(goods, service.commissionRates.get(sellerId) ?? '0');
      const state = stateOf(group, settled, service);
      return [{ groupId, sellerId, state, net: subtract(goods, commission) }];
    }),
  );
}

function stateOf(
  { status, task }: Schema<'OrderGroup'>,
  settled: ReadonlySet<string>,
  { tasks }: ServiceFacts,
): MoneyState {
  if (task !== null && tasks.get(task.id)?.status === 'COMPLETED')
    return settled.has(task.id) ? 'PAYABLE' : 'AWAITING_CASH';
  return NEVER.includes(status) ? 'NOTHING' : 'EXPECTED';
}

function ofGroup({ groupId, state, net }: Earning, { groups }: SellerReadings): Finding[] {
  const subject = `group ${groupId}`;
  const found = groups.get(groupId);
  return [
    ...unequal(`${subject}: where its money stands`, state, found?.state),
    // Of what comes to nothing the order's own figures are shown, which another rule compares.
    ...(state === 'NOTHING' ? [] : unequal(`${subject}: net for its seller`, net, found?.net.amount)),
  ];
}

function sums(sellerId: string, own: readonly Earning[], { sums: told }: SellerReadings): Finding[] {
  const subject = `seller ${sellerId}`;
  return [
    ...Object.entries(SUMS).flatMap(([state, name]) => {
      const of = own.filter((earning) => earning.state === state);
      return [
        ...unequal(`${subject}: orders ${name}`, of.length, told[name].groups),
        ...unequal(`${subject}: ${name}`, add(...of.map(({ net }) => net)), told[name].amount.amount),
      ];
    }),
    ...unequal(`${subject}: paid`, '0.00', told.paid.amount.amount),
  ];
}
