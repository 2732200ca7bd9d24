import { expect } from 'chai';
import { PageVisit } from '../../../scripts/city/people/page-visit.ts';
import type { PageCustomer } from '../../../scripts/city/world/world.ts';
import { PASSWORD } from '../../support/people.ts';
import { Shop } from '../../worlds/shop.ts';
import { PageClient } from './page-client.ts';

const ADDRESS = {
  ...{ zoneNumber: 61, streetNumber: 836, buildingNumber: 12 },
  location: { latitude: 25.3201, longitude: 51.5302 },
};

describe("the city's buyers at the storefront", () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let people = 0;

  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
  });

  after(() => shop?.close());

  /** Only the attributes of a customer that a visit uses. */
  function customer(setsPin: boolean): PageCustomer {
    people += 1;
    const citizen = { id: `buyer-${people}`, email: `buyer-${people}@visit.wasl.example` };
    const planned = { name: 'Noora Al-Kuwari', phone: '+97455123456', address: ADDRESS };
    return { citizen, password: PASSWORD, planned, setsPin } as unknown as PageCustomer;
  }

  async function putInCart(visit: PageVisit, offers: readonly string[]): Promise<void> {
    for (const offerId of offers) {
      const { variant_id } = await shop.database('offers').where({ id: offerId }).first('variant_id');
      const { product_id } = await shop.database('variants').where({ id: variant_id }).first('product_id');
      await visit.look(`/p/${product_id}?variant=${variant_id}`);
      expect(await visit.putInCart(offerId, 1)).to.equal(null);
    }
  }

  /** A guest with one unit of each in the cart. */
  async function visitWith(offers: readonly string[], { setsPin }: { setsPin: boolean }): Promise<PageVisit> {
    const visit = new PageVisit(customer(setsPin), new PageClient(shop.service));
    await visit.look('');
    await putInCart(visit, offers);
    return visit;
  }

  const count = async (offerId: string, onHand: number) => {
    const [warehouseId] = seller.warehouseIds;
    const { version } = await shop.database('stock_levels').where({ offer_id: offerId }).first('version');
    await seller.owner.client.put(`/seller/stock/${offerId}/${warehouseId}`, { onHand }, { version });
  };
  const offers = (titles: readonly string[]) =>
    Promise.all(titles.map((title) => shop.offer(seller, { title })));
  const placed = async (visit: PageVisit, id: string): Promise<string> => {
    const order = await visit.confirm(id, { isTwice: false, leavesOut: true });
    if ('refused' in order) throw new Error(order.refused);
    return order.orderId;
  };

  it('leave out what sells out at the last button, and order the rest', async () => {
    const [dates = '', honey = ''] = await offers(['Dates', 'Honey']);
    const visit = await visitWith([dates, honey], { setsPin: true });
    const checkout = await visit.beginCheckout({ hasAccount: false, leavesOut: true });
    if (typeof checkout === 'string') throw new Error(checkout);
    await count(honey, 0);
    const orderId = await placed(visit, checkout.id);
    const lines = await shop.database('order_lines').where({ order_id: orderId }).pluck('offer_id');
    expect(lines).to.deep.equal([dates]);
  });

  it('with an account, remove what sold out from the cart or give up', async () => {
    const [dates = '', honey = ''] = await offers(['Dates', 'Honey']);
    const visit = await visitWith([dates], { setsPin: true });
    const first = await visit.beginCheckout({ hasAccount: false, leavesOut: false });
    if (typeof first === 'string') throw new Error(first);
    await placed(visit, first.id);
    await putInCart(visit, [dates, honey]);
    await count(honey, 0);
    expect(await visit.beginCheckout({ hasAccount: true, leavesOut: false })).to.be.a('string');
    const second = await visit.beginCheckout({ hasAccount: true, leavesOut: true });
    if (typeof second === 'string') throw new Error(second);
    const lines = await shop.database('checkout_lines').where({ checkout_id: second.id }).pluck('offer_id');
    expect(lines).to.deep.equal([dates]);
  });

  it('order with a pin, and with the numbers on their blue plate alone', async () => {
    const pinned: boolean[] = [];
    for (const setsPin of [true, false]) {
      const visit = await visitWith(await offers(['Dates']), { setsPin });
      const checkout = await visit.beginCheckout({ hasAccount: false, leavesOut: false });
      if (typeof checkout === 'string') throw new Error(checkout);
      await placed(visit, checkout.id);
      pinned.push(
        (await shop.database('addresses').orderBy('created_at', 'desc').first('pinned')).pinned as boolean,
      );
    }
    expect(pinned).to.deep.equal([true, false]);
  });
});
