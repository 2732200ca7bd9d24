import { WaslError } from '../../../actors/errors.ts';
import { add, isZero, negate } from '../../../actors/money/money.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { lockSeller, type MaskedAccount, noAccountInUse, readBankAccounts } from '../sellers/sellers.ts';
import { nothingPayable } from './payables.ts';

export interface PayoutContext {
  ids: Ids;
  clock: Clock;
  by: SignedIn;
  requestId: string;
}

export interface PayoutRow {
  id: string;
  number: string;
  seller_id: string;
  /** Decimal string. */
  amount: string;
  group_count: number;
  account_holder: string;
  bank_code: string;
  last_four: string;
  usable_from: Date;
  account_created_at: Date;
  created_by: string;
  created_at: Date;
}

interface PayableGroup {
  group_id: string;
  /** Decimal string: the goods less commission. */
  amount: string;
}

/** Groups that one payout pays; what is more waits for the next. */
const MOST_GROUPS = 1_000;

/**
 * Pays a seller what is payable: the goods less commission of delivered groups whose cash is settled, each once. Debits
 * the seller, credits the bank. The database refuses a group that is paid already or not settled, and a payout that is
 * not its groups' sum, is not posted, or is more than the seller's balance. Answers the payout's id.
 * Throws common.NOT_FOUND, seller.NO_BANK_ACCOUNT, seller.NOTHING_PAYABLE.
 */
export async function payOut(trx: Transaction, context: PayoutContext, sellerId: string): Promise<string> {
  const { ids, clock, by, requestId } = context;
  // One payout of a seller at a time, and none while its bank account changes.
  const seller = await lockSeller(trx, sellerId);
  const now = clock.now();
  const account = await accountInUse(trx, seller.id, now);
  const groups = await lockPayable(trx, seller.id);
  const amount = add(...groups.map((group) => group.amount));
  if (isZero(amount)) throw nothingPayable();
  const id = ids.next();
  await trx('payouts').insert({
    id,
    number: await nextNumber(trx, now),
    seller_id: seller.id,
    bank_account_id: account.id,
    amount,
    group_count: groups.length,
    created_by: by.accountId,
    created_at: now,
  });
  await trx('payout_groups')
    .whereIn(
      'group_id',
      groups.map((group) => group.group_id),
    )
    .update({ payout_id: id });
  await post(trx, context, { id, sellerId: seller.id, amount, now });
  const data = { payoutId: id, amount, groups: groups.length, bankCode: account.bankCode };
  await recordAudit(trx, {
    ...{ by, requestId, data },
    action: 'createPayout',
    subjectType: 'SELLER',
    subjectId: seller.id,
  });
  return id;
}

async function accountInUse(trx: Transaction, sellerId: string, now: Date): Promise<MaskedAccount> {
  const accounts = (await readBankAccounts(trx, [sellerId], now)).get(sellerId);
  if (accounts?.current != null) return accounts.current;
  throw noAccountInUse(accounts?.pending ?? null);
}

/** A group that is being listed or taken off the list at this moment is left to the next payout. */
async function lockPayable(trx: Transaction, sellerId: string): Promise<PayableGroup[]> {
  const { rows } = await trx.raw<{ rows: PayableGroup[] }>(
    `SELECT group_id, amount FROM payout_groups
      WHERE seller_id = ? AND payout_id IS NULL
      ORDER BY group_id LIMIT ? FOR UPDATE SKIP LOCKED`,
    [sellerId, MOST_GROUPS],
  );
  return rows;
}

async function nextNumber(trx: Transaction, now: Date): Promise<string> {
  const { rows } = await trx.raw<{ rows: { value: number }[] }>(`SELECT nextval('payout_number') AS value`);
  const [next] = rows;
  if (next === undefined) throw new Error('payout_number gave no number');
  return yearlyNumber('P', now, next.value);
}

interface Posting {
  id: string;
  sellerId: string;
  amount: string;
  now: Date;
}

async function post(
  trx: Transaction,
  { ids }: PayoutContext,
  { id, sellerId, amount, now }: Posting,
): Promise<void> {
  const journal_id = ids.next();
  await trx('ledger_journals').insert({
    id: journal_id,
    // a cause is posted once, for ever
    cause: `payout:${id}`,
    kind: 'PAYOUT',
    actor_kind: 'record',
    actor_key: id,
    actor_version: 1,
    at: now,
  });
  await trx('ledger_entries').insert([
    { journal_id, line: 1, account: `seller:${sellerId}`, amount },
    { journal_id, line: 2, account: 'bank', amount: negate(amount) },
  ]);
}

export interface PayoutFilter {
  id?: string;
  /** Null: of all sellers. */
  sellerId: string | null;
  before: string | null;
  count: number;
}

/** Newest first. */
export async function readPayouts(database: Database, filter: PayoutFilter): Promise<PayoutRow[]> {
  const { id = null, sellerId, before, count } = filter;
  const { rows } = await database.raw<{ rows: PayoutRow[] }>(
    `SELECT p.id, p.number, p.seller_id, p.amount, p.group_count, p.created_by, p.created_at,
            b.account_holder, b.bank_code, b.last_four, b.usable_from, b.created_at AS account_created_at
       FROM payouts p JOIN seller_bank_accounts b ON b.id = p.bank_account_id
      WHERE (?::uuid IS NULL OR p.id = ?) AND (?::uuid IS NULL OR p.seller_id = ?) AND (?::uuid IS NULL OR p.id < ?)
      ORDER BY p.id DESC LIMIT ?`,
    [id, id, sellerId, sellerId, before, before, count],
  );
  return rows;
}

/** Throws common.NOT_FOUND. */
export async function readPayout(database: Database, id: string): Promise<PayoutRow> {
  const [row] = await readPayouts(database, { id, sellerId: null, before: null, count: 1 });
  if (row === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such payout.' });
  return row;
}
