import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import proxyAddress from 'proxy-addr';
import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase } from '../../../db/database.ts';
import { accountAdminHandlers } from '../../../server/accounts/account-admin-handlers.ts';
import { accountHandlers } from '../../../server/accounts/account-handlers.ts';
import { giveRole } from '../../../server/accounts/account-store.ts';
import type { MergeGuestCart } from '../../../server/accounts/answer-session.ts';
import { CallerResolver } from '../../../server/accounts/caller.ts';
import { createSuperAdmin } from '../../../server/accounts/create-super-admin.ts';
import { ownSessionHandlers } from '../../../server/accounts/own-session-handlers.ts';
import { createApp } from '../../../server/compose/app.ts';
import { auditHandlers } from '../../../server/kernel/audit/audit-handlers.ts';
import { AddressBudgets } from '../../../server/kernel/http/address-budgets.ts';
import { createApi } from '../../../server/kernel/http/api.ts';
import type { Contract } from '../../../server/kernel/http/contract.ts';
import { InProcess } from '../../../server/kernel/http/in-process.ts';
import type { Handlers } from '../../../server/kernel/http/operation.ts';
import { Operations } from '../../../server/kernel/http/operations.ts';
import { RateLimits } from '../../../server/kernel/http/rate-limit.ts';
import { HttpServer } from '../../../server/kernel/http/serve.ts';
import { type Config, loadConfig } from '../../../server/kernel/process/config.ts';
import { Secrets } from '../../../server/kernel/security/secrets.ts';
import { AccessTokens } from '../../../server/kernel/security/tokens.ts';
import { openFileStore } from '../../../server/kernel/uploads/open-file-store.ts';
import { type Answer, ApiClient, type Problem, type Schema } from '../../support/api-client.ts';
import { readContract } from '../../support/contract.ts';
import { createTestDatabase, redisUrl } from '../../support/database.ts';
import { PASSWORD } from '../../support/people.ts';
import { enrolAuthenticator } from './authenticator.ts';

/** The session as API clients get it; consoles get a cookie in place of the refresh token. */
export type AuthSession = Schema<'AuthSession'> & { refreshToken: string };

export { PASSWORD };
export const SUPER_ADMIN = { email: 'root@wasl.example', password: 'majlis-falcon-9' };

export interface AccountsService {
  database: Database;
  config: Config;
  secrets: Secrets;
  tokens: AccessTokens;
  callers: CallerResolver;
  client(): ApiClient;
  stop(): Promise<void>;
}

let addresses = 0;

/**
 * The handlers of accounts behind the real HTTP adapter, with a database of their own. Sign-in budgets are raised out
 * of the way.
 */
export async function startAccounts(
  options: { mergeGuestCart?: MergeGuestCart } = {},
): Promise<AccountsService> {
  const created = await createTestDatabase({ catalogue: false });
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: created.url,
    REDIS_URL: redisUrl(),
    REDIS_NAMESPACE: `t-${randomUUID().slice(0, 12)}`,
    APP_SECRET: 'test-application-secret-0123456789abcdef',
    JWT_SECRET: 'test-token-secret-0123456789abcdef-012345',
    TRUSTED_PROXIES: 'loopback',
    LIMIT_SIGN_IN_PER_15_MINUTES: '10000',
    LIMIT_REGISTRATION_PER_15_MINUTES: '10000',
  });
  const database = openDatabase(created.url, { name: 'test-accounts', max: 10 });
  const redis = new Redis(config.redisUrl);
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const secrets = new Secrets(config.appSecret);
  // These tests don't deliver effects: they stay in the outbox.
  const actors = { publish: async () => undefined };
  const deps = { config, database, secrets, actors, ids: { next: () => uuidv7() } };
  const tokens = new AccessTokens(config);
  const callers = new CallerResolver(database, secrets, {
    tokens,
    refreshTokenLife: config.refreshTokenLife,
  });
  const contract = readContract();
  const handlers = {
    ...handlersOfOtherAreas(contract),
    ...accountHandlers(deps, {
      mergeGuestCart: options.mergeGuestCart ?? (async () => null),
      disconnectAccount: () => undefined,
    }),
    ...ownSessionHandlers(deps, { disconnectAccount: () => undefined }),
    ...accountAdminHandlers(deps),
    ...auditHandlers(deps),
  };
  const limits = new RateLimits(redis, config.redisNamespace, { limits: config.limits });
  const trust = proxyAddress.compile(config.trustedProxies);
  const budgets = new AddressBudgets(limits, trust);
  const operations = await Operations.of({ contract, handlers, validateResponses: true });
  const api = createApi({
    operations,
    budgets,
    trust,
    secrets,
    bodyLimit: config.bodyLimit,
    resolveCaller: (authorization) => callers.resolve(authorization),
    resolveKey: () => Promise.reject(new Error('this service has no API keys')),
    noteRefusal: () => undefined,
    surfaceHosts: [],
    refuse: () => undefined,
  });
  const http = new HttpServer();
  const clock = { now: () => new Date() };
  const health = {
    clock,
    clockRate: 1,
    database,
    redisAnswers: async () => void (await redis.ping()),
    workerAlive: async () => true,
    clockRight: () => true,
  };
  const nothing = {
    tracing: null,
    metrics: (_req: unknown, _res: unknown, next: () => void) => next(),
    observe: () => undefined,
    demoAccounts: async () => [],
  };
  http.serve(
    createApp({
      ...{ config, contract, api, budgets, health, log, secrets, ...nothing },
      ...{
        files: openFileStore(config),
        sessions: callers,
        shop: new InProcess(operations, secrets, () => undefined),
      },
    }),
  );
  const url = await http.listen(config.host, config.port);
  return {
    database,
    config,
    secrets,
    tokens,
    callers,
    client() {
      addresses += 1;
      return new ApiClient(url, `10.77.${addresses >> 8}.${addresses & 255}`);
    },
    async stop() {
      await http.finish();
      redis.disconnect();
      await database.destroy();
      await created.drop();
    },
  };
}

function handlersOfOtherAreas(contract: Contract): Handlers {
  const absent = async () => {
    throw new Error('not part of this test');
  };
  return Object.fromEntries([...contract.operations.keys()].map((id) => [id, absent])) as unknown as Handlers;
}

let people = 0;

/** Registers a buyer with a unique e-mail and leaves the client signed in. */
export async function register(
  client: ApiClient,
  given: { email?: string; displayName?: string } = {},
): Promise<AuthSession & { email: string }> {
  people += 1;
  const email = given.email ?? `person${people}@wasl.example`;
  const body = {
    email,
    password: PASSWORD,
    displayName: given.displayName ?? `Person ${people}`,
    locale: 'en',
  };
  const session = await client.post<AuthSession>('/auth/register', body);
  client.token = session.accessToken;
  return { ...session, email };
}

/** The one super-administrator, with a session that has passed a second factor. */
export async function superAdministrator(service: AccountsService): Promise<ApiClient> {
  const ids = { next: () => uuidv7() };
  await createSuperAdmin(service.database, ids, { ...SUPER_ADMIN, displayName: 'Root' });
  const client = service.client();
  client.token = (await client.post<AuthSession>('/auth/login', SUPER_ADMIN)).accessToken;
  await enrolAuthenticator(client, SUPER_ADMIN.password);
  return client;
}

export interface Administrator {
  client: ApiClient;
  session: AuthSession;
  email: string;
  /** Signs in again, from another IP address. */
  login(mfaToken?: string): Promise<Answer<AuthSession & Problem>>;
}

/** A new administrator, signed in, without a second factor. */
export async function newAdministrator(service: AccountsService): Promise<Administrator> {
  const client = service.client();
  const { email, account } = await register(client);
  const superAdmin = await service.database('accounts').where({ is_super_admin: true }).first('id');
  await giveRole(service.database, account.id, 'ADMIN', superAdmin.id);
  const login = (mfaToken?: string) =>
    service.client().call<AuthSession & Problem>('POST', '/auth/login', {
      body: { email, password: PASSWORD, ...(mfaToken === undefined ? {} : { mfaToken }) },
    });
  const session = (await login()).body;
  client.token = session.accessToken;
  return { client, session, email, login };
}
