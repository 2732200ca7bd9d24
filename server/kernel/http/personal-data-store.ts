import { text } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../personal-data/personal-data.ts';

const drop = statement({
  name: 'idempotency.drop_of_account',
  sql: 'DELETE FROM idempotency_keys WHERE principal = :principal',
  params: { principal: text },
});

/** Stored requests of a closed account cannot be repeated any more. */
export const requestData: PersonalData = {
  owner: 'kernel/http',
  erase: async (trx, { accountId }) => {
    await drop.count(trx, { principal: `account:${accountId}` });
  },
};
