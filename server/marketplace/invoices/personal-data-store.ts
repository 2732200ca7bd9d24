import { arrayOf, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { CLOSED_ACCOUNT } from '../../kernel/personal-data/word-pattern.ts';

const keepBuyers = statement({
  name: 'invoices.keep_buyers',
  sql: `INSERT INTO invoice_buyers (order_id, address)
        SELECT i.order_id, o.address - '{instructions,meetAtGate}'::text[] FROM invoices i JOIN orders o ON o.id = i.order_id
         WHERE i.order_id = ANY(:orderIds::uuid[]) AND o.address ->> 'contactName' <> :closedAccount
        ON CONFLICT (order_id) DO NOTHING`,
  params: { orderIds: arrayOf(uuid), closedAccount: text },
});

/** An issued invoice names its buyer for as long as the law requires; the order no longer does. */
export const invoiceData: PersonalData = {
  owner: 'marketplace/invoices',
  erase: async (trx, { orderIds }) => {
    await keepBuyers.count(trx, { orderIds, closedAccount: CLOSED_ACCOUNT });
  },
};
