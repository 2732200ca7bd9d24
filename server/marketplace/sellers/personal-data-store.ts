import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { arrayOf, bigint, jsonb, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { CLOSED_ACCOUNT } from '../../kernel/personal-data/word-pattern.ts';

const OF_ACCOUNT = { accountId: uuid };

const owned = statement({
  name: 'sellers.owned_by_account',
  sql: `SELECT count(*) AS shops FROM sellers WHERE owner_account_id = :accountId AND status <> 'REJECTED'`,
  params: OF_ACCOUNT,
  row: { shops: bigint },
});

const shown = statement({
  name: 'sellers.export',
  sql: `SELECT jsonb_build_object('sellerId', id, 'as', 'OWNER', 'legalName', legal_name, 'status', status,
                                  'since', created_at) AS record
          FROM sellers WHERE owner_account_id = :accountId
         UNION ALL
        SELECT jsonb_build_object('sellerId', seller_id, 'as', 'STAFF', 'permissions', to_jsonb(permissions),
                                  'since', created_at)
          FROM seller_staff WHERE account_id = :accountId`,
  params: OF_ACCOUNT,
  row: { record: jsonb<JsonObject>() },
});

const leave = statement({
  name: 'sellers.leave',
  sql: 'DELETE FROM seller_staff WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});
// What is pending for the address ends with it: nobody will read it there any more.
const endInvitations = statement({
  name: 'sellers.end_invitations_of_person',
  sql: `UPDATE staff_invitations SET status = 'REVOKED', ended_at = now()
         WHERE status = 'PENDING' AND email_key = ANY(:emails::text[])`,
  params: { emails: arrayOf(text) },
});
const forgetInvitations = statement({
  name: 'sellers.forget_invitations_of_person',
  sql: `UPDATE staff_invitations SET email = id || '@closed.invalid', email_key = id || '@closed.invalid'
         WHERE email_key = ANY(:emails::text[])
            OR accepted_by = :accountId AND email_key NOT LIKE '%@closed.invalid'`,
  params: { ...OF_ACCOUNT, emails: arrayOf(text) },
});
const dropBankAccounts = statement({
  name: 'sellers.drop_bank_accounts_of_applications',
  sql: `DELETE FROM seller_bank_accounts b USING sellers s
         WHERE s.id = b.seller_id AND s.owner_account_id = :accountId AND s.status = 'REJECTED'
           AND NOT EXISTS (SELECT FROM payouts p WHERE p.bank_account_id = b.id)`,
  params: OF_ACCOUNT,
});
const forgetApplications = statement({
  name: 'sellers.forget_applications',
  sql: `UPDATE sellers
           SET legal_name = :name, display_name_en = :name, display_name_ar = :name, rejection_reason = NULL,
               version = version + 1, updated_at = now()
         WHERE owner_account_id = :accountId AND status = 'REJECTED' AND legal_name <> :name`,
  params: { ...OF_ACCOUNT, name: text },
});

/** A shop is handed on or given up before its owner leaves; staff just leave. Applications that were declined go. */
export const sellerData: PersonalData = {
  owner: 'marketplace/sellers',
  obstacles: async (trx, accountId) => {
    const count = (await owned.first(trx, { accountId }))?.shops ?? 0;
    return count > 0 ? [{ code: 'SHOP_OWNED', count }] : [];
  },
  export: async (executor, accountId) => ({
    shops: (await shown.all(executor, { accountId })).map(({ record }) => record),
  }),
  erase: async (trx, { accountId, words }) => {
    const emails = words.filter((word) => word.includes('@')).map((word) => word.toLowerCase());
    await leave.count(trx, { accountId });
    await endInvitations.count(trx, { emails });
    await forgetInvitations.count(trx, { accountId, emails });
    await dropBankAccounts.count(trx, { accountId });
    await forgetApplications.count(trx, { accountId, name: CLOSED_ACCOUNT });
  },
};
