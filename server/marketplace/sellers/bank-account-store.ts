import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';

/** All that anybody sees of an account again. */
export interface MaskedAccount {
  id: string;
  accountHolder: string;
  bankCode: string;
  lastFour: string;
  createdAt: Date;
  /** Domain time from which payouts go to it. */
  usableFrom: Date;
}

export interface BankAccounts {
  /** Where payouts go now. */
  current: MaskedAccount | null;
  /** Where they will go, once it has cooled off. */
  pending: MaskedAccount | null;
}

/** A row of `seller_bank_accounts`, as far as the service reads it. */
export interface BankAccountRow {
  id: string;
  seller_id: string;
  account_holder: string;
  bank_code: string;
  last_four: string;
  /** The number, to be opened with the row's id. */
  iban_sealed: Buffer;
  iban_hash: Buffer;
  created_at: Date;
  usable_from: Date;
}

/** What is read where the number is not to be shown. */
type MaskedRow = Omit<BankAccountRow, 'iban_sealed' | 'iban_hash'>;

/** Of each of these sellers, in one read. @param now Domain time. */
export async function readBankAccounts(
  executor: Database | Transaction,
  sellerIds: readonly string[],
  now: Date,
): Promise<Map<string, BankAccounts>> {
  const { rows } = await executor.raw<{ rows: MaskedRow[] }>(
    `SELECT b.* FROM unnest(?::uuid[]) AS s (id)
      CROSS JOIN LATERAL (
        SELECT id, seller_id, account_holder, bank_code, last_four, created_at, usable_from
          FROM seller_bank_accounts WHERE seller_id = s.id AND superseded_at IS NULL
         ORDER BY usable_from DESC, id DESC LIMIT 2) b`,
    [[...sellerIds]],
  );
  const accounts = new Map<string, BankAccounts>();
  for (const row of rows) {
    const known = accounts.get(row.seller_id) ?? { current: null, pending: null };
    if (row.usable_from > now) known.pending = masked(row);
    else known.current ??= masked(row);
    accounts.set(row.seller_id, known);
  }
  return accounts;
}

function masked(row: MaskedRow): MaskedAccount {
  return {
    id: row.id,
    accountHolder: row.account_holder,
    bankCode: row.bank_code,
    lastFour: row.last_four,
    createdAt: row.created_at,
    usableFrom: row.usable_from,
  };
}

/** @param pending What is still cooling off. */
export function noAccountInUse(pending: MaskedAccount | null): WaslError {
  const usableFrom = pending?.usableFrom.toISOString() ?? null;
  return new WaslError('seller.NO_BANK_ACCOUNT', {
    detail:
      usableFrom === null
        ? 'This seller has given no bank account.'
        : `The seller's bank account can be used from ${usableFrom} on.`,
    extension: { usableFrom },
  });
}
