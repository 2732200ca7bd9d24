import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Problem, Schema } from '../../support/api-client.ts';
import { type Checkout, type Person, Shop } from '../../worlds/shop.ts';
import { tally } from '../../worlds/shop-people.ts';

type Method = Schema<'SellerShippingMethod'>;
type Options = Schema<'ShippingOptions'>;

const PATH = '/seller/shipping-methods';
const EVENING = {
  code: 'CUSTOM',
  name: { en: 'Same evening', ar: 'نفس المساء' },
  price: { amount: '35.00', currency: 'QAR' },
  minDays: 0,
  maxDays: 1,
};

describe("a seller's own shipping methods", () => {
  let shop: Shop;
  before(async () => {
    shop = await Shop.open();
  });
  after(() => shop?.close());

  /** A seller with one offer, and a checkout of it with an address in zone 61. */
  async function bought() {
    const seller = await shop.seller();
    const buyer = await shop.buyer();
    const { id } = await shop.openCheckout(buyer, { [await shop.offer(seller)]: 1 });
    const path = `/checkouts/${id}`;
    const add = (method: object = {}) => seller.owner.client.post<Method>(PATH, { ...EVENING, ...method });
    const choose = async () => buyer.client.patch<Checkout>(path, { addressId: await shop.address(buyer) });
    const offered = async () => {
      const { data } = await buyer.client.get<Options>(`${path}/shipping-options`);
      return (data[0]?.methods ?? []).map(({ name, platform }) => (platform ? 'platform' : name));
    };
    return { seller, buyer, path, add, choose, offered };
  }

  it("replace the platform's while one is switched on; with none, the platform's return", async () => {
    const { seller, add, choose, offered } = await bought();
    await choose();
    expect(await offered()).to.deep.equal(['platform', 'platform']);
    const method = await add();
    expect(method).to.deep.include({
      ...EVENING,
      zoneNumbers: null,
      active: true,
      offered: true,
      version: 1,
    });
    expect(await offered()).to.deep.equal(['Same evening']);
    const { client } = seller.owner;
    const off = await client.patch<Method>(`${PATH}/${method.id}`, { active: false }, { version: 1 });
    expect(off).to.include({ active: false, offered: false, version: 2 });
    expect(await offered()).to.deep.equal(['platform', 'platform']);
  });

  it('are fixed by the choice: the buyer has to accept another price', async () => {
    const { seller, buyer, path, add, choose } = await bought();
    const method = await add({ minDays: 1, maxDays: 2 });
    await choose();
    const shipping = [{ sellerId: seller.sellerId, methodId: method.id }];
    const chosen = await buyer.client.patch<Checkout>(path, { shipping, paymentMethod: 'COD' });
    expect(chosen.shipping[0]).to.deep.include({ code: 'CUSTOM', price: EVENING.price });
    const dearer = { price: { amount: '60.00', currency: 'QAR' } };
    await seller.owner.client.patch(`${PATH}/${method.id}`, dearer, { version: 1 });
    const problem = await buyer.client.refused(409, 'checkout.PRICE_CHANGED', 'POST', `${path}/confirm`);
    expect((problem as Problem & { shipping: unknown[] }).shipping).to.deep.equal([
      {
        ...shipping[0],
        oldPrice: EVENING.price,
        newPrice: dearer.price,
      },
    ]);
    await seller.owner.client.patch(`${PATH}/${method.id}`, { price: EVENING.price }, { version: 2 });
    const order = await buyer.client.post<Schema<'Order'>>(`${path}/confirm`);
    expect(order.totals.shipping.amount).to.equal('35.00');
  });

  it('that were withdrawn have to be replaced by another choice before the order', async () => {
    const { seller, buyer, path, add, choose } = await bought();
    const method = await add();
    await choose();
    const shipping = [{ sellerId: seller.sellerId, methodId: method.id }];
    await buyer.client.patch(path, { shipping, paymentMethod: 'COD' });
    const gone = await seller.owner.client.call('DELETE', `${PATH}/${method.id}`, { version: 1 });
    expect(gone.status).to.equal(204);
    const problem = await buyer.client.refused(422, 'checkout.INCOMPLETE', 'POST', `${path}/confirm`);
    expect(problem).to.deep.include({ missing: ['shipping'], withoutShipping: [seller.sellerId] });
  });

  for (const [why, method, reason] of [
    ['do not reach the address', { zoneNumbers: [3, 57] }, 'ADDRESS_NOT_COVERED'],
    ['are all in another currency', { price: { amount: '9.00', currency: 'USD' } }, 'OTHER_CURRENCY'],
  ] as const) {
    it(`that ${why} leave the address unserved, naming the seller and why`, async () => {
      const { seller, buyer, path, add } = await bought();
      expect((await add(method)).offered).to.equal(reason !== 'OTHER_CURRENCY');
      const body = { addressId: await shop.address(buyer) };
      const problem = await buyer.client.refused(422, 'checkout.ADDRESS_UNSERVICEABLE', 'PATCH', path, {
        body,
      });
      const [named] = (problem as Problem & { sellers: { sellerId: string; reason: string }[] }).sellers;
      expect(named).to.include({ sellerId: seller.sellerId, reason });
    });
  }

  it('in another currency are never offered beside one in QAR', async () => {
    const { add, choose, offered } = await bought();
    await add({ price: { amount: '9.00', currency: 'USD' } });
    await add({ name: { en: 'In riyals', ar: 'بالريال' }, zoneNumbers: [61] });
    await choose();
    expect(await offered()).to.deep.equal(['In riyals']);
  });

  it('are edited against the version that was read, once by two at the same moment', async () => {
    const { seller, add } = await bought();
    const { client } = seller.owner;
    const path = `${PATH}/${(await add()).id}`;
    await client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body: { active: false } });
    await client.refused(428, 'common.PRECONDITION_REQUIRED', 'DELETE', path);
    const edit = (maxDays: number) => client.call('PATCH', path, { body: { maxDays }, version: 1 });
    const answers = await Promise.all([edit(3), edit(4), client.call('DELETE', path, { version: 1 })]);
    const wins = answers.filter(({ status }) => status < 300);
    expect(wins, JSON.stringify(tally(answers))).to.have.length(1);
    const body = { minDays: 9, maxDays: 2 };
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', PATH, { body: { ...EVENING, ...body } });
  });

  it('are listed page by page, and can be changed by their own seller alone', async () => {
    const { seller, add } = await bought();
    const ids = [(await add()).id, (await add()).id].reverse();
    const { client } = seller.owner;
    const first = await client.get<Schema<'SellerShippingMethodList'>>(`${PATH}?limit=1`);
    const next = `${PATH}?limit=1&cursor=${first.page.nextCursor}`;
    const second = await client.get<Schema<'SellerShippingMethodList'>>(next);
    expect([...first.data, ...second.data].map(({ id }) => id)).to.deep.equal(ids);
    const other: Person = (await shop.seller()).owner;
    const platform = await shop.database('shipping_methods').whereNull('seller_id').first('id');
    for (const id of [ids[0], platform.id, randomUUID()]) {
      const options = { body: { active: false }, version: 1 };
      await other.client.refused(404, 'common.NOT_FOUND', 'PATCH', `${PATH}/${id}`, options);
      await other.client.refused(404, 'common.NOT_FOUND', 'DELETE', `${PATH}/${id}`, { version: 1 });
    }
    await other.client.refused(400, 'common.BAD_CURSOR', 'GET', next);
  });

  it('are created once per Idempotency-Key, and are limited in number', async () => {
    const { seller } = await bought();
    const { client } = seller.owner;
    const key = randomUUID();
    const once = () => client.call<Method>('POST', PATH, { body: EVENING, key });
    const [made, again] = [await once(), await once()];
    expect(again.body).to.deep.equal(made.body);
    const rows = Array.from({ length: 48 }, () => ({ ...ROW, id: randomUUID(), seller_id: seller.sellerId }));
    await shop.database('shipping_methods').insert(rows);
    const add = () => client.call('POST', PATH, { body: EVENING });
    expect(tally(await Promise.all([add(), add()]))).to.deep.equal({
      '201 CUSTOM': 1,
      '409 common.CONFLICT': 1,
    });
  });
});

const ROW = {
  ...{ code: 'CUSTOM', name_en: 'Other', name_ar: 'أخرى', price: '20.00', min_days: 1, max_days: 2 },
  active: false,
};
