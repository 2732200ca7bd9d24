import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  integer,
  nullable,
  numeric,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const NEW_PAYOUT = {
  id: uuid,
  number: text,
  sellerId: uuid,
  bankAccountId: uuid,
  amount: numeric,
  groupCount: integer,
  createdBy: uuid,
  /** Domain time. */
  createdAt: timestamptz,
  bankReference: nullable(text),
};

export async function insertPayout(trx: Transaction, payout: ValuesOf<typeof NEW_PAYOUT>): Promise<void> {
  await insert.count(trx, payout);
}

const insert = statement({
  name: 'payouts.insert',
  sql: `INSERT INTO payouts (id, number, seller_id, bank_account_id, amount, group_count, created_by, created_at,
                             bank_reference)
        VALUES (:id, :number, :sellerId, :bankAccountId, :amount, :groupCount, :createdBy, :createdAt, :bankReference)`,
  params: NEW_PAYOUT,
});

/** The next payout number; numbers never repeat. */
export async function nextPayoutNumber(trx: Transaction): Promise<number> {
  const next = await nextNumber.first(trx, {});
  if (next === null) throw new Error('payout_number returned no number');
  return next.value;
}

const nextNumber = statement({
  name: 'payouts.next_number',
  sql: `SELECT nextval('payout_number') AS value`,
  row: { value: bigint },
});

/** Whether the seller's owner has a confirmed authenticator. */
export async function ownerHasFactor(executor: Database | Transaction, sellerId: string): Promise<boolean> {
  return (await ownersFactor.first(executor, { sellerId })) !== null;
}

const ownersFactor = statement({
  name: 'payouts.owners_factor',
  sql: `SELECT f.account_id FROM sellers s JOIN mfa_factors f ON f.account_id = s.owner_account_id
         WHERE s.id = :sellerId AND f.confirmed_at IS NOT NULL`,
  params: { sellerId: uuid },
  row: { account_id: uuid },
});

const PAYABLE_GROUP = {
  group_id: uuid,
  /** Decimal string: goods less commission. */
  amount: numeric,
};
export type PayableGroup = ValuesOf<typeof PAYABLE_GROUP>;

/** SKIP LOCKED: a group being added to or removed from the payables right now is left to the next payout. */
export function lockPayable(trx: Transaction, sellerId: string, limit: number): Promise<PayableGroup[]> {
  return lockGroups.all(trx, { sellerId, limit });
}

const lockGroups = statement({
  name: 'payouts.lock_payable',
  sql: `SELECT group_id, amount FROM payout_groups
         WHERE seller_id = :sellerId AND payout_id IS NULL
         ORDER BY group_id LIMIT :limit FOR UPDATE SKIP LOCKED`,
  params: { sellerId: uuid, limit: bigint },
  row: PAYABLE_GROUP,
});

export async function markPaid(
  trx: Transaction,
  groups: readonly PayableGroup[],
  payoutId: string,
): Promise<void> {
  await mark.count(trx, { payoutId, groupIds: groups.map((group) => group.group_id) });
}

const mark = statement({
  name: 'payouts.mark_paid',
  sql: 'UPDATE payout_groups SET payout_id = :payoutId WHERE group_id = ANY(:groupIds)',
  params: { payoutId: uuid, groupIds: arrayOf(uuid) },
});

const JOURNAL = { journalId: uuid, payoutId: uuid, at: timestamptz };
const ENTRIES = { journalId: uuid, sellerAccount: text, amount: numeric, bankAmount: numeric };

/** Debits the seller, credits the bank. A payout is posted only once. */
export async function postPayout(
  trx: Transaction,
  posting: ValuesOf<typeof JOURNAL> & ValuesOf<typeof ENTRIES>,
): Promise<void> {
  await insertJournal.count(trx, posting);
  await insertEntries.count(trx, posting);
}

const insertJournal = statement({
  name: 'payouts.insert_journal',
  sql: `-- also writes ledger_journals: a payout has no actor, whose commits write the ledger otherwise
        INSERT INTO ledger_journals (id, cause, kind, actor_kind, actor_key, actor_version, at)
        VALUES (:journalId, 'payout:' || :payoutId::uuid::text, 'PAYOUT', 'record', :payoutId, 1, :at)`,
  params: JOURNAL,
});

const insertEntries = statement({
  name: 'payouts.insert_entries',
  sql: `-- also writes ledger_entries: those of the journal above
        INSERT INTO ledger_entries (journal_id, line, account, amount)
        VALUES (:journalId, 1, :sellerAccount, :amount), (:journalId, 2, 'bank', :bankAmount)`,
  params: ENTRIES,
});

const PAYOUT = {
  id: uuid,
  number: text,
  seller_id: uuid,
  amount: numeric,
  group_count: integer,
  created_by: uuid,
  created_at: timestamptz,
  bank_reference: nullable(text),
  account_holder: text,
  bank_code: text,
  last_four: text,
  usable_from: timestamptz,
  account_created_at: timestamptz,
};
export type PayoutRow = ValuesOf<typeof PAYOUT>;

export interface PayoutFilter {
  /** Null for any id. */
  id: string | null;
  /** Null for all sellers. */
  sellerId: string | null;
  before: string | null;
  count: number;
}

/** Newest first. */
export function readPayouts(database: Database, filter: PayoutFilter): Promise<PayoutRow[]> {
  return payouts.all(database, filter);
}

const payouts = statement({
  name: 'payouts.list',
  sql: `SELECT p.id, p.number, p.seller_id, p.amount, p.group_count, p.created_by, p.created_at,
               p.bank_reference, b.account_holder, b.bank_code, b.last_four, b.usable_from, b.created_at AS account_created_at
          FROM payouts p JOIN seller_bank_accounts b ON b.id = p.bank_account_id
         WHERE (:id::uuid IS NULL OR p.id = :id)
           AND (:sellerId::uuid IS NULL OR p.seller_id = :sellerId)
           AND (:before::uuid IS NULL OR p.id < :before)
         ORDER BY p.id DESC LIMIT :count`,
  params: { id: nullable(uuid), sellerId: nullable(uuid), before: nullable(uuid), count: bigint },
  row: PAYOUT,
});

/** The bank account of a payout; null if the payout does not exist. */
export async function accountOfPayout(trx: Transaction, payoutId: string): Promise<string | null> {
  return (await paidAccount.first(trx, { payoutId }))?.bank_account_id ?? null;
}

const paidAccount = statement({
  name: 'payouts.bank_account',
  sql: 'SELECT bank_account_id FROM payouts WHERE id = :payoutId',
  params: { payoutId: uuid },
  row: { bank_account_id: uuid },
});

const PAYABLE = {
  seller_id: uuid,
  group_count: integer,
  /** Decimal string. */
  amount: numeric,
  /** The delivery that has waited longest. */
  oldest: timestamptz,
  legal_name: text,
  display_name_en: text,
  display_name_ar: text,
};
export type PayableRow = ValuesOf<typeof PAYABLE>;

/** Sellers with payable amounts, by id. @param after Id of the last seller on the previous page. */
export function readPayableSums(
  database: Database,
  after: string | null,
  count: number,
): Promise<PayableRow[]> {
  return payables.all(database, { after, count });
}

const payables = statement({
  name: 'payouts.payables',
  sql: `SELECT g.seller_id, g.group_count, g.amount, g.oldest, s.legal_name, s.display_name_en, s.display_name_ar
          FROM (SELECT seller_id, count(*)::integer AS group_count, sum(amount) AS amount,
                       min(delivered_at) AS oldest
                  FROM payout_groups
                 WHERE payout_id IS NULL AND (:after::uuid IS NULL OR seller_id > :after)
                 GROUP BY seller_id ORDER BY seller_id LIMIT :count) g
          JOIN sellers s ON s.id = g.seller_id ORDER BY g.seller_id`,
  params: { after: nullable(uuid), count: bigint },
  row: PAYABLE,
});

/** Number of a seller's groups waiting for a payout, without those that earned nothing. */
export async function countPayable(trx: Transaction, sellerId: string): Promise<number> {
  return (await payableGroups.first(trx, { sellerId }))?.groups ?? 0;
}

const payableGroups = statement({
  name: 'payouts.count_payable',
  sql: `SELECT count(*) AS groups FROM payout_groups
         WHERE seller_id = :sellerId AND payout_id IS NULL AND amount <> 0`,
  params: { sellerId: uuid },
  row: { groups: bigint },
});

export async function isAnythingPayable(trx: Transaction, sellerId: string): Promise<boolean> {
  return (await anyPayable.first(trx, { sellerId })) !== null;
}

const anyPayable = statement({
  name: 'payouts.any_payable',
  sql: 'SELECT group_id FROM payout_groups WHERE seller_id = :sellerId AND payout_id IS NULL LIMIT 1',
  params: { sellerId: uuid },
  row: { group_id: uuid },
});
