import type { Database } from '../../db/database.ts';
import { bytea, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';

/** Gives an account without an authenticator one that counts as confirmed. @param secret Sealed. */
export async function insertConfirmedFactor(
  database: Database,
  accountId: string,
  secret: Buffer,
): Promise<void> {
  await insert.count(database, { accountId, secret });
}

const insert = statement({
  name: 'accounts.insert_confirmed_factor',
  sql: 'INSERT INTO mfa_factors (account_id, secret, confirmed_at) VALUES (:accountId, :secret, now())',
  params: { accountId: uuid, secret: bytea },
});
