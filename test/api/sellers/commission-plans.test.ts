import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { percent } from '../../../actors/money/money.ts';
import type { Schema } from '../../support/api-client.ts';
import { type Person, Shop } from '../../worlds/shop.ts';
import { tally } from '../../worlds/shop-people.ts';

type Plan = Schema<'CommissionPlanDetail'>;
type Seller = Schema<'Seller'>;

const PLANS = '/admin/commission-plans';

describe('commission plans', () => {
  let shop: Shop;
  let admin: Person;
  before(async () => {
    shop = await Shop.open();
    admin = await shop.admin();
  });
  after(() => shop?.close());

  const make = (rate: string) =>
    admin.client.post<Plan>(PLANS, { name: `Plan ${randomUUID()}`, percent: rate });
  const versionOf = async (sellerId: string) =>
    (await shop.database('sellers').where({ id: sellerId }).first('version')).version as number;
  const put = async (sellerId: string, commissionPlanId: string) =>
    admin.client.call<Seller>('PUT', `/admin/sellers/${sellerId}/commission-plan`, {
      body: { commissionPlanId },
      version: await versionOf(sellerId),
    });

  it('are created, listed and changed against the version that was read, by administrators', async () => {
    const plan = await make('6.00');
    expect(plan).to.include({ percent: '6.00', isDefault: false, version: 1 });
    const { data } = await admin.client.get<Schema<'CommissionPlanList'>>(PLANS);
    expect(data.map(({ id }) => id)).to.include(plan.id);
    const path = `${PLANS}/${plan.id}`;
    await admin.client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, {
      body: { percent: '7.50' },
    });
    const edit = () => admin.client.call('PATCH', path, { body: { percent: '7.50' }, version: 1 });
    expect((await Promise.all([edit(), edit()])).map(({ status }) => status).sort()).to.deep.equal([
      200, 412,
    ]);
    const taken = { name: plan.name, percent: '1.00' };
    await admin.client.refused(409, 'common.CONFLICT', 'POST', PLANS, { body: taken });
    for (const wrong of ['100.01', '-1.00', '5'])
      await admin.client.refused(422, 'common.VALIDATION_FAILED', 'POST', PLANS, {
        body: { name: `Wrong ${wrong}`, percent: wrong },
      });
    const buyer = await shop.buyer();
    await buyer.client.refused(403, 'auth.FORBIDDEN', 'GET', PLANS);
  });

  it('have one default, even when two are made the default at the same moment', async () => {
    const plans = await Promise.all([make('3.00'), make('4.00'), make('5.00')]);
    const before = await shop.database('commission_plans').where({ is_default: true }).first('id');
    const answers = await Promise.all(
      plans.map(({ id }) =>
        admin.client.call('PATCH', `${PLANS}/${id}`, { body: { isDefault: true }, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const defaults = await shop.database('commission_plans').where({ is_default: true });
    expect(defaults).to.have.length(1);
    const { version } = await shop.database('commission_plans').where({ id: before.id }).first('version');
    await admin.client.patch(`${PLANS}/${before.id}`, { isDefault: true }, { version });
  });

  it('apply to orders confirmed after a change; earlier orders keep their rate', async () => {
    const seller = await shop.seller();
    const offerId = await shop.offer(seller, { price: '33.33' });
    const rateOf = async (orderId: string) =>
      shop.database('order_groups').where({ order_id: orderId }).first('commission_rate', 'commission');
    const first = await shop.order(await shop.buyer(), { [offerId]: 1 });
    expect(await rateOf(first.id)).to.deep.equal({ commission_rate: '10.00', commission: '3.33' });
    const plan = await make('20.00');
    const changed = await put(seller.sellerId, plan.id);
    expect(changed.body.commissionPlan).to.deep.include({ id: plan.id, percent: '20.00' });
    const second = await shop.order(await shop.buyer(), { [offerId]: 1 });
    expect(await rateOf(second.id)).to.deep.equal({ commission_rate: '20.00', commission: '6.67' });
    expect(await rateOf(first.id)).to.deep.equal({ commission_rate: '10.00', commission: '3.33' });
    await admin.client.refused(
      422,
      'common.VALIDATION_FAILED',
      'PUT',
      `/admin/sellers/${seller.sellerId}/commission-plan`,
      {
        body: { commissionPlanId: randomUUID() },
        version: await versionOf(seller.sellerId),
      },
    );
  });

  it('changed while orders are confirmed: each order has one rate, and its commission is computed from it', async () => {
    const seller = await shop.seller();
    const offerId = await shop.offer(seller, { price: '45.00' });
    const plan = await make('20.00');
    const buyers = await Promise.all([1, 2, 3, 4].map(() => shop.buyer()));
    const checkouts: string[] = [];
    for (const buyer of buyers) checkouts.push((await shop.readyCheckout(buyer, { [offerId]: 1 })).id);
    const confirm = (index: number) =>
      buyers[index]?.client.call('POST', `/checkouts/${checkouts[index]}/confirm`);
    const answers = await Promise.all([
      confirm(0),
      confirm(1),
      put(seller.sellerId, plan.id),
      confirm(2),
      confirm(3),
    ]);
    expect(tally(answers.map((answer) => ({ status: answer?.status ?? 0, body: null })))).to.satisfy(
      (counts: Record<string, number>) => (counts['201'] ?? 0) + (counts['200'] ?? 0) === 5,
    );
    const groups = await shop.database('order_groups').where({ seller_id: seller.sellerId });
    expect(groups).to.have.length(4);
    for (const group of groups) {
      expect(['10.00', '20.00']).to.include(group.commission_rate);
      expect(group.commission).to.equal(percent(group.goods_total, group.commission_rate));
    }
  });
});
