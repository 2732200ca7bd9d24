import { expect } from 'chai';
import type { ApiClient, Problem } from '../support/api-client.ts';
import { Shop } from '../worlds/shop.ts';

describe('overselling', () => {
  let shop: Shop;
  before(async () => {
    shop = await Shop.open();
  });
  after(() => shop.close());

  /**
   * Requests sent at a time: few enough that none times out in the queue on a slow machine, which is not under test
   * here.
   */
  async function fillCarts(
    buyers: readonly Awaited<ReturnType<Shop['buyer']>>[],
    goods: (index: number) => Record<string, number>,
  ): Promise<void> {
    for (let first = 0; first < buyers.length; first += 10) {
      const some = buyers.slice(first, first + 10);
      await Promise.all(some.map((buyer, at) => shop.fillCart(buyer, goods(first + at))));
    }
  }

  it('is impossible: 200 buyers at once on 25 units leave exactly 25 reserved', async function () {
    this.timeout(60_000);
    const offerId = await shop.offer(await shop.seller());
    const buyers = await Promise.all(Array.from({ length: 200 }, () => shop.buyer()));
    await fillCarts(buyers, () => ({ [offerId]: 1 }));

    const answers = await Promise.all(buyers.map(({ client }) => opening(client)));

    const opened = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(opened).to.have.length(25);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).to.deep.equal(
      new Set(['409 checkout.ITEM_UNAVAILABLE']),
    );
    expect(refused[0]!.body.lines).to.deep.equal([
      { offerId, name: 'Khalas dates – 1 kg', requested: 1, available: 0, reason: 'INSUFFICIENT_STOCK' },
    ]);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 25 });
    expect(await shop.stockFaults()).to.deep.equal([]);
    const [held] = await shop
      .database('reservations')
      .where({ offer_id: offerId, status: 'HELD' })
      .sum('quantity');
    expect(held).to.deep.equal({ sum: 25 });
  });

  it('is impossible over two warehouses and several offers requested in either order', async function () {
    this.timeout(60_000);
    const seller = await shop.seller(2);
    const [first, second] = seller.warehouseIds as [string, string];
    const one = await shop.offer(seller, { stock: { [first]: 10, [second]: 15 } });
    const two = await shop.offer(seller, { stock: { [first]: 20, [second]: 3 } });
    const buyers = await Promise.all(Array.from({ length: 40 }, () => shop.buyer()));
    await fillCarts(buyers, (index) => (index % 2 === 0 ? { [one]: 2, [two]: 1 } : { [two]: 1, [one]: 2 }));

    const answers = await Promise.all(buyers.map(({ client }) => opening(client)));

    // 25 units of the first offer, two each: twelve buyers, and one unit is left over.
    expect(answers.filter(({ status }) => status === 201)).to.have.length(12);
    expect(answers.filter(({ status }) => status === 409)).to.have.length(28);
    expect(await shop.stock(one)).to.deep.equal({ onHand: 25, reserved: 24 });
    expect(await shop.stock(two)).to.deep.equal({ onHand: 23, reserved: 12 });
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  it('is refused by the database itself', async () => {
    const seller = await shop.seller();
    const offerId = await shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: 3 } });
    const error = await shop
      .database('stock_levels')
      .where({ offer_id: offerId })
      .update({ reserved: 4 })
      .then(
        () => null,
        (thrown) => thrown,
      );
    expect(error).to.include({ code: '23514', constraint: 'stock_never_oversold' });
  });
});

/** Opens a checkout, retrying while the service is too busy, ten times at most. */
async function opening(client: ApiClient) {
  for (let tries = 1; ; tries += 1) {
    const answer = await client.call<Problem>('POST', '/checkouts');
    if (answer.status !== 503 || tries === 10) return answer;
  }
}
