import { expect } from 'chai';
import { WaslError } from '../../actors/errors.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { CartOwner } from '../../server/marketplace/cart/cart-store.ts';
import { Carts } from '../../server/marketplace/cart/carts.ts';
import { mergeGuestCart } from '../../server/marketplace/cart/merge-cart.ts';
import { type Cart, Shop } from '../worlds/shop.ts';

describe('carts changed at once', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  /** Two processes know nothing of each other's batches: only PostgreSQL separates them. */
  let processes: readonly [Carts, Carts];
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
    processes = [new Carts(shop.database, shop.deps.ids), new Carts(shop.database, shop.deps.ids)];
  });
  after(() => shop.close());

  const stocked = (units: number) => shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: units } });
  const ofProcess = (index: number) => processes[index % 2]!;
  const account = async (): Promise<CartOwner> => ({
    kind: 'account',
    accountId: (await shop.buyer()).accountId,
  });
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => (error instanceof WaslError ? error.code : String(error)),
    );
  /** How often each outcome occurred. */
  const counted = async (calls: readonly Promise<unknown>[]) => {
    const counts: Record<string, number> = {};
    for (const code of await Promise.all(calls.map(codeOf))) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  };
  const units = async (owner: CartOwner) =>
    Object.fromEntries(
      ((await processes[0].read(owner))?.lines ?? []).map(({ offer, quantity }) => [offer.offerId, quantity]),
    );

  it('by two tabs and two processes lose no unit', async () => {
    const offers = [await stocked(1_000), await stocked(1_000)];
    const owner = await account();
    const adds = Array.from({ length: 80 }, (_, index) =>
      ofProcess(index).change(owner, { how: 'ADD', offerId: offers[index % 4 < 2 ? 0 : 1]!, quantity: 1 }),
    );
    expect(await counted(adds)).to.deep.equal({ done: 80 });
    expect(await units(owner)).to.deep.equal({ [offers[0]!]: 40, [offers[1]!]: 40 });
    const versions = (await Promise.all(adds)).map(({ version }) => version);
    expect(new Set(versions).size, 'each addition has a version of its own').to.equal(80);
  });

  it('by many callers reach the limit of a line, and the stock, exactly', async () => {
    for (const [stock, most, code] of [
      [1_000, 99, 'common.VALIDATION_FAILED'],
      [37, 37, 'cart.OFFER_UNAVAILABLE'],
    ] as const) {
      const offerId = await stocked(stock);
      const owner = await account();
      const adds = Array.from({ length: 120 }, (_, index) =>
        ofProcess(index).change(owner, { how: 'ADD', offerId, quantity: 1 }),
      );
      expect(await counted(adds)).to.deep.equal({ done: most, [code]: 120 - most });
      expect(await units(owner)).to.deep.equal({ [offerId]: most });
    }
  });

  it('by many callers have 50 lines, no more', async () => {
    const offers = await Promise.all(Array.from({ length: 54 }, () => stocked(5)));
    const owner = await account();
    const adds = offers.map((offerId, index) =>
      ofProcess(index).change(owner, { how: 'ADD', offerId, quantity: 1 }),
    );
    expect(await counted(adds)).to.deep.equal({ done: 50, 'common.CONFLICT': 4 });
    expect(Object.keys(await units(owner))).to.have.length(50);
  });

  it('have a line removed, set and increased, and end as after one of the possible sequences', async () => {
    const offerId = await stocked(1_000);
    for (let round = 0; round < 10; round += 1) {
      const owner = await account();
      const cart = await processes[0].change(owner, { how: 'ADD', offerId, quantity: 1 });
      const lineId = cart.lines[0]!.id;
      const [set, , added] = await Promise.all([
        codeOf(processes[0].change(owner, { how: 'SET', lineId, quantity: 5 })),
        codeOf(processes[1].change(owner, { how: 'SET', lineId, quantity: 0 })),
        codeOf(processes[1].change(owner, { how: 'ADD', offerId, quantity: 2 })),
      ]);
      expect(set).to.be.oneOf(['done', 'common.NOT_FOUND']);
      expect(added).to.equal('done');
      expect((await units(owner))[offerId]).to.be.oneOf([undefined, 2]);
    }
  });

  it('of unknown tokens are new ones, one for each request, and no token is taken over', async () => {
    const offerId = await stocked(1_000);
    const owner: CartOwner = { kind: 'guest', token: 'never given out' };
    const adds = Array.from({ length: 20 }, (_, index) =>
      ofProcess(index).change(owner, { how: 'ADD', offerId, quantity: 1 }),
    );
    const tokens = (await Promise.all(adds)).map(({ token }) => token);
    expect(new Set(tokens).size).to.equal(20);
    expect(tokens).not.to.include('never given out');
    expect(await processes[0].read(owner)).to.equal(null);
    const lineId = (await adds[0]!).lines[0]!.id;
    expect(await codeOf(processes[0].change(owner, { how: 'SET', lineId, quantity: 2 }))).to.equal(
      'common.NOT_FOUND',
    );
  });

  it('merged at sign-in while both are added to lose no unit', async () => {
    const offerId = await stocked(1_000);
    for (let round = 0; round < 10; round += 1) {
      const owner = await account();
      const accountId = owner.kind === 'account' ? owner.accountId : '';
      const { token } = await processes[0].change(
        { kind: 'guest', token: null },
        { how: 'ADD', offerId, quantity: 3 },
      );
      const guest: CartOwner = { kind: 'guest', token };
      const add = (process: number, to: CartOwner) =>
        ofProcess(process).change(to, { how: 'ADD', offerId, quantity: 1 });
      const [, ...added] = await Promise.all([
        inTransaction(shop.database, (trx) => mergeGuestCart(trx, { accountId, cartToken: token! })),
        ...[0, 1, 0, 1].map((process) => add(process, guest)),
        ...[0, 1, 0, 1].map((process) => add(process, owner)),
      ]);
      // What came after the merge is in a new cart of the guest, as for any token that opens nothing.
      const later = added.flatMap((cart) =>
        cart.token === null || cart.token === token ? [] : [cart.lines[0]!.quantity],
      );
      const inAccount = (await units(owner))[offerId] ?? 0;
      expect(inAccount + later.reduce((sum, quantity) => sum + quantity, 0)).to.equal(3 + 8);
      expect(await processes[0].read(guest)).to.equal(null);
    }
  });

  it('added to while their checkout opens and is confirmed keep what is not ordered', async () => {
    const [ordered, ...others] = await Promise.all(Array.from({ length: 9 }, () => stocked(1_000)));
    const buyer = await shop.buyer();
    const add = (offerId: string) =>
      buyer.client.call('POST', '/cart/items', { body: { offerId, quantity: 1 } });
    await add(ordered!);
    const [opened] = await Promise.all([
      buyer.client.post<{ id: string }>('/checkouts'),
      ...others.slice(0, 4).map(add),
    ]);
    const { lines } = await shop.complete(buyer, opened.id);
    const [order] = await Promise.all([
      buyer.client.call('POST', `/checkouts/${opened.id}/confirm`),
      ...others.slice(4).map(add),
    ]);
    expect(order.status).to.equal(201);
    const bought = new Set(lines.map(({ offerId }) => offerId));
    const { items } = await buyer.client.get<Cart>('/cart');
    expect(items.map(({ offerId }) => offerId)).to.have.members(others.filter((id) => !bought.has(id)));
  });
});
