import { expect } from 'chai';
import type { Problem } from '../../support/api-client.ts';
import {
  type AccountsService,
  type AuthSession,
  PASSWORD,
  register,
  startAccounts,
} from './accounts-service.ts';

describe('lockout', () => {
  let service: AccountsService;

  before(async () => {
    service = await startAccounts();
  });
  after(() => service.stop());

  const attempt = (email: string, password: string) =>
    service.client().call<Problem & AuthSession>('POST', '/auth/login', { body: { email, password } });
  const wrong = (email: string) => attempt(email, 'not-the-password');
  const fail = async (email: string, times: number) => {
    const codes: string[] = [];
    for (let index = 0; index < times; index += 1) codes.push((await wrong(email)).body.code);
    return codes;
  };
  const guard = (email: string) =>
    service.database('sign_in_guards').where({ email_key: email }).first('failures', 'locked_until');
  /** Moves the lock into the past by its duration. */
  const letLockPass = (email: string) =>
    service
      .database('sign_in_guards')
      .where({ email_key: email })
      .update({ locked_until: service.database.raw(`locked_until - interval '15 minutes'`) });

  it('starts after five wrong passwords in a row and lasts 15 minutes, even for the right password', async () => {
    const { email } = await register(service.client());
    expect(await fail(email, 5)).to.deep.equal(Array(5).fill('auth.INVALID_CREDENTIALS'));
    const answer = await attempt(email, PASSWORD);
    expect(answer.status).to.equal(423);
    expect(answer.body.code).to.equal('auth.ACCOUNT_LOCKED');
    expect(Number(answer.headers.get('retry-after'))).to.be.within(890, 900);
  });

  it('ignores the case of an e-mail', async () => {
    const { email } = await register(service.client());
    await fail(email.toUpperCase(), 3);
    await fail(email, 2);
    expect((await attempt(email, PASSWORD)).status).to.equal(423);
  });

  it('does not end live sessions', async () => {
    const client = service.client();
    const { email, refreshToken } = await register(client);
    await fail(email, 5);
    await client.get('/me');
    await client.post('/auth/refresh', { refreshToken });
  });

  it('counts wrong passwords while it lasts, without being extended', async () => {
    const { email } = await register(service.client());
    await fail(email, 5);
    const before = await guard(email);
    expect(await fail(email, 3)).to.deep.equal(Array(3).fill('auth.ACCOUNT_LOCKED'));
    const after = await guard(email);
    expect(after.failures).to.equal(8);
    expect(after.locked_until).to.deep.equal(before.locked_until);
  });

  it('does not count the right password while it lasts', async () => {
    const { email } = await register(service.client());
    await fail(email, 5);
    await attempt(email, PASSWORD);
    expect((await guard(email)).failures).to.equal(5);
  });

  it('counts from zero once it is over: four more wrong passwords pass, and the fifth locks again', async () => {
    const { email } = await register(service.client());
    await fail(email, 7);
    await letLockPass(email);
    expect(await fail(email, 4)).to.deep.equal(Array(4).fill('auth.INVALID_CREDENTIALS'));
    expect((await guard(email)).failures).to.equal(4);
    await fail(email, 1);
    expect((await attempt(email, PASSWORD)).status).to.equal(423);
  });

  it('queues one message for the owner per day, whether or not the account exists', async () => {
    for (const email of [(await register(service.client())).email, 'nobody-locked@wasl.example']) {
      const left = () =>
        service
          .database('outbox')
          .whereRaw(`effects #>> '{0,effect,payload,emailKey}' = ?`, [email])
          .select(service.database.raw(`effects #>> '{0,effect,consumer}' AS consumer`));
      await fail(email, 6);
      await letLockPass(email);
      await fail(email, 5);
      expect(await left(), email).to.deep.equal([{ consumer: 'sign-in-locked' }]);
    }
  });

  it('is further away again after a success, which resets the count', async () => {
    const { email } = await register(service.client());
    await fail(email, 4);
    expect((await attempt(email, PASSWORD)).status).to.equal(200);
    await fail(email, 4);
    expect((await attempt(email, PASSWORD)).status).to.equal(200);
    await fail(email, 5);
    await letLockPass(email);
    expect((await attempt(email, PASSWORD)).status).to.equal(200);
    await fail(email, 4);
    expect((await attempt(email, PASSWORD)).status).to.equal(200);
  });

  it('counts each of 20 simultaneous wrong passwords once', async () => {
    const { email } = await register(service.client());
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(email)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([...Array<number>(5).fill(401), ...Array<number>(15).fill(423)]);
    expect((await guard(email)).failures).to.equal(20);
  });

  it('refuses the right password once five simultaneous wrong ones have been counted', async () => {
    const { email } = await register(service.client());
    await fail(email, 4);
    const [right, ...others] = await Promise.all([
      attempt(email, PASSWORD),
      ...[1, 2, 3].map(() => wrong(email)),
    ]);
    const { failures } = await guard(email);
    // Either the right password came first and reset the count, or the fifth wrong one had locked the account already.
    const expected = right?.status === 200 ? [200, others.length] : [423, 4 + others.length];
    expect([right?.status, failures]).to.deep.equal(expected);
  });

  it('treats an unknown e-mail like a known one, the lock included', async () => {
    const { email: known } = await register(service.client());
    const unknown = 'nobody@wasl.example';
    for (let index = 0; index < 7; index += 1) {
      const [one, other] = [await wrong(known), await wrong(unknown)];
      expect(plain(one.body)).to.deep.equal(plain(other.body));
      expect(one.headers.has('retry-after')).to.equal(other.headers.has('retry-after'));
    }
    expect((await guard(unknown)).failures).to.equal(7);
  });

  it('reveals that an account is disabled only with the right password', async () => {
    const { email, account } = await register(service.client());
    await service.database('accounts').where({ id: account.id }).update({ status: 'DISABLED' });
    expect((await wrong(email)).body.code).to.equal('auth.INVALID_CREDENTIALS');
    const answer = await attempt(email, PASSWORD);
    expect([answer.status, answer.body.code]).to.deep.equal([403, 'auth.ACCOUNT_DISABLED']);
  });
});

/** The response without the request's id and the seconds left, which may differ. */
function plain(problem: Problem): object {
  return { ...problem, requestId: '', detail: problem.detail.replaceAll(/\d+/g, 'n') };
}
