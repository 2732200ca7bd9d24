import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Transaction } from '../../../db/transaction.ts';
import { countMany } from '../../../server/marketplace/inventory/count-stock.ts';
import type { Answer, ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { statementsOf } from '../../support/statements.ts';
import { Shop } from '../../worlds/shop.ts';
import { tally } from '../../worlds/shop-people.ts';

type Counts = Schema<'StockCounts'>;
type Import = Schema<'StockImport'>;

describe('counting many stock levels at once', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let owner: ApiClient;
  let [first, second] = ['', ''];

  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller(2);
    owner = seller.owner.client;
    [first = '', second = ''] = seller.warehouseIds;
  });

  after(() => shop?.close());

  // Every change of stock has its movement, and every reserved unit belongs to a reservation.
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  /** Offers with this many units in each of two warehouses. */
  async function offers(count: number, pieces = 25): Promise<{ id: string; sku: string }[]> {
    const made: { id: string; sku: string }[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = await shop.offer(seller, { stock: { [first]: pieces, [second]: pieces } });
      const row = await shop
        .database('offers as o')
        .join('variants as v', 'v.id', 'o.variant_id')
        .where('o.id', id)
        .first('v.sku');
      made.push({ id, sku: row.sku });
    }
    return made;
  }

  const row = (offerId: string, onHand: number, version: number, warehouseId = first) => ({
    ...{ offerId, warehouseId, onHand, version },
  });
  const post = (counts: object[], key = randomUUID()) =>
    owner.call<Counts & Problem>('POST', '/seller/stock-counts', {
      body: { counts, reason: 'Stocktaking' },
      key,
    });
  const onHand = async (offerId: string, warehouseId = first): Promise<number> =>
    (
      await shop
        .database('stock_levels')
        .where({ offer_id: offerId, warehouse_id: warehouseId })
        .first('on_hand')
    ).on_hand;

  describe('by hand', () => {
    it('counts the rows that are valid, and states for each other row why it is not', async () => {
      const [one, two, three] = await offers(3);
      const rival = await shop.seller();
      const foreign = await shop.offer(rival);
      const fresh = await shop.offer(seller, { stock: {} });
      const counts = [
        row(one?.id ?? '', 7, 1),
        row(two?.id ?? '', 7, 9),
        row(foreign, 7, 1, rival.warehouseIds[0]),
        row(fresh, 7, 0),
        row(three?.id ?? '', 7, 1, rival.warehouseIds[0]),
      ];
      const key = randomUUID();
      const answer = await post(counts, key);
      const summarized = ({ body }: Answer<Counts>) =>
        body.results.map(({ status, level }) => [status, level?.onHand]);
      expect(summarized(answer)).to.deep.equal([
        ['COUNTED', 7],
        ['STALE', 25],
        ['NOT_FOUND', undefined],
        ['COUNTED', 7],
        ['NOT_FOUND', undefined],
      ]);
      const again = await post(counts, key);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(summarized(again)).to.deep.equal(summarized(answer));
      const movements = await shop.database('stock_movements').where({ offer_id: one?.id, cause: 'COUNT' });
      expect(movements.map(({ on_hand_delta: delta, reason }) => [delta, reason])).to.deep.equal([
        [-18, 'Stocktaking'],
      ]);
      const twice = await post([counts[0] ?? {}, counts[0] ?? {}]);
      expect([twice.status, twice.body.errors[0]?.pointer]).to.deep.equal([422, '/counts/1']);
    });

    it('in opposite orders never deadlocks: locks are taken in one order', async () => {
      const ids = (await offers(6)).map(({ id }) => id);
      const counting = { sellerId: seller.sellerId, accountId: seller.owner.accountId, reason: null };
      // Straight on the database: a deadlock, which the service would retry, fails here.
      const bulk = async (order: readonly string[], pieces: number) => {
        const trx = new Transaction(shop.database);
        const counts = order.map((id) => ({ ...row(id, pieces, 1), version: null }));
        const counted = await countMany(trx, shop.deps, { ...counting, counts }).catch(async (error) => {
          await trx.rollback();
          throw error;
        });
        await trx.commit();
        return counted;
      };
      const buyers = await Promise.all([1, 2, 3].map(() => shop.buyer()));
      const lines = Object.fromEntries(ids.map((id) => [id, 1]));
      const [codes] = await Promise.all([
        Promise.all(
          Array.from({ length: 8 }, (_, turn) => bulk(turn % 2 === 0 ? ids : [...ids].reverse(), 30 + turn)),
        ),
        ...buyers.map((buyer) => shop.openCheckout(buyer, lines)),
      ]);
      expect(new Set(codes.flat())).to.deep.equal(new Set(['COUNTED']));
      expect(new Set(await Promise.all(ids.map((id) => onHand(id))))).to.have.length(1);
    });

    it('of one version at the same moment succeeds once for each level', async () => {
      const ids = (await offers(3)).map(({ id }) => id);
      const answers = await Promise.all([5, 6].map((pieces) => post(ids.map((id) => row(id, pieces, 1)))));
      const codes = answers.map(({ body }) => [...new Set(body.results.map(({ status }) => status))].join());
      expect(codes.sort()).to.deep.equal(['COUNTED', 'STALE']);
    });
  });

  describe('from a file', () => {
    const send = (csv: string, more: { dryRun?: boolean; key?: string; client?: ApiClient } = {}) =>
      (more.client ?? owner).call<Import & Problem>('POST', '/seller/stock-imports', {
        body: { csv, ...(more.dryRun === undefined ? {} : { dryRun: more.dryRun }) },
        ...(more.key === undefined ? {} : { key: more.key }),
      });

    it('can be tried without effect, is applied once, and leaves levels alone that have the counted value', async () => {
      const [one, two] = await offers(2);
      const csv = `\ufeffsku;warehouse;onHand\r\n${one?.sku};Warehouse 1;4\r\n${one?.sku};${second};25\r\n${two?.sku};warehouse 2;0\r\n`;
      const trial = await send(csv, { dryRun: true });
      expect([trial.status, trial.body]).to.deep.equal([
        200,
        { id: null, rows: 3, changed: 2, reservationsLost: 0, faults: [] },
      ]);
      expect(await onHand(one?.id ?? '')).to.equal(25);
      const [done, again] = [await send(csv, { key: 'file-1' }), await send(csv, { key: 'file-1' })];
      expect(done.status).to.equal(201);
      expect(done.body).to.deep.include({ rows: 3, changed: 2, reservationsLost: 0 });
      expect(again.body).to.deep.equal(done.body);
      expect(await onHand(one?.id ?? '')).to.equal(4);
      expect(await onHand(two?.id ?? '', second)).to.equal(0);
      const path = `/seller/stock-movements?cause=IMPORT&offerId=${one?.id}&warehouseId=${first}`;
      const { data } = await owner.get<Schema<'StockMovementList'>>(path);
      expect(data.map(({ causeId, onHandDelta }) => [causeId, onHandDelta])).to.deep.equal([
        [done.body.id, -21],
        ['test', 25],
      ]);
    });

    it('accepts the exported list of stock unchanged, unless someone has counted meanwhile', async () => {
      const rival = await shop.seller(2);
      const counter = rival.owner.client;
      const made = [await shop.offer(rival, { stock: { [rival.warehouseIds[0] ?? '']: 4 } })];
      made.push(await shop.offer(rival, { stock: { [rival.warehouseIds[1] ?? '']: 6 } }));
      const file = async (query = '', method = 'GET', body?: string, type = 'text/csv') => {
        const answer = await fetch(`${counter.url}/api/v1/seller/${query}`, {
          method,
          headers: { Authorization: `Bearer ${counter.token}`, Accept: type, 'Content-Type': type },
          ...(body === undefined ? {} : { body }),
        });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      };
      const first = await file('stock?limit=1');
      expect(first.headers.get('content-type')).to.match(/^text\/csv/);
      expect(first.headers.get('content-disposition')).to.contain('stock.csv');
      const [, next = ''] = /^<(\?.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
      const second = await file(`stock${next}`);
      expect(second.headers.get('link')).to.equal(null);
      const whole = await file('stock');
      expect(first.text + second.text.split('\r\n').slice(1).join('\r\n')).to.equal(whole.text);
      expect(whole.text.trim().split('\r\n')).to.have.length(1 + made.length);

      const tried = await file('stock-imports?dryRun=true', 'POST', whole.text);
      expect([tried.status, JSON.parse(tried.text)]).to.deep.equal([
        200,
        { id: null, rows: 2, changed: 0, reservationsLost: 0, faults: [] },
      ]);
      const edited = whole.text.replace(',6,', ',9,');
      const taken = await file('stock-imports', 'POST', edited, 'text/csv; charset=utf-8');
      expect([taken.status, JSON.parse(taken.text).changed]).to.deep.equal([201, 1]);
      expect(await onHand(made[1] ?? '', rival.warehouseIds[1])).to.equal(9);
      for (const query of ['stock-imports?dryRun=true', 'stock-imports']) {
        const { faults } = JSON.parse((await file(query, 'POST', edited)).text);
        expect(
          faults.map(({ column, code }: { column: string; code: string }) => [column, code]),
        ).to.deep.equal([['version', 'stale']]);
      }
      for (const [body, type, status] of [
        ['{}', 'application/xml', 415],
        ['a', 'text/csv; charset=none', 415],
        ['x'.repeat(5 * 2 ** 20), 'text/csv', 413],
        ['x'.repeat(2_000_001), 'text/csv', 422],
      ] as const)
        expect((await file('stock-imports', 'POST', body, type)).status, type).to.equal(status);
      expect((await file('stock-counts', 'POST', 'sku', 'text/csv')).status).to.equal(415);
    });

    it('with an error anywhere changes nothing, and lists the errors by line', async () => {
      const [one] = await offers(1);
      const csv = `sku,warehouse,onHand\n${one?.sku},Warehouse 1,3\nNOBODYS,Warehouse 1,3\n${one?.sku},,3\n${one?.sku},Elsewhere,x\n${one?.sku},${first},9\n`;
      const expected = [
        [3, 'sku', 'unknown'],
        [4, 'warehouse', 'ambiguous'],
        [5, 'onHand', 'number'],
        [6, 'sku', 'duplicate'],
      ];
      const summarized = (faults: Import['faults']) =>
        faults.map(({ line, column, code }) => [line, column, code]);
      const refused = await send(csv);
      expect([refused.status, refused.body.code]).to.deep.equal([422, 'inventory.IMPORT_FAULTY']);
      expect(summarized(refused.body.faults)).to.deep.equal(expected);
      const trial = await send(csv, { dryRun: true });
      expect(trial.status).to.equal(200);
      expect(summarized(trial.body.faults)).to.deep.equal(expected);
      expect(await onHand(one?.id ?? '')).to.equal(25);
      const rival = await shop.seller();
      const foreign = await send(`sku,onHand\n${one?.sku},3\n`, { client: rival.owner.client });
      expect(summarized(foreign.body.faults)).to.deep.equal([[2, 'sku', 'unknown']]);
    });

    it('at the same moment as checkouts and confirmations oversells nothing and loses no movement', async function () {
      this.timeout(60_000);
      for (let round = 0; round < 3; round += 1) {
        const made = await offers(3, 6);
        const lines = Object.fromEntries(made.map(({ id }) => [id, 4]));
        const held = await shop.buyer();
        const checkout = await shop.readyCheckout(held, lines);
        const others = await Promise.all([1, 2, 3].map(() => shop.buyer()));
        for (const buyer of others) await shop.fillCart(buyer, lines);
        const csv = `sku,warehouse,onHand\n${made.flatMap(({ sku }) => [`${sku},${second},2`, `${sku},${first},2`]).join('\n')}\n`;
        const [imported, confirmed] = await Promise.all([
          send(csv),
          held.client.call<Problem>('POST', `/checkouts/${checkout.id}/confirm`),
          ...others.map((buyer) => buyer.client.call('POST', '/checkouts')),
        ]);
        expect([imported.status, imported.body.rows]).to.deep.equal([201, 6]);
        expect([201, 409]).to.include(confirmed.status);
        expect(await shop.stockFaults()).to.deep.equal([]);
        for (const { id } of made) {
          const { onHand: left, reserved } = await shop.stock(id);
          expect(reserved).to.be.at.most(left);
          expect(left).to.be.at.most(4);
        }
      }
    });

    it('with one key at the same moment is applied once', async () => {
      const [one] = await offers(1);
      const csv = `sku,warehouse,onHand\n${one?.sku},${first},11\n`;
      const answers = await Promise.all([1, 2, 3].map(() => send(csv, { key: 'file-2' })));
      const counts = tally(answers);
      expect((counts['201'] ?? 0) + (counts['409 idempotency.IN_PROGRESS'] ?? 0)).to.equal(3);
      const imports = await shop.database('stock_movements').where({ offer_id: one?.id, cause: 'IMPORT' });
      expect(imports).to.have.length(3);
    });
  });

  it('takes as many statements for many rows as for a few', async () => {
    const made = await offers(12);
    const few = made.slice(0, 2);
    const csvOf = (some: typeof made, pieces: number) =>
      `sku,warehouse,onHand\n${some.map(({ sku }) => `${sku},${second},${pieces}`).join('\n')}\n`;
    const statements = async (work: (some: typeof made) => Promise<{ status: number }>, status: number) => {
      const counts: number[] = [];
      for (const some of [few, made]) {
        const sent = await statementsOf(shop.database, async () =>
          expect((await work(some)).status).to.equal(status),
        );
        counts.push(sent.length);
      }
      return counts;
    };
    const versions = new Map<string, number>();
    const bulk = (some: typeof made) =>
      post(
        some.map(({ id }) => {
          const version = (versions.get(id) ?? 0) + 1;
          versions.set(id, version);
          return row(id, 30 + version, version);
        }),
      );
    let pieces = 40;
    const file = (some: typeof made) => {
      pieces += 1;
      return owner.call('POST', '/seller/stock-imports', { body: { csv: csvOf(some, pieces) } });
    };
    const list = (path: string) => (some: typeof made) => owner.call('GET', `${path}?limit=${some.length}`);
    for (const [work, status] of [
      [bulk, 200],
      [file, 201],
      [list('/seller/stock'), 200],
      [list('/seller/stock-movements'), 200],
      [list('/seller/offers'), 200],
    ] as const) {
      const [forFew = 0, forMany = 0] = await statements(work, status);
      expect(forMany).to.equal(forFew);
      expect(forMany).to.be.below(20);
    }
  });
});
