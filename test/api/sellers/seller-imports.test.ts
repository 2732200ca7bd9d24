import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { until } from '../../../scripts/shared/waiting.ts';
import { deleteOldImports } from '../../../server/marketplace/seller-imports/import-store.ts';
import { runImports } from '../../../server/marketplace/seller-imports/run-imports.ts';
import type { ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { spawnWorker } from '../../support/server-processes.ts';
import { testEnvironment } from '../../support/service.ts';
import { somebodyWaits } from '../../support/statements.ts';
import { type Person, Shop } from '../../worlds/shop.ts';

type Import = Schema<'SellerImport'>;
type Row = Schema<'SellerImportRow'>;
type Kind = Schema<'SellerFileKind'>;
type Seller = Awaited<ReturnType<Shop['seller']>>;

describe("a seller's files", () => {
  let shop: Shop;

  before(async () => {
    shop = await Shop.open({ LIMIT_BROWSE_PER_MINUTE: '100000' });
    // Creates the category that products are in.
    await shop.offer(await shop.seller());
  });
  after(() => shop?.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  const run = (chunkRows?: number) => runImports(shop.deps, chunkRows);
  const upload = (client: ApiClient, kind: Kind, csv: string, key = randomUUID()) =>
    client.call<Import & { code?: string }>('POST', `/seller/imports?kind=${kind}`, {
      body: new Blob([csv], { type: 'text/csv' }),
      key,
    });
  const read = (client: ApiClient, id: string) => client.get<Import>(`/seller/imports/${id}`);
  const counts = ({ status, toApply, unchanged, applied, faulty }: Import) => ({
    ...{ status, toApply, unchanged, applied, faulty },
  });

  async function download(client: ApiClient, path: string, locale = 'en'): Promise<string> {
    const headers = {
      ...{ Authorization: `Bearer ${client.token}`, Accept: 'text/csv', 'Accept-Language': locale },
    };
    const answer = await fetch(`${client.url}/api/v1${path}`, { headers });
    expect(answer.status, path).to.equal(200);
    return answer.text();
  }

  const table = (csv: string): Record<string, string>[] => parse(csv, { bom: true, columns: true });

  async function checked(client: ApiClient, kind: Kind, csv: string): Promise<Import> {
    const { status, body } = await upload(client, kind, csv);
    expect(status, JSON.stringify(body)).to.equal(201);
    await run();
    return read(client, body.id);
  }

  async function applied(client: ApiClient, kind: Kind, csv: string): Promise<Import> {
    const { id } = await checked(client, kind, csv);
    await client.post(`/seller/imports/${id}/apply`);
    await run();
    return read(client, id);
  }

  async function rows(client: ApiClient, id: string, locale = 'en'): Promise<Row[]> {
    const headers = { 'Accept-Language': locale };
    const { body } = await client.call<{ data: Row[] }>('GET', `/seller/imports/${id}/rows?limit=100`, {
      headers,
    });
    return body.data;
  }
  const faultsOf = (list: Row[]) =>
    list.map(({ row, faults }) => [row, ...faults.map(({ column, code }) => `${column} ${code}`)]);

  /** New offers, with their SKUs. */
  async function offers(seller: Seller, count: number): Promise<{ id: string; sku: string }[]> {
    for (let made = 0; made < count; made += 1) await shop.offer(seller);
    return shop
      .database('offers as o')
      .join('variants as v', 'v.id', 'o.variant_id')
      .where('o.seller_id', seller.sellerId)
      .orderBy('o.id')
      .select('o.id', 'v.sku');
  }

  const PRODUCTS = [
    'category,titleEn,titleAr,descriptionEn,descriptionAr,digital,active,sku,option1,value1,option1En,option1Ar,value1En,value1Ar',
    'food,"Dates, ""Khalas""",تمر خلاص,"Soft\nand sweet",طري وحلو,false,true,%-1,weight,1 kg,Weight,الوزن,1 kg,1 كجم',
    'food,"Dates, ""Khalas""",تمر خلاص,"Soft\nand sweet",طري وحلو,false,true,%-2,weight,500 g,Weight,الوزن,500 g,500 جم',
    'food,=Syrup,دبس,-Thick,كثيف,false,false,%-3,,,,,,',
  ].join('\r\n');
  const productFile = (prefix: string) => PRODUCTS.replaceAll('%', prefix);

  describe('exported and sent back', () => {
    it('change nothing: products with variants and texts, offers, stock', async () => {
      const seller = await shop.seller(2);
      const { client } = seller.owner;
      const made = await applied(client, 'PRODUCTS', productFile('TRIP'));
      expect(counts(made)).to.deep.equal({
        ...{ status: 'DONE', toApply: 0, unchanged: 0, applied: 3, faulty: 0 },
      });
      await applied(client, 'OFFERS', 'sku,price,lowStockThreshold\nTRIP-1,10,3\nTRIP-2,٧٫٥,\n');
      const stock = `sku;warehouse;onHand\nTRIP-1;Warehouse 1;٢٥\nTRIP-1;${seller.warehouseIds[1]};7\nTRIP-2;warehouse 2;0\n`;
      expect(counts(await applied(client, 'STOCK', stock)).applied).to.equal(3);
      const products = table(await download(client, '/seller/exports/PRODUCTS'));
      expect(products.map(({ sku, titleEn, active }) => [sku, titleEn, active]).sort()).to.deep.equal([
        ['TRIP-1', 'Dates, "Khalas"', 'true'],
        ['TRIP-2', 'Dates, "Khalas"', 'true'],
        ['TRIP-3', "'=Syrup", 'false'],
      ]);
      for (const [kind, rowsOfFile] of [
        ['PRODUCTS', 3],
        ['OFFERS', 2],
        ['STOCK', 3],
      ] as const) {
        const before = await versions(seller);
        const csv = await download(client, `/seller/exports/${kind}`);
        for (const given of [csv, csv.replaceAll('\r\n', '\n'), inSemicolons(csv)]) {
          const back = await applied(client, kind, given);
          expect(counts(back), kind).to.deep.equal({
            ...{ status: 'DONE', toApply: 0, unchanged: rowsOfFile, applied: 0, faulty: 0 },
          });
          expect(back.ignoredColumns).to.deep.equal([]);
        }
        expect(await versions(seller)).to.deep.equal(before);
      }
    });

    it('survive what a spreadsheet does to SKUs, and report what they cannot repair', async () => {
      const seller = await shop.seller();
      const { client } = seller.owner;
      const [one, two] = await offers(seller, 2);
      await shop.database('variants').where({ sku: one?.sku }).update({ sku: '00123' });
      await shop.database('variants').where({ sku: two?.sku }).update({ sku: '123456789012' });
      const file = `offerId,sku,price\n${one?.id},123,9\n${two?.id},1.23457E+11,8\n`;
      expect(counts(await applied(client, 'OFFERS', file)).applied).to.equal(2);
      const { id } = await checked(client, 'OFFERS', 'sku,price\n123,9\n1.23457E+11,9\n1-May,9\n');
      const list = await rows(client, id);
      expect(faultsOf(list)).to.deep.equal([
        [2, 'sku zeros-lost'],
        [3, 'sku excel-number'],
        [4, 'sku excel-date'],
      ]);
      expect(list[0]?.faults[0]?.message).to.contain('00123');
    });

    function inSemicolons(csv: string): string {
      const lines: string[][] = parse(csv, { bom: true });
      return lines
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
        .join('\r\n');
    }

    async function versions(seller: Seller): Promise<unknown> {
      const { rows: found } = await shop.database.raw(
        `SELECT (SELECT jsonb_agg(p ORDER BY p.id) FROM products p WHERE created_by_seller_id = :id) AS products,
                (SELECT jsonb_agg(v ORDER BY v.id) FROM variants v JOIN products p ON p.id = v.product_id
                  WHERE created_by_seller_id = :id) AS variants,
                (SELECT jsonb_agg(o ORDER BY o.id) FROM offers o WHERE seller_id = :id) AS offers,
                (SELECT jsonb_agg(l ORDER BY l.offer_id, l.warehouse_id) FROM stock_levels l JOIN offers o ON o.id = l.offer_id
                  WHERE seller_id = :id) AS levels`,
        { id: seller.sellerId },
      );
      return found[0];
    }
  });

  describe('checked', () => {
    it('report what would change and change nothing; each error with row, column, value and text', async () => {
      const seller = await shop.seller();
      const { client } = seller.owner;
      const [one, two, three] = await offers(seller, 3);
      const file = `sku,price,active,version,sellerId\n${one?.sku},50.00,true,1,x\n${two?.sku},cheap,perhaps,1,x\n${three?.sku},9,,8,x\nNO-SUCH,9,,,x\n${one?.sku},51,,,x\n`;
      const job = await checked(client, 'OFFERS', file);
      expect(counts(job)).to.deep.equal({
        ...{ status: 'CHECKED', toApply: 1, unchanged: 0, applied: 0, faulty: 4 },
      });
      expect(job.ignoredColumns).to.deep.equal(['sellerId']);
      const list = await rows(client, job.id);
      expect(faultsOf(list)).to.deep.equal([
        [2],
        [3, 'price price', 'active boolean'],
        [4, 'version stale'],
        [5, 'sku unknown-sku'],
        [6, 'sku duplicate'],
      ]);
      expect(list[0]?.changes).to.deep.equal([{ column: 'price', before: '45.00', after: '50.00' }]);
      expect(list[1]?.faults[1]).to.deep.equal({
        ...{ column: 'active', code: 'boolean', value: 'perhaps', message: 'Enter true or false.' },
      });
      const arabic = await rows(client, job.id, 'ar');
      expect(arabic[1]?.faults[1]?.message).to.equal('اكتب true أو false (أو نعم أو لا).');
      const prices = await shop.database('offers').where({ seller_id: seller.sellerId }).pluck('price');
      expect(new Set(prices)).to.deep.equal(new Set(['45.00']));
    });

    it('with 200 broken rows apply the others; the broken ones come back as a file that can be corrected', async () => {
      const seller = await shop.seller();
      const { client } = seller.owner;
      const good = await offers(seller, 30);
      const broken = Array.from({ length: 200 }, (_, index) => `BROKEN-${index},"=cmd|' /C calc'!A${index}"`);
      const lines = [...broken.slice(0, 100), ...good.map(({ sku }) => `${sku},5`), ...broken.slice(100)];
      const job = await applied(client, 'OFFERS', `sku,price\n${lines.join('\n')}\n`);
      expect(counts(job)).to.deep.equal({
        ...{ status: 'DONE', toApply: 0, unchanged: 0, applied: 30, faulty: 200 },
      });
      const failed = await download(client, `/seller/imports/${job.id}/rows`, 'ar');
      const back = table(failed);
      expect(back).to.have.length(200);
      expect(back[0]?.price, 'no formula leaves the service').to.match(/^'=cmd/);
      expect(back[0]?.problem).to.contain('price:');
      // Corrected in a spreadsheet: half of them now name offers.
      const corrected = failed.replaceAll(/"'=cmd[^"]*"|'=cmd[^,]*/g, '6').replace(/BROKEN-\d+/g, (sku) => {
        const at = Number(sku.slice(7));
        return at < good.length ? (good[at]?.sku ?? sku) : sku;
      });
      const again = await applied(client, 'OFFERS', corrected);
      expect([again.applied, again.faulty, again.ignoredColumns]).to.deep.equal([30, 170, ['problem']]);
    });

    it('name errors of products, and leave a product with one as it is', async () => {
      const { client } = (await shop.seller()).owner;
      const long = 'x'.repeat(121);
      const file = [
        'category,titleEn,titleAr,descriptionEn,descriptionAr,sku,option1,value1',
        'food,Good,جيد,One,واحد,FAULT-1,size,S',
        'food,Half,نصف,One,واحد,FAULT-2,size,S',
        'food,Half,نصف,Two,واحد,FAULT 3,size,M',
        `nowhere,${long},,One,واحد,FAULT-4,a:b,M`,
        'food,Twins,توأم,One,واحد,FAULT-5,size,S',
        'food,Twins,توأم,One,واحد,FAULT-6,size,S',
      ].join('\n');
      const job = await applied(client, 'PRODUCTS', file);
      expect(faultsOf(await rows(client, job.id))).to.deep.equal([
        [2],
        [3, 'null with-others'],
        [4, 'descriptionEn differs', 'sku sku'],
        [5, 'category unknown-category', 'titleEn too-long', 'titleAr missing', 'option1 option'],
        [6, 'option1 same-options'],
        [7, 'option1 same-options'],
      ]);
      expect([job.applied, job.faulty]).to.deep.equal([1, 5]);
      const { data } = await client.get<Schema<'SellerProductList'>>('/seller/products');
      expect(data.map(({ title }) => title.en)).to.deep.equal(['Good']);
    });

    it('change a product by its id: texts, a SKU, options, and one more variant', async () => {
      const { client } = (await shop.seller()).owner;
      await applied(client, 'PRODUCTS', productFile('EDIT'));
      const csv = await download(client, '/seller/exports/PRODUCTS');
      const edited = csv
        .replaceAll('طري وحلو', 'طري جدًا')
        .replace('EDIT-1', 'EDIT-1B')
        .replace('1 kg,Weight', '2 kg,Weight');
      const [line = ''] = edited.split('\r\n').filter((text) => text.includes('EDIT-2'));
      const cells: string[] = (parse(`${edited.split('\r\n')[0]}\r\n`, { bom: true }) as string[][])[0] ?? [];
      const columns = cells.indexOf('variantId');
      expect(columns).to.be.greaterThan(0);
      const records = table(edited);
      const source = records.find(({ sku }) => sku === 'EDIT-2');
      const extra = {
        ...source,
        variantId: '',
        sku: 'EDIT-9',
        value1: '3 kg',
        value1En: '3 kg',
        value1Ar: '3 كجم',
      };
      const quoted = (record: Record<string, string | undefined>) =>
        cells.map((name) => `"${(record[name] ?? '').replaceAll('"', '""')}"`).join(',');
      const job = await applied(client, 'PRODUCTS', `${edited}${quoted(extra)}\r\n`);
      expect([job.applied, job.unchanged, job.faulty, line !== '']).to.deep.equal([2, 2, 0, true]);
      const { data } = await client.get<Schema<'SellerProductList'>>('/seller/products');
      const dates = data.find(({ title }) => title.en.startsWith('Dates'));
      expect(dates?.description.ar).to.equal('طري جدًا');
      expect(dates?.variants.map(({ sku, options }) => [sku, options.weight])).to.deep.equal([
        ['EDIT-1B', '2 kg'],
        ['EDIT-2', '500 g'],
        ['EDIT-9', '3 kg'],
      ]);
    });

    it('of a file that cannot be read are refused, in the language of the request', async () => {
      const { client } = (await shop.seller()).owner;
      const answer = await client.call<Problem & { fault: { code: string; message: string } }>(
        ...(['POST', '/seller/imports?kind=STOCK'] as const),
        { body: { csv: 'sku\nA\n' }, headers: { 'Accept-Language': 'ar' } },
      );
      expect([answer.status, answer.body.code, answer.body.fault]).to.deep.equal([
        ...[422, 'seller.IMPORT_UNREADABLE'],
        { code: 'column-missing', message: 'ينقص العمود: onHand.' },
      ]);
    });
  });

  describe('are guarded: they need', () => {
    it("rows that refer to the seller's own products and offers", async () => {
      const [seller, rival] = [await shop.seller(), await shop.seller()];
      const { client } = seller.owner;
      await applied(rival.owner.client, 'PRODUCTS', productFile('RIVAL'));
      const [foreign] = await offers(rival, 1);
      const theirs = table(await download(rival.owner.client, '/seller/exports/PRODUCTS'))[0];
      const offer = await applied(
        client,
        'OFFERS',
        `offerId,sku,price\n${foreign?.id},,1\n${foreign?.id},${foreign?.sku},1\n`,
      );
      expect(faultsOf(await rows(client, offer.id)).map(([, fault]) => fault)).to.deep.equal([
        ...['offerId unknown-id', 'offerId unknown-id'],
      ]);
      const stock = await applied(
        ...([client, 'STOCK'] as const),
        `offerId,sku,warehouse,onHand\n${foreign?.id},,,1\n,${foreign?.sku},${rival.warehouseIds[0]},1\n`,
      );
      expect(faultsOf(await rows(client, stock.id))).to.deep.equal([
        [2, 'offerId unknown-id'],
        [3, 'sku not-offered', 'warehouse unknown-warehouse'],
      ]);
      const product = await applied(
        ...([client, 'PRODUCTS'] as const),
        `productId,variantId,sku,titleEn,titleAr\n${theirs?.productId},${theirs?.variantId},${theirs?.sku},Stolen,مسروق\n,,${theirs?.sku},Stolen,مسروق\n`,
      );
      expect([product.applied, product.faulty]).to.deep.equal([0, 2]);
      const stolen = await shop.database('products').where({ title_en: 'Stolen' });
      expect(stolen).to.deep.equal([]);
      const answer = await client.call('GET', `/seller/imports/${randomUUID()}`);
      expect(answer.status).to.equal(404);
      const other = await rival.owner.client.call('POST', `/seller/imports/${product.id}/stop`, {
        key: randomUUID(),
      });
      expect(other.status, "another seller's import").to.equal(404);
    });

    it('a permission for each kind', async () => {
      const seller = await shop.seller();
      const clerk = await staff(seller, 'STOCK');
      const job = await checked(seller.owner.client, 'OFFERS', 'sku\nA\n');
      const answers = [
        await upload(clerk.client, 'OFFERS', 'sku\nA\n'),
        await clerk.client.call<Problem>('GET', `/seller/imports/${job.id}`),
        await clerk.client.call<Problem>('POST', `/seller/imports/${job.id}/apply`, { key: randomUUID() }),
        await clerk.client.call<Problem>('GET', '/seller/exports/PRODUCTS'),
      ];
      expect(answers.map(({ status, body }) => `${status} ${body.code}`)).to.deep.equal(
        answers.map(() => '403 auth.FORBIDDEN'),
      );
      expect((await clerk.client.get<{ data: Import[] }>('/seller/imports')).data).to.deep.equal([]);
      expect((await upload(clerk.client, 'STOCK', 'sku,onHand\nA,1\n')).status).to.equal(201);
      await run();
    });

    it('no other import of the same kind, not even one that comes at once; a key repeats the response to its own', async () => {
      const { client } = (await shop.seller()).owner;
      const key = randomUUID();
      const file = 'sku,price\nA,1\n';
      const both = await Promise.all([upload(client, 'OFFERS', file), upload(client, 'OFFERS', file)]);
      expect(both.map(({ status, body }) => body.code ?? status).sort()).to.deep.equal([
        ...[201, 'seller.IMPORT_RUNNING'],
      ]);
      const stock = await upload(client, 'STOCK', 'sku,onHand\nA,1\n', key);
      const again = await upload(client, 'STOCK', 'sku,onHand\nA,1\n', key);
      expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).to.deep.equal([
        ...[201, stock.body.id, 'true'],
      ]);
      await run();
    });

    async function staff(seller: Seller, ...permissions: string[]): Promise<Person> {
      const person = await shop.person('BUYER', 'SELLER_STAFF');
      const row = { account_id: person.accountId, seller_id: seller.sellerId, permissions };
      await shop.database('seller_staff').insert(row);
      return person;
    }
  });

  describe('applied', () => {
    async function dueImport(count: number): Promise<{ seller: Seller; id: string; ids: string[] }> {
      const seller = await shop.seller();
      const found = await offers(seller, count);
      const file = `sku,price\n${found.map(({ sku }) => `${sku},7`).join('\n')}\n`;
      const { id } = await checked(seller.owner.client, 'OFFERS', file);
      await seller.owner.client.post(`/seller/imports/${id}/apply`);
      return { seller, id, ids: found.map((offer) => offer.id) };
    }
    const versionsOf = (ids: string[]) =>
      shop.database('offers').whereIn('id', ids).orderBy('id').pluck('version');

    it('continue after a crash in the middle, and no row is applied twice', async () => {
      const { seller, id, ids } = await dueImport(20);
      // Another transaction locks an offer of the second chunk, so the worker is in the middle when its connection is
      // cut.
      const blocker = await shop.database.transaction();
      await blocker('offers').where({ id: ids[7] }).forUpdate();
      const crashed = run(5);
      await somebodyWaits(shop.database);
      await shop.database.raw(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      await crashed;
      await blocker.rollback();
      const half = await read(seller.owner.client, id);
      expect([half.status, half.applied, half.toApply]).to.deep.equal(['APPLYING', 5, 15]);
      await run(5);
      expect(counts(await read(seller.owner.client, id))).to.deep.equal({
        ...{ status: 'DONE', toApply: 0, unchanged: 0, applied: 20, faulty: 0 },
      });
      expect(await versionsOf(ids)).to.deep.equal(ids.map(() => 2));
    });

    it('continue after a worker was killed in the middle: another does the rest, each row once and with its result', async function () {
      this.timeout(60_000);
      const seller = await shop.seller();
      const { client } = seller.owner;
      const skus = await manyOffers(seller, 600);
      const lines = skus.map((sku, index) => `${sku},${index % 100 === 99 ? 'cheap' : 7}`);
      const { id } = await checked(client, 'OFFERS', `sku,price\n${lines.join('\n')}\n`);
      await client.post(`/seller/imports/${id}/apply`);
      // Another transaction locks an offer of the second chunk, so the worker stops in the middle.
      const blocker = await shop.database.transaction();
      // It stays idle for as long as the worker takes to start.
      await blocker.raw('SET LOCAL idle_in_transaction_session_timeout = 0');
      const held = blocker('variants').where({ sku: skus[400] }).select('id');
      await blocker('offers').whereIn('variant_id', held).forUpdate();
      const { redisNamespace } = shop.deps.config;
      const kill = spawnWorker(
        testEnvironment(shop.service.databaseUrl, { REDIS_NAMESPACE: redisNamespace }),
      );
      try {
        await until(async () => (await read(client, id)).applied > 0, { limitMs: 50_000 });
        await somebodyWaits(shop.database);
      } finally {
        await kill();
        await blocker.rollback();
      }
      const half = await read(client, id);
      expect(half.status).to.equal('APPLYING');
      expect(half.applied + half.toApply).to.equal(594);
      await until(async () => {
        await run();
        return (await read(client, id)).status === 'DONE';
      });
      expect(counts(await read(client, id))).to.deep.equal({
        ...{ status: 'DONE', toApply: 0, unchanged: 0, applied: 594, faulty: 6 },
      });
      const { rows: verdicts } = await shop.database.raw(
        `SELECT r.status, o.version, r.faults -> 0 ->> 'code' AS fault, r.changes -> 0 ->> 'after' AS price,
                count(*)::integer AS count
           FROM seller_import_rows r JOIN variants v ON v.sku = r.cells[1] JOIN offers o ON o.variant_id = v.id
          WHERE r.import_id = ? GROUP BY 1, 2, 3, 4 ORDER BY 1`,
        [id],
      );
      expect(verdicts).to.deep.equal([
        { status: 'APPLIED', version: 2, fault: null, price: '7.00', count: 594 },
        { status: 'FAULTY', version: 1, fault: 'price', price: null, count: 6 },
      ]);
    });

    /** Creates `count` variants of one product, each with an offer. Returns their SKUs. */
    async function manyOffers({ sellerId, warehouseIds }: Seller, count: number): Promise<string[]> {
      const first = await shop.offer({ sellerId, warehouseIds });
      const { rows: made } = await shop.database.raw<{ rows: { sku: string }[] }>(
        `WITH made AS (
           INSERT INTO variants (id, product_id, sku, name_en, name_ar, options)
           SELECT gen_random_uuid(), v.product_id, 'MANY-' || n, '1 kg', '1 كجم', jsonb_build_object('n', n::text)
             FROM generate_series(1, ?::integer) n, offers o JOIN variants v ON v.id = o.variant_id
            WHERE o.id = ? RETURNING id, sku
         ), offered AS (
           INSERT INTO offers (id, variant_id, seller_id, price)
           SELECT gen_random_uuid(), id, ?, '45.00' FROM made
         )
         SELECT sku FROM made`,
        [count, first, sellerId],
      );
      return made.map(({ sku }) => sku);
    }

    it('by two workers at once are applied once', async () => {
      const { seller, id, ids } = await dueImport(30);
      await Promise.all([run(3), run(3), run(3)]);
      await run();
      expect((await read(seller.owner.client, id)).applied).to.equal(30);
      expect(await versionsOf(ids)).to.deep.equal(ids.map(() => 2));
    });

    it('stop at the end of a chunk; what was not reached comes back as a file', async () => {
      const { seller, id, ids } = await dueImport(12);
      const { client } = seller.owner;
      const blocker = await shop.database.transaction();
      await blocker('offers').where({ id: ids[5] }).forUpdate();
      const running = run(4);
      await somebodyWaits(shop.database);
      const stopping = client.post<Import>(`/seller/imports/${id}/stop`);
      // The stop waits for the chunk, the chunk for the offer.
      await somebodyWaits(shop.database, 2);
      await blocker.rollback();
      const [stopped] = await Promise.all([stopping, running]);
      expect([stopped.status, stopped.applied, stopped.toApply]).to.deep.equal(['STOPPED', 8, 4]);
      const left = table(await download(client, `/seller/imports/${id}/rows`));
      expect(left).to.have.length(4);
      const again = await client.call<Problem>('POST', `/seller/imports/${id}/apply`, { key: randomUUID() });
      expect([again.status, again.body.code]).to.deep.equal([409, 'seller.IMPORT_ENDED']);
      expect((await versionsOf(ids)).filter((version) => version === 2)).to.have.length(8);
    });

    it('stop when the seller is suspended meanwhile, and say why', async () => {
      const { seller, id } = await dueImport(2);
      const set = (status: string) =>
        shop.database('sellers').where({ id: seller.sellerId }).update({ status });
      await set('SUSPENDED');
      await run();
      await set('ACTIVE');
      const job = await read(seller.owner.client, id);
      expect([job.status, job.reason, job.applied]).to.deep.equal(['STOPPED', 'seller.INVALID_STATE', 0]);
    });

    it('of stock, at the same time as sales, lose no unit', async () => {
      const seller = await shop.seller();
      const found = await offers(seller, 6);
      const buyers = await Promise.all(found.map(() => shop.buyer()));
      const ready = await Promise.all(
        buyers.map((buyer, index) => shop.readyCheckout(buyer, { [found[index]?.id ?? '']: 1 })),
      );
      const { client } = seller.owner;
      const file = `sku,onHand,version\n${found.map(({ sku }) => `${sku},30,1`).join('\n')}\n`;
      const { id } = await checked(client, 'STOCK', file);
      await client.post(`/seller/imports/${id}/apply`);
      await Promise.all([
        run(2),
        ...ready.map((checkout, index) => buyers[index]?.client.post(`/checkouts/${checkout.id}/confirm`)),
      ]);
      const outcomes = await rows(client, id);
      for (const [index, offer] of found.entries()) {
        const onHand = outcomes[index]?.status === 'APPLIED' ? 29 : 24;
        expect(await shop.stock(offer.id)).to.deep.equal({ onHand, reserved: 0 });
      }
    });

    it('are deleted with their rows 30 days after their last change', async () => {
      const { client } = (await shop.seller()).owner;
      const [old, fresh] = [
        await checked(client, 'OFFERS', 'sku\nA\n'),
        await checked(client, 'OFFERS', 'sku\nA\n'),
      ];
      const ago = shop.database.raw("now() - interval '31 days'");
      await shop.database('seller_imports').where({ id: old.id }).update({ changed_at: ago });
      expect(await deleteOldImports(shop.database, 30, 100)).to.equal(1);
      const { data } = await client.get<{ data: Import[] }>('/seller/imports');
      expect(data.map(({ id }) => id)).to.deep.equal([fresh.id]);
      expect(await shop.database('seller_import_rows').where({ import_id: old.id })).to.deep.equal([]);
    });
  });
});
