import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ShopPeople, tally, WAREHOUSE, type Warehouse } from '../../worlds/shop-people.ts';

const BAHRAIN = { latitude: 26.2235, longitude: 50.5876 };
const LUSAIL = { latitude: 25.4205, longitude: 51.529 };

describe('warehouses', () => {
  let service: TestService;
  let people: ShopPeople;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
  });

  after(() => service?.stop());

  it('are added by an applicant, too, who may prepare them before the approval', async () => {
    const { client, seller } = await people.applicant();
    const answer = await client.call<Warehouse>('POST', '/seller/warehouses', {
      body: { ...WAREHOUSE, name: 'Back store', phone: null },
    });
    expect(answer.status).to.equal(201);
    expect(answer.headers.get('etag')).to.equal('"1"');
    expect(answer.body).to.deep.include({
      sellerId: seller.id,
      name: 'Back store',
      phone: null,
      placeholder: false,
    });
    const list = await client.get<Schema<'WarehouseList'>>('/seller/warehouses?limit=1');
    expect(list.data).to.deep.equal([answer.body]);
    expect(list.page.hasMore).to.equal(true);
    const rest = await client.get<Schema<'WarehouseList'>>(
      `/seller/warehouses?cursor=${list.page.nextCursor}`,
    );
    expect(rest.data.map(({ name }) => name)).to.deep.equal(['Main store']);
  });

  it('are refused to people without a seller', async () => {
    const { client } = await people.person();
    await client.refused(404, 'seller.NO_SELLER', 'GET', '/seller/warehouses');
    await client.refused(404, 'seller.NO_SELLER', 'POST', '/seller/warehouses', { body: WAREHOUSE });
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'GET', '/seller/warehouses');
  });

  it('are added once per Idempotency-Key', async () => {
    const { client } = await people.shop();
    const key = randomUUID();
    const add = () => client.call<Warehouse>('POST', '/seller/warehouses', { body: WAREHOUSE, key });
    const first = await add();
    const second = await add();
    expect(second.body).to.deep.equal(first.body);
    expect(second.headers.get('idempotent-replayed')).to.equal('true');
    expect((await client.get<Schema<'WarehouseList'>>('/seller/warehouses')).data).to.have.length(2);
  });

  it('must lie in Qatar', async () => {
    const { client, warehouse } = await people.shop();
    const body = { ...WAREHOUSE, location: BAHRAIN };
    const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/warehouses', {
      body,
    });
    expect(problem.errors).to.deep.equal([
      { pointer: '/location', code: 'service-area', message: 'must lie in Qatar' },
    ]);
    const path = `/seller/warehouses/${warehouse.id}`;
    await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, {
      body: { location: BAHRAIN },
      version: 1,
    });
    const moved = await client.patch<Warehouse>(path, { location: LUSAIL }, { version: 1 });
    expect(moved.location).to.deep.equal(LUSAIL);
  });

  it('are changed field by field, against the version that was read', async () => {
    const { client, warehouse } = await people.shop();
    const path = `/seller/warehouses/${warehouse.id}`;
    await client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body: { name: 'North' } });
    const changed = await client.patch<Warehouse>(
      path,
      { name: 'North', phone: null, unit: '2b' },
      { version: 1 },
    );
    const { updatedAt, ...rest } = changed;
    expect(rest).to.deep.equal({
      ...Object.fromEntries(Object.entries(warehouse).filter(([name]) => name !== 'updatedAt')),
      name: 'North',
      phone: null,
      unit: '2b',
      version: 2,
    });
    expect(Date.parse(updatedAt)).to.be.at.least(Date.parse(warehouse.updatedAt));
    await client.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', path, {
      body: { name: 'South' },
      version: 1,
    });
  });

  it('are changed once when two edits of one version meet', async () => {
    const { client, warehouse } = await people.shop();
    const rename = (name: string) =>
      client.call('PATCH', `/seller/warehouses/${warehouse.id}`, { body: { name }, version: 1 });
    const answers = await Promise.all([rename('North'), rename('South')]);
    expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 1 });
  });

  it('of other sellers are not found, like unknown ones', async () => {
    const { warehouse } = await people.shop();
    const { client } = await people.shop();
    const request = { body: { name: 'Mine' }, version: 1 };
    const foreign = await client.refused(
      404,
      'common.NOT_FOUND',
      'PATCH',
      `/seller/warehouses/${warehouse.id}`,
      request,
    );
    const unknown = await client.refused(
      404,
      'common.NOT_FOUND',
      'PATCH',
      `/seller/warehouses/${randomUUID()}`,
      request,
    );
    expect(foreign.detail).to.equal(unknown.detail);
  });

  describe('of imported sellers', () => {
    async function imported(): Promise<{ path: string; id: string; name: string; version: number }> {
      const row = await people
        .database('warehouses')
        .where({ placeholder: true })
        .orderBy('id')
        .first('id', 'name', 'version');
      return { ...row, path: `/admin/warehouses/${row.id}` };
    }

    it('are changed by administrators, and stay placeholders until they get an address', async () => {
      const { path, id, name, version } = await imported();
      await people.admin.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, {
        body: { name: 'Depot' },
      });
      const renamed = await people.admin.patch<Warehouse>(path, { name: 'Depot' }, { version });
      expect(renamed).to.include({ name: 'Depot', placeholder: true });
      const address = { zoneNumber: 69, streetNumber: 303, buildingNumber: 21, location: LUSAIL };
      const moved = await people.admin.patch<Warehouse>(path, address, { version: renamed.version });
      expect(moved).to.deep.include({ ...address, placeholder: false });
      expect(await people.audit(id)).to.deep.equal([
        {
          action: 'updateWarehouseAsAdmin',
          account_id: people.adminId,
          role: 'ADMIN',
          reason: null,
          before: { name },
          after: { name: 'Depot' },
          data: {},
        },
        {
          action: 'updateWarehouseAsAdmin',
          account_id: people.adminId,
          role: 'ADMIN',
          reason: null,
          before: {
            zoneNumber: renamed.zoneNumber,
            streetNumber: renamed.streetNumber,
            buildingNumber: renamed.buildingNumber,
            location: renamed.location,
          },
          after: address,
          data: {},
        },
      ]);
    });

    it('stay as they are when the edit is refused, and nothing is recorded', async () => {
      const { path, id, version } = await imported();
      await people.admin.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, {
        body: { location: BAHRAIN },
        version,
      });
      await people.admin.refused(404, 'common.NOT_FOUND', 'PATCH', `/admin/warehouses/${randomUUID()}`, {
        body: { name: 'Depot' },
        version,
      });
      expect(await people.audit(id)).to.deep.equal([]);
    });
  });
});
