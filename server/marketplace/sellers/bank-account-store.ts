import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bytea, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** The only form in which an account is shown later. */
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
  /** Present destination of payouts. */
  current: MaskedAccount | null;
  /** Next destination, once its cooling-off period has passed. */
  pending: MaskedAccount | null;
}

/** For each of these sellers, in one query. @param now Domain time. */
export async function readBankAccounts(
  executor: Database | Transaction,
  sellerIds: readonly string[],
  now: Date,
): Promise<Map<string, BankAccounts>> {
  const accounts = new Map<string, BankAccounts>();
  for (const { sellerId, ...account } of await newestOfSellers.all(executor, { sellerIds })) {
    const known = accounts.get(sellerId) ?? { current: null, pending: null };
    if (account.usableFrom > now) known.pending = account;
    else known.current ??= account;
    accounts.set(sellerId, known);
  }
  return accounts;
}

const newestOfSellers = statement({
  name: 'sellers.newest_bank_accounts',
  sql: `SELECT b.id, b.seller_id AS "sellerId", b.account_holder AS "accountHolder", b.bank_code AS "bankCode",
               b.last_four AS "lastFour", b.created_at AS "createdAt", b.usable_from AS "usableFrom"
          FROM unnest(:sellerIds::uuid[]) AS s (id)
         CROSS JOIN LATERAL (
           SELECT id, seller_id, account_holder, bank_code, last_four, created_at, usable_from
             FROM seller_bank_accounts WHERE seller_id = s.id AND superseded_at IS NULL
            ORDER BY usable_from DESC, id DESC LIMIT 2) b`,
  params: { sellerIds: arrayOf(uuid) },
  row: {
    id: uuid,
    sellerId: uuid,
    accountHolder: text,
    bankCode: text,
    lastFour: text,
    createdAt: timestamptz,
    usableFrom: timestamptz,
  },
});

const SEALED = {
  id: uuid,
  sellerId: uuid,
  accountHolder: text,
  bankCode: text,
  lastFour: text,
  /** The account number, sealed with the row's id. */
  ibanSealed: bytea,
};
export type SealedAccount = ValuesOf<typeof SEALED>;

/** An account with its sealed number. */
export function readSealedAccount(trx: Transaction, id: string): Promise<SealedAccount | null> {
  return sealed.first(trx, { id });
}

const sealed = statement({
  name: 'sellers.sealed_bank_account',
  sql: `SELECT id, seller_id AS "sellerId", account_holder AS "accountHolder", bank_code AS "bankCode",
               last_four AS "lastFour", iban_sealed AS "ibanSealed"
          FROM seller_bank_accounts WHERE id = :id`,
  params: { id: uuid },
  row: SEALED,
});

export interface GivenAccount {
  id: string;
  /** Sealed with the row's id. */
  ibanSealed: Buffer;
  accountHolder: string;
}

/** The seller's newest account that has not been superseded. */
export function newestAccount(trx: Transaction, sellerId: string): Promise<GivenAccount | null> {
  return newest.first(trx, { sellerId });
}

const newest = statement({
  name: 'sellers.newest_bank_account',
  sql: `SELECT id, iban_sealed AS "ibanSealed", account_holder AS "accountHolder"
          FROM seller_bank_accounts WHERE seller_id = :sellerId AND superseded_at IS NULL
         ORDER BY usable_from DESC, id DESC LIMIT 1`,
  params: { sellerId: uuid },
  row: { id: uuid, ibanSealed: bytea, accountHolder: text },
});

/** Supersedes accounts that are not in use yet. @param now Domain time. */
export async function supersedePending(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  await supersede.count(trx, { sellerId, now });
}

const supersede = statement({
  name: 'sellers.supersede_pending_bank_account',
  sql: `UPDATE seller_bank_accounts SET superseded_at = :now
         WHERE seller_id = :sellerId AND superseded_at IS NULL AND usable_from > :now`,
  params: { sellerId: uuid, now: timestamptz },
});

const NEW_ACCOUNT = {
  ...SEALED,
  createdBy: uuid,
  /** Domain time. */
  createdAt: timestamptz,
  usableFrom: timestamptz,
};

export async function insertBankAccount(
  trx: Transaction,
  account: ValuesOf<typeof NEW_ACCOUNT>,
): Promise<void> {
  await insert.count(trx, account);
}

const insert = statement({
  name: 'sellers.insert_bank_account',
  sql: `INSERT INTO seller_bank_accounts (id, seller_id, account_holder, bank_code, last_four, iban_sealed, created_by,
                                          created_at, usable_from)
        VALUES (:id, :sellerId, :accountHolder, :bankCode, :lastFour, :ibanSealed, :createdBy, :createdAt,
                :usableFrom)`,
  params: NEW_ACCOUNT,
});

/** @param pending The account that is still cooling off. */
export function noAccountInUse(pending: MaskedAccount | null): WaslError {
  const usableFrom = pending?.usableFrom.toISOString() ?? null;
  return new WaslError('seller.NO_BANK_ACCOUNT', {
    detail:
      usableFrom === null
        ? 'This seller has not added a bank account.'
        : `The seller's bank account can be used from ${usableFrom} on.`,
    extension: { usableFrom },
  });
}
