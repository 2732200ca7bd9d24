import { expect } from 'chai';
import { inTransaction } from '../../db/unit-of-work.ts';
import { expireDueCheckouts } from '../../server/marketplace/checkout/end-checkouts.ts';
import { countLevels } from '../../server/marketplace/inventory/count-levels.ts';
import type { Answer, Problem, Schema } from '../support/api-client.ts';
import { somebodyWaits } from '../support/statements.ts';
import { type Checkout, type Order, type Person, Shop } from '../worlds/shop.ts';

const HOUR = 3_600_000;

describe('racing checkouts', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
  });
  after(() => shop.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  interface Ready {
    buyer: Person;
    id: string;
    confirm(key?: string): Promise<Answer<Problem>>;
  }

  /** This many buyers, each about to confirm two units of the same offer. */
  async function readyCheckouts(count: number, of = seller): Promise<{ offerId: string; all: Ready[] }> {
    const offerId = await shop.offer(of, { stock: { [of.warehouseIds[0]!]: 100 } });
    const all: Ready[] = [];
    for (let index = 0; index < count; index += 1) {
      const buyer = await shop.buyer();
      const { id } = await shop.readyCheckout(buyer, { [offerId]: 2 });
      const path = `/checkouts/${id}/confirm`;
      all.push({
        buyer,
        id,
        confirm: (key) => buyer.client.call<Problem>('POST', path, key === undefined ? {} : { key }),
      });
    }
    return { offerId, all };
  }

  async function ordersOf(all: readonly Ready[]): Promise<number> {
    const orders = await shop.database('orders').whereIn(
      'checkout_id',
      all.map(({ id }) => id),
    );
    return orders.length;
  }

  async function withStatus(all: readonly Ready[], status: string): Promise<number> {
    const ids = all.map(({ id }) => id);
    return (await shop.database('checkouts').whereIn('id', ids).where({ status })).length;
  }

  it('confirmed several times at once become one order each', async () => {
    const { offerId, all } = await readyCheckouts(4);
    const answers = await Promise.all(
      all.map(({ confirm }) =>
        Promise.all([confirm(), confirm(), confirm(), confirm('key'), confirm('other')]),
      ),
    );
    for (const answer of answers) {
      expect(answer.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201]);
      expect(new Set(answer.map(({ body }) => body.id)).size).to.equal(1);
      expect(answer.filter(({ headers }) => headers.get('idempotent-replayed') === null)).to.have.length(1);
    }
    expect(await ordersOf(all)).to.equal(4);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 92, reserved: 0 });
  });

  it('confirmed at once with one key become one order; repeats have to retry or get that order', async () => {
    const { all } = await readyCheckouts(1);
    const [only] = all as [Ready];
    const answers = await Promise.all(Array.from({ length: 6 }, () => only.confirm('same')));
    const outcomes = answers.map(({ status, body }) => `${status} ${body.code ?? 'order'}`);
    expect(outcomes).to.include('201 order');
    expect(
      outcomes.filter((outcome) => outcome !== '201 order' && outcome !== '409 idempotency.IN_PROGRESS'),
    ).to.deep.equal([]);
    expect(await ordersOf(all)).to.equal(1);
  });

  it('confirmed while they expire are sold or released, never both', async () => {
    const { offerId, all } = await readyCheckouts(12);
    const later = { ...shop.deps, clock: { now: () => new Date(Date.now() + HOUR) } };
    const [answers] = await Promise.all([
      Promise.all(all.map(({ confirm }) => confirm())),
      expireDueCheckouts(later, 5),
      expireDueCheckouts(later, 100),
      expireDueCheckouts(later, 100),
    ]);
    const confirmed = answers.filter(({ status }) => status === 201).length;
    const expired = await withStatus(all, 'EXPIRED');
    expect(confirmed + expired).to.equal(12);
    expect(answers.filter(({ body }) => body.code === 'checkout.EXPIRED')).to.have.length(expired);
    expect(await ordersOf(all)).to.equal(confirmed);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 100 - 2 * confirmed, reserved: 0 });
  });

  it('being confirmed are skipped by the sweep', async () => {
    const { all } = await readyCheckouts(1);
    const [only] = all as [Ready];
    const later = { ...shop.deps, clock: { now: () => new Date(Date.now() + HOUR) } };
    await shop.database.transaction(async (trx) => {
      await trx('checkouts').where({ id: only.id }).forUpdate().select('id');
      await expireDueCheckouts(later, 100);
    });
    expect(await withStatus(all, 'OPEN')).to.equal(1);
    expect((await only.confirm()).status).to.equal(201);
  });

  it('confirmed while they are cancelled are sold or released, never both', async () => {
    const { offerId, all } = await readyCheckouts(10);
    const outcomes = await Promise.all(
      all.map(async ({ buyer, id, confirm }) => {
        const cancel = () => buyer.client.call('DELETE', `/checkouts/${id}`);
        const [confirmed, cancelled] = await Promise.all([confirm(), cancel()]);
        return `${confirmed.status} ${cancelled.status}`;
      }),
    );
    const sold = outcomes.filter((outcome) => outcome === '201 409').length;
    expect(outcomes.filter((outcome) => outcome === '409 204')).to.have.length(10 - sold);
    expect(await ordersOf(all)).to.equal(sold);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 100 - 2 * sold, reserved: 0 });
  });

  it('confirmed while another is opened are not undone by it', async () => {
    const { offerId, all } = await readyCheckouts(8);
    const outcomes = await Promise.all(
      all.map(async ({ buyer, confirm }) => {
        const [confirmed, opened] = await Promise.all([
          confirm(),
          buyer.client.call<Checkout>('POST', '/checkouts'),
        ]);
        return `${confirmed.status} ${opened.status}`;
      }),
    );
    // Confirmed first: the cart is empty then. Opened first: the older checkout is cancelled.
    const sold = outcomes.filter((outcome) => outcome === '201 409').length;
    const reopened = outcomes.filter((outcome) => outcome === '409 201').length;
    expect(sold + reopened).to.equal(8);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 100 - 2 * sold, reserved: 2 * reopened });
  });

  it('opened several times at once leave one open, and reserve its units once', async () => {
    const offerId = await shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: 100 } });
    const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.buyer()));
    for (const buyer of buyers) await shop.fillCart(buyer, { [offerId]: 2 });
    const answers = await Promise.all(
      buyers.flatMap(({ client }) => [1, 2, 3].map(() => client.call<Checkout>('POST', '/checkouts'))),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    const open = await shop
      .database('checkouts')
      .whereIn(
        'account_id',
        buyers.map(({ accountId }) => accountId),
      )
      .where({ status: 'OPEN' });
    expect(open).to.have.length(buyers.length);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 100, reserved: 2 * buyers.length });
  });

  it('changed in two ways at once keep both', async () => {
    const { all } = await readyCheckouts(8);
    const { id: methodId } = await shop.database('shipping_methods').where({ code: 'EXPRESS' }).first('id');
    for (const { buyer, id } of all) {
      const addressId = await shop.address(buyer, { landmark: 'Opposite the school' });
      const path = `/checkouts/${id}`;
      await Promise.all([
        buyer.client.patch(path, { addressId }),
        buyer.client.patch(path, { shipping: [{ sellerId: seller.sellerId, methodId }] }),
        buyer.client.patch(path, { paymentMethod: 'COD' }),
      ]);
      const { address, shipping } = await buyer.client.get<Checkout>(path);
      expect(address?.landmark).to.equal('Opposite the school');
      expect(shipping.map(({ code }) => code)).to.deep.equal(['EXPRESS']);
    }
  });

  it('confirmed for a total while another window chooses another delivery order for that total or not at all', async () => {
    const { all } = await readyCheckouts(8);
    const { id: methodId } = await shop.database('shipping_methods').where({ code: 'EXPRESS' }).first('id');
    const body = { expectedTotal: { amount: '115.00', currency: 'QAR' } };
    const outcomes = await Promise.all(
      all.map(async ({ buyer: { client }, id }) => {
        const path = `/checkouts/${id}`;
        const [confirmed, changed] = await Promise.all([
          client.call<Pick<Order, 'totals'> & Problem>('POST', `${path}/confirm`, { body }),
          client.call('PATCH', path, { body: { shipping: [{ sellerId: seller.sellerId, methodId }] } }),
        ]);
        const total = confirmed.status === 201 ? confirmed.body.totals.total : confirmed.body.total;
        return `${confirmed.body.code ?? 'placed'} ${total?.amount}, ${changed.status}`;
      }),
    );
    expect(
      outcomes.filter(
        (outcome) => outcome !== 'placed 115.00, 409' && outcome !== 'checkout.TOTAL_CHANGED 140.00, 200',
      ),
    ).to.deep.equal([]);
    // The current total is ordered; a repeat gets the order, whatever total it expects.
    const again = { expectedTotal: { amount: '140.00', currency: 'QAR' } };
    for (const { buyer, id } of all)
      expect((await buyer.client.call('POST', `/checkouts/${id}/confirm`, { body: again })).status).to.equal(
        201,
      );
  });

  it('confirmed for a total that changes while the confirmation waits for the checkout are refused', async () => {
    const { all } = await readyCheckouts(1);
    const [{ buyer, id }] = all as [Ready];
    const { id: methodId } = await shop.database('shipping_methods').where({ code: 'EXPRESS' }).first('id');
    const body = { expectedTotal: { amount: '115.00', currency: 'QAR' } };
    let confirming: Promise<Answer<Problem>> | null = null;
    await shop.database.transaction(async (trx) => {
      await trx('checkouts').where({ id }).forUpdate().select('id');
      confirming = buyer.client.call<Problem>('POST', `/checkouts/${id}/confirm`, { body });
      await somebodyWaits(shop.database);
      const express = { method_id: methodId, code: 'EXPRESS', price: '50.00' };
      await trx('checkout_shipping').where({ checkout_id: id }).update(express);
    });
    const { status, body: refused } = await (confirming as unknown as Promise<Answer<Problem>>);
    expect({ status, code: refused.code, total: refused.total?.amount }).to.deep.equal({
      ...{ status: 409, code: 'checkout.TOTAL_CHANGED', total: '140.00' },
    });
    expect(await ordersOf(all)).to.equal(0);
  });

  it('opened while the stock is counted down reserve only what is on hand', async () => {
    const [warehouseId] = seller.warehouseIds as [string];
    const offerId = await shop.offer(seller, { stock: { [warehouseId]: 20 } });
    const buyers = await Promise.all(Array.from({ length: 15 }, () => shop.buyer()));
    for (const buyer of buyers) await shop.fillCart(buyer, { [offerId]: 1 });
    const count = () =>
      seller.owner.client.call('PUT', `/seller/stock/${offerId}/${warehouseId}`, {
        body: { onHand: 6 },
        version: 1,
      });
    const opening = buyers.map(({ client }) => client.call<Checkout>('POST', '/checkouts'));
    const [counted, ...opened] = await Promise.all([count(), ...opening]);
    expect(counted.status).to.equal(200);
    const { onHand, reserved } = await shop.stock(offerId);
    expect(onHand).to.equal(6);
    expect(reserved).to.be.at.most(6);

    const open = opened.flatMap((answer, index) =>
      answer.status === 201 ? [{ buyer: buyers[index]!, id: answer.body.id }] : [],
    );
    const confirmed: number[] = [];
    for (const { buyer, id } of open) {
      await shop.complete(buyer, id);
      confirmed.push((await buyer.client.call('POST', `/checkouts/${id}/confirm`)).status);
    }
    expect(confirmed.filter((status) => status === 201)).to.have.length(reserved);
    expect(confirmed.filter((status) => status !== 201 && status !== 409)).to.deep.equal([]);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 6 - reserved, reserved: 0 });
  });

  it('confirmed while the stock is counted down sell only what is on hand', async () => {
    const { offerId, all } = await readyCheckouts(10);
    const path = `/seller/stock/${offerId}/${seller.warehouseIds[0]}`;
    const counting = async () => {
      const { version } = await shop.database('stock_levels').where({ offer_id: offerId }).first('version');
      return seller.owner.client.call('PUT', path, { body: { onHand: 4 }, version });
    };
    const [answers, counted] = await Promise.all([
      Promise.all(all.map(({ confirm }) => confirm())),
      counting(),
    ]);
    // A sale between reading and counting makes the count outdated: it is refused as such, and nothing is lost.
    expect([200, 412]).to.include(counted.status);
    const sold = answers.filter(({ status }) => status === 201).length;
    expect(await ordersOf(all)).to.equal(sold);
    const lost = answers.filter(({ body }) => body.code === 'checkout.ITEM_UNAVAILABLE').length;
    expect(sold + lost).to.equal(10);
    if (counted.status === 412) expect(await shop.stock(offerId)).to.deep.equal({ onHand: 80, reserved: 0 });
  });

  it('confirmed while the price is edited are sold at a price that the buyer was shown', async () => {
    const { offerId, all } = await readyCheckouts(8);
    const edit = shop.database('offers').where({ id: offerId }).update({ price: '46.00' });
    const [answers] = await Promise.all([Promise.all(all.map(({ confirm }) => confirm())), edit]);
    const orders = answers.filter(({ status }) => status === 201).map(({ body }) => body as unknown as Order);
    expect(orders.map(({ totals }) => totals.goods.amount)).to.deep.equal(orders.map(() => '90.00'));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).to.deep.equal(refused.map(() => 'checkout.PRICE_CHANGED'));
    expect(await ordersOf(all)).to.equal(orders.length);
    const held = 2 * refused.length;
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 100 - 2 * orders.length, reserved: held });
  });

  it('confirmed while a count revokes their reservations are refused with the line named, and sell nothing', async () => {
    const { offerId, all } = await readyCheckouts(1);
    const [only] = all as [Ready];
    const level = { offerId, warehouseId: seller.warehouseIds[0]!, onHand: 1, version: null };
    const counting = {
      accountId: seller.owner.accountId,
      reason: null,
      importId: null,
      skipUnchanged: false,
    };
    // The count holds the stock row: the confirmation reads what the checkout reserved, and waits for that row with its
    // last statement.
    let confirming: Promise<Answer<Problem>> | null = null;
    await inTransaction(shop.database, async (trx) => {
      await countLevels(trx, shop.deps, [level], counting);
      confirming = only.confirm();
      await somebodyWaits(shop.database);
    });
    const { status, body } = await (confirming as unknown as Promise<Answer<Problem>>);
    expect({ status, code: body.code }).to.deep.equal({ status: 409, code: 'checkout.ITEM_UNAVAILABLE' });
    expect(await ordersOf(all)).to.equal(0);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 1, reserved: 0 });
  });

  interface Sold extends Awaited<ReturnType<Shop['seller']>> {
    offerId: string;
    method: Schema<'SellerShippingMethod'>;
    admin: Person;
  }
  const EDITS: [what: string, edit: (sold: Sold) => Promise<{ status: number }>, refusal: string][] = [
    [
      'the offer is switched off',
      ({ owner, offerId }) =>
        owner.client.call('PATCH', `/seller/offers/${offerId}`, { body: { active: false }, version: 1 }),
      '409 checkout.ITEM_UNAVAILABLE',
    ],
    [
      'the seller changes the price',
      ({ owner, offerId }) => {
        const body = { price: { amount: '46.00', currency: 'QAR' } };
        return owner.client.call('PATCH', `/seller/offers/${offerId}`, { body, version: 1 });
      },
      '409 checkout.PRICE_CHANGED',
    ],
    [
      'the seller goes on vacation',
      ({ owner }) => owner.client.call('POST', '/seller/vacation', { body: { onVacation: true } }),
      '409 checkout.ITEM_UNAVAILABLE',
    ],
    [
      'the seller is suspended',
      ({ admin, sellerId }) =>
        admin.client.call('POST', `/admin/sellers/${sellerId}/suspend`, { body: { reason: 'Complaints' } }),
      '409 checkout.ITEM_UNAVAILABLE',
    ],
    [
      'the method costs something else',
      ({ owner, method }) => {
        const body = { price: { amount: '12.00', currency: 'QAR' } };
        return owner.client.call('PATCH', `/seller/shipping-methods/${method.id}`, { body, version: 1 });
      },
      '409 checkout.PRICE_CHANGED',
    ],
    [
      'the method is removed',
      ({ owner, method }) =>
        owner.client.call('DELETE', `/seller/shipping-methods/${method.id}`, { version: 1 }),
      '422 checkout.INCOMPLETE',
    ],
  ];
  it('confirmed while what they show changes are sold as shown or refused because of it, then and later', async () => {
    const admin = await shop.admin();
    for (const [what, edit, refusal] of EDITS) {
      const own = await shop.seller();
      const method = await own.owner.client.post<Schema<'SellerShippingMethod'>>('/seller/shipping-methods', {
        ...{ code: 'CUSTOM', name: { en: 'Van', ar: 'سيارة' }, minDays: 1, maxDays: 2 },
        price: { amount: '10.00', currency: 'QAR' },
      });
      const { offerId, all } = await readyCheckouts(4, own);
      const [edited, ...answers] = await Promise.all([
        edit({ ...own, offerId, method, admin }),
        ...all.map(({ confirm }) => confirm()),
      ]);
      expect(edited.status, what).to.be.oneOf([200, 204]);
      const sold = answers.filter(({ status }) => status === 201);
      for (const { body } of sold)
        expect((body as unknown as Order).totals.total.amount, what).to.equal('100.00');
      const later = await Promise.all(
        all.filter((_, index) => answers[index]?.status !== 201).map(({ confirm }) => confirm()),
      );
      for (const { status, body } of [...answers.filter((answer) => !sold.includes(answer)), ...later])
        expect(`${status} ${body.code}`, what).to.equal(refusal);
      expect(await ordersOf(all), what).to.equal(sold.length);
      const held = 2 * (4 - sold.length);
      expect(await shop.stock(offerId), what).to.deep.equal({ onHand: 92 + held, reserved: held });
    }
  });

  it('opened while the offer is switched off reserve it or not, and none is confirmed afterwards', async () => {
    const own = await shop.seller();
    const offerId = await shop.offer(own);
    const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.buyer()));
    for (const buyer of buyers) await shop.fillCart(buyer, { [offerId]: 1 });
    const [, ...opened] = await Promise.all([
      own.owner.client.patch(`/seller/offers/${offerId}`, { active: false }, { version: 1 }),
      ...buyers.map(({ client }) => client.call<{ id: string; code: string }>('POST', '/checkouts')),
    ]);
    for (const [index, { status, body }] of opened.entries()) {
      if (status !== 201) {
        expect(`${status} ${body.code}`).to.equal('409 checkout.ITEM_UNAVAILABLE');
        continue;
      }
      const { client } = buyers[index]!;
      await shop.complete(buyers[index]!, body.id);
      await client.refused(409, 'checkout.ITEM_UNAVAILABLE', 'POST', `/checkouts/${body.id}/confirm`);
    }
    const reserved = opened.filter(({ status }) => status === 201).length;
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved });
  });

  it('ordered, are cancelled by the buyer, the operator and the deadline’s timer at once: once', async () => {
    const { offerId, all } = await readyCheckouts(4);
    const dispatcher = await shop.person('DISPATCHER');
    for (const [index, { buyer, confirm }] of all.entries()) {
      const order = (await confirm()).body as unknown as Order;
      const [group] = order.groups as [Order['groups'][number]];
      const deadline = { effectId: order.id, correlationId: order.id, requestId: null };
      const reason = { body: { reason: 'Nobody answers' } };
      const answers = await Promise.all([
        index % 2 === 0
          ? buyer.client.call('POST', `/orders/${order.id}/cancel`)
          : seller.owner.client.call('POST', `/seller/order-groups/${group.id}/reject`, reason),
        dispatcher.client.call('POST', `/dispatch/orders/${order.id}/cancel`, reason),
        shop.deps.actors
          .follow(deadline, { kind: 'order', key: order.id }, 'deadline-passed', { groupId: group.id })
          .then(() => ({ status: 0 })),
      ]);
      expect(answers.map(({ status }) => status)).to.include(200);
      const now = await buyer.client.get<Order>(`/orders/${order.id}`);
      const ended = now.groups[0]!.history.filter(({ status }) => /CANCELLED|REJECTED/.test(status ?? ''));
      expect([now.status, ended.length], JSON.stringify(ended)).to.deep.equal(['CANCELLED', 1]);
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 100, reserved: 6 - 2 * index });
    }
  });

  it('returned while their stock is counted return once, before the count or after it', async () => {
    const { offerId, all } = await readyCheckouts(4);
    const path = `/seller/stock/${offerId}/${seller.warehouseIds[0]}`;
    for (const { buyer, confirm } of all) {
      const order = (await confirm()).body as unknown as Order;
      await shop.settled();
      const { version, on_hand } = await shop
        .database('stock_levels')
        .where({ offer_id: offerId })
        .first('version', 'on_hand');
      const [cancelled, counted] = await Promise.all([
        buyer.client.call('POST', `/orders/${order.id}/cancel`),
        seller.owner.client.call('PUT', path, { body: { onHand: 40 }, version }),
      ]);
      expect([cancelled.status, counted.status]).to.be.deep.oneOf([
        [200, 200],
        [200, 412],
      ]);
      // The count names the version before the units returned: it comes first, or it is refused.
      expect((await shop.stock(offerId)).onHand).to.equal((counted.status === 200 ? 40 : on_hand) + 2);
    }
  });

  it('ordered, are cancelled by the buyer or accepted by the seller, never both', async () => {
    const { offerId, all } = await readyCheckouts(6);
    const outcomes = await Promise.all(
      all.map(async ({ buyer, confirm }) => {
        const order = (await confirm()).body as unknown as Order;
        const [group] = order.groups;
        const [cancelled, accepted] = await Promise.all([
          buyer.client.call('POST', `/orders/${order.id}/cancel`),
          seller.owner.client.call('POST', `/seller/order-groups/${group!.id}/accept`),
        ]);
        const now = await buyer.client.get<Order>(`/orders/${order.id}`);
        return `${cancelled.status} ${accepted.status} ${now.status}`;
      }),
    );
    const accepted = outcomes.filter((outcome) => outcome === '409 200 IN_PROGRESS').length;
    const gone = outcomes.filter((outcome) => outcome === '200 409 CANCELLED').length;
    expect(accepted + gone, outcomes.join(', ')).to.equal(6);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 100 - 2 * accepted, reserved: 0 });
  });

  it('number their orders without a duplicate', async () => {
    const { all } = await readyCheckouts(8);
    const orders = await Promise.all(all.map(({ confirm }) => confirm()));
    const numbers = orders.map(({ body }) => (body as unknown as Order).number);
    expect(new Set(numbers).size).to.equal(8);
  });
});
