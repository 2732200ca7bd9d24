import { expect } from 'chai';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { createAccount, demoAccounts } from '../../../server/accounts/accounts.ts';
import { DEMO_PEOPLE } from '../../../server/kernel/process/demo-people.ts';
import { hashPassword } from '../../../server/kernel/security/passwords.ts';
import { startService, type TestService } from '../../support/service.ts';
import { PageClient } from './page-client.ts';

describe('accounts that sign-in pages of the demo installation offer', () => {
  let service: TestService;

  before(async function () {
    this.timeout(60_000);
    service = await startService({ catalogue: false, env: { DEMO: '1' } });
  });
  after(() => service?.stop());

  async function make({ email, password, displayName, roles }: (typeof DEMO_PEOPLE)['buyer']): Promise<void> {
    const passwordHash = await hashPassword(password);
    const { database, ids } = service.inside.deps;
    await inTransaction(database, (trx) =>
      createAccount(trx, ids, {
        ...{ email, displayName, passwordHash, roles, locale: 'en' },
        ...{ isDemo: true, verified: true },
      }),
    );
  }
  const offeredBy = async (console: 'dispatch' | 'driver') => {
    const response = await fetch(`${service.url}/${console}/settings.json`);
    return ((await response.json()) as { demoAccounts: unknown[] }).demoAccounts;
  };
  const signInPage = () => new PageClient(service).open('/en/sign-in');

  it('are those created for this installation, and none that do not exist', async () => {
    expect(await offeredBy('driver')).to.deep.equal([]);
    expect((await signInPage()).text).not.to.include('demo.wasl.example');
    await make(DEMO_PEOPLE.driver);
    await make(DEMO_PEOPLE.buyer);
    const { displayName: name, email, password } = DEMO_PEOPLE.driver;
    expect(await offeredBy('driver')).to.deep.equal([{ name, email, password }]);
    expect(await offeredBy('dispatch')).to.deep.equal([]);
    await service.inside.deps.database('accounts').where({ email }).update({ status: 'DISABLED' });
    expect(await offeredBy('driver')).to.deep.equal([]);
  });

  it('sign a buyer in with one press, and lead to the requested page', async () => {
    const noora = new PageClient(service);
    const { text } = await noora.open('/en/sign-in?next=%2Faccount');
    expect(text).to.include('Sign in as Noora Al Kuwari');
    const { email, password } = DEMO_PEOPLE.buyer;
    expect((await noora.submit('/sign-in', { email, password })).path).to.equal('/en/account');
  });

  it('are offered nowhere else, and never in production', async () => {
    const { database } = service.inside.deps;
    for (const config of [
      { demo: false, mode: 'development' },
      { demo: true, mode: 'production' },
    ] as const)
      expect(await demoAccounts(database, config)('shop')).to.deep.equal([]);
    expect(await demoAccounts(database, { demo: true, mode: 'development' })('shop')).to.have.length(1);
  });
});
