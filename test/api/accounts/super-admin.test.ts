import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, sqlState, violatedConstraint } from '../../../db/unit-of-work.ts';
import { createAccount, type NewAccount } from '../../../server/accounts/create-account.ts';
import { createSuperAdmin } from '../../../server/accounts/create-super-admin.ts';
import { type AccountsService, startAccounts } from './accounts-service.ts';

const ids = { next: () => uuidv7() };

describe('the super-administrator, in the database itself', () => {
  let service: AccountsService;
  let root: string;
  let buyer: string;

  const create = (email: string, more: Partial<NewAccount> = {}) =>
    inTransaction(service.database, (trx) =>
      createAccount(trx, ids, {
        email,
        displayName: email,
        locale: 'en',
        passwordHash: null,
        roles: ['BUYER'],
        ...more,
      }),
    );
  const failure = async (statement: PromiseLike<unknown>): Promise<unknown> => {
    try {
      await statement;
    } catch (error) {
      return error;
    }
    throw new Error('the database accepted it');
  };
  const person = (email: string) => ({ email, displayName: 'Root', password: 'majlis-falcon-9' });

  before(async () => {
    service = await startAccounts();
    const outcomes = await Promise.allSettled(
      ['one@wasl.example', 'two@wasl.example', 'three@wasl.example'].map((email) =>
        createSuperAdmin(service.database, ids, person(email)),
      ),
    );
    const made = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(made, 'one of three created at once').to.have.length(1);
    root = made[0]?.value ?? '';
    buyer = await create('buyer@wasl.example');
  });
  after(() => service.stop());

  it('is never created a second time', async () => {
    const refused = await failure(createSuperAdmin(service.database, ids, person('second@wasl.example')));
    expect(refused).to.include({ code: 'admin.SUPER_ADMIN_PROTECTED' });
    expect((refused as Error).message).to.equal(
      'A super-administrator exists already, and there can be only one.',
    );
    const promoted = await failure(
      service.database('accounts').where({ id: buyer }).update({ is_super_admin: true }),
    );
    expect(violatedConstraint(promoted)).to.equal('accounts_one_super_admin');
    expect(await service.database('accounts').where({ email: 'second@wasl.example' })).to.deep.equal([]);
  });

  for (const [what, change] of [
    ['demoted', { is_super_admin: false }],
    ['disabled', { status: 'DISABLED' }],
  ] as const) {
    it(`cannot be ${what}`, async () => {
      const error = await failure(service.database('accounts').where({ id: root }).update(change));
      expect(sqlState(error)).to.equal('WA001');
    });
  }

  it('cannot be deleted', async () => {
    expect(sqlState(await failure(service.database('accounts').where({ id: root }).delete()))).to.equal(
      'WA001',
    );
  });

  it('keeps the role ADMIN, whether the row is deleted, renamed or moved', async () => {
    const role = () => service.database('account_roles').where({ account_id: root, role: 'ADMIN' });
    expect(sqlState(await failure(role().delete()))).to.equal('WA001');
    expect(sqlState(await failure(role().update({ role: 'BUYER' })))).to.equal('WA001');
    expect(sqlState(await failure(role().update({ account_id: buyer })))).to.equal('WA001');
  });

  it('alone grants ADMIN', async () => {
    for (const granted_by of [null, buyer]) {
      const row = { account_id: buyer, role: 'ADMIN', granted_by };
      expect(sqlState(await failure(service.database('account_roles').insert(row)))).to.equal('WA002');
    }
    const renamed = service.database('account_roles').where({ account_id: buyer }).update({ role: 'ADMIN' });
    expect(sqlState(await failure(renamed))).to.equal('WA002');
    expect(sqlState(await failure(create('admin@wasl.example', { roles: ['ADMIN'] })))).to.equal('WA002');
    await create('admin@wasl.example', { roles: ['ADMIN'], grantedBy: root });
  });

  it('may lose other roles, and other accounts may be disabled', async () => {
    await service.database('account_roles').insert({ account_id: root, role: 'BUYER' });
    expect(
      await service.database('account_roles').where({ account_id: root, role: 'BUYER' }).delete(),
    ).to.equal(1);
    expect(await service.database('accounts').where({ id: buyer }).update({ status: 'DISABLED' })).to.equal(
      1,
    );
  });
});
