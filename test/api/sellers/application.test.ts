import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Problem, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { APPLICATION, type Seller, ShopPeople, tally } from '../../worlds/shop-people.ts';

describe('applying to sell', () => {
  let service: TestService;
  let people: ShopPeople;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
  });

  after(() => service?.stop());

  it('makes the applicant the owner of a seller that is not active yet, with its first warehouse', async () => {
    const { client, accountId } = await people.person();
    const answer = await client.call<Seller>('POST', '/seller/applications', { body: APPLICATION });

    expect(answer.status).to.equal(201);
    expect(answer.headers.get('etag')).to.equal('"1"');
    expect(answer.body).to.deep.include({
      legalName: 'Corniche Trading W.L.L.',
      displayName: { en: 'Corniche Trading', ar: 'الكورنيش للتجارة' },
      status: 'APPLIED',
      onVacation: false,
      ownerAccountId: accountId,
      placeholder: false,
      rejectionReason: null,
    });
    expect(answer.body.commissionPlan).to.include({ name: 'Standard', percent: '10.00' });
    expect(await client.get<Seller>('/seller')).to.deep.equal(answer.body);
    const { data } = await client.get<Schema<'WarehouseList'>>('/seller/warehouses');
    expect(data.map(({ name, placeholder }) => ({ name, placeholder }))).to.deep.equal([
      { name: 'Main store', placeholder: false },
    ]);
    // Selling needs the role, which comes with the approval.
    await client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/offers');
  });

  it('needs an account', async () => {
    await service
      .client()
      .refused(401, 'auth.UNAUTHENTICATED', 'POST', '/seller/applications', { body: APPLICATION });
  });

  it('is possible once per account, even twice at the same moment', async () => {
    const { client } = await people.person();
    const apply = () => client.call('POST', '/seller/applications', { body: APPLICATION });
    const answers = await Promise.all([apply(), apply(), apply()]);
    expect(tally(answers)).to.deep.equal({ '201': 1, '409 seller.ALREADY_LINKED': 2 });
    await client.refused(409, 'seller.ALREADY_LINKED', 'POST', '/seller/applications', { body: APPLICATION });
  });

  it("is not possible for another seller's staff", async () => {
    const { seller } = await people.shop();
    const { client, accountId } = await people.person();
    await people.database('seller_staff').insert({ account_id: accountId, seller_id: seller.id });
    await client.refused(409, 'seller.ALREADY_LINKED', 'POST', '/seller/applications', { body: APPLICATION });
  });

  it('repeated with its Idempotency-Key returns the same application', async () => {
    const { client } = await people.person();
    const key = randomUUID();
    const apply = () => client.call<Seller>('POST', '/seller/applications', { body: APPLICATION, key });
    const first = await apply();
    const second = await apply();
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(second.body).to.deep.equal(first.body);
    expect(second.headers.get('idempotent-replayed')).to.equal('true');
    const body = { ...APPLICATION, legalName: 'Another W.L.L.' };
    await client.refused(422, 'idempotency.MISMATCH', 'POST', '/seller/applications', { body, key });
  });

  it('needs a warehouse where drivers can come', async () => {
    const { client } = await people.person();
    const location = { latitude: 26.2235, longitude: 50.5876 };
    const body = { ...APPLICATION, warehouse: { ...APPLICATION.warehouse, location } };
    const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/applications', {
      body,
    });
    expect(problem.errors).to.deep.equal([
      { pointer: '/warehouse/location', code: 'service-area', message: 'must lie in Qatar' },
    ]);
    await client.refused(404, 'seller.NO_SELLER', 'GET', '/seller');
  });

  it('refuses blank names and unknown fields', async () => {
    const { client } = await people.person();
    for (const change of [
      { legalName: '  ' },
      { displayName: { en: 'Only English' } },
      { status: 'ACTIVE' },
    ]) {
      const body = { ...APPLICATION, ...change };
      await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/applications', { body });
    }
  });

  it('creates, once approved, an active seller whose owner may sell at once', async () => {
    const { client, accountId, seller } = await people.applicant();
    const approved = await people.admin.post<Seller>(`/admin/sellers/${seller.id}/approve`);

    expect(approved).to.include({ status: 'ACTIVE', version: 2 });
    expect(await client.get<Schema<'SellerOfferList'>>('/seller/offers')).to.deep.equal({
      data: [],
      page: { nextCursor: null, hasMore: false },
    });
    const role = await people
      .database('account_roles')
      .where({ account_id: accountId, role: 'SELLER_OWNER' })
      .first();
    expect(role).to.include({ granted_by: people.adminId });
    expect(await people.audit(seller.id)).to.deep.equal([
      {
        action: 'approveSeller',
        account_id: people.adminId,
        role: 'ADMIN',
        reason: null,
        before: { status: 'APPLIED' },
        after: { status: 'ACTIVE' },
        data: {},
      },
    ]);
  });

  it('is approved with the commission plan named, and not with one that does not exist', async () => {
    const { seller } = await people.applicant();
    const path = `/admin/sellers/${seller.id}/approve`;
    const plan = await people.database('commission_plans').where({ name: 'Imported sellers' }).first('id');
    const problem = await people.admin.refused(422, 'common.VALIDATION_FAILED', 'POST', path, {
      body: { commissionPlanId: randomUUID() },
    });
    expect(problem.errors.map(({ pointer }) => pointer)).to.deep.equal(['/commissionPlanId']);
    const approved = await people.admin.post<Seller>(path, { commissionPlanId: plan.id });
    expect(approved.commissionPlan).to.deep.equal({
      id: plan.id,
      name: 'Imported sellers',
      percent: '10.00',
    });
  });

  it('approved again by the same administrator changes nothing; by another it is refused', async () => {
    const { seller } = await people.applicant();
    const path = `/admin/sellers/${seller.id}/approve`;
    const first = await people.admin.post<Seller>(path);
    expect(await people.admin.post<Seller>(path)).to.deep.equal(first);
    const problem = await (await people.secondAdmin()).refused(409, 'seller.INVALID_STATE', 'POST', path);
    expect(problem).to.deep.include({ currentState: 'ACTIVE', allowedCommands: ['suspend', 'close'] });
    expect(await people.audit(seller.id)).to.have.length(1);
  });

  it('rejected gives the reason, and the applicant may apply again', async () => {
    const { client, seller } = await people.applicant();
    const rejected = await people.admin.post<Seller>(`/admin/sellers/${seller.id}/reject`, {
      reason: 'No licence',
    });
    expect(rejected).to.include({ status: 'REJECTED', rejectionReason: 'No licence' });
    expect(await client.get<Seller>('/seller')).to.include({
      id: seller.id,
      status: 'REJECTED',
      rejectionReason: 'No licence',
    });
    await client.refused(404, 'seller.NO_SELLER', 'GET', '/seller/me');
    await client.refused(404, 'seller.NO_SELLER', 'GET', '/seller/warehouses');

    const problem = await people.admin.refused(
      409,
      'seller.INVALID_STATE',
      'POST',
      `/admin/sellers/${seller.id}/approve`,
    );
    expect(problem).to.deep.include({ currentState: 'REJECTED', allowedCommands: [] });

    const again = await client.post<Seller>('/seller/applications', APPLICATION);
    expect(again.id).to.not.equal(seller.id);
    expect(again.status).to.equal('APPLIED');
    expect((await client.get<Seller>('/seller')).id).to.equal(again.id);
    await people.admin.post(`/admin/sellers/${again.id}/approve`);
    expect((await client.get<Seller>('/seller')).status).to.equal('ACTIVE');
  });

  it('is decided once when two administrators decide differently at the same moment', async () => {
    const other = await people.secondAdmin();
    const { accountId, seller } = await people.applicant();
    const answers = await Promise.all([
      people.admin.call<Seller & Problem>('POST', `/admin/sellers/${seller.id}/approve`),
      other.call<Seller & Problem>('POST', `/admin/sellers/${seller.id}/reject`, {
        body: { reason: 'Incomplete' },
      }),
    ]);
    expect(tally(answers)).to.deep.equal({ '200': 1, '409 seller.INVALID_STATE': 1 });
    const { status } = await people.database('sellers').where({ id: seller.id }).first('status');
    const owners = await people
      .database('account_roles')
      .where({ account_id: accountId, role: 'SELLER_OWNER' });
    expect(owners).to.have.length(status === 'ACTIVE' ? 1 : 0);
  });

  it('is decided by administrators, and unknown sellers are not found', async () => {
    const { client, seller } = await people.applicant();
    await client.refused(403, 'auth.FORBIDDEN', 'POST', `/admin/sellers/${seller.id}/approve`);
    await client.refused(403, 'auth.FORBIDDEN', 'GET', '/admin/sellers');
    await people.admin.refused(404, 'common.NOT_FOUND', 'POST', `/admin/sellers/${randomUUID()}/approve`);
  });

  it('is listed for administrators by status, newest first, page by page', async () => {
    const mine = [(await people.applicant()).seller.id, (await people.applicant()).seller.id];
    const first = await people.admin.get<Schema<'SellerList'>>('/admin/sellers?status=APPLIED&limit=1');
    expect(first.data.map(({ id }) => id)).to.deep.equal([mine[1]]);
    const next = `/admin/sellers?status=APPLIED&limit=1&cursor=${first.page.nextCursor}`;
    expect((await people.admin.get<Schema<'SellerList'>>(next)).data.map(({ id }) => id)).to.deep.equal([
      mine[0],
    ]);
    const elsewhere = `/admin/sellers?status=ACTIVE&cursor=${first.page.nextCursor}`;
    await people.admin.refused(400, 'common.BAD_CURSOR', 'GET', elsewhere);
    const active = await people.admin.get<Schema<'SellerList'>>('/admin/sellers?status=ACTIVE&limit=100');
    expect(
      active.data.filter(({ placeholder, ownerAccountId }) => placeholder && ownerAccountId === null),
    ).to.have.length(5);
  });
});
