import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { loadContract, type OperationRules } from '../../server/kernel/http/contract.ts';
import { SELLER_PERMISSIONS, type SellerPermission } from '../../server/kernel/security/seller-rights.ts';
import type { ApiClient, Problem } from '../support/api-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { ShopPeople } from '../worlds/shop-people.ts';

/** Most of an answer is waiting. */
const BATCH_SIZE = 8;

describe("what a seller's people may call", () => {
  let service: TestService;
  let people: ShopPeople;
  let operations: OperationRules[];
  let owner: ApiClient;
  let staff: { client: ApiClient; accountId: string };

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_WRITE_PER_MINUTE: '100000' } });
    people = await ShopPeople.meet(service);
    const contract = loadContract(service.inside.deps.config.openapiFile);
    operations = [...contract.operations.values()].filter(({ permission }) => permission !== null);
    const shop = await people.shop();
    owner = shop.client;
    staff = await people.person();
    await people.database('account_roles').insert({ account_id: staff.accountId, role: 'SELLER_STAFF' });
    await people.database('seller_staff').insert({ account_id: staff.accountId, seller_id: shop.seller.id });
  });
  after(() => service?.stop());

  async function refusedOnes(client: ApiClient): Promise<string[]> {
    const refused: string[] = [];
    const ask = async ({ id, method, path }: OperationRules) => {
      const url = path.replace(/\{\w+\}/g, () => randomUUID());
      const { status, body } = await client.call<Problem | undefined>(method.toUpperCase(), url);
      if (status === 403 && body?.code === 'auth.FORBIDDEN') refused.push(id);
    };
    for (let at = 0; at < operations.length; at += BATCH_SIZE)
      await Promise.all(operations.slice(at, at + BATCH_SIZE).map(ask));
    return refused.sort();
  }

  it('is said for every operation of a seller but the application', () => {
    const { operations: all } = loadContract(service.inside.deps.config.openapiFile);
    const silent = [...all.values()].filter(
      ({ path, permission }) => /^\/seller(\/|$)/.test(path) && permission === null,
    );
    expect(silent.map(({ id }) => id)).to.deep.equal(['applyAsSeller']);
    expect(operations.length).to.be.greaterThan(25);
  });

  it('its owner: everything', async () => {
    expect(await refusedOnes(owner)).to.deep.equal([]);
  });

  for (const permission of [...SELLER_PERMISSIONS, null] as (SellerPermission | null)[]) {
    it(`somebody with ${permission ?? 'no permission'}: that, what anybody of them may, and nothing else`, async () => {
      const permissions = permission === null ? [] : [permission];
      await people.database('seller_staff').where({ account_id: staff.accountId }).update({ permissions });
      const expected = operations.filter(
        (rules) => rules.permission !== 'ANY' && rules.permission !== permission,
      );
      expect(await refusedOnes(staff.client)).to.deep.equal(expected.map(({ id }) => id).sort());
    });
  }
});
