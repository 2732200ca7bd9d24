import argon2 from 'argon2';
import { generate, generateSecret } from 'otplib';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { knexOf } from '../../db/models/knex-of.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { createAccount } from '../../server/accounts/create-account.ts';
import { AccessTokens } from '../../server/kernel/security/tokens.ts';
import type { ApiClient } from './api-client.ts';
import type { TestService } from './service.ts';

export interface SignIn {
  email: string;
  password: string;
}

export const PASSWORD = 'corniche-lamp-pearl-4';

let people = 0;
/** A hash states its own cost. Tests sign in often, so this one costs a twentieth of what the service uses. */
let cheapHash: Promise<string> | null = null;

/**
 * Inserts an account with these roles without the API (registration has its own test). Returns its id and credentials.
 */
export async function makeAccount(
  service: TestService,
  roles: readonly AccountRoleName[],
  options: { superAdmin?: boolean; passwordHash?: string } = {},
): Promise<SignIn & { accountId: string }> {
  people += 1;
  cheapHash ??= argon2.hash(PASSWORD, {
    type: argon2.argon2id,
    memoryCost: 1_024,
    timeCost: 1,
    parallelism: 1,
  });
  const hash = options.passwordHash ?? (await cheapHash);
  const email = `${roles.join('-').toLowerCase() || 'nobody'}-${people}@test.wasl.example`;
  const { database, ids } = service.inside.deps;
  const accountId = await inTransaction(database, async (trx) => {
    const superAdmin = await knexOf(trx)('accounts').where({ is_super_admin: true }).first('id');
    return createAccount(trx, ids, {
      email,
      displayName: `Person ${people}`,
      locale: 'en',
      passwordHash: hash,
      roles,
      isSuperAdmin: options.superAdmin ?? false,
      ...(superAdmin === undefined ? {} : { grantedBy: superAdmin.id }),
    });
  });
  return { accountId, email, password: PASSWORD };
}

export function makeDispatcher(service: TestService): Promise<SignIn & { accountId: string }> {
  return makeAccount(service, ['DISPATCHER']);
}

/** The super-administrator, with a confirmed second factor. One per service. */
export async function makeAdministrator(
  service: TestService,
): Promise<SignIn & { accountId: string; authenticatorKey: string }> {
  const account = await makeAccount(service, ['ADMIN'], { superAdmin: true });
  const { database, secrets } = service.inside.deps;
  const authenticatorKey = generateSecret();
  await database('mfa_factors').insert({
    account_id: account.accountId,
    secret: secrets.seal('mfa-secret', authenticatorKey, account.accountId),
    confirmed_at: new Date(),
  });
  return { ...account, authenticatorKey };
}

/** A client signed in as this account. */
export async function signIn(
  service: TestService,
  account: SignIn & { authenticatorKey?: string },
): Promise<ApiClient> {
  const client = service.client();
  const mfaToken =
    account.authenticatorKey === undefined
      ? {}
      : { mfaToken: await generate({ secret: account.authenticatorKey }) };
  const session = await client.post<{ accessToken: string }>('/auth/login', {
    email: account.email,
    password: account.password,
    ...mfaToken,
  });
  client.token = session.accessToken;
  return client;
}

const HOUR = 3_600_000;

/** A client with a session of its own, its second factor given already. Signing in by password has its own tests. */
export async function signedIn(service: TestService, accountId: string): Promise<ApiClient> {
  const { database, config } = service.inside.deps;
  const sessionId = uuidv7();
  await database('sessions').insert({
    id: sessionId,
    account_id: accountId,
    surface: 'api',
    mfa_at: new Date(),
    expires_at: new Date(Date.now() + HOUR),
  });
  const client = service.client();
  client.token = new AccessTokens(config).sign({ accountId, sessionId, surface: 'api' });
  return client;
}
