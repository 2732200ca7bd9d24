import { expect } from 'chai';
import { knexOf } from '../../../db/models/knex-of.ts';
import type { CartMerge } from '../../../server/accounts/answer-session.ts';
import type { Schema } from '../../support/api-client.ts';
import {
  type AccountsService,
  type AuthSession,
  PASSWORD,
  register,
  startAccounts,
} from './accounts-service.ts';

const MERGED: CartMerge = {
  merged: [
    {
      variantId: '019c4690-ae0f-7258-9538-dad5777f2f3d',
      offerId: '019c4690-d4bd-76aa-b66a-ebbaafceaaa7',
      quantity: 2,
    },
  ],
  adjusted: [],
};

describe('registering', () => {
  let service: AccountsService;
  const merges: { accountId: string; cartToken: string }[] = [];

  before(async () => {
    service = await startAccounts({
      mergeGuestCart: async (trx, guest) => {
        merges.push(guest);
        if (guest.cartToken === 'ct_broken') await knexOf(trx).raw('SELECT 1/0');
        return MERGED;
      },
    });
  });
  after(() => service.stop());

  const form = (email: string) => ({ email, password: PASSWORD, displayName: 'نورة الكواري', locale: 'ar' });

  it('creates an unverified buyer, signed in', async () => {
    const client = service.client();
    const answer = await client.call<AuthSession>('POST', '/auth/register', {
      body: form('noora@wasl.example'),
    });
    expect(answer.status).to.equal(201);
    expect(answer.body.account).to.include({
      email: 'noora@wasl.example',
      displayName: 'نورة الكواري',
      locale: 'ar',
      verified: false,
      mfaEnrolled: false,
      status: 'ACTIVE',
      sellerId: null,
      driverId: null,
    });
    expect(answer.body.account.roles).to.deep.equal(['BUYER']);
    expect(answer.body).to.include({ tokenType: 'Bearer', expiresIn: 900, cartMerge: null });
    client.token = answer.body.accessToken;
    expect(await client.get<Schema<'Account'>>('/me')).to.deep.equal(answer.body.account);
  });

  it('stores the password as an argon2id hash only', async () => {
    const { email } = await register(service.client());
    const row = await service.database('accounts').where({ email }).first('password_hash');
    expect(row.password_hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('lets an unverified account sign in, whatever the case of its e-mail', async () => {
    const { account } = await register(service.client(), { email: 'Mixed.Case@Wasl.example' });
    const session = await service
      .client()
      .post<AuthSession>('/auth/login', { email: 'mIXED.cASE@wASL.EXAMPLE', password: PASSWORD });
    expect(session.account.id).to.equal(account.id);
    expect(session.account.email).to.equal('Mixed.Case@Wasl.example');
  });

  it('refuses an e-mail that is taken, even in another case', async () => {
    await register(service.client(), { email: 'taken@wasl.example' });
    await service
      .client()
      .refused(409, 'auth.EMAIL_TAKEN', 'POST', '/auth/register', { body: form('TAKEN@wasl.example') });
  });

  it('succeeds for one of ten simultaneous requests with the same e-mail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        service.client().call('POST', '/auth/register', {
          body: form(index % 2 === 0 ? 'race@wasl.example' : 'RACE@wasl.example'),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(9).fill(409)]);
  });

  for (const [what, change, pointer] of [
    ['an empty password', { password: '' }, '/password'],
    ['a password of 201 characters', { password: 'x'.repeat(201) }, '/password'],
    ['an e-mail without an @', { email: 'noora.example' }, '/email'],
    ['a blank name', { displayName: '   ' }, '/displayName'],
    ['another language', { locale: 'fr' }, '/locale'],
    ['a field it does not know', { roles: ['ADMIN'] }, '/roles'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const body = { ...form('refused@wasl.example'), ...change };
      const problem = await service
        .client()
        .refused(422, 'common.VALIDATION_FAILED', 'POST', '/auth/register', { body });
      expect(problem.errors?.map((error) => error.pointer)).to.include(pointer);
      expect(await service.database('accounts').where({ email: 'refused@wasl.example' })).to.deep.equal([]);
    });
  }

  it('takes the guest cart over, as signing in does', async () => {
    const client = service.client();
    client.cartToken = 'ct_guest';
    const { account, cartMerge, email } = await register(client);
    expect(cartMerge).to.deep.equal(MERGED);
    const session = await client.post<AuthSession>('/auth/login', { email, password: PASSWORD });
    expect(session.cartMerge).to.deep.equal(MERGED);
    expect(merges.slice(-2)).to.deep.equal([
      { accountId: account.id, cartToken: 'ct_guest' },
      { accountId: account.id, cartToken: 'ct_guest' },
    ]);
  });

  it('signs in even if the guest cart cannot be merged', async () => {
    const { email } = await register(service.client());
    const client = service.client();
    client.cartToken = 'ct_broken';
    const session = await client.post<AuthSession>('/auth/login', { email, password: PASSWORD });
    expect(session.cartMerge).to.equal(null);
    client.token = session.accessToken;
    await client.get('/me');
  });

  it('discards failed sign-ins from before the e-mail had an account', async () => {
    const email = 'later@wasl.example';
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await service.client().call('POST', '/auth/login', { body: { email, password: 'wrong-password' } });
    }
    await register(service.client(), { email });
    await service.client().post('/auth/login', { email, password: PASSWORD });
  });
});
