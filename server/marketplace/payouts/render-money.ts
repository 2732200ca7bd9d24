import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { type BankAccounts, renderAccount } from '../sellers/sellers.ts';
import type { Payable } from './payables.ts';
import type { PayoutRow } from './payout-store.ts';
import type { StatementTotals } from './seller-statement-store.ts';
import type { Period, StatementGroup, StatementLine } from './statements.ts';

type Schemas = components['schemas'];

export function renderPayout(row: PayoutRow): Schemas['Payout'] {
  const account = renderAccount({
    id: row.id,
    accountHolder: row.account_holder,
    bankCode: row.bank_code,
    lastFour: row.last_four,
    createdAt: row.account_created_at,
    usableFrom: row.usable_from,
  });
  if (account === null) throw new Error('a payout without an account');
  return {
    id: row.id,
    number: row.number,
    sellerId: row.seller_id,
    amount: qar(row.amount),
    groups: row.group_count,
    bankAccount: account,
    bankReference: row.bank_reference,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

export function renderPayable({ bank, ...row }: Payable): Schemas['Payable'] {
  return {
    sellerId: row.seller_id,
    legalName: row.legal_name,
    displayName: { en: row.display_name_en, ar: row.display_name_ar },
    groups: row.group_count,
    amount: qar(row.amount),
    oldestDeliveredAt: row.oldest.toISOString(),
    bankAccount: renderBank(bank),
  };
}

export function renderBank({ current, pending }: BankAccounts): Schemas['PayableAccount'] {
  const state = current !== null ? 'USABLE' : pending !== null ? 'COOLING_OFF' : 'NONE';
  return { state, current: renderAccount(current), pending: renderAccount(pending) };
}

export function renderPeriod({ month, from, until }: Period): Schemas['StatementPeriod'] {
  return { month, from: from.toISOString(), until: until.toISOString() };
}

export function renderTotals(totals: StatementTotals): Schemas['StatementTotals'] {
  return {
    groups: totals.groups,
    gross: qar(totals.gross),
    commission: qar(totals.commission),
    net: qar(totals.net),
    awaitingCash: qar(totals.awaiting_cash),
    payable: qar(totals.payable),
    paid: qar(totals.paid),
  };
}

export function renderStatementGroup(group: StatementGroup): Schemas['StatementGroup'] {
  return {
    groupId: group.id,
    orderNumber: group.order_number,
    deliveredAt: group.delivered_at.toISOString(),
    gross: qar(group.gross),
    commissionRate: group.commission_rate,
    commission: qar(group.commission),
    net: qar(group.net),
    state: group.state,
    payoutNumber: group.payout_number,
    lines: group.lines.map(renderLine),
  };
}

export function renderLine(line: StatementLine): Schemas['StatementLine'] {
  return {
    sku: line.sku,
    name: { en: line.name_en, ar: line.name_ar },
    quantity: line.quantity,
    gross: qar(line.gross),
    commission: qar(line.commission),
    net: qar(line.net),
  };
}
