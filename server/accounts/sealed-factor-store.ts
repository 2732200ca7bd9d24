import { bigint, bytea, nullable, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';
import type { SealedColumn } from '../kernel/security/sealed-column.ts';

const PAGE = { prefix: bytea, after: nullable(uuid), limit: bigint };
const VALUE = { key: uuid, sealed: bytea };
const REPLACED = { key: uuid, before: bytea, sealed: bytea };

/** The keys of authenticators: those in use, and those that are to replace one. */
export const sealedFactors: readonly SealedColumn[] = [
  {
    name: 'mfa_factors.secret',
    read: async (database, page) => (await secrets.all(database, page)).map(ofFactor),
    replace: async (database, { key, sealed: before }, sealed) =>
      (await replaceSecret.count(database, { key, before, sealed })) === 1,
  },
  {
    name: 'mfa_factors.next_secret',
    read: async (database, page) => (await nextSecrets.all(database, page)).map(ofFactor),
    replace: async (database, { key, sealed: before }, sealed) =>
      (await replaceNext.count(database, { key, before, sealed })) === 1,
  },
];

function ofFactor({ key, sealed }: { key: string; sealed: Buffer }) {
  return { key, sealed, purpose: 'mfa-secret', boundTo: key } as const;
}

const secrets = statement({
  name: 'second_factor.outdated_secrets',
  sql: `SELECT account_id AS key, secret AS sealed FROM mfa_factors
         WHERE substring(secret FOR 5) <> :prefix AND (:after::uuid IS NULL OR account_id > :after)
         ORDER BY account_id LIMIT :limit`,
  params: PAGE,
  row: VALUE,
});

const replaceSecret = statement({
  name: 'second_factor.reseal_secret',
  sql: 'UPDATE mfa_factors SET secret = :sealed WHERE account_id = :key AND secret = :before',
  params: REPLACED,
});

const nextSecrets = statement({
  name: 'second_factor.outdated_next_secrets',
  sql: `SELECT account_id AS key, next_secret AS sealed FROM mfa_factors
         WHERE substring(next_secret FOR 5) <> :prefix AND (:after::uuid IS NULL OR account_id > :after)
         ORDER BY account_id LIMIT :limit`,
  params: PAGE,
  row: VALUE,
});

const replaceNext = statement({
  name: 'second_factor.reseal_next_secret',
  sql: 'UPDATE mfa_factors SET next_secret = :sealed WHERE account_id = :key AND next_secret = :before',
  params: REPLACED,
});
