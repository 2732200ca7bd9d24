import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Transaction } from '../../../db/transaction.ts';
import { changeOffers } from '../../../server/marketplace/catalogue/seller-offers.ts';
import type { ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { statementsOf } from '../../support/statements.ts';
import { type Person, Shop } from '../../worlds/shop.ts';

type Saved = Schema<'SavedOfferGrid'>;

const qar = (amount: string) => ({ amount, currency: 'QAR' });

describe('the grid of offers', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let owner: ApiClient;
  let warehouseId: string;

  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
    owner = seller.owner.client;
    [warehouseId = ''] = seller.warehouseIds;
  });
  after(() => shop?.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  const offers = async (count: number) => (await shop.offers(seller, count)).sort();
  const save = (body: object, { client = owner, ...options }: { client?: ApiClient; key?: string } = {}) =>
    client.call<Saved & Problem>('POST', '/seller/offers/grid', { body, key: randomUUID(), ...options });
  const stored = (id: string) => shop.database('offers').where({ id }).first('price', 'active', 'version');
  const codes = (rows: Saved['offers'] | Saved['counts']) =>
    rows.map(({ status, refusal }) => refusal?.code ?? status);
  const count = (offerId: string, onHand: number, version: number) => ({
    ...{ offerId, warehouseId, onHand, version },
  });

  async function staff(...permissions: string[]): Promise<Person> {
    const person = await shop.person('BUYER', 'SELLER_STAFF');
    const row = { account_id: person.accountId, seller_id: seller.sellerId, permissions };
    await shop.database('seller_staff').insert(row);
    return person;
  }

  it('saves valid rows and states for each other row why it is not; the key repeats the response', async () => {
    const [one = '', two = '', three = '', four = ''] = await offers(4);
    const rival = await shop.seller();
    const foreign = await shop.offer(rival);
    const body = {
      offers: [
        { offerId: one, version: 1, price: qar('12.50'), active: false },
        { offerId: two, version: 1, price: qar('45.00'), active: true },
        { offerId: three, version: 7, price: qar('1.00') },
        { offerId: foreign, version: 1, price: qar('1.00') },
      ],
      counts: [
        count(one, 7, 1),
        count(two, 25, 1),
        count(three, 3, 9),
        { ...count(foreign, 1, 1), warehouseId: rival.warehouseIds[0] },
        { ...count(four, 1, 1), warehouseId: rival.warehouseIds[0] },
      ],
      reason: 'Stocktaking',
    };
    const key = randomUUID();
    const answer = await save(body, { key });
    expect(codes(answer.body.offers)).to.deep.equal(['SAVED', 'UNCHANGED', 'CONFLICT', 'common.NOT_FOUND']);
    expect(codes(answer.body.counts)).to.deep.equal([
      ...['SAVED', 'UNCHANGED', 'CONFLICT', 'common.NOT_FOUND', 'common.NOT_FOUND'],
    ]);
    const [saved, unchanged, conflict, refused] = answer.body.offers;
    expect([saved?.offer?.price.amount, saved?.offer?.active, saved?.offer?.version]).to.deep.equal([
      ...['12.50', false, 2],
    ]);
    expect([unchanged?.offer?.version, conflict?.offer?.version, refused?.offer]).to.deep.equal([1, 1, null]);
    expect(answer.body.counts.map(({ level }) => level?.onHand)).to.deep.equal([
      ...[7, 25, 25, undefined, undefined],
    ]);
    expect((await stored(foreign)).price, "another seller's price").to.equal('45.00');
    const again = await save(body, { key });
    expect([again.headers.get('idempotent-replayed'), again.body]).to.deep.equal(['true', answer.body]);
    const movements = await shop.database('stock_movements').where({ cause: 'COUNT' });
    expect(movements.map(({ offer_id, reason }) => [offer_id, reason])).to.deep.equal([[one, 'Stocktaking']]);
  });

  it('explains in the language of the request', async () => {
    const body = { offers: [{ offerId: randomUUID(), version: 1, active: true }] };
    const said = await Promise.all(
      ['en', 'ar'].map((locale) =>
        owner.call<Saved>('POST', '/seller/offers/grid', { body, headers: { 'Accept-Language': locale } }),
      ),
    );
    expect(said.map((answer) => answer.body.offers[0]?.refusal?.message)).to.deep.equal([
      'It does not exist or no longer exists.',
      'غير موجود أو لم يعد موجودًا.',
    ]);
  });

  it('refuses a duplicate row, and too many rows', async () => {
    const [one = ''] = await offers(1);
    const row = { offerId: one, version: 1, price: qar('9.00') };
    const twice = await save({ offers: [row, row] });
    expect([twice.status, twice.body.errors[0]?.pointer]).to.deep.equal([422, '/offers/1/offerId']);
    const levels = await save({ offers: [row], counts: [count(one, 1, 1), count(one, 2, 1)] });
    expect([levels.status, levels.body.errors[0]?.pointer]).to.deep.equal([422, '/counts/1']);
    expect((await save({ offers: Array.from({ length: 501 }, () => row) })).status).to.equal(422);
    expect((await stored(one)).version, 'none of it was saved').to.equal(1);
  });

  it('refuses rows that the caller has no permission for, and saves the others', async () => {
    const [one = ''] = await offers(1);
    const body = { offers: [{ offerId: one, version: 1, price: qar('9.00') }], counts: [count(one, 4, 1)] };
    const [clerk, stock] = [await staff('CATALOGUE'), await staff('STOCK')];
    const none = await save(body, { client: (await staff('ORDERS')).client });
    expect([none.body.offers, none.body.counts].map(codes)).to.deep.equal([
      ['auth.FORBIDDEN'],
      ['auth.FORBIDDEN'],
    ]);
    const priced = await save(body, { client: clerk.client });
    expect([priced.body.offers, priced.body.counts].map(codes)).to.deep.equal([
      ['SAVED'],
      ['auth.FORBIDDEN'],
    ]);
    const counted = await save(body, { client: stock.client });
    expect([counted.body.offers, counted.body.counts].map(codes)).to.deep.equal([
      ['auth.FORBIDDEN'],
      ['SAVED'],
    ]);
  });

  it('of a suspended seller counts stock and changes no offer', async () => {
    const [one = ''] = await offers(1);
    const set = (status: string) =>
      shop.database('sellers').where({ id: seller.sellerId }).update({ status });
    await set('SUSPENDED');
    const body = { offers: [{ offerId: one, version: 1, active: false }], counts: [count(one, 4, 1)] };
    const answer = await save(body).finally(() => set('ACTIVE'));
    expect([answer.body.offers, answer.body.counts].map(codes)).to.deep.equal([
      ['seller.INVALID_STATE'],
      ['SAVED'],
    ]);
  });

  it('the same rows saved by two people at once: each row is saved by one of them', async () => {
    const ids = await offers(20);
    const grid = (price: string, order: string[]) => ({
      offers: order.map((offerId) => ({ offerId, version: 1, price: qar(price) })),
      counts: order.map((offerId) => count(offerId, Number(price), 1)),
    });
    const answers = await Promise.all([save(grid('7.00', ids)), save(grid('8.00', [...ids].reverse()))]);
    const kinds = answers.flatMap(({ body }) =>
      [codes(body.offers), codes(body.counts)].map((row) => new Set(row)),
    );
    expect(kinds.map((kind) => [...kind].join()).sort()).to.deep.equal([
      ...['CONFLICT', 'CONFLICT', 'SAVED', 'SAVED'],
    ]);
    const rows = await shop.database('offers').whereIn('id', ids);
    expect(rows.map(({ version }) => version)).to.deep.equal(ids.map(() => 2));
  });

  it('in opposite orders never deadlocks: offers are locked in one order', async () => {
    const ids = await offers(8);
    // Straight on the database: a deadlock, which the service would retry, fails here.
    const change = async (order: readonly string[], amount: string) => {
      const trx = new Transaction(shop.database);
      const edits = order.map((id) => ({
        ...{ id, ifMatch: '*' as const, change: { price: { amount, currency: 'QAR' as const } } },
      }));
      const outcomes = await changeOffers(trx, seller.sellerId, edits, { skipUnchanged: false }).catch(
        async (error) => {
          await trx.rollback();
          throw error;
        },
      );
      await trx.commit();
      return outcomes.map(({ status }) => status);
    };
    const turns = Array.from({ length: 8 }, (_, turn) =>
      change(turn % 2 === 0 ? ids : [...ids].reverse(), `${turn + 1}.00`),
    );
    expect(new Set((await Promise.all(turns)).flat())).to.deep.equal(new Set(['SAVED']));
  });

  it('a count against sales: what is sold meanwhile is a conflict, never lost', async () => {
    const ids = await offers(6);
    const buyers = await Promise.all(ids.map(() => shop.buyer()));
    const ready = await Promise.all(
      buyers.map((buyer, index) => shop.readyCheckout(buyer, { [ids[index] ?? '']: 1 })),
    );
    const [answer] = await Promise.all([
      save({ counts: ids.map((id) => count(id, 30, 1)) }),
      ...ready.map(({ id }, index) => buyers[index]?.client.post(`/checkouts/${id}/confirm`)),
    ]);
    const outcomes = codes(answer.body.counts);
    for (const [index, id] of ids.entries()) {
      const expected = outcomes[index] === 'SAVED' ? 29 : 24;
      expect(await shop.stock(id), outcomes[index]).to.deep.equal({ onHand: expected, reserved: 0 });
    }
  });

  it('takes as many statements for 500 rows as for one', async () => {
    const ids = await offers(500);
    const grid = (rows: string[], version: number) => ({
      offers: rows.map((offerId) => ({ offerId, version, price: qar(`${version}5.00`) })),
      counts: rows.map((offerId) => count(offerId, version + 40, version)),
    });
    const [few, many] = [
      await statementsOf(shop.database, () => save(grid(ids.slice(0, 1), 1))),
      await statementsOf(shop.database, () => save(grid(ids.slice(1), 1))),
    ];
    expect(many.length).to.equal(few.length);
    const began = performance.now();
    const answer = await save(grid(ids, 2));
    if (process.env.SAY_HOW_LONG !== undefined)
      process.stderr.write(`${Math.round(performance.now() - began)} ms\n`);
    expect(new Set([...codes(answer.body.offers), ...codes(answer.body.counts)])).to.deep.equal(
      new Set(['SAVED']),
    );
  });
});
