import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { PayoutRow } from './payout-store.ts';
import { renderBank, renderLine, renderPayout } from './render-money.ts';
import type { MoneyGroup, PayoutReadiness } from './seller-money.ts';
import type { MoneyGroupRow, MoneySums, MonthRow } from './seller-money-store.ts';

type Schemas = components['schemas'];

export function renderSellerMoney(sums: MoneySums, readiness: PayoutReadiness): Schemas['SellerMoney'] {
  const sum = (groups: number, amount: string, since: Date | null = null): Schemas['MoneySum'] => ({
    groups,
    amount: qar(amount),
    since: since?.toISOString() ?? null,
  });
  const { obstacles, payableFrom, ownerHasFactor, bank } = readiness;
  return {
    expected: sum(sums.expected_groups, sums.expected),
    awaitingCash: sum(sums.awaiting_groups, sums.awaiting, sums.awaiting_since),
    payable: sum(sums.payable_groups, sums.payable, sums.payable_since),
    paid: sum(sums.paid_groups, sums.paid),
    nextPayout: {
      obstacles,
      payableFrom: payableFrom?.toISOString() ?? null,
      ownerHasFactor,
      bankAccount: renderBank(bank),
    },
  };
}

export function renderMoneyGroup(row: MoneyGroupRow, readiness: PayoutReadiness): Schemas['MoneyGroup'] {
  const payout =
    row.payout_id === null
      ? null
      : { id: row.payout_id, number: row.payout_number ?? '', createdAt: row.paid_at?.toISOString() ?? '' };
  return {
    groupId: row.id,
    orderNumber: row.order_number,
    placedAt: row.placed_at.toISOString(),
    status: row.status,
    state: row.state,
    gross: qar(row.gross),
    commissionRate: row.commission_rate,
    commission: qar(row.commission),
    net: qar(row.net),
    delivery: {
      name: { en: row.method_name_en, ar: row.method_name_ar },
      price: qar(row.shipping),
      ownMethod: row.own_method,
    },
    cashDue: qar(row.cash_due),
    waitsFor: waitsOf(row, readiness),
    since: sinceOf(row)?.toISOString() ?? null,
    deliveryBy: row.state === 'EXPECTED' ? row.promised_to : null,
    payableFrom: row.state === 'PAYABLE' ? (readiness.payableFrom?.toISOString() ?? null) : null,
    deliveredAt: row.status === 'DELIVERED' ? (row.ended_at?.toISOString() ?? null) : null,
    handedInAt: row.settled_at?.toISOString() ?? null,
    payout,
  };
}

export function renderMoneyGroupDetail(
  { row, lines, reason }: MoneyGroup,
  readiness: PayoutReadiness,
): Schemas['MoneyGroupDetail'] {
  return { ...renderMoneyGroup(row, readiness), reason, lines: lines.map(renderLine) };
}

function waitsOf({ state }: MoneyGroupRow, { obstacles }: PayoutReadiness): Schemas['MoneyWait'][] {
  switch (state) {
    case 'EXPECTED':
      return ['DELIVERY'];
    case 'AWAITING_CASH':
      return ['HAND_IN'];
    case 'PAYABLE':
      return obstacles.length === 0 ? ['PAYOUT'] : [...obstacles];
    case 'PAID':
    case 'NOTHING':
      return [];
  }
}

/** When the money entered its present state. */
function sinceOf(row: MoneyGroupRow): Date | null {
  switch (row.state) {
    case 'EXPECTED':
      return row.placed_at;
    case 'AWAITING_CASH':
    case 'NOTHING':
      return row.ended_at;
    case 'PAYABLE':
      return row.settled_at ?? row.ended_at;
    case 'PAID':
      return row.paid_at;
  }
}

export function renderSellerPayout(
  payout: PayoutRow,
  groups: readonly MoneyGroupRow[],
  sums: { gross: string; commission: string },
): Schemas['SellerPayout'] {
  return {
    payout: renderPayout(payout),
    gross: qar(sums.gross),
    commission: qar(sums.commission),
    groups: groups.map((row) => renderMoneyGroup(row, PAID_READINESS)),
  };
}

/** Readiness shown for what has been paid: nothing is pending. */
const PAID_READINESS: PayoutReadiness = {
  bank: { current: null, pending: null },
  ownerHasFactor: true,
  obstacles: [],
  payableFrom: null,
};

export function renderMonth({ month, groups, gross, commission, net }: MonthRow): Schemas['StatementMonth'] {
  return { month, groups, gross: qar(gross), commission: qar(commission), net: qar(net) };
}
