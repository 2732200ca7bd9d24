import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { type Checkout, type Person, Shop } from '../../worlds/shop.ts';
import { tally } from '../../worlds/shop-people.ts';

type StockLevel = Schema<'StockLevel'>;

describe('counting stock', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let owner: ApiClient;
  let warehouseId: string;

  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller(2);
    owner = seller.owner.client;
    warehouseId = seller.warehouseIds[0] ?? '';
  });

  after(() => shop?.close());

  // Every change of stock has its movement, and every reserved unit belongs to a reservation.
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  const path = (offerId: string, warehouse = warehouseId) => `/seller/stock/${offerId}/${warehouse}`;

  function count(
    offerId: string,
    onHand: number,
    version: number,
    client = owner,
  ): Promise<Answer<StockLevel & Problem>> {
    return client.call('PUT', path(offerId), { body: { onHand }, version });
  }

  async function levelOf(offerId: string): Promise<StockLevel> {
    const { data } = await owner.get<Schema<'StockLevelList'>>(
      `/seller/stock?offerId=${offerId}&warehouseId=${warehouseId}`,
    );
    if (data[0] === undefined) throw new Error('no level');
    return data[0];
  }

  function reservations(checkouts: readonly Checkout[]) {
    const ids = checkouts.map(({ id }) => id);
    return shop.database('reservations').whereIn('checkout_id', ids).orderBy('id').pluck('status');
  }

  it('creates a level at its first count, whose version is 0 until then', async () => {
    const offerId = await shop.offer(seller, { stock: {} });
    const answer = await owner.call<StockLevel>('PUT', path(offerId), {
      body: { onHand: 12, reason: 'First delivery' },
      version: 0,
    });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('etag')).to.equal('"1"');
    expect(answer.body).to.deep.include({
      offerId,
      warehouseId,
      onHand: 12,
      reserved: 0,
      available: 12,
      version: 1,
    });
    const movements = await shop.database('stock_movements').where({ offer_id: offerId });
    expect(movements).to.have.length(1);
    expect(movements[0]).to.include({
      on_hand_delta: 12,
      reserved_delta: 0,
      cause: 'COUNT',
      account_id: seller.owner.accountId,
      reason: 'First delivery',
    });
  });

  it('takes the version that was read', async () => {
    const offerId = await shop.offer(seller);
    await owner.refused(428, 'common.PRECONDITION_REQUIRED', 'PUT', path(offerId), { body: { onHand: 3 } });
    await owner.refused(412, 'common.PRECONDITION_FAILED', 'PUT', path(offerId), {
      body: { onHand: 3 },
      version: 0,
    });
    expect((await count(offerId, 3, 1)).body).to.include({ onHand: 3, version: 2 });
    expect((await count(offerId, 40, 1)).status).to.equal(412);
    expect((await count(offerId, 40, 2)).body).to.include({ onHand: 40, version: 3 });
  });

  it('against one version at the same moment succeeds once', async () => {
    const offerId = await shop.offer(seller);
    const answers = await Promise.all([10, 20, 30].map((onHand) => count(offerId, onHand, 1)));
    expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 2 });
    const counted = answers.find(({ status }) => status === 200)?.body.onHand;
    expect((await levelOf(offerId)).onHand).to.equal(counted);
  });

  it('for the first time at the same moment succeeds once', async () => {
    const offerId = await shop.offer(seller, { stock: {} });
    const answers = await Promise.all([10, 20, 30].map((onHand) => count(offerId, onHand, 0)));
    expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 2 });
  });

  it('remains possible against an ETag while shoppers reserve, but not once they have bought', async () => {
    const offerId = await shop.offer(seller);
    const buyer = await shop.buyer();
    const checkout = await shop.readyCheckout(buyer, { [offerId]: 2 });
    expect(await levelOf(offerId)).to.include({ onHand: 25, reserved: 2, available: 23, version: 1 });
    expect((await count(offerId, 30, 1)).body).to.include({ onHand: 30, reserved: 2, available: 28 });
    await buyer.client.post(`/checkouts/${checkout.id}/confirm`);
    expect((await count(offerId, 50, 2)).status).to.equal(412);
    expect(await levelOf(offerId)).to.include({ onHand: 28, reserved: 0 });
  });

  it('refuses numbers that cannot be counts', async () => {
    const offerId = await shop.offer(seller);
    for (const body of [{ onHand: -1 }, { onHand: 1.5 }, { onHand: '3' }, { onHand: 3, reserved: 0 }, {}])
      await owner.refused(422, 'common.VALIDATION_FAILED', 'PUT', path(offerId), { body, version: 1 });
  });

  describe('is listed among all stock movements', () => {
    const movements = async (query: string, client = owner) =>
      client.get<Schema<'StockMovementList'>>(`/seller/stock-movements?${query}`);

    it('newest first, page by page, summing up to the level', async () => {
      const offerId = await shop.offer(seller);
      const buyer = await shop.buyer();
      const checkout = await shop.readyCheckout(buyer, { [offerId]: 2 });
      const order = await buyer.client.post<Schema<'Order'>>(`/checkouts/${checkout.id}/confirm`);
      const first = await movements(`offerId=${offerId}&limit=2`);
      expect(
        first.data.map(({ cause, onHandDelta, reservedDelta }) => [cause, onHandDelta, reservedDelta]),
      ).to.deep.equal([
        ['SALE', -2, -2],
        ['RESERVE', 0, 2],
      ]);
      expect(first.data[0]).to.include({ causeId: order.id, offerId, warehouseId });
      const rest = await movements(`offerId=${offerId}&limit=2&cursor=${first.page.nextCursor}`);
      expect(rest.data.map(({ cause }) => cause)).to.deep.equal(['IMPORT']);
      const sum = [...first.data, ...rest.data].reduce((total, { onHandDelta }) => total + onHandDelta, 0);
      expect(sum).to.equal((await levelOf(offerId)).onHand);
    });

    it("to the seller's own people alone", async () => {
      const offerId = await shop.offer(seller);
      const other = await shop.seller();
      expect((await movements(`offerId=${offerId}`, other.owner.client)).data).to.deep.equal([]);
      expect((await movements(`offerId=${offerId}&warehouseId=${warehouseId}`)).data).to.have.length(1);
      const buyer = await shop.buyer();
      await buyer.client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/stock-movements');
    });
  });

  it("of another seller's offer or in another seller's warehouse is not found, like an unknown one", async () => {
    const offerId = await shop.offer(seller);
    const other = await shop.seller();
    const foreign = await shop.offer(other);
    const request = { body: { onHand: 1 }, version: 1 };
    const problems = await Promise.all([
      other.owner.client.refused(404, 'common.NOT_FOUND', 'PUT', path(offerId), request),
      other.owner.client.refused(404, 'common.NOT_FOUND', 'PUT', path(foreign), request),
      owner.refused(404, 'common.NOT_FOUND', 'PUT', path(offerId, other.warehouseIds[0]), request),
      owner.refused(404, 'common.NOT_FOUND', 'PUT', path(randomUUID()), request),
    ]);
    expect(new Set(problems.map(({ detail }) => detail))).to.have.property('size', 1);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 0 });
    const { data } = await other.owner.client.get<Schema<'StockLevelList'>>(
      `/seller/stock?offerId=${offerId}`,
    );
    expect(data).to.deep.equal([]);
  });

  it("lists the seller's own levels page by page", async () => {
    const own = await shop.seller(2);
    for (let index = 0; index < 3; index += 1) {
      const [first = '', second = ''] = own.warehouseIds;
      await shop.offer(own, { stock: { [first]: index, [second]: index } });
    }
    const client = own.owner.client;
    const whole = await client.get<Schema<'StockLevelList'>>('/seller/stock');
    expect(whole.data).to.have.length(6);
    const paged: StockLevel[] = [];
    let cursor = '';
    do {
      const page = await client.get<Schema<'StockLevelList'>>(`/seller/stock?limit=4${cursor}`);
      paged.push(...page.data);
      cursor = page.page.nextCursor === null ? '' : `&cursor=${page.page.nextCursor}`;
    } while (cursor !== '');
    expect(paged).to.deep.equal(whole.data);
  });

  describe('below what is reserved', () => {
    /** Checkouts with these quantities, oldest first. */
    async function checkouts(
      offerId: string,
      ...quantities: number[]
    ): Promise<{ buyer: Person; checkout: Checkout }[]> {
      const open: { buyer: Person; checkout: Checkout }[] = [];
      for (const quantity of quantities) {
        const buyer = await shop.buyer();
        open.push({ buyer, checkout: await shop.readyCheckout(buyer, { [offerId]: quantity }) });
      }
      return open;
    }

    it('revokes the newest reservations, as few as needed, and their buyers learn at confirmation', async () => {
      const offerId = await shop.offer(seller);
      const open = await checkouts(offerId, 5, 4, 3);
      const answer = await count(offerId, 10, 1);
      expect(answer.body).to.include({ onHand: 10, reserved: 9, available: 1 });
      expect(await reservations(open.map(({ checkout }) => checkout))).to.deep.equal([
        'HELD',
        'HELD',
        'LOST',
      ]);

      const [first, , third] = open;
      const confirm = ({ checkout }: { checkout: Checkout }) => `/checkouts/${checkout.id}/confirm`;
      if (first === undefined || third === undefined) throw new Error('no checkouts');
      const problem = await third.buyer.client.refused(
        409,
        'checkout.ITEM_UNAVAILABLE',
        'POST',
        confirm(third),
      );
      expect(problem.lines).to.have.length(1);
      await first.buyer.client.post(confirm(first));
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 4 });
    });

    it('revokes a reservation completely, never a part', async () => {
      const offerId = await shop.offer(seller);
      const open = await checkouts(offerId, 5, 4);
      expect((await count(offerId, 8, 1)).body).to.include({ onHand: 8, reserved: 5 });
      expect(await reservations(open.map(({ checkout }) => checkout))).to.deep.equal(['HELD', 'LOST']);
      expect((await count(offerId, 0, 2)).body).to.include({ onHand: 0, reserved: 0 });
      expect(await reservations(open.map(({ checkout }) => checkout))).to.deep.equal(['LOST', 'LOST']);
    });

    it('records which reservation lost what', async () => {
      const offerId = await shop.offer(seller);
      const [held] = await checkouts(offerId, 3);
      await count(offerId, 1, 1);
      const lost = await shop
        .database('reservations')
        .where({ checkout_id: held?.checkout.id })
        .first('id', 'ended_at');
      expect(lost.ended_at).to.be.instanceOf(Date);
      const released = await shop.database('stock_movements').where({ offer_id: offerId, cause: 'RELEASE' });
      expect(released).to.have.length(1);
      expect(released[0]).to.include({ on_hand_delta: 0, reserved_delta: -3, cause_id: lost.id });
    });

    it('lets the checkout end cleanly afterwards', async () => {
      const offerId = await shop.offer(seller);
      const [held] = await checkouts(offerId, 3);
      await count(offerId, 1, 1);
      await held?.buyer.client.delete(`/checkouts/${held.checkout.id}`);
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 1, reserved: 0 });
    });

    it('while others check out at the same moment never leaves more reserved than on hand', async function () {
      this.timeout(60_000);
      const offerId = await shop.offer(seller);
      const buyers = await Promise.all(Array.from({ length: 12 }, () => shop.buyer()));
      await Promise.all(buyers.map((buyer) => shop.fillCart(buyer, { [offerId]: 2 })));
      const opening = buyers.map(({ client }) => client.call<Checkout & Problem>('POST', '/checkouts'));
      // Counts in decreasing steps, each against the version that the previous step left.
      const counting = [20, 12, 7, 3].reduce<Promise<number>>(async (before, onHand) => {
        const version = await before;
        const { status, body } = await count(offerId, onHand, version);
        expect(status).to.equal(200);
        return body.version;
      }, Promise.resolve(1));
      const answers = await Promise.all(opening);
      await counting;

      expect(
        Object.keys(tally(answers)).every((key) => ['201', '409 checkout.ITEM_UNAVAILABLE'].includes(key)),
      ).to.equal(true);
      const { onHand, reserved } = await shop.stock(offerId);
      expect(onHand).to.equal(3);
      expect(reserved).to.be.at.most(3);
    });

    it('at the moment of the confirmation leads to an order or a revoked reservation', async function () {
      this.timeout(60_000);
      for (let round = 0; round < 5; round += 1) {
        const offerId = await shop.offer(seller, { stock: { [warehouseId]: 4 } });
        const [held] = await checkouts(offerId, 4);
        if (held === undefined) throw new Error('no checkout');
        const [confirmed, counted] = await Promise.all([
          held.buyer.client.call<Problem>('POST', `/checkouts/${held.checkout.id}/confirm`),
          count(offerId, 1, 1),
        ]);
        const outcome = [confirmed.status, counted.status];
        // Confirmed first: the sale has changed what was counted. Counted first: nothing is left to confirm.
        expect([
          [201, 412],
          [409, 200],
        ]).to.deep.include(outcome);
        const sold = counted.status === 412;
        expect(await shop.stock(offerId)).to.deep.equal({ onHand: sold ? 0 : 1, reserved: 0 });
        expect(await reservations([held.checkout])).to.deep.equal([sold ? 'CONSUMED' : 'LOST']);
      }
    });
  });

  describe('by an administrator', () => {
    let admin: Person;

    before(async () => {
      admin = await shop.admin();
    });

    const adminPath = (offerId: string) => `/admin/stock/${offerId}/${warehouseId}`;

    it('is shown apart from the shop’s own people; a buyer is not named', async () => {
      const offerId = await shop.offer(seller);
      await count(offerId, 9, 1);
      const name = 'Aisha of the shop';
      const { accountId } = seller.owner;
      await shop.database('accounts').where({ id: accountId }).update({ display_name: name });
      const adjusted = { body: { onHand: 8, reason: 'Broken at a visit' }, version: 2 };
      await admin.client.call('PUT', adminPath(offerId), adjusted);
      await shop.readyCheckout(await shop.buyer(), { [offerId]: 1 });
      const query = `offerId=${offerId}&limit=3`;
      const { data } = await owner.get<Schema<'StockMovementList'>>(`/seller/stock-movements?${query}`);
      expect(data.map(({ cause, by }) => [cause, by])).to.deep.equal([
        ['RESERVE', null],
        ['COUNT', { role: 'PLATFORM', name: null }],
        ['COUNT', { role: 'SHOP', name }],
      ]);
    });

    it("sets any seller's stock, against its version, and is recorded in the audit log", async () => {
      const offerId = await shop.offer(seller);
      const body = { onHand: 8, reason: 'Counted on site' };
      await admin.client.refused(428, 'common.PRECONDITION_REQUIRED', 'PUT', adminPath(offerId), { body });
      await admin.client.refused(412, 'common.PRECONDITION_FAILED', 'PUT', adminPath(offerId), {
        body,
        version: 9,
      });
      const answer = await admin.client.call<StockLevel>('PUT', adminPath(offerId), { body, version: 1 });
      expect(answer.body).to.include({ onHand: 8, version: 2 });
      expect(answer.headers.get('etag')).to.equal('"2"');
      const lines = await shop.database('audit_log').where({ subject_id: `${offerId}/${warehouseId}` });
      expect(lines).to.have.length(1);
      expect(lines[0]).to.deep.include({
        action: 'setStockAsAdmin',
        account_id: admin.accountId,
        reason: 'Counted on site',
        before: { onHand: 25 },
        after: { onHand: 8 },
        data: { reservationsLost: [] },
      });
    });

    it('at the same moment as one by the seller succeeds once', async () => {
      const offerId = await shop.offer(seller);
      const answers = await Promise.all([
        admin.client.call('PUT', adminPath(offerId), { body: { onHand: 1 }, version: 1 }),
        count(offerId, 2, 1),
      ]);
      expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 1 });
    });

    it('needs offer and warehouse of one seller', async () => {
      const other = await shop.seller();
      const foreign = await shop.offer(other);
      const request = { body: { onHand: 1 }, version: 0 };
      await admin.client.refused(404, 'common.NOT_FOUND', 'PUT', adminPath(foreign), request);
    });

    it('is not open to sellers', async () => {
      const offerId = await shop.offer(seller);
      await owner.refused(403, 'auth.FORBIDDEN', 'PUT', adminPath(offerId), {
        body: { onHand: 1 },
        version: 1,
      });
    });
  });
});
