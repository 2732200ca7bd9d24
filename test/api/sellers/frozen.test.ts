import { expect } from 'chai';
import { sqlState } from '../../../db/unit-of-work.ts';
import { loadContract } from '../../../server/kernel/http/contract.ts';
import type { Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ShopPeople } from '../../worlds/shop-people.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

describe("a seller's legal name and owner", () => {
  let service: TestService;
  let people: ShopPeople;
  let document: Json;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
    document = loadContract(service.inside.deps.config.openapiFile).document as unknown as Json;
  });

  after(() => service?.stop());

  /** Operations whose request body may contain this field, at any depth. */
  function acceptedBy(field: string): string[] {
    const root = document as { paths: Record<string, Record<string, Json>> };
    const resolve = (ref: string): Json =>
      ref
        .slice(2)
        .split('/')
        .reduce<Json>((at, part) => (at as Record<string, Json>)[part] ?? null, document);
    const names = (schema: Json, seen: Set<string>): boolean => {
      if (typeof schema !== 'object' || schema === null) return false;
      if (Array.isArray(schema)) return schema.some((part) => names(part, seen));
      const { $ref: ref } = schema;
      if (typeof ref === 'string') return !seen.has(ref) && names(resolve(ref), seen.add(ref));
      const { properties } = schema;
      if (typeof properties === 'object' && properties !== null && field in properties) return true;
      return Object.values(schema).some((part) => names(part, seen));
    };
    return Object.values(root.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => {
        if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) return [];
        return names(operation.requestBody ?? null, new Set()) ? [String(operation.operationId)] : [];
      }),
    );
  }

  it('no operation of the contract accepts a legal name but the application', () => {
    expect(acceptedBy('legalName')).to.deep.equal(['applyAsSeller']);
  });

  it('no operation of the contract accepts an owner', () => {
    for (const field of ['owner', 'ownerId', 'ownerAccountId', 'ownerEmail'])
      expect(acceptedBy(field), field).to.deep.equal([]);
  });

  it('sending a legal name or an owner is refused, and neither changes', async () => {
    const { client, seller } = await people.shop();
    const displayName = { en: 'New', ar: 'جديد' };
    for (const extra of [{ legalName: 'Another W.L.L.' }, { ownerAccountId: people.adminId }]) {
      const options = { body: { displayName, ...extra }, version: seller.version };
      const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', '/seller', options);
      expect(problem.errors.map(({ pointer }) => pointer)).to.include(`/${Object.keys(extra)[0]}`);
    }
    expect(await client.get('/seller')).to.deep.equal(seller);
  });

  it('approving an imported seller gives it no owner either', async () => {
    const list = await people.admin.get<Schema<'SellerList'>>('/admin/sellers?limit=100');
    const imported = list.data.find(({ ownerAccountId }) => ownerAccountId === null);
    const path = `/admin/sellers/${imported?.id}/approve`;
    const body = { ownerAccountId: people.adminId };
    await people.admin.refused(422, 'common.VALIDATION_FAILED', 'POST', path, { body });
    await people.admin.refused(409, 'seller.INVALID_STATE', 'POST', path);
  });

  it('the database itself refuses both', async () => {
    const { accountId } = await people.person();
    const states = async (change: object) => {
      const tries = await Promise.allSettled([
        people.database('sellers').whereNull('owner_account_id').update(change),
        people.database('sellers').whereNotNull('owner_account_id').update(change),
      ]);
      return tries.map((result) => (result.status === 'rejected' ? sqlState(result.reason) : 'done'));
    };
    await people.shop();
    expect(await states({ legal_name: 'Another W.L.L.' })).to.deep.equal(['WA003', 'WA003']);
    expect(await states({ owner_account_id: accountId })).to.deep.equal(['WA004', 'WA004']);
    const cleared = people
      .database('sellers')
      .whereNotNull('owner_account_id')
      .update({ owner_account_id: null });
    expect(await cleared.then(() => 'done', sqlState)).to.equal('WA004');
  });
});
