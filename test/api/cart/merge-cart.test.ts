import { expect } from 'chai';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { mergeGuestCart } from '../../../server/marketplace/cart/merge-cart.ts';
import type { Schema } from '../../support/api-client.ts';
import { type Cart, type Person, Shop } from '../../worlds/shop.ts';

describe('merging a guest’s cart at sign-in', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
  });
  after(() => shop.close());

  const stocked = (units: number) => shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: units } });

  async function guestCart(lines: Record<string, number>): Promise<string> {
    const guest = shop.guest();
    for (const [offerId, quantity] of Object.entries(lines))
      guest.cartToken = (await guest.post<Cart>('/cart/items', { offerId, quantity })).token;
    return guest.cartToken!;
  }

  const merge = ({ accountId }: Person, cartToken: string) =>
    inTransaction(shop.database, (trx) => mergeGuestCart(trx, { accountId, cartToken }));

  async function quantities({ client }: Person): Promise<Record<string, number>> {
    const { items } = await client.get<Cart>('/cart');
    return Object.fromEntries(items.map((item) => [item.offerId, item.quantity]));
  }

  it('adds quantities and consumes the guest’s cart', async () => {
    const [both, fresh] = [await stocked(25), await stocked(25)];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [both]: 2 });
    const token = await guestCart({ [both]: 3, [fresh]: 1 });
    const report = await merge(buyer, token);
    expect(report?.merged.map(({ offerId, quantity }) => [offerId, quantity])).to.deep.equal([
      [both, 5],
      [fresh, 1],
    ]);
    expect(report?.adjusted).to.deep.equal([]);
    expect(await quantities(buyer)).to.deep.equal({ [both]: 5, [fresh]: 1 });
    const guest = shop.guest();
    guest.cartToken = token;
    expect(await guest.get<Cart>('/cart')).to.deep.include({ id: null, token: null });
    expect(await merge(buyer, token)).to.equal(null);
  });

  it('limits quantities to the stock and to 99, drops what cannot be bought, and reports both', async () => {
    const [scarce, many, off, gone] = [
      await stocked(4),
      await stocked(200),
      await stocked(5),
      await stocked(5),
    ];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [scarce]: 3, [many]: 60, [off]: 2 });
    const token = await guestCart({ [scarce]: 3, [many]: 70, [off]: 1, [gone]: 2 });
    await shop.database('offers').whereIn('id', [off, gone]).update({ active: false });
    const report = await merge(buyer, token);
    expect(report?.adjusted).to.deep.equal([
      { offerId: scarce, requested: 6, quantity: 4, reason: 'INSUFFICIENT_STOCK' },
      { offerId: many, requested: 130, quantity: 99, reason: 'QUANTITY_LIMIT' },
      { offerId: off, requested: 3, quantity: 2, reason: 'UNAVAILABLE' },
      { offerId: gone, requested: 2, quantity: 0, reason: 'UNAVAILABLE' },
    ]);
    expect(report?.merged.map(({ offerId }) => offerId)).to.deep.equal([scarce, many]);
    expect(await quantities(buyer)).to.deep.equal({ [scarce]: 4, [many]: 99, [off]: 2 });
  });

  it('does nothing for a token that opens no cart', async () => {
    const buyer = await shop.buyer();
    expect(await merge(buyer, 'made-up')).to.equal(null);
    expect(await merge(buyer, '')).to.equal(null);
  });

  it('happens once when one token is merged by two sign-ins at once', async () => {
    const offerId = await stocked(90);
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await shop.buyer(), await shop.buyer()];
      const token = await guestCart({ [offerId]: 3 });
      await Promise.all([shop.fillCart(one, { [offerId]: 1 }), shop.fillCart(two, { [offerId]: 1 })]);
      const reports = await Promise.all([
        merge(one, token),
        merge(two, token),
        merge(one, token),
        merge(two, token),
      ]);
      expect(reports.filter((report) => report !== null)).to.have.length(1);
      const carts = await Promise.all([quantities(one), quantities(two)]);
      expect(carts.map((cart) => cart[offerId]).sort()).to.deep.equal([1, 4]);
    }
  });

  it('loses nothing when two tokens and a new line reach one account at once', async () => {
    const offerId = await stocked(90);
    const buyer = await shop.buyer();
    const tokens = [await guestCart({ [offerId]: 3 }), await guestCart({ [offerId]: 4 })];
    await Promise.all([
      ...tokens.map((token) => merge(buyer, token)),
      buyer.client.post('/cart/items', { offerId, quantity: 5 }),
    ]);
    expect(await quantities(buyer)).to.deep.equal({ [offerId]: 12 });
  });

  it('is reported by registering and signing in', async () => {
    const offerId = await stocked(25);
    const guest = shop.guest();
    guest.cartToken = await guestCart({ [offerId]: 2 });
    const person = { email: 'guest@wasl.example', password: 'pearl-dhow-corniche' };
    const session = await guest.post<Schema<'AuthSession'>>('/auth/register', {
      ...person,
      displayName: 'Guest',
      locale: 'en',
    });
    expect(session.cartMerge?.merged.map(({ quantity }) => quantity)).to.deep.equal([2]);
    guest.token = session.accessToken;
    expect((await guest.get<Cart>('/cart')).itemCount).to.equal(2);

    const later = shop.guest();
    later.cartToken = await guestCart({ [offerId]: 1 });
    const again = await later.post<Schema<'AuthSession'>>('/auth/login', person);
    expect(again.cartMerge?.merged.map(({ quantity }) => quantity)).to.deep.equal([3]);
  });
});
