import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { changeCarts } from '../../../server/marketplace/cart/cart-change-store.ts';
import type { CartOwner } from '../../../server/marketplace/cart/cart-store.ts';
import { hashCartToken } from '../../../server/marketplace/cart/cart-token.ts';
import { Carts } from '../../../server/marketplace/cart/carts.ts';
import type { Problem } from '../../support/api-client.ts';
import { type Cart, Shop } from '../../worlds/shop.ts';

const ABSENT = '019c4690-d4bd-76aa-b66a-ebbaafceaaa7';

describe('the cart', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
  });
  after(() => shop.close());

  const item = (cart: Cart, offerId: string) => cart.items.find((line) => line.offerId === offerId)!;

  describe('of a guest', () => {
    it('does not exist before something is put in', async () => {
      const cart = await shop.guest().get<Cart>('/cart');
      expect(cart).to.deep.equal({
        id: null,
        token: null,
        items: [],
        subtotal: { amount: '0.00', currency: 'QAR' },
        itemCount: 0,
      });
    });

    it('comes with a token that opens it from then on', async () => {
      const offerId = await shop.offer(seller, { price: '45.00' });
      const guest = shop.guest();
      const first = await guest.call<Cart>('POST', '/cart/items', { body: { offerId, quantity: 2 } });
      expect(first.status).to.equal(200);
      expect(first.body.token).to.match(/^[\w-]{43}$/);
      expect(first.headers.get('x-cart-token')).to.equal(first.body.token);

      guest.cartToken = first.body.token;
      const again = await guest.call<Cart>('GET', '/cart?locale=ar');
      expect(again.headers.get('x-cart-token')).to.equal(first.body.token);
      expect(again.body).to.deep.include({ id: first.body.id, itemCount: 2 });
      expect(again.body.subtotal).to.deep.equal({ amount: '90.00', currency: 'QAR' });
      expect(item(again.body, offerId)).to.deep.include({
        name: 'تمر خلاص',
        options: { weight: '1 kg' },
        quantity: 2,
        available: 25,
        buyable: true,
      });
    });

    it('stores its token only as a hash', async () => {
      const offerId = await shop.offer(seller);
      const { id, token } = await shop.guest().post<Cart>('/cart/items', { offerId, quantity: 1 });
      const row = await shop.database('carts').where({ id }).first();
      expect(row.token_hash.equals(createHash('sha256').update(token!).digest())).to.equal(true);
      expect(JSON.stringify(row)).not.to.contain(token);
    });

    it('is empty for a token that was never issued, and that token is never adopted', async () => {
      const offerId = await shop.offer(seller);
      const guest = shop.guest();
      guest.cartToken = 'made-up';
      expect(await guest.get<Cart>('/cart')).to.deep.include({ id: null, token: null });
      const cart = await guest.post<Cart>('/cart/items', { offerId, quantity: 1 });
      expect(cart.token).to.match(/^[\w-]{43}$/);
    });

    it('is private: an item of another cart is not found', async () => {
      const offerId = await shop.offer(seller);
      const owner = shop.guest();
      const cart = await owner.post<Cart>('/cart/items', { offerId, quantity: 1 });
      const other = shop.guest();
      other.cartToken = (await other.post<Cart>('/cart/items', { offerId, quantity: 1 })).token;
      const path = `/cart/items/${cart.items[0]!.id}`;
      await other.refused(404, 'common.NOT_FOUND', 'PATCH', path, { body: { quantity: 5 } });
      await other.refused(404, 'common.NOT_FOUND', 'DELETE', path);
      await shop.guest().refused(404, 'common.NOT_FOUND', 'DELETE', path);
    });
  });

  describe('of an account', () => {
    it('is used whatever token is sent along, and reveals no token', async () => {
      const offerId = await shop.offer(seller);
      const guest = shop.guest();
      const guestCart = await guest.post<Cart>('/cart/items', { offerId, quantity: 1 });
      const { client } = await shop.buyer();
      client.cartToken = guestCart.token;
      const answer = await client.call<Cart>('POST', '/cart/items', { body: { offerId, quantity: 3 } });
      expect(answer.body).to.deep.include({ token: null, itemCount: 3 });
      expect(answer.headers.get('x-cart-token')).to.equal(null);
      expect(answer.body.id).not.to.equal(guestCart.id);
    });

    it('adds up, changes, removes and empties its lines', async () => {
      const [one, two] = [
        await shop.offer(seller, { price: '10.50' }),
        await shop.offer(seller, { price: '3.00' }),
      ];
      const { client } = await shop.buyer();
      await client.post('/cart/items', { offerId: one, quantity: 2 });
      await client.post('/cart/items', { offerId: two, quantity: 1 });
      const cart = await client.post<Cart>('/cart/items', { offerId: one, quantity: 3 });
      expect(cart.items.map((line) => [line.offerId, line.quantity])).to.deep.equal([
        [one, 5],
        [two, 1],
      ]);
      expect(cart.subtotal.amount).to.equal('55.50');

      const changed = await client.patch<Cart>(`/cart/items/${item(cart, one).id}`, { quantity: 1 });
      expect(changed.subtotal.amount).to.equal('13.50');
      const removed = await client.delete<Cart>(`/cart/items/${item(cart, one).id}`);
      expect(removed.items.map((line) => line.offerId)).to.deep.equal([two]);
      const cleared = await client.delete<Cart>('/cart');
      expect(cleared).to.deep.include({ items: [], itemCount: 0 });
    });

    it('takes no more than 99 of one offer', async () => {
      const offerId = await shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: 500 } });
      const { client } = await shop.buyer();
      await client.post('/cart/items', { offerId, quantity: 60 });
      const body = { offerId, quantity: 40 };
      const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/cart/items', { body });
      expect(problem.errors).to.deep.include({
        pointer: '/quantity',
        code: 'maximum',
        message: 'must not exceed 99 of one offer; 60 are already in the cart',
      });
    });

    it('takes no more than is available', async () => {
      const offerId = await shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: 4 } });
      const { client } = await shop.buyer();
      const cart = await client.post<Cart>('/cart/items', { offerId, quantity: 3 });
      const body = { offerId, quantity: 2 };
      const refusal = await client.refused(409, 'cart.OFFER_UNAVAILABLE', 'POST', '/cart/items', { body });
      expect(refusal.lines).to.deep.equal([{ offerId, requested: 5, available: 4 }]);
      await client.refused(409, 'cart.OFFER_UNAVAILABLE', 'PATCH', `/cart/items/${cart.items[0]!.id}`, {
        body: { quantity: 5 },
      });
      expect((await client.get<Cart>('/cart')).itemCount).to.equal(3);
    });

    it('regards units reserved by others as gone, but not those of its own checkout', async () => {
      const offerId = await shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: 5 } });
      const [mine, other] = [await shop.buyer(), await shop.buyer()];
      await shop.openCheckout(other, { [offerId]: 2 });
      await shop.openCheckout(mine, { [offerId]: 3 });
      expect(item(await mine.client.get<Cart>('/cart'), offerId)).to.deep.include({
        available: 3,
        buyable: true,
      });
      expect(item(await other.client.get<Cart>('/cart'), offerId)).to.deep.include({ available: 2 });
      const third = await shop.buyer();
      const body = { offerId, quantity: 1 };
      await third.client.refused(409, 'cart.OFFER_UNAVAILABLE', 'POST', '/cart/items', { body });
    });

    it('shows a line that can no longer be bought, and lets its quantity shrink but not grow', async () => {
      const offerId = await shop.offer(seller);
      const { client } = await shop.buyer();
      const { items } = await client.post<Cart>('/cart/items', { offerId, quantity: 5 });
      await shop.database('offers').where({ id: offerId }).update({ active: false });
      expect(item(await client.get<Cart>('/cart'), offerId)).to.deep.include({ buyable: false, quantity: 5 });
      const path = `/cart/items/${items[0]!.id}`;
      await client.refused(409, 'cart.OFFER_UNAVAILABLE', 'PATCH', path, { body: { quantity: 6 } });
      expect((await client.patch<Cart>(path, { quantity: 2 })).itemCount).to.equal(2);
    });

    it('shows a price that has changed since it was seen, until the quantity is set again', async () => {
      const offerId = await shop.offer(seller, { price: '45.00' });
      const { client } = await shop.buyer();
      const price = (amount: string) => ({ amount, currency: 'QAR' });
      const { items } = await client.post<Cart>('/cart/items', { offerId, quantity: 2 });
      expect(items[0]).to.deep.include({ seenPrice: price('45.00'), priceChanged: false });
      await shop.database('offers').where({ id: offerId }).update({ price: '47.50' });
      const changed = await client.get<Cart>('/cart');
      expect(item(changed, offerId)).to.deep.include({
        unitPrice: price('47.50'),
        seenPrice: price('45.00'),
        priceChanged: true,
        lineTotal: price('95.00'),
      });
      expect(
        item(await client.get<Cart>('/cart'), offerId).priceChanged,
        'reading does not accept the price',
      ).to.equal(true);
      const path = `/cart/items/${items[0]!.id}`;
      const accepted = await client.patch<Cart>(path, { quantity: 2 });
      expect(item(accepted, offerId)).to.deep.include({ seenPrice: price('47.50'), priceChanged: false });
      await shop.database('offers').where({ id: offerId }).update({ price: '45.00' });
      const more = await client.post<Cart>('/cart/items', { offerId, quantity: 1 });
      expect(item(more, offerId)).to.deep.include({ seenPrice: price('45.00'), priceChanged: false });
    });

    it('explains why a checkout would refuse a line', async () => {
      const away = await shop.seller();
      const [fine, short, off, theirs] = [
        await shop.offer(seller),
        await shop.offer(seller),
        await shop.offer(seller),
        await shop.offer(away),
      ];
      const buyer = await shop.buyer();
      await shop.fillCart(buyer, { [fine]: 2, [short]: 5, [off]: 1, [theirs]: 1 });
      await shop.database('stock_levels').where({ offer_id: short }).update({ on_hand: 4 });
      await shop.database('offers').where({ id: off }).update({ active: false });
      await shop.database('sellers').where({ id: away.sellerId }).update({ on_vacation: true });
      const { items } = await buyer.client.get<Cart>('/cart');
      expect(
        items.map(({ available, buyable, unavailableReason }) => [available, buyable, unavailableReason]),
      ).to.deep.equal([
        [25, true, null],
        [4, true, 'INSUFFICIENT_STOCK'],
        [0, false, 'OFFER_INACTIVE'],
        [0, false, 'SELLER_UNAVAILABLE'],
      ]);
      const { lines } = await buyer.client.refused(409, 'checkout.ITEM_UNAVAILABLE', 'POST', '/checkouts');
      expect(lines?.map(({ offerId, reason }) => [offerId, reason])).to.deep.equal([
        [short, 'INSUFFICIENT_STOCK'],
        [off, 'OFFER_INACTIVE'],
        [theirs, 'SELLER_UNAVAILABLE'],
      ]);
    });

    it('refuses what is not for sale', async () => {
      const { client } = await shop.buyer();
      const add = (offerId: string, status: number, code: string) =>
        client.refused(status, code, 'POST', '/cart/items', { body: { offerId, quantity: 1 } });
      await add(ABSENT, 404, 'common.NOT_FOUND');
      await add(await shop.offer(seller, { stock: {} }), 409, 'cart.OFFER_UNAVAILABLE');
      const off = await shop.offer(seller);
      await shop.database('offers').where({ id: off }).update({ active: false });
      await add(off, 409, 'cart.OFFER_UNAVAILABLE');
      for (const change of [{ on_vacation: true }, { status: 'SUSPENDED' }]) {
        const away = await shop.seller();
        const offerId = await shop.offer(away);
        await shop.database('sellers').where({ id: away.sellerId }).update(change);
        await add(offerId, 409, 'cart.OFFER_UNAVAILABLE');
      }
    });

    it('holds at most 50 different offers, even when several are added at once', async () => {
      const buyer = await shop.buyer();
      const seenPrice = '45.00';
      const [first] = (
        await buyer.client.post<Cart>('/cart/items', {
          offerId: await shop.offer(seller),
          quantity: 1,
        })
      ).items;
      const { cart_id: cartId } = await shop.database('cart_items').where({ id: first!.id }).first('cart_id');
      const offers = await shop.offers(seller, 53);
      const lines = offers.slice(0, 47).map((offerId) => ({
        ...{ id: uuidv7(), cart_id: cartId, offer_id: offerId, quantity: 1, seen_price: seenPrice },
      }));
      await shop.database('cart_items').insert(lines);
      const put = (offerId: string) =>
        buyer.client.call<Problem>('POST', '/cart/items', { body: { offerId, quantity: 1 } });
      const answers = await Promise.all(offers.slice(47).map(put));
      expect(answers.map(({ body }) => body.code ?? 'put').sort()).to.deep.equal([
        ...Array.from({ length: 4 }, () => 'common.CONFLICT'),
        ...['put', 'put'],
      ]);
      expect((await buyer.client.get<Cart>('/cart')).items).to.have.length(50);
    });
  });

  describe('under repeated and simultaneous requests', () => {
    it('adds once for one Idempotency-Key, and refuses the key for another body', async () => {
      const offerId = await shop.offer(seller);
      const { client } = await shop.buyer();
      const body = { offerId, quantity: 2 };
      const first = await client.call<Cart>('POST', '/cart/items', { body, key: 'add-1' });
      const again = await client.call<Cart>('POST', '/cart/items', { body, key: 'add-1' });
      expect(first.headers.get('idempotent-replayed')).to.equal(null);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(again.body).to.deep.equal(first.body);
      await client.refused(422, 'idempotency.MISMATCH', 'POST', '/cart/items', {
        body: { offerId, quantity: 3 },
        key: 'add-1',
      });
    });

    it('adds once for a guest’s key too', async () => {
      const offerId = await shop.offer(seller);
      const guest = shop.guest();
      guest.cartToken = (await guest.post<Cart>('/cart/items', { offerId, quantity: 1 })).token;
      const options = { body: { offerId, quantity: 2 }, key: 'same-for-everybody' };
      await guest.call<Cart>('POST', '/cart/items', options);
      const again = await guest.call<Cart>('POST', '/cart/items', options);
      expect(again.body).to.deep.include({ itemCount: 3, token: guest.cartToken });
    });

    it('creates one cart and one line when the first requests come at once', async () => {
      const offerId = await shop.offer(seller);
      const { client, accountId } = await shop.buyer();
      const add = () => client.call<Cart>('POST', '/cart/items', { body: { offerId, quantity: 1 } });
      const answers = await Promise.all([add(), add(), add(), add(), add()]);
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
      const cart = await client.get<Cart>('/cart');
      expect(cart.items.map((line) => line.quantity)).to.deep.equal([5]);
      expect(await shop.database('carts').where({ account_id: accountId })).to.have.length(1);
    });
  });

  describe('changed by many at once', () => {
    it('gives each its own response, whatever the others are refused for', async () => {
      const [fine, rare] = [
        await shop.offer(seller),
        await shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: 1 } }),
      ];
      const wanted = [
        { offerId: fine, quantity: 1 },
        { offerId: ABSENT, quantity: 1 },
        { offerId: rare, quantity: 2 },
        { offerId: fine, quantity: 2 },
      ];
      const guests = await Promise.all(
        wanted.map(async () => {
          const guest = shop.guest();
          guest.cartToken = (await guest.post<Cart>('/cart/items', { offerId: fine, quantity: 1 })).token;
          return guest;
        }),
      );
      const outcomes = async (people: readonly ReturnType<typeof shop.guest>[]) => {
        const answers = await Promise.all(
          people.map((person, index) =>
            person.call<Cart & Problem>('POST', '/cart/items', { body: wanted[index]! }),
          ),
        );
        return answers.map(({ body }) => body.code ?? body.itemCount);
      };
      expect(await outcomes(guests)).to.deep.equal([2, 'common.NOT_FOUND', 'cart.OFFER_UNAVAILABLE', 3]);
      const first = await outcomes(wanted.map(() => shop.guest()));
      expect(first).to.deep.equal([1, 'common.NOT_FOUND', 'cart.OFFER_UNAVAILABLE', 2]);
      const buyers = await Promise.all(wanted.map(async () => (await shop.buyer()).client));
      expect(await outcomes(buyers)).to.deep.equal([1, 'common.NOT_FOUND', 'cart.OFFER_UNAVAILABLE', 2]);
    });

    it('lets a request that PostgreSQL refuses harm no other request of its batch', async () => {
      const body = { offerId: await shop.offer(seller), quantity: 1 };
      const carts = new Carts(shop.database, shop.deps.ids);
      const add = (owner: CartOwner, wanted: typeof body) => carts.change(owner, { how: 'ADD', ...wanted });
      const poisoned = { ...body, offerId: `urn:uuid:${body.offerId}` };
      const outcomes = async (owners: CartOwner[]) => {
        const calls = owners.map((owner, index) => add(owner, index === 7 ? poisoned : body));
        return (await Promise.allSettled(calls)).map((call) => call.status);
      };
      const expected = Array.from({ length: 20 }, (_, index) => (index === 7 ? 'rejected' : 'fulfilled'));
      const newcomers = expected.map((): CartOwner => ({ kind: 'guest', token: null }));
      expect(await outcomes(newcomers), 'carts created by the request').to.deep.equal(expected);
      const guests = await Promise.all(
        expected.map(async (): Promise<CartOwner> => {
          const { token } = await shop.guest().post<Cart>('/cart/items', body);
          return { kind: 'guest', token };
        }),
      );
      expect(await outcomes(guests), 'existing carts').to.deep.equal(expected);
      const buyers = await Promise.all(
        expected.map(async (): Promise<CartOwner> => {
          const { accountId, client } = await shop.buyer();
          await client.post<Cart>('/cart/items', body);
          return { kind: 'account', accountId };
        }),
      );
      expect(await outcomes(buyers), 'carts of accounts').to.deep.equal(expected);
    });

    it('keeps no request waiting for a cart that another transaction has locked', async () => {
      const offerId = await shop.offer(seller);
      const body = { offerId, quantity: 1 };
      const [held, free] = [shop.guest(), shop.guest()];
      const { id, token } = await held.post<Cart>('/cart/items', body);
      held.cartToken = token;
      const { id: other, token: freeToken } = await free.post<Cart>('/cart/items', body);
      free.cartToken = freeToken;
      let put: Promise<Cart> | null = null;
      await shop.database.transaction(async (trx) => {
        await trx('carts').where({ id }).forUpdate();
        const tokens = [token!, freeToken!];
        const puts = await changeCarts(
          shop.database,
          tokens.map((one) => ({
            key: { accountId: null, tokenHash: hashCartToken(one) },
            newId: null,
            changes: [{ how: 'ADD' as const, ...body, lineId: uuidv7(), seenPrice: null }],
          })),
        );
        const written = puts.map((one) => one?.cart.id ?? null);
        expect(written, 'in one statement, which waits for no lock').to.deep.equal([null, other]);
        put = held.post<Cart>('/cart/items', body);
        expect((await free.post<Cart>('/cart/items', body)).itemCount).to.equal(3);
        await trx('cart_items').where({ cart_id: id }).update({ quantity: 5 });
        await trx('carts')
          .where({ id })
          .update({ version: trx.raw('version + 1') });
      });
      expect((await put!).itemCount, 'includes the change made meanwhile').to.equal(6);
    });
  });

  it('refuses malformed requests', async () => {
    const { client } = await shop.buyer();
    const offerId = await shop.offer(seller);
    const bodies = [
      {},
      { offerId, quantity: 0 },
      { offerId, quantity: 100 },
      { offerId, quantity: 1.5 },
      { offerId: 'x', quantity: 1 },
      { offerId, quantity: 1, price: '1.00' },
    ];
    for (const body of bodies)
      await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/cart/items', { body });
    expect((await client.get<Cart>('/cart')).items).to.deep.equal([]);
  });
});
