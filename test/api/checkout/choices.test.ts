import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { readOrphans } from '../../../db/stores/reference-store.ts';
import type { Schema } from '../../support/api-client.ts';
import { type Checkout, DUBAI, Shop } from '../../worlds/shop.ts';

type Options = Schema<'ShippingOptions'>;

describe('choosing address, shipping and payment', () => {
  let shop: Shop;
  before(async () => {
    shop = await Shop.open();
  });
  after(() => shop.close());

  async function opened(seller?: Awaited<ReturnType<Shop['seller']>>, price = '45.00', quantity = 2) {
    const by = seller ?? (await shop.seller());
    const buyer = await shop.buyer();
    const { id } = await shop.openCheckout(buyer, { [await shop.offer(by, { price })]: quantity });
    return { buyer, seller: by, path: `/checkouts/${id}` };
  }

  async function ownMethod(sellerId: string, fields: object = {}): Promise<string> {
    const id = uuidv7();
    await shop.database('shipping_methods').insert({
      id,
      seller_id: sellerId,
      code: 'CUSTOM',
      name_en: 'Own van',
      name_ar: 'سيارتنا',
      price: '12.00',
      min_days: 1,
      max_days: 2,
      due_within_hours: 4,
      ...fields,
    });
    return id;
  }

  it('offers the platform’s methods with promised days', async () => {
    const { buyer, seller, path } = await opened();
    await buyer.client.patch(path, { addressId: await shop.address(buyer) });
    const { data, page } = await buyer.client.get<Options>(`${path}/shipping-options?locale=ar`);
    expect(page).to.deep.equal({ nextCursor: null, hasMore: false });
    expect(data.map(({ sellerId }) => sellerId)).to.deep.equal([seller.sellerId]);
    const [standard, express] = data[0]!.methods;
    expect(standard).to.deep.include({ code: 'STANDARD', name: 'توصيل عادي', platform: true });
    expect(standard!.price).to.deep.equal({ amount: '25.00', currency: 'QAR' });
    expect(express).to.deep.include({ code: 'EXPRESS', platform: true });
    expect(express!.price.amount).to.equal('50.00');
    expect(standard!.promise.earliest < standard!.promise.latest).to.equal(true);
    expect(express!.promise.earliest).to.equal(express!.promise.latest);
  });

  it('takes all three in one request and adds up', async () => {
    const { buyer, seller, path } = await opened();
    const addressId = await shop.address(buyer, { unit: '1204' });
    await buyer.client.patch(path, { addressId });
    const options = await buyer.client.get<Options>(`${path}/shipping-options`);
    const express = options.data[0]!.methods.find((method) => method.code === 'EXPRESS')!;
    const shipping = [{ sellerId: seller.sellerId, methodId: express.methodId }];
    const checkout = await buyer.client.patch<Checkout>(path, { addressId, shipping, paymentMethod: 'COD' });
    expect(checkout.address).to.deep.include({ zoneNumber: 61, unit: '1204', floor: null });
    expect(checkout.shipping).to.deep.equal([
      {
        sellerId: seller.sellerId,
        methodId: express.methodId,
        code: 'EXPRESS',
        price: { amount: '50.00', currency: 'QAR' },
        promisedFrom: express.promise.earliest,
        promisedTo: express.promise.latest,
      },
    ]);
    expect(checkout).to.deep.include({ paymentMethod: 'COD', codAllowed: true });
    const amounts = Object.entries(checkout.totals).map(([name, { amount }]) => [name, amount]);
    expect(Object.fromEntries(amounts)).to.deep.equal({
      goods: '90.00',
      shipping: '50.00',
      tax: '0.00',
      total: '140.00',
    });
  });

  it('stores the address as it was when chosen', async () => {
    const { buyer, path } = await opened();
    const addressId = await shop.address(buyer, { floor: '12' });
    await buyer.client.patch(path, { addressId });
    await buyer.client.patch(`/addresses/${addressId}`, { floor: '14' });
    await buyer.client.delete(`/addresses/${addressId}`);
    expect((await buyer.client.get<Checkout>(path)).address?.floor).to.equal('12');
  });

  it('finds neither another buyer’s address nor a removed one', async () => {
    const { buyer, path } = await opened();
    const foreign = await shop.address(await shop.buyer());
    const removed = await shop.address(buyer);
    await buyer.client.delete(`/addresses/${removed}`);
    for (const addressId of [foreign, removed, uuidv7()])
      await buyer.client.refused(404, 'common.NOT_FOUND', 'PATCH', path, { body: { addressId } });
  });

  it('refuses an address outside Qatar for every seller', async () => {
    const { buyer, seller, path } = await opened();
    const addressId = await shop.address(buyer, { location: DUBAI });
    const problem = await buyer.client.refused(422, 'checkout.ADDRESS_UNSERVICEABLE', 'PATCH', path, {
      body: { addressId },
    });
    expect(problem.sellers).to.have.length(1);
    expect(problem.sellers![0]).to.deep.include({
      sellerId: seller.sellerId,
      reason: 'OUTSIDE_SERVICE_AREA',
    });
    expect((await buyer.client.get<Checkout>(path)).address).to.equal(null);
  });

  it('refuses an address that a seller’s own methods do not cover, naming that seller alone', async () => {
    const [near, plain] = [await shop.seller(), await shop.seller()];
    await ownMethod(near.sellerId, { zone_numbers: [1, 2] });
    const buyer = await shop.buyer();
    const { id } = await shop.openCheckout(buyer, {
      [await shop.offer(near)]: 1,
      [await shop.offer(plain)]: 1,
    });
    const addressId = await shop.address(buyer);
    const body = { addressId, paymentMethod: 'COD' };
    const refused = await buyer.client.refused(
      422,
      'checkout.ADDRESS_UNSERVICEABLE',
      'PATCH',
      `/checkouts/${id}`,
      {
        body,
      },
    );
    expect(refused.sellers).to.deep.equal([
      { sellerId: near.sellerId, name: refused.sellers![0]!.name, reason: 'ADDRESS_NOT_COVERED' },
    ]);
    expect(await buyer.client.get<Checkout>(`/checkouts/${id}`)).to.deep.include({
      address: null,
      paymentMethod: null,
    });
    const covered = await shop.address(buyer, { zoneNumber: 2 });
    expect(
      (await buyer.client.patch<Checkout>(`/checkouts/${id}`, { addressId: covered })).address?.zoneNumber,
    ).to.equal(2);
  });

  it('refuses when a seller’s only rate is in another currency', async () => {
    const seller = await shop.seller();
    await ownMethod(seller.sellerId, { currency: 'USD' });
    const { buyer, path } = await opened(seller);
    const body = { addressId: await shop.address(buyer) };
    const problem = await buyer.client.refused(422, 'checkout.ADDRESS_UNSERVICEABLE', 'PATCH', path, {
      body,
    });
    expect(problem.sellers![0]!.reason).to.equal('OTHER_CURRENCY');
  });

  it('offers a seller’s own methods instead of the platform’s', async () => {
    const seller = await shop.seller();
    const methodId = await ownMethod(seller.sellerId);
    await ownMethod(seller.sellerId, { active: false, price: '1.00' });
    const { buyer, path } = await opened(seller);
    await buyer.client.patch(path, { addressId: await shop.address(buyer) });
    const { data } = await buyer.client.get<Options>(`${path}/shipping-options`);
    expect(data[0]!.methods.map((method) => [method.methodId, method.platform])).to.deep.equal([
      [methodId, false],
    ]);
  });

  it('drops a choice that does not cover the new address, and keeps one that does', async () => {
    const seller = await shop.seller();
    const near = await ownMethod(seller.sellerId, { zone_numbers: [61] });
    await ownMethod(seller.sellerId, { zone_numbers: [61, 70] });
    const { buyer, path } = await opened(seller);
    const shipping = [{ sellerId: seller.sellerId, methodId: near }];
    const [doha, alKhor] = [await shop.address(buyer), await shop.address(buyer, { zoneNumber: 70 })];
    await buyer.client.patch(path, { addressId: doha, shipping });
    const unchanged = await buyer.client.patch<Checkout>(path, {
      addressId: await shop.address(buyer, { unit: '3' }),
    });
    expect(unchanged.shipping).to.have.length(1);
    expect((await buyer.client.patch<Checkout>(path, { addressId: alKhor })).shipping).to.deep.equal([]);
  });

  it('requires the address before the shipping', async () => {
    const { buyer, seller, path } = await opened();
    const shipping = [{ sellerId: seller.sellerId, methodId: uuidv7() }];
    const patched = await buyer.client.refused(422, 'checkout.INCOMPLETE', 'PATCH', path, {
      body: { shipping },
    });
    expect(patched.missing).to.deep.equal(['address']);
    await buyer.client.refused(422, 'checkout.INCOMPLETE', 'GET', `${path}/shipping-options`);
  });

  it('takes only methods offered by the sellers of this checkout, one each', async () => {
    const { buyer, seller, path } = await opened();
    const other = await shop.seller();
    const foreign = await ownMethod(other.sellerId);
    await buyer.client.patch(path, { addressId: await shop.address(buyer) });
    const [method] = (await buyer.client.get<Options>(`${path}/shipping-options`)).data[0]!.methods;
    const { sellerId } = seller;
    const methodId = method!.methodId;
    const faults = async (shipping: object[]) => {
      const problem = await buyer.client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, {
        body: { shipping },
      });
      return problem.errors!.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    expect(await faults([{ sellerId, methodId: foreign }])).to.deep.equal(['/shipping/0/methodId unknown']);
    expect(await faults([{ sellerId: other.sellerId, methodId }])).to.deep.equal([
      '/shipping/0/sellerId unknown',
    ]);
    const twice = [
      { sellerId, methodId },
      { sellerId, methodId },
    ];
    expect(await faults(twice)).to.deep.equal(['/shipping/1/sellerId duplicate']);
    expect((await buyer.client.get<Checkout>(path)).shipping).to.deep.equal([]);
  });

  it('offers cash up to the maximum of the whole order, shipping included', async () => {
    const exact = await opened(undefined, '4975.00', 1);
    const { id } = await exact.buyer.client.get<Checkout>(exact.path);
    const standard = await shop.complete(exact.buyer, id, 'STANDARD');
    expect(standard).to.deep.include({ codAllowed: true, paymentMethod: 'COD' });
    expect(standard.totals.total.amount).to.equal('5000.00');

    const express = (await exact.buyer.client.get<Options>(`${exact.path}/shipping-options`)).data[0]!
      .methods[1]!;
    const shipping = [{ sellerId: exact.seller.sellerId, methodId: express.methodId }];
    const body = { shipping, paymentMethod: 'COD' };
    const problem = await exact.buyer.client.refused(422, 'checkout.COD_NOT_ALLOWED', 'PATCH', exact.path, {
      body,
    });
    expect(problem.reason).to.equal('ABOVE_MAXIMUM');
    const { client } = exact.buyer;
    const refuse = (choices: object) =>
      client.refused(422, 'checkout.COD_NOT_ALLOWED', 'PATCH', exact.path, { body: choices });
    await refuse({ shipping });
    const [line] = standard.lines;
    const offers = () => shop.database('offers').where({ id: line!.offerId });
    await offers().update({ price: '4975.01' });
    const acceptedPrices = [{ lineId: line!.id, unitPrice: { amount: '4975.01', currency: 'QAR' } }];
    expect((await refuse({ acceptedPrices })).detail).to.contain('5000.01');
    await offers().update({ price: '4975.00' });
    expect(await client.get(exact.path)).to.deep.equal(standard);

    await shop.database('settings').insert({ key: 'codMaximum', value: '"4999.99"', confirmed: true });
    try {
      expect((await client.get<Checkout>(exact.path)).codAllowed).to.equal(false);
      await client.refused(422, 'checkout.COD_NOT_ALLOWED', 'POST', `${exact.path}/confirm`);
    } finally {
      await shop.database('settings').where({ key: 'codMaximum' }).delete();
    }
  });

  it('does not sell digital goods for cash', async () => {
    const seller = await shop.seller();
    const buyer = await shop.buyer();
    const offerId = await shop.offer(seller, { digital: true });
    const checkout = await shop.openCheckout(buyer, { [offerId]: 1 });
    expect(checkout.codAllowed).to.equal(false);
    const problem = await buyer.client.refused(
      422,
      'checkout.COD_NOT_ALLOWED',
      'PATCH',
      `/checkouts/${checkout.id}`,
      {
        body: { paymentMethod: 'COD' },
      },
    );
    expect(problem.reason).to.equal('DIGITAL_GOODS');
  });

  it('must refer to existing sellers, offers and methods; errors name those that do not exist', async () => {
    const { buyer, path } = await opened();
    await shop.complete(buyer, path.slice('/checkouts/'.length));
    expect(await readOrphans(shop.database)).to.deep.equal([]);
    const id = path.slice('/checkouts/'.length);
    const chosen = () => shop.database('checkout_shipping').where({ checkout_id: id });
    const { method_id } = await chosen().first('method_id');
    await chosen().update({ method_id: uuidv7() });
    expect(await readOrphans(shop.database)).to.deep.equal([
      { table: 'checkout_shipping', column: 'method_id', parent: 'shipping_methods', rows: 1 },
    ]);
    await chosen().update({ method_id });
  });

  it('refuses malformed choices', async () => {
    const { buyer, path } = await opened();
    const bodies = [
      {},
      { paymentMethod: 'CARD' },
      { shipping: [] },
      { addressId: 'x' },
      { note: 'ring twice' },
    ];
    for (const body of bodies)
      await buyer.client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, { body });
  });
});
