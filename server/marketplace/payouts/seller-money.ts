import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import { type BankAccounts, readBankAccounts } from '../sellers/sellers.ts';
import { ownerHasFactor } from './payout-store.ts';
import {
  findMoneyGroup,
  type MoneyGroupRow,
  type MoneySums,
  readMoneySums,
  reasonOf,
} from './seller-money-store.ts';
import { linesOf, type StatementLine } from './statements.ts';

/** What prevents a payout. */
export type Obstacle = 'BANK_ACCOUNT' | 'COOLING_OFF' | 'SECOND_FACTOR';

/** Whether a seller can be paid now. */
export interface PayoutReadiness {
  bank: BankAccounts;
  ownerHasFactor: boolean;
  obstacles: Obstacle[];
  /** Domain time before which no payout is possible; null if unknown. */
  payableFrom: Date | null;
}

/** @param now Domain time. */
export async function readReadiness(
  database: Database,
  sellerId: string,
  now: Date,
): Promise<PayoutReadiness> {
  const [accounts, hasFactor] = await Promise.all([
    readBankAccounts(database, [sellerId], now),
    ownerHasFactor(database, sellerId),
  ]);
  const bank = accounts.get(sellerId) ?? { current: null, pending: null };
  const obstacles: Obstacle[] = [];
  if (bank.current === null) obstacles.push(bank.pending === null ? 'BANK_ACCOUNT' : 'COOLING_OFF');
  if (!hasFactor) obstacles.push('SECOND_FACTOR');
  const payableFrom = bank.current === null ? (bank.pending?.usableFrom ?? null) : null;
  return { bank, ownerHasFactor: hasFactor, obstacles, payableFrom };
}

/** All of a seller's money, and what prevents its next payout. */
export async function readSellerMoney(
  database: Database,
  sellerId: string,
  now: Date,
): Promise<{ sums: MoneySums; readiness: PayoutReadiness }> {
  const [sums, readiness] = await Promise.all([
    readMoneySums(database, sellerId),
    readReadiness(database, sellerId, now),
  ]);
  return { sums, readiness };
}

/** A group with its lines, whose commissions add up to the group's. */
export interface MoneyGroup {
  row: MoneyGroupRow;
  lines: StatementLine[];
  /** Why nothing is due; null if something is, or if no reason was given. */
  reason: string | null;
}

/** Throws common.NOT_FOUND for a missing group and for another seller's. */
export async function readMoneyGroup(
  database: Database,
  sellerId: string,
  groupId: string,
): Promise<MoneyGroup> {
  const row = await findMoneyGroup(database, { sellerId, groupId });
  if (row === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such order group.' });
  const lines = (await linesOf(database, [row])).get(groupId) ?? [];
  return { row, lines, reason: row.state === 'NOTHING' ? await reasonOf(database, groupId) : null };
}
