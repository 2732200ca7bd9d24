import { bigint, bytea, nullable, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { SealedColumn } from '../../kernel/security/sealed-column.ts';

/** The numbers of bank accounts; those of closed shops are erased. */
export const sealedAccounts: SealedColumn = {
  name: 'seller_bank_accounts.iban_sealed',
  read: async (database, page) => {
    const rows = await outdated.all(database, page);
    return rows.map((row) => ({ ...row, purpose: 'bank-account', boundTo: row.key }));
  },
  replace: (database, { key, sealed: before }, sealed) =>
    inTransaction(database, async (trx) => {
      // A trigger guards that a bank account never changes.
      await allow.count(trx, {});
      return (await replace.count(trx, { key, before, sealed })) === 1;
    }),
};

const outdated = statement({
  name: 'sellers.outdated_bank_accounts',
  sql: `SELECT id AS key, iban_sealed AS sealed FROM seller_bank_accounts
         WHERE iban_sealed <> '' AND substring(iban_sealed FOR 5) <> :prefix AND (:after::uuid IS NULL OR id > :after)
         ORDER BY id LIMIT :limit`,
  params: { prefix: bytea, after: nullable(uuid), limit: bigint },
  row: { key: uuid, sealed: bytea },
});

const allow = statement({
  name: 'sellers.allow_resealing',
  sql: `SELECT set_config('wasl.resealing', 'on', true) AS allowed`,
  row: { allowed: text },
});

const replace = statement({
  name: 'sellers.reseal_bank_account',
  sql: 'UPDATE seller_bank_accounts SET iban_sealed = :sealed WHERE id = :key AND iban_sealed = :before',
  params: { key: uuid, before: bytea, sealed: bytea },
});
