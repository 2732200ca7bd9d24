import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { SellerStatus } from '../../../db/models/seller.ts';
import { arrayOf, jsonb, oneOf, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { CLOSED_ACCOUNT } from '../../kernel/personal-data/word-pattern.ts';

const OF_ACCOUNT = { accountId: uuid };

// Row-locked, to wait for a concurrent approval or closing.
const owned = statement({
  name: 'sellers.owned_by_account',
  sql: `SELECT status FROM sellers WHERE owner_account_id = :accountId AND status NOT IN ('REJECTED', 'CLOSED')
         ORDER BY id FOR UPDATE`,
  params: OF_ACCOUNT,
  row: { status: oneOf<SellerStatus>() },
});

const shown = statement({
  name: 'sellers.export',
  sql: `SELECT jsonb_build_object('sellerId', id, 'as', 'OWNER', 'legalName', legal_name, 'status', status,
                                  'publicPhone', public_phone, 'descriptionEn', description_en,
                                  'descriptionAr', description_ar, 'since', created_at) AS record
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
// Pending invitations to the address end too, because no one will read them.
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
const withdraw = statement({
  name: 'sellers.withdraw_application',
  sql: `UPDATE sellers SET status = 'REJECTED', decided_by = :accountId, version = version + 1, updated_at = now()
         WHERE owner_account_id = :accountId AND status = 'APPLIED'`,
  params: OF_ACCOUNT,
});
const OVER = `s.owner_account_id = :accountId AND s.status IN ('REJECTED', 'CLOSED')`;
const dropBankAccounts = statement({
  name: 'sellers.drop_bank_accounts',
  sql: `DELETE FROM seller_bank_accounts b USING sellers s
         WHERE s.id = b.seller_id AND ${OVER}
           AND NOT EXISTS (SELECT FROM payouts p WHERE p.bank_account_id = b.id)`,
  params: OF_ACCOUNT,
});
const forgetBankAccounts = statement({
  name: 'sellers.forget_bank_accounts',
  sql: `UPDATE seller_bank_accounts b
           SET account_holder = :name, last_four = '0000', iban_sealed = ''
          FROM sellers s WHERE s.id = b.seller_id AND ${OVER} AND b.account_holder <> :name`,
  params: { ...OF_ACCOUNT, name: text },
});
const forgetProfile = statement({
  name: 'sellers.forget_profile',
  sql: `UPDATE sellers s
           SET public_phone = NULL, description_en = NULL, description_ar = NULL, version = version + 1,
               updated_at = now()
         WHERE ${OVER} AND (public_phone IS NOT NULL OR description_en IS NOT NULL)`,
  params: OF_ACCOUNT,
});
// Invoices need the seller's name of what was sold.
const forgetNames = statement({
  name: 'sellers.forget_names',
  sql: `UPDATE sellers s
           SET legal_name = :name, display_name_en = :name, display_name_ar = :name, rejection_reason = NULL,
               version = version + 1, updated_at = now()
         WHERE ${OVER} AND legal_name <> :name
           AND NOT EXISTS (SELECT FROM order_groups g WHERE g.seller_id = s.id)`,
  params: { ...OF_ACCOUNT, name: text },
});

/**
 * An owner must close the shop before leaving; staff just leave, and so do applicants, whose application ends. A closed
 * shop is erased, except that one with sales keeps its name on invoices.
 */
export const sellerData: PersonalData = {
  owner: 'marketplace/sellers',
  obstacles: async (trx, accountId) => {
    const shops = (await owned.all(trx, { accountId })).filter(({ status }) => status !== 'APPLIED');
    return shops.length > 0 ? [{ code: 'SHOP_OWNED', count: shops.length }] : [];
  },
  export: async (executor, accountId) => ({
    shops: (await shown.all(executor, { accountId })).map(({ record }) => record),
  }),
  erase: async (trx, { accountId, words }) => {
    const emails = words.filter((word) => word.includes('@')).map((word) => word.toLowerCase());
    await leave.count(trx, { accountId });
    await endInvitations.count(trx, { emails });
    await forgetInvitations.count(trx, { accountId, emails });
    await withdraw.count(trx, { accountId });
    await dropBankAccounts.count(trx, { accountId });
    await forgetBankAccounts.count(trx, { accountId, name: CLOSED_ACCOUNT });
    await forgetProfile.count(trx, { accountId });
    await forgetNames.count(trx, { accountId, name: CLOSED_ACCOUNT });
  },
};
