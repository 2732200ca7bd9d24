import type { JsonObject } from '../../actors/runtime/machine.ts';
import { boolean, jsonb, nullable, text, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';
import type { PersonalData } from '../kernel/personal-data/personal-data.ts';
import { CLOSED_ACCOUNT } from '../kernel/personal-data/word-pattern.ts';
import { eraseTokens } from './device-tokens/device-token-store.ts';
import { endSessions } from './session-store.ts';

const OF_ACCOUNT = { accountId: uuid };

const known = statement({
  name: 'accounts.known_by',
  sql: `SELECT email, display_name, phone, is_super_admin FROM accounts WHERE id = :accountId AND status <> 'CLOSED'`,
  params: OF_ACCOUNT,
  row: { email: text, display_name: text, phone: nullable(text), is_super_admin: boolean },
});

const shownAccount = statement({
  name: 'accounts.export',
  sql: `SELECT jsonb_build_object(
          'id', id, 'email', email, 'displayName', display_name, 'locale', locale, 'phone', phone,
          'verifiedAt', verified_at, 'createdAt', created_at,
          'roles', (SELECT coalesce(jsonb_agg(role ORDER BY role), '[]') FROM account_roles WHERE account_id = a.id),
          'secondFactorSince', (SELECT confirmed_at FROM mfa_factors WHERE account_id = a.id)) AS record
          FROM accounts a WHERE id = :accountId`,
  params: OF_ACCOUNT,
  row: { record: jsonb<JsonObject>() },
});

const shownSessions = statement({
  name: 'accounts.export_sessions',
  sql: `SELECT jsonb_build_object('id', id, 'surface', surface, 'ip', ip, 'lastIp', last_ip, 'lastSeenAt', last_seen_at, 'userAgent', user_agent,
                                  'createdAt', created_at, 'expiresAt', expires_at, 'endedAt', revoked_at) AS record
          FROM sessions WHERE account_id = :accountId ORDER BY id DESC`,
  params: OF_ACCOUNT,
  row: { record: jsonb<JsonObject>() },
});

const close = statement({
  name: 'accounts.close',
  sql: `UPDATE accounts
           SET status = 'CLOSED', email = id || '@closed.invalid', display_name = :name, phone = NULL,
               password_hash = NULL, verified_at = NULL, version = version + 1, updated_at = now()
         WHERE id = :accountId AND status <> 'CLOSED'`,
  params: { ...OF_ACCOUNT, name: text },
});
const dropRoles = statement({
  name: 'accounts.drop_roles',
  sql: 'DELETE FROM account_roles WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});
const dropGuard = statement({
  name: 'accounts.drop_guard',
  sql: `DELETE FROM sign_in_guards
         WHERE email_key = (SELECT lower(email) FROM accounts WHERE id = :accountId AND status <> 'CLOSED')`,
  params: OF_ACCOUNT,
});
const dropRecoveryCodes = statement({
  name: 'accounts.drop_recovery_codes',
  sql: 'DELETE FROM recovery_codes WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});
const dropFactor = statement({
  name: 'accounts.drop_factor',
  sql: 'DELETE FROM mfa_factors WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});
const dropTokens = statement({
  name: 'accounts.drop_tokens',
  sql: 'DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE account_id = :accountId)',
  params: OF_ACCOUNT,
});
const dropCodes = statement({
  name: 'accounts.drop_codes',
  sql: 'DELETE FROM one_time_codes WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});
const forgetDevices = statement({
  name: 'accounts.forget_devices',
  sql: 'UPDATE sessions SET ip = NULL, last_ip = NULL, user_agent = NULL WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});

/**
 * Erases the person: the account remains as an id that orders and the audit log refer to, and can never sign in again.
 */
export const accountData: PersonalData = {
  owner: 'accounts',
  find: async (trx, accountId) => {
    const account = await known.first(trx, { accountId });
    if (account === null) return {};
    const { email, display_name, phone } = account;
    return { words: [email, display_name, ...(phone === null ? [] : [phone])] };
  },
  obstacles: async (trx, accountId) =>
    (await known.first(trx, { accountId }))?.is_super_admin === true
      ? [{ code: 'SUPER_ADMINISTRATOR', count: 1 }]
      : [],
  export: async (executor, accountId) => ({
    account: (await shownAccount.all(executor, { accountId })).map(({ record }) => record),
    sessions: (await shownSessions.all(executor, { accountId })).map(({ record }) => record),
  }),
  erase: async (trx, { accountId }) => {
    await endSessions(trx, accountId, 'ACCOUNT_CLOSED');
    await dropTokens.count(trx, { accountId });
    await eraseTokens(trx, accountId);
    await dropCodes.count(trx, { accountId });
    await forgetDevices.count(trx, { accountId });
    await dropGuard.count(trx, { accountId });
    await dropRecoveryCodes.count(trx, { accountId });
    await dropFactor.count(trx, { accountId });
    await dropRoles.count(trx, { accountId });
    await close.count(trx, { accountId, name: CLOSED_ACCOUNT });
  },
};
