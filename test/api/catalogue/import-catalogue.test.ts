import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { projectRoot } from '../../../db/root.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';
import { DiskFileStore } from '../../../server/kernel/uploads/disk-file-store.ts';
import {
  importCatalogue,
  importCatalogueFile,
} from '../../../server/marketplace/catalogue-import/import-catalogue.ts';
import type { Catalogue } from '../../../server/marketplace/catalogue-import/import-catalogue-schema.ts';
import { CatalogueFileError } from '../../../server/marketplace/catalogue-import/import-catalogue-source.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const FILE = path.join(projectRoot, 'db/seeds/catalogue.json');

describe('importing a catalogue', () => {
  let text: string;
  let area: ServiceArea;
  let own: TestDatabase;
  let database: Database;

  before(async () => {
    text = await readFile(FILE, 'utf8');
    area = await loadServiceArea();
  });

  beforeEach(async () => {
    own = await createTestDatabase({ catalogue: false });
    database = openDatabase(own.url, { name: 'test', max: 4 });
  });

  afterEach(async () => {
    await database.destroy();
    await own.drop();
  });

  const run = (source = text) => importCatalogue(database, { file: 'shop.json', text: source }, area);

  async function count(table: string): Promise<number> {
    const [row] = await database(table).count<{ count: number }[]>('* as count');
    return row?.count ?? 0;
  }

  function edited(change: (catalogue: Catalogue) => void): string {
    const catalogue = JSON.parse(text) as Catalogue;
    change(catalogue);
    return JSON.stringify(catalogue, null, 2);
  }

  async function refusal(source: string): Promise<CatalogueFileError> {
    try {
      await run(source);
    } catch (error) {
      if (error instanceof CatalogueFileError) return error;
      throw error;
    }
    throw new Error('the file was accepted');
  }

  it('imports the bundled catalogue: 3 categories, 8 products, 20 variants of 25 units, 5 sellers without owners', async () => {
    const result = await importCatalogueFile(own.url, FILE, null);

    expect(result.changed).to.equal(true);
    const created = Object.fromEntries(
      Object.entries(result.counts).map(([kind, tally]) => [kind, tally.created]),
    );
    expect(created).to.deep.equal({
      commissionPlans: 1,
      categories: 3,
      sellers: 5,
      warehouses: 5,
      products: 8,
      variants: 20,
      offers: 20,
      stockLevels: 20,
      pictures: 0,
    });
    const sellers = await database('sellers as s')
      .join('commission_plans as c', 'c.id', 's.commission_plan_id')
      .join('warehouses as w', 'w.seller_id', 's.id')
      .select('s.status', 's.owner_account_id', 's.legal_name', 's.legal_name_placeholder', 'c.percent')
      .select({ address_placeholder: 'w.placeholder', latitude: 'w.latitude', longitude: 'w.longitude' });
    expect(sellers).to.have.length(5);
    for (const seller of sellers) {
      expect(seller).to.include({ status: 'ACTIVE', owner_account_id: null, percent: '10.00' });
      expect(seller).to.include({ legal_name_placeholder: true, address_placeholder: true });
      expect(seller.legal_name).to.match(/^Placeholder legal name/);
      expect(area.contains(seller)).to.equal(true);
    }
    const perVariant = await database('stock_levels as l')
      .join('offers as o', 'o.id', 'l.offer_id')
      .groupBy('o.variant_id')
      .select(
        database.raw('sum(l.on_hand)::integer AS pieces'),
        database.raw('sum(l.reserved)::integer AS reserved'),
      );
    expect(perVariant).to.have.length(20);
    for (const row of perVariant) expect(row).to.deep.equal({ pieces: 25, reserved: 0 });
  });

  it('records the opening stock as movements that sum up to the levels', async () => {
    await run();
    const { rows } = await database.raw(
      `SELECT l.on_hand, l.reserved, sum(m.on_hand_delta)::integer AS moved, min(m.cause) AS cause, count(*) AS movements
         FROM stock_levels l JOIN stock_movements m USING (offer_id, warehouse_id)
        GROUP BY l.offer_id, l.warehouse_id`,
    );
    expect(rows).to.have.length(20);
    for (const row of rows)
      expect(row).to.deep.equal({ on_hand: 25, reserved: 0, moved: 25, cause: 'IMPORT', movements: 1 });
  });

  it('changes nothing the second time', async () => {
    await run();
    const snapshot = () =>
      Promise.all(
        [
          'categories',
          'sellers',
          'warehouses',
          'products',
          'variants',
          'offers',
          'stock_levels',
          'audit_log',
        ].map((table) => database(table).select('*').orderByRaw('1, 2')),
      );
    const before = await snapshot();
    const result = await run();
    expect(result.changed).to.equal(false);
    expect(await snapshot()).to.deep.equal(before);
  });

  it('takes over texts and prices from an edited file, and leaves stock and addresses alone', async () => {
    await run();
    const [offer] = await database('offers as o')
      .join('variants as v', 'v.id', 'o.variant_id')
      .where('v.sku', 'KHALAS-500G')
      .select('o.id');
    await database('stock_levels').where({ offer_id: offer.id }).update({ on_hand: 7 });
    await database('warehouses').update({ building_number: 44, placeholder: false });

    const result = await run(
      edited(({ products, sellers }) => {
        const [dates] = products;
        const [box] = dates?.variants ?? [];
        const [first] = sellers;
        if (dates === undefined || box?.offers[0] === undefined || first === undefined)
          throw new Error('empty');
        dates.title.en = 'Khalas dates, new harvest';
        box.name.ar = 'علبة نصف كيلوغرام';
        box.offers[0].price = '29.50';
        box.offers[0].stock = 500;
        first.displayName.en = 'Souq Al Dana Doha';
        first.warehouse.buildingNumber = 9;
      }),
    );

    expect(result.changed).to.equal(true);
    const updated = Object.entries(result.counts).flatMap(([kind, tally]) =>
      tally.updated + tally.created > 0 ? [[kind, tally.updated, tally.created]] : [],
    );
    expect(updated).to.deep.equal([
      ['sellers', 1, 0],
      ['products', 1, 0],
      ['variants', 1, 0],
      ['offers', 1, 0],
    ]);
    expect(await database('offers').where({ id: offer.id }).first('price', 'version')).to.deep.equal({
      price: '29.50',
      version: 2,
    });
    expect(await database('stock_levels').where({ offer_id: offer.id }).first('on_hand')).to.deep.equal({
      on_hand: 7,
    });
    expect(await database('warehouses').distinct('building_number', 'placeholder')).to.deep.equal([
      { building_number: 44, placeholder: false },
    ]);
  });

  it('imports once when two imports start together', async () => {
    const results = await Promise.all([run(), run()]);
    expect(results.map(({ changed }) => changed).sort()).to.deep.equal([false, true]);
    expect(await count('products')).to.equal(8);
  });

  it('adds the pictures beside the file to products that have none, cleaned and under random names', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'wasl-pictures-'));
    const files = new DiskFileStore(folder);
    try {
      // Two at once, as by two administrators.
      const both = await Promise.all([1, 2].map(() => importCatalogueFile(own.url, FILE, files)));
      expect(both.reduce((sum, { counts }) => sum + counts.pictures.created, 0)).to.equal(8);
      const rows = await database('product_images').select('*');
      expect(new Set(rows.map(({ product_id: id }) => id)).size)
        .to.equal(rows.length)
        .and.to.equal(8);
      for (const row of rows) {
        expect(row).to.include({ content_type: 'image/webp', width: 800, height: 800, position: 0 });
        expect([row.alt_en, row.alt_ar].join()).to.match(/[a-z].*[\u0600-\u06ff]/);
        expect(await files.find(row.file)).to.have.length(row.bytes);
      }
      await database('product_images').update({ alt_en: 'Kept up to date by people' });
      const again = await importCatalogueFile(own.url, FILE, files);
      expect([again.changed, again.counts.pictures.created]).to.deep.equal([false, 0]);
      expect(await count('product_images')).to.equal(8);

      await copyFile(FILE, path.join(folder, 'shop.json'));
      const fault = await importCatalogueFile(own.url, path.join(folder, 'shop.json'), files).catch(String);
      expect(fault).to.include('pictures/khalas-dates.webp cannot be read beside this file (ENOENT)');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('puts categories below their parents, in whatever order the file lists them', async () => {
    await run(
      edited(({ categories }) => {
        categories.unshift({ key: 'dates', parent: 'dates-and-sweets', name: { en: 'Dates', ar: 'تمور' } });
      }),
    );
    const below = await database('categories as c')
      .join('categories as p', 'p.id', 'c.parent_id')
      .select({ slug: 'c.slug', parent: 'p.slug', position: 'c.position' });
    expect(below).to.deep.equal([{ slug: 'dates', parent: 'dates-and-sweets', position: 0 }]);
  });

  describe('refuses a faulty file as a whole, naming the line', () => {
    const lineOf = (source: string, wanted: string) =>
      source.split('\n').findIndex((line) => line.includes(wanted)) + 1;

    async function refused(source: string, line: number, message: RegExp): Promise<void> {
      const error = await refusal(source);
      expect(
        error.faults.map((fault) => fault.line),
        error.message,
      ).to.include(line);
      expect(error.message).to.match(message).and.to.include(`line ${line}, column `);
      for (const table of ['commission_plans', 'categories', 'sellers', 'products', 'stock_levels']) {
        expect(await count(table), table).to.equal(table === 'commission_plans' ? 1 : 0);
      }
    }

    it('for a line that is not JSON', async () => {
      const source = text.replace('"key": "khalas-dates",', '"key": "khalas-dates"');
      await refused(source, lineOf(source, '"khalas-dates"') + 1, /Missing , between/);
    });

    it('for a key that occurs twice in one object', async () => {
      const source = text.replace('"key": "khalas-dates",', '"key": "khalas-dates",\n      "key": "other",');
      await refused(source, lineOf(source, '"key": "other"'), /unique/);
    });

    it('for a price that is a number', async () => {
      const source = text.replace('"price": "28.00"', '"price": 28.00');
      await refused(
        source,
        lineOf(source, '"price": 28.00'),
        /\/products\/0\/variants\/0\/offers\/0\/price: .*string/,
      );
    });

    it('for an amount without two decimals', async () => {
      const source = text.replace('"price": "28.00"', '"price": "28.0"');
      await refused(source, lineOf(source, '"price": "28.0"'), /an amount in QAR/);
    });

    it('for a field that is missing', async () => {
      const source = text.replace(/"stock": 25\n/, '"pieces": 25\n');
      await refused(source, lineOf(source, '"pieces"'), /unknown field pieces/);
      const error = await refusal(source);
      expect(error.faults.map(({ pointer }) => pointer)).to.include('/products/0/variants/0/offers/0/stock');
    });

    it('for a key that refers to nothing', async () => {
      const source = text.replace('"category": "oud-and-incense"', '"category": "oud"');
      await refused(
        source,
        lineOf(source, '"category": "oud"'),
        /no category of this file has the key "oud"/,
      );
    });

    it('for a SKU that occurs twice', async () => {
      const source = text.replace('"MAAMOUL-24"', '"KHALAS-3KG"');
      const line = lineOf(text, '"MAAMOUL-24"');
      await refused(source, line, new RegExp(`already appears on line ${lineOf(text, '"KHALAS-3KG"')}`));
    });

    it('for texts of an option that its variant does not have', async () => {
      const source = edited(({ products }) => {
        const [variant] = products[0]?.variants ?? [];
        if (variant !== undefined)
          variant.optionTexts.colour = {
            name: { en: 'Colour', ar: 'اللون' },
            value: { en: 'Red', ar: 'أحمر' },
          };
      });
      await refused(source, lineOf(source, '"optionTexts"'), /must name options of this variant/);
    });

    it('for a seller that offers a variant twice', async () => {
      const source = edited(({ products }) => {
        const offers = products[0]?.variants[0]?.offers;
        offers?.push({ seller: 'nakhla-farms', price: '30.00', stock: 1 });
      });
      await refused(source, lineOf(source, '"price": "30.00"') - 1, /"nakhla-farms" already appears on line/);
    });

    it('for a category below itself', async () => {
      const source = edited(({ categories }) => {
        for (const category of categories.slice(0, 2))
          category.parent = categories[category.key === 'dates-and-sweets' ? 1 : 0]?.key;
      });
      await refused(source, lineOf(source, '"parent": "coffee-and-hospitality"'), /is its own ancestor/);
    });

    it('for a zone that does not exist in Qatar', async () => {
      const source = text.replace('"zoneNumber": 1,', '"zoneNumber": 88,');
      await refused(source, lineOf(source, '"zoneNumber": 88'), /number of a zone in Qatar/);
    });

    it('for a warehouse outside Qatar', async () => {
      const source = text.replace('"longitude": 51.5312', '"longitude": 50.5876');
      await refused(source, lineOf(source, '"longitude": 50.5876') - 2, /must lie in Qatar/);
    });

    it('for an empty file, and for a file of something else', async () => {
      await refused('', 1, /expected object/);
      await refused('"sellers"', 1, /expected object/);
    });

    it('with every error at once', async () => {
      const source = text
        .replaceAll('"price": "28.00"', '"price": "0.00"')
        .replace('"stock": 25', '"stock": -1');
      expect((await refusal(source)).faults).to.have.length(2);
    });

    it('for a legal name that would change', async () => {
      await run();
      const source = text.replace('Placeholder legal name — Bayt Al Oud', 'Bayt Al Oud Trading W.L.L.');
      const error = await refusal(source);
      expect(error.message)
        .to.include(`line ${lineOf(source, 'Bayt Al Oud Trading')}`)
        .and.to.include('cannot be edited');
      expect(await database('sellers').where('legal_name', 'like', 'Placeholder%')).to.have.length(5);
    });

    it("for a SKU that is a seller's own", async () => {
      await run();
      await database('variants').where({ sku: 'MABKHARA-WOOD' }).update({ import_key: null });
      await database('products').where({ import_key: 'mabkhara' }).update({ import_key: null });
      const error = await refusal(text);
      expect(error.message)
        .to.include(`line ${lineOf(text, '"MABKHARA-WOOD"')}`)
        .and.to.include("belongs to a seller's own product");
    });
  });
});
