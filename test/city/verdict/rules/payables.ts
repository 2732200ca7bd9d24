import { add, percent, subtract } from '../../../../actors/money/money.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, SellerReadings, ServiceFacts } from '../evidence/service-facts.ts';
import { settledTasks } from './cash.ts';

type MoneyState = Schema<'GroupMoneyState'>;

/** Groups that are returning or returned, rejected, cancelled or lost earn nothing. */
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

/** A delivered group waits for its cash, and is then payable until a payout pays it, once. */
export const payablesRule: Rule = (city, service) => {
  const earnings = earningsOf(city, service);
  return [...service.money].flatMap(([sellerId, readings]) => {
    const own = earnings.filter((earning) => earning.sellerId === sellerId);
    return [
      ...own.flatMap((earning) => ofGroup(earning, readings)),
      ...payouts(sellerId, city, readings, service.isExclusive),
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
  const isPaid = state === 'PAYABLE' && found?.payout != null;
  return [
    ...unequal(`${subject}: where its money stands`, isPaid ? 'PAID' : state, found?.state),
    ...(isPaid ? [] : unequal(`${subject}: its payout`, null, found?.payout ?? null)),
    // For a group that earns nothing the order's own amounts are shown, which another rule compares.
    ...(state === 'NOTHING' ? [] : unequal(`${subject}: net for its seller`, net, found?.net.amount)),
  ];
}

/**
 * Each payout was made by an administrator. On an installation of the city's own it pays groups of the day alone, and
 * is the sum of those that name it.
 */
function payouts(
  sellerId: string,
  { payouts: made }: CityFacts,
  { payouts: listed, groups }: SellerReadings,
  isExclusive: boolean,
): Finding[] {
  const own = made.filter((payout) => payout.sellerId === sellerId);
  const answered = new Map(
    own.flatMap((payout) => (payout.payoutId === null ? [] : [[payout.payoutId, payout]])),
  );
  const unanswered = own.length - answered.size;
  const strangers = listed.filter(({ id }) => !answered.has(id));
  const found = new Map(listed.map((payout) => [payout.id, payout]));
  const paid = [...groups.values()].filter(({ payout }) => payout !== null);
  return [
    ...[...answered].flatMap(([id, { amount, groups: count }]) => [
      ...unequal(`payout ${id}: amount`, amount, found.get(id)?.amount.amount),
      ...unequal(`payout ${id}: groups`, count, found.get(id)?.groups),
    ]),
    ...(strangers.length <= unanswered
      ? []
      : strangers.map(({ id, amount }) => ({
          subject: `payout ${id} of seller ${sellerId}`,
          expected: 'none: no one made it',
          found: amount.amount,
        }))),
    ...(isExclusive ? listed : []).flatMap(({ id, amount, groups: count }) => {
      const of = paid.filter(({ payout }) => payout?.id === id);
      return [
        ...unequal(`payout ${id}: groups that name it`, count, of.length),
        ...unequal(`payout ${id}: their net`, amount.amount, add(...of.map(({ net }) => net.amount))),
      ];
    }),
    ...paid
      .filter(({ payout }) => !found.has(payout?.id ?? ''))
      .flatMap(({ groupId, payout }) =>
        unequal(`group ${groupId}: its payout`, 'one of its seller’s', payout?.id),
      ),
  ];
}

function sums(sellerId: string, own: readonly Earning[], readings: SellerReadings): Finding[] {
  const { sums: told, groups, payouts: listed } = readings;
  const isPaid = ({ groupId }: Earning) => groups.get(groupId)?.payout != null;
  const subject = `seller ${sellerId}`;
  return [
    ...Object.entries(SUMS).flatMap(([state, name]) => {
      const of = own.filter((earning) => earning.state === state && !isPaid(earning));
      return [
        ...unequal(`${subject}: orders ${name}`, of.length, told[name].groups),
        ...unequal(`${subject}: ${name}`, add(...of.map(({ net }) => net)), told[name].amount.amount),
      ];
    }),
    ...unequal(
      `${subject}: paid`,
      add(...listed.map(({ amount }) => amount.amount)),
      told.paid.amount.amount,
    ),
  ];
}
