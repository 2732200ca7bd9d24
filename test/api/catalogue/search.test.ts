import { expect } from 'chai';
import { purgeSearchWords } from '../../../server/marketplace/catalogue/purge-search-words.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { somebodyWaits } from '../../support/statements.ts';
import { QUERIES } from './search-queries.ts';
import { fillShelves } from './shelves.ts';

type ProductList = Schema<'ProductList'>;

describe('searching the catalogue', () => {
  let service: TestService;
  let guest: ApiClient;

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_BROWSE_PER_MINUTE: '10000' } });
    guest = service.client();
    expect((await fillShelves(database())).products).to.be.greaterThan(200);
  });

  after(() => service?.stop());

  const database = () => service.inside.deps.database;
  const find = (query: string, rest = '') =>
    guest.get<ProductList>(`/products?q=${encodeURIComponent(query)}${rest}`);
  const names = async (query: string, rest = '') => (await find(query, rest)).data.map(({ name }) => name);
  const one = async <T>(sql: string, ...bindings: string[]): Promise<T> =>
    (await database().raw(`SELECT ${sql} AS value`, bindings)).rows[0].value;

  describe('normalizing text', () => {
    const folds: [given: string, folded: string][] = [
      ['إأآٱء', 'اااا'],
      ['مسؤول شيء بيئة', 'مسوول شي بييه'],
      ['مستشفى مدرسة', 'مستشفي مدرسه'],
      ['تـــمـــر', 'تمر'],
      ['مُحَمَّدٌ', 'محمد'],
      ['٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
      ['گهوة چاي پارس ژاله کتاب علی', 'كهوه جاي بارس زاله كتاب علي'],
      ['ﻻ ﷲ', 'لا له'],
      ['التمر والتمر فالتمر بالتمر كالتمر للتمر وبالتمر', 'تمر تمر تمر تمر تمر تمر تمر'],
      ['ال والد بالون لله الو', 'ال والد بالون لله الو'],
      ['CRÈME Brûlée ß Ø æ', 'creme brulee ss o ae'],
      ["L'Oréal Men’s", 'loreal mens'],
      ['500g A52 ٢٥٠جم', '500 g a 52 250 جم'],
      ['  oud — wood/chips!! ', 'oud wood chips'],
      ['%_\\', ''],
    ];
    for (const [given, folded] of folds) {
      it(`makes “${folded}” of “${given}”`, async () => {
        expect(await one('fold_text(?)', given)).to.equal(folded);
      });
    }

    it('changes nothing in text that is already normalized', async () => {
      const titles = await database()('products').pluck('title_ar');
      for (const title of titles.slice(0, 50)) {
        const once = await one<string>('fold_letters(?)', title);
        expect(await one('fold_letters(?)', once)).to.equal(once);
      }
    });
  });

  describe('puts first', () => {
    expect(QUERIES.length).to.be.at.least(60);
    for (const [query, first] of QUERIES) {
      it(`“${first}” for “${query}”`, async () => {
        const found = await names(query);
        expect(found[0], found.slice(0, 5).join(' | ')).to.equal(first);
      });
    }
  });

  it('requires every word, and gives wildcards and operators no meaning', async () => {
    expect(await names('khalas honey')).to.deep.equal([]);
    for (const q of ['%', '!', "'", '&|', '<->', ':*', "x' | 'y"])
      expect(await names(q), q).to.deep.equal([]);
    expect((await names("khalas' & !dates:*"))[0]).to.equal('Khalas dates');
  });

  it('marks matches in the title in the language of the query', async () => {
    const [english] = (await find('khals dates', '&locale=en')).data;
    expect(english?.highlight).to.deep.equal({
      locale: 'en',
      parts: [
        { text: 'Khalas', match: true },
        { text: ' ', match: false },
        { text: 'dates', match: true },
      ],
    });
    const [arabic] = (await find('العود دهن', '&locale=en')).data;
    expect(arabic?.highlight).to.deep.equal({
      locale: 'ar',
      parts: [
        { text: 'دهن', match: true },
        { text: ' ', match: false },
        { text: 'العود', match: true },
      ],
    });
    expect((await guest.get<ProductList>('/products?limit=1')).data[0]).not.to.have.property('highlight');
    // The title comes in pieces, never as marked-up text: what looks like markup is only text.
    const title = '<b>Khalas</b> & "dates" <img src=x onerror=alert(1)>';
    const { id } = await database()('products').where({ title_en: 'Khalas dates' }).first('id');
    await database()('products').where({ id }).update({ title_en: title });
    const found = (await find('khalas onerror', '&locale=en')).data.find((each) => each.id === id);
    expect(found?.highlight?.parts.map(({ text }) => text).join('')).to.equal(title);
    expect(found?.highlight?.parts.filter(({ match }) => match).map(({ text }) => text)).to.deep.equal([
      'Khalas',
      'onerror',
    ]);
    await database()('products').where({ id }).update({ title_en: 'Khalas dates' });
    // Both halves of a word that the query wrote as one.
    const [halves] = (await find('oliveoil', '&locale=en')).data;
    expect(halves?.highlight?.parts.filter(({ match }) => match).map(({ text }) => text)).to.deep.equal([
      'olive',
      'oil',
    ]);
  });

  it('gives the same results page by page as at once, while products around them change', async () => {
    const whole = (await find('dates', '&limit=100')).data.map(({ id }) => id);
    const paged: string[] = [];
    let cursor = '';
    do {
      const page = await find('dates', `&limit=7${cursor}`);
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.page.nextCursor === null ? '' : `&cursor=${page.page.nextCursor}`;
      // Another seller's product takes the first place while this list is read.
      await database()('products')
        .where({ id: whole[3] })
        .update({ description_en: `dates ${paged.length}` });
    } while (cursor !== '');
    expect(new Set(paged).size).to.equal(paged.length);
    expect(paged).to.include.members(whole.filter((id) => id !== whole[3]));
  });

  describe('keeps its documents up to date', () => {
    const first = async (query: string) => (await names(query))[0];
    const change = (table: string, where: object, to: object) => database()(table).where(where).update(to);

    it('when a product is renamed, described, moved', async () => {
      await change(
        'products',
        { title_en: 'Garden hose' },
        { title_en: 'Sprinkler', description_en: 'Zonked' },
      );
      expect(await names('garden hose')).to.deep.equal([]);
      expect(await names('zonked')).to.deep.equal(['Sprinkler']);
      const dates = await database()('categories').where({ name_en: 'Dates' }).first('id');
      await change('products', { title_en: 'Sprinkler' }, { category_id: dates.id });
      expect(await names('sprinkler التمور')).to.deep.equal(['Sprinkler']);
    });

    it('when a category or one of its ancestors is renamed', async () => {
      await change('categories', { name_en: 'Food' }, { name_en: 'Victuals' });
      expect(await first('victuals karak')).to.equal('Karak tea');
      await change('categories', { name_en: 'Perfume and incense' }, { name_en: 'Fragrances' });
      expect(await first('fragrances agarwood')).to.equal('Agarwood chips');
    });

    it('when variants and their options are added, changed and removed', async () => {
      const { id } = await database()('products').where({ title_en: 'Gift wrapping' }).first('id');
      const variant = { id: '019c4690-ae0f-7258-9538-dad5777f2f3d', product_id: id, sku: 'WRAP-XYZ' };
      await database()('variants').insert({
        ...variant,
        name_en: 'Ribbon',
        name_ar: 'شريط',
        options: { colour: 'turquoise' },
      });
      expect(await names('turquoise')).to.deep.equal(['Gift wrapping']);
      expect(await names('wrap-xyz شريط')).to.deep.equal(['Gift wrapping']);
      await change('variants', { id: variant.id }, { name_ar: 'قماش' });
      expect(await names('شريط')).to.deep.equal([]);
      await database()('variants').where({ id: variant.id }).delete();
      expect(await names('turquoise')).to.deep.equal([]);
    });

    it('when a seller is renamed, stops, or withdraws offers', async () => {
      const seller = { legal_name: 'Al Rafoof W.L.L.' };
      expect(await first('rafoof teddy')).to.equal('Teddy bear');
      await change('sellers', seller, { display_name_en: 'Qumash House' });
      expect(await names('rafoof teddy')).to.deep.equal([]);
      expect(await first('qumash teddy')).to.equal('Teddy bear');
      await change('sellers', seller, { status: 'SUSPENDED' });
      expect(await names('qumash')).to.deep.equal([]);
      await change('sellers', seller, { status: 'ACTIVE' });
      const product = await database()('products').where({ title_en: 'Teddy bear' }).first('id');
      const variants = database()('variants').where({ product_id: product.id }).select('id');
      await database()('offers').whereIn('variant_id', variants).update({ active: false });
      expect(await names('qumash teddy')).to.deep.equal([]);
    });

    it('when two transactions change texts of one product at once', async () => {
      const { id } = await database()('products').where({ title_en: 'Football' }).first('id');
      const one = await database().transaction();
      await one('products').where({ id }).update({ description_en: 'Firstword' });
      const two = database()('variants').where({ product_id: id }).update({ name_en: 'Secondword' }).then();
      await somebodyWaits(database());
      await one.commit();
      await two;
      expect(await names('firstword secondword')).to.deep.equal(['Football']);
    });

    it('and deletes words that are no longer used, but never one that is being written at that moment', async () => {
      const vocabulary = async () =>
        (await database()('search_words').whereIn('word', ['firstword', 'qumash']).select('word'))
          .map(({ word }) => word)
          .sort();
      await purgeSearchWords(database(), 10_000);
      expect(await purgeSearchWords(database(), 10_000)).to.equal(0);
      expect(await vocabulary()).to.deep.equal(['firstword', 'qumash']);
      const { id } = await database()('products').where({ description_en: 'Firstword' }).first('id');
      const describe = (text: string, executor = database()) =>
        executor('products').where({ id }).update({ description_en: text });
      await describe('Zanother');
      // Another transaction writes the word again, finds it there, and has not committed yet.
      const writer = await database().transaction();
      await describe('Firstword once more', writer);
      expect(await purgeSearchWords(database(), 10_000)).to.equal(0);
      await writer.commit();
      expect(await purgeSearchWords(database(), 10_000)).to.equal(1);
      expect(await vocabulary()).to.deep.equal(['firstword', 'qumash']);
      expect(await names('firtsword')).to.deep.equal(['Football']);
      await describe('');
      expect(await purgeSearchWords(database(), 10_000)).to.be.greaterThan(0);
      expect(await vocabulary()).to.deep.equal(['qumash']);
    });
  });
});
