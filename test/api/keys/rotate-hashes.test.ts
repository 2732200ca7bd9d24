import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { generateSecret } from 'otplib';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../../db/unit-of-work.ts';
import {
  dropHashingSecret,
  type HashingStep,
  neededFor,
  replaceHashingSecret,
} from '../../../scripts/keys/hashing-steps.ts';
import { insertCode } from '../../../server/accounts/one-time-code-store.ts';
import { addressKey, codeHash } from '../../../server/accounts/one-time-codes.ts';
import { replaceRecoveryCodes } from '../../../server/accounts/recovery-codes.ts';
import { type ApiService, startApi } from '../../../server/compose/compose.ts';
import { loadConfig } from '../../../server/kernel/process/config.ts';
import { ApiClient, type Schema } from '../../support/api-client.ts';
import { readContract } from '../../support/contract.ts';
import { makeAccount } from '../../support/people.ts';
import {
  ageRedisMemory,
  freshAddress,
  startService,
  type TestService,
  testEnvironment,
} from '../../support/service.ts';

type Session = Schema<'AuthSession'>;

describe('the hashing secret that is replaced while processes serve', () => {
  let service: TestService;
  const others: ApiService[] = [];

  before(async function () {
    this.timeout(60_000);
    service = await startService();
  });
  after(async () => {
    await Promise.all(others.map((other) => other.close()));
    await service?.stop();
  });

  /** Another process on the same database, with the secrets that are stored there now. */
  async function process(): Promise<{ client: () => ApiClient; inside: ApiService }> {
    const config = loadConfig(testEnvironment(service.databaseUrl));
    await ageRedisMemory(config.redisNamespace);
    const inside = await startApi(config, { contract: readContract() });
    others.push(inside);
    return { client: () => new ApiClient(inside.url, freshAddress()), inside };
  }

  const stored = () => {
    const { database, secrets } = service.inside.deps;
    return { database, secrets };
  };
  const take = async (step: HashingStep) => expect(await replaceHashingSecret(stored())).to.equal(step);

  /** Recovery codes of an account, as a process with these secrets makes them. */
  async function recoveryCodes(by: ApiService, accountId: string): Promise<string[]> {
    const { database, secrets } = by.deps;
    await database('mfa_factors').insert({
      ...{ account_id: accountId, confirmed_at: new Date() },
      secret: secrets.seal('mfa-secret', generateSecret(), accountId),
    });
    return inTransaction(database, (trx) => replaceRecoveryCodes(trx, secrets, accountId));
  }

  /** A code as if a process with these secrets had sent it. */
  async function sentCode(by: ApiService, email: string): Promise<string> {
    const { database, secrets } = by.deps;
    const [purpose, code] = ['SIGN_IN', '271828'] as const;
    const key = addressKey(secrets, purpose, { email });
    const hash = codeHash(secrets, key, null, code);
    const sent = { id: uuidv7(), purpose, addressKey: key, accountId: null, hash, life: 600 };
    await inTransaction(database, (trx) => insertCode(trx, sent));
    return code;
  }

  async function signIn(client: ApiClient, { email, password }: { email: string; password: string }) {
    const session = await client.post<Session>('/auth/login', { email, password });
    client.token = session.accessToken;
    return session;
  }

  it('signs nobody out and voids no code until the former one is dropped', async function () {
    this.timeout(60_000);
    const one = { client: () => service.client(), inside: service.inside };
    const buyer = await makeAccount(service, ['BUYER']);
    const idle = await makeAccount(service, ['BUYER']);
    const codes = await recoveryCodes(one.inside, idle.accountId);
    let session = await signIn(one.client(), buyer);
    const idleSession = await signIn(one.client(), idle);
    const refresh = async (at: { client: () => ApiClient }) => {
      session = await at.client().post<Session>('/auth/refresh', { refreshToken: session.refreshToken });
    };

    await take('announced');
    const announced = await process();
    await take('switched');
    const switched = await process();

    // Tokens go back and forth between processes in neighbouring steps.
    for (const at of [announced, switched, announced, switched]) await refresh(at);

    const email = `${randomUUID()}@test.wasl.example`;
    await switched
      .client()
      .post('/auth/codes/verify', { email, code: await sentCode(announced.inside, email) });
    await announced
      .client()
      .post('/auth/codes/verify', { email, code: await sentCode(switched.inside, email) });

    // A request that is repeated at another process is recognized, also a guest's.
    const { data } = await one.client().get<Schema<'ProductList'>>('/products?inStock=true');
    const { variants } = await one.client().get<Schema<'Product'>>(`/products/${data[0]?.id}`);
    const body = { offerId: variants[0]?.bestOffer?.id, quantity: 1 };
    const [guest, again] = [announced.client(), switched.client()];
    const { headers } = await guest.call('POST', '/cart/items', { body });
    guest.cartToken = headers.get('x-cart-token');
    again.cartToken = guest.cartToken;
    const first = await guest.call('POST', '/cart/items', { body, key: 'once' });
    const repeat = await again.call('POST', '/cart/items', { body, key: 'once' });
    expect([first.status, repeat.status, repeat.headers.get('idempotent-replayed')]).to.deep.equal([
      ...[200, 200, 'true'],
    ]);

    await take('kept');
    await refresh(switched);
    const client = switched.client();
    client.token = idleSession.accessToken;
    await client.post('/auth/mfa/step-up', { code: codes[0] });
    await client.refused(401, 'auth.MFA_TOKEN_INVALID', 'POST', '/auth/mfa/step-up', {
      body: { code: codes[0] },
    });
    const [sessions, recovery] = await neededFor(stored());
    // The idle one, and the two that signed in by code.
    expect(sessions).to.equal('3 sessions');
    expect(recovery).to.equal('9 unused recovery codes');

    await dropHashingSecret(stored());
    const after = await process();
    await refresh(after);
    await after.client().refused(401, 'auth.UNAUTHENTICATED', 'POST', '/auth/refresh', {
      body: { refreshToken: idleSession.refreshToken },
    });
    expect(await stored().database('recovery_codes').where({ used_at: null })).to.deep.equal([]);
  });

  it('does not double the guesses at a code: wrong ones count, whichever secret they were hashed with', async function () {
    this.timeout(60_000);
    const email = `${randomUUID()}@test.wasl.example`;
    const before = await process();
    const code = await sentCode(before.inside, email);
    await take('announced');
    const announced = await process();
    await take('switched');
    const switched = await process();
    for (const at of [announced, switched, announced, switched, announced])
      await at.client().refused(422, 'auth.CODE_INVALID', 'POST', '/auth/codes/verify', {
        body: { email, code: '000000' },
      });
    // Five wrong ones void the right one, everywhere.
    for (const at of [announced, switched])
      await at
        .client()
        .refused(422, 'auth.CODE_INVALID', 'POST', '/auth/codes/verify', { body: { email, code } });
  });
});
