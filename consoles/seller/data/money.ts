import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './keys.ts';
import { usePages } from './use-pages.ts';

type Schemas = components['schemas'];
export type SellerMoney = Schemas['SellerMoney'];
export type MoneyState = Schemas['GroupMoneyState'];
export type MoneyGroup = Schemas['MoneyGroup'];
export type Payout = Schemas['Payout'];

export const MONEY_STATES: readonly MoneyState[] = [
  'EXPECTED',
  'AWAITING_CASH',
  'PAYABLE',
  'PAID',
  'NOTHING',
];

/**
 * Milliseconds between polls, as events may be missing: the live room requires the permission for orders, and a bank
 * account's waiting period ends without an event.
 */
const LOOK_AGAIN = 60_000;
const PAGE_SIZE = 50;

export function useMoney() {
  const api = useApi();
  return useQuery({
    queryKey: keys.moneySums,
    queryFn: () => dataOf(api.GET('/seller/money')),
    refetchInterval: LOOK_AGAIN,
  });
}

export interface MoneyFilter {
  state?: MoneyState;
  number?: string;
  from?: string;
  to?: string;
}

export function useMoneyOrders(filter: MoneyFilter) {
  const api = useApi();
  return usePages(
    keys.moneyOrders(filter),
    (cursor) =>
      dataOf(
        api.GET('/seller/money/groups', { params: { query: { ...filter, limit: PAGE_SIZE, ...cursor } } }),
      ),
    LOOK_AGAIN,
  );
}

export function useMoneyOrder(groupId: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.moneyOrder(groupId),
    queryFn: () => dataOf(api.GET('/seller/money/groups/{id}', { params: { path: { id: groupId } } })),
    refetchInterval: LOOK_AGAIN,
  });
}

export function usePayouts() {
  const api = useApi();
  return usePages(
    keys.payouts,
    (cursor) => dataOf(api.GET('/seller/payouts', { params: { query: { limit: PAGE_SIZE, ...cursor } } })),
    LOOK_AGAIN,
  );
}

/** A payout never changes, so it is not read again. */
export function usePayout(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.payout(id),
    queryFn: () => dataOf(api.GET('/seller/payouts/{id}', { params: { path: { id } } })),
  });
}

export function useMonths() {
  const api = useApi();
  return usePages(
    keys.months,
    (cursor) => dataOf(api.GET('/seller/statement-months', { params: { query: { limit: 12, ...cursor } } })),
    LOOK_AGAIN,
  );
}

export function useStatement(month: string) {
  const api = useApi();
  return usePages(
    keys.statement(month),
    (cursor) =>
      dataOf(api.GET('/seller/statements', { params: { query: { month, limit: PAGE_SIZE, ...cursor } } })),
    LOOK_AGAIN,
  );
}
