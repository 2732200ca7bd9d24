import { add, isZero, negate, percent, subtract } from '../../../../actors/money/money.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { ServiceFacts } from '../evidence/service-facts.ts';
import { collectionsOf } from './cash.ts';

/** The service shows a hundred accounts and leaves out the others. */
const MAX_ACCOUNTS_SHOWN = 100;

/**
 * All entries sum to zero, the service's own check finds nothing, and each account has the balance that follows from
 * the day.
 */
export const ledgerRule: Rule = (city, service) => {
  const { ledger, isExclusive } = service;
  return [
    ...unequal('the ledger: sum of all entries', '0.00', ledger.sum.amount),
    ...unequal('the ledger: balanced', true, ledger.balanced),
    ...ledger.faults.map(({ kind, subject, difference }) => ({
      subject: `the ledger: ${kind} of ${subject}`,
      expected: '0.00',
      found: difference.amount,
    })),
    ...(isExclusive ? accounts(city, service) : []),
  ];
};

/** On an installation of the city's own, every balance follows from what its people did. */
function accounts(city: CityFacts, service: ServiceFacts): Finding[] {
  const expected = expectedBalances(city, service);
  const shown = new Map(service.ledger.accounts.map(({ account, balance }) => [account, balance.amount]));
  const all = service.ledger.accounts.length < MAX_ACCOUNTS_SHOWN;
  return [...new Set([...expected.keys(), ...shown.keys()])].flatMap((account) => {
    const found = shown.get(account);
    if (found === undefined && !all) return [];
    return unequal(`ledger account ${account}`, expected.get(account) ?? '0.00', found ?? '0.00');
  });
}

function expectedBalances(city: CityFacts, service: ServiceFacts): Map<string, string> {
  const balances = new Map<string, string>();
  const book = (account: string, amount: string) =>
    balances.set(account, add(balances.get(account) ?? '0.00', amount));
  for (const { driverId, taskId, amount } of collectionsOf(city, service)) {
    book(`driver:${driverId}`, amount);
    if (service.tasks.get(taskId)?.status !== 'COMPLETED') book('clearing', negate(amount));
  }
  for (const [driverId, { openingCash }] of city.drivers)
    if (!isZero(openingCash)) book(`driver:${driverId}`, openingCash);
  for (const { status, driverId, expected, counted } of service.settlements) {
    if (status !== 'CLOSED') continue;
    book('till', counted.amount);
    book(`driver:${driverId}`, negate(expected.amount));
    const missing = subtract(expected.amount, counted.amount);
    if (!isZero(missing)) book(`driver-difference:${driverId}`, missing);
  }
  for (const { groups } of city.orders.values()) {
    for (const { taskId, sellerId, goods, shipping } of groups) {
      if (taskId === null || service.tasks.get(taskId)?.status !== 'COMPLETED') continue;
      const commission = percent(goods, service.commissionRates.get(sellerId) ?? '0');
      book(`seller:${sellerId}`, negate(subtract(goods, commission)));
      book('commission', negate(commission));
      book('shipping', negate(shipping));
    }
  }
  for (const [sellerId, { payouts }] of service.money) {
    for (const { amount } of payouts) {
      book(`seller:${sellerId}`, amount.amount);
      book('bank', negate(amount.amount));
    }
  }
  return balances;
}
