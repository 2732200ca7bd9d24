import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';

type Product = Schema<'Product'>;
type Summary = Schema<'ProductSummary'>;
type ProductList = Schema<'ProductList'>;

describe('browsing the catalogue', () => {
  let service: TestService;
  let guest: ApiClient;

  before(async () => {
    service = await startService();
    guest = service.client();
  });

  after(() => service?.stop());

  const database = () => service.inside.deps.database;

  async function list(query: string): Promise<Summary[]> {
    return (await guest.get<ProductList>(`/products?limit=100&${query}`)).data;
  }

  async function names(query: string): Promise<string[]> {
    return (await list(query)).map(({ name }) => name);
  }

  async function productNamed(name: string): Promise<Product> {
    const found = (await list(`q=${encodeURIComponent(name)}`))[0];
    return guest.get<Product>(`/products/${found?.id}`);
  }

  async function idOf(table: string, key: string): Promise<string> {
    const row = await database()(table).where({ import_key: key }).first('id');
    return row.id;
  }

  /** Changes imported rows during a test, and undoes the changes afterwards. */
  async function meanwhile(
    change: () => PromiseLike<unknown>,
    look: () => Promise<void>,
    undo: () => PromiseLike<unknown>,
  ) {
    await change();
    try {
      await look();
    } finally {
      await undo();
    }
  }

  describe('categories', () => {
    it('come in their order and in the requested language', async () => {
      const english = await guest.get<Schema<'CategoryList'>>('/categories');
      expect(english.data.map(({ parentId, position }) => [parentId, position])).to.deep.equal([
        [null, 0],
        [null, 1],
        [null, 2],
      ]);
      expect(english.data.map(({ slug, name }) => [slug, name])).to.deep.equal([
        ['dates-and-sweets', 'Dates and sweets'],
        ['coffee-and-hospitality', 'Coffee and hospitality'],
        ['oud-and-incense', 'Oud and incense'],
      ]);
      const arabic = await guest.get<Schema<'CategoryList'>>('/categories?locale=ar&limit=1');
      expect(arabic.data.map(({ name }) => name)).to.deep.equal(['التمور والحلويات']);
      const next = await guest.get<Schema<'CategoryList'>>(
        `/categories?locale=ar&limit=2&cursor=${arabic.page.nextCursor}`,
      );
      expect(next.data.map(({ slug }) => slug)).to.deep.equal(['coffee-and-hospitality', 'oud-and-incense']);
      expect(next.page).to.deep.equal({ nextCursor: null, hasMore: false });
    });
  });

  describe('the list of products', () => {
    it('has all of them, each with its lowest price', async () => {
      const all = await list('sort=price-asc');
      expect(all).to.have.length(8);
      expect(all[0]).to.deep.include({
        name: 'Khalas dates',
        variantCount: 3,
        inStock: true,
        digital: false,
        fromPrice: { amount: '28.00', currency: 'QAR' },
      });
    });

    for (const sort of ['newest', 'price-asc', 'price-desc', 'name']) {
      for (const locale of ['en', 'ar']) {
        it(`sorted by ${sort} in ${locale} is the same in one page as page by page`, async () => {
          const whole = (await list(`sort=${sort}&locale=${locale}`)).map(({ id }) => id);
          const paged: string[] = [];
          let cursor = '';
          do {
            const page = await guest.get<ProductList>(
              `/products?limit=3&sort=${sort}&locale=${locale}${cursor}`,
            );
            paged.push(...page.data.map(({ id }) => id));
            cursor = page.page.nextCursor === null ? '' : `&cursor=${page.page.nextCursor}`;
          } while (cursor !== '');
          expect(paged).to.deep.equal(whole);
          expect(new Set(paged)).to.have.property('size', 8);
        });
      }
    }

    it('follows the requested order', async () => {
      const prices = (await list('sort=price-desc')).map(({ fromPrice }) => Number(fromPrice?.amount));
      expect(prices).to.deep.equal([...prices].sort((a, b) => b - a));
      const sorted = await names('sort=name');
      expect(sorted).to.deep.equal([...sorted].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
      expect((await names('sort=newest')).at(-1)).to.equal('Khalas dates');
    });

    it('is searched in both languages, word by word, whatever the case', async () => {
      expect(await names('q=KHALAS')).to.deep.equal(['Khalas dates']);
      expect(await names('q=cardamom%20arabic')).to.deep.equal(['Arabic coffee with cardamom']);
      expect(await names(`q=${encodeURIComponent('عسل')}`)).to.deep.equal(['Sidr honey']);
      expect(await names(`locale=ar&q=honey`)).to.deep.equal(['عسل السدر']);
      expect(await names('q=khalas%20honey')).to.deep.equal([]);
    });

    it('takes wildcards literally', async () => {
      for (const q of ['%', '_', '\\', 'k_alas'])
        expect(await names(`q=${encodeURIComponent(q)}`), q).to.deep.equal([]);
      expect(await names('q=%20')).to.have.length(8);
    });

    it('can be limited to a category with everything below it', async () => {
      const oud = await idOf('categories', 'oud-and-incense');
      const sweets = await idOf('categories', 'dates-and-sweets');
      expect(await names(`categoryId=${oud}&sort=name`)).to.deep.equal(['Incense burner', 'Oud wood chips']);
      const move = (parent_id: string | null) =>
        database()('categories').where({ id: oud }).update({ parent_id });
      await meanwhile(
        () => move(sweets),
        async () => {
          expect(await list(`categoryId=${sweets}`)).to.have.length(5);
        },
        () => move(null),
      );
      expect(await names(`categoryId=${randomUUID()}`)).to.deep.equal([]);
    });

    it('ends even when categories form a circle', async () => {
      const oud = await idOf('categories', 'oud-and-incense');
      const move = (parent_id: string | null) =>
        database()('categories').where({ id: oud }).update({ parent_id });
      await meanwhile(
        () => move(oud),
        async () => {
          expect(await list(`categoryId=${oud}`)).to.have.length(2);
        },
        () => move(null),
      );
    });

    it('can be limited by price, and shows the prices of offers within it', async () => {
      const fitting = await list('minPrice=50&maxPrice=60.00&sort=price-asc');
      expect(fitting.map(({ name, fromPrice }) => [name, fromPrice?.amount])).to.deep.equal([
        ['Khalas dates', '52.00'],
        ['Arabic coffee with cardamom', '60.00'],
      ]);
      expect(await list('minPrice=1000')).to.deep.equal([]);
      await guest.refused(422, 'common.VALIDATION_FAILED', 'GET', '/products?minPrice=cheap');
    });

    it('can be limited to a seller', async () => {
      const seller = await idOf('sellers', 'souq-al-dana');
      expect(
        (await list(`sellerId=${seller}&sort=name`)).map(({ name, fromPrice }) => [name, fromPrice?.amount]),
      ).to.deep.equal([
        ['Date maamoul', '35.00'],
        ['Sidr honey', '345.00'],
      ]);
    });

    it('includes what is sold out, unless only available products are requested', async () => {
      const { id, variants } = await productNamed('Brass dallah');
      const offers = variants.map(({ bestOffer }) => bestOffer?.id ?? '');
      const stock = (reserved: number) =>
        database()('stock_levels').whereIn('offer_id', offers).update({ reserved });
      await meanwhile(
        () => stock(25),
        async () => {
          const soldOut = (await list('q=brass%20dallah'))[0];
          expect(soldOut).to.deep.include({
            inStock: false,
            fromPrice: { amount: '160.00', currency: 'QAR' },
          });
          expect(await names('q=brass%20dallah&inStock=true')).to.deep.equal([]);
          expect(await list('inStock=true')).to.have.length(7);
          const product = await guest.get<Product>(`/products/${id}`);
          expect(
            product.variants.map(({ available, bestOffer }) => [available, bestOffer?.buyable]),
          ).to.deep.equal([
            [0, false],
            [0, false],
          ]);
        },
        () => stock(0),
      );
    });

    it('refuses a cursor of another list, and a forged one', async () => {
      const { page } = await guest.get<ProductList>('/products?limit=2&sort=price-asc');
      for (const path of [
        `/products?sort=price-desc&cursor=${page.nextCursor}`,
        `/products?sort=price-asc&q=oud&cursor=${page.nextCursor}`,
        `/products?sort=price-asc&cursor=${Buffer.from('[1]').toString('base64url')}`,
      ]) {
        await guest.refused(400, 'common.BAD_CURSOR', 'GET', path);
      }
    });

    it('fits a long name into its cursor', async () => {
      const product = await idOf('products', 'khalas-dates');
      const rename = (title_ar: string) => database()('products').where({ id: product }).update({ title_ar });
      await meanwhile(
        () => rename('\u{1F334}'.repeat(120)),
        async () => {
          const cursors: string[] = [];
          let cursor: string | null = '';
          while (cursor !== null) {
            const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
            const page: ProductList = await guest.get(`/products?limit=1&sort=name&locale=ar${query}`);
            cursor = page.page.nextCursor;
            cursors.push(...(cursor === null ? [] : [cursor]));
          }
          expect(cursors).to.have.length(7);
        },
        () => rename('تمر خلاص'),
      );
    });
  });

  describe('a product', () => {
    it('is shown with its variants, each with the best offer', async () => {
      const product = await productNamed('Arabic coffee');
      expect(product).to.include({
        name: 'Arabic coffee with cardamom',
        categoryName: 'Coffee and hospitality',
      });
      expect(product.variants.map(({ sku }) => sku)).to.deep.equal([
        'GAHWA-LIGHT-250G',
        'GAHWA-MEDIUM-250G',
        'GAHWA-LIGHT-500G',
      ]);
      const [first] = product.variants;
      expect(first).to.deep.include({ available: 25, options: { roast: 'light', weight: '250 g' } });
      expect(first?.bestOffer).to.deep.include({
        variantId: first?.id,
        sellerName: 'Dallah & Finjan',
        price: { amount: '32.00', currency: 'QAR' },
        available: 25,
        buyable: true,
      });
    });

    it('follows ?locale, else Accept-Language', async () => {
      const { id } = await productNamed('Brass dallah');
      const arabic = await guest.get<Product>(`/products/${id}?locale=ar`);
      expect(arabic.name).to.equal('دلة نحاسية');
      expect(arabic.variants[0]?.bestOffer?.sellerName).to.equal('دلة وفنجان');
      const headers = { 'Accept-Language': 'ar-QA,ar;q=0.9,en;q=0.5' };
      expect((await guest.call<Product>('GET', `/products/${id}`, { headers })).body).to.deep.equal(arabic);
    });

    it('that is unknown or withdrawn is not found, with the same response', async () => {
      const { id } = await productNamed('Brass dallah');
      const set = (active: boolean) => database()('products').where({ id }).update({ active });
      await meanwhile(
        () => set(false),
        async () => {
          const withdrawn = await guest.refused(404, 'common.NOT_FOUND', 'GET', `/products/${id}`);
          const unknown = await guest.refused(404, 'common.NOT_FOUND', 'GET', `/products/${randomUUID()}`);
          expect(withdrawn.detail).to.equal(unknown.detail);
          expect(await list('q=brass%20dallah')).to.deep.equal([]);
        },
        () => set(true),
      );
    });
  });

  describe('the offers of a variant', () => {
    let variantId: string;
    let dear: { id: string; seller: string };
    let cheap: { id: string; seller: string };

    before(async () => {
      const product = await productNamed('Oud wood chips');
      const variant = product.variants[0];
      if (variant?.bestOffer == null) throw new Error('no offer');
      variantId = variant.id;
      dear = { id: variant.bestOffer.id, seller: variant.bestOffer.sellerId };
      const other = await database()('warehouses')
        .where({ import_key: 'sidra-home' })
        .first('id', 'seller_id');
      cheap = { id: randomUUID(), seller: other.seller_id };
      await database()('offers').insert({
        id: cheap.id,
        variant_id: variantId,
        seller_id: cheap.seller,
        price: '199.00',
      });
      await database()('stock_levels').insert({ offer_id: cheap.id, warehouse_id: other.id, on_hand: 4 });
    });

    const offers = async () =>
      (await guest.get<Schema<'ShopperOfferList'>>(`/variants/${variantId}/offers`)).data;
    const best = async () =>
      (await productNamed('Oud wood chips')).variants.find(({ id }) => id === variantId);

    it('come cheapest first, page by page', async () => {
      expect((await offers()).map(({ id, available }) => [id, available])).to.deep.equal([
        [cheap.id, 4],
        [dear.id, 25],
      ]);
      const path = `/variants/${variantId}/offers?limit=1`;
      const first = await guest.get<Schema<'ShopperOfferList'>>(path);
      const second = await guest.get<Schema<'ShopperOfferList'>>(`${path}&cursor=${first.page.nextCursor}`);
      expect([...first.data, ...second.data].map(({ id }) => id)).to.deep.equal([cheap.id, dear.id]);
      await guest.refused(404, 'common.NOT_FOUND', 'GET', `/variants/${randomUUID()}/offers`);
    });

    it('put the best one first: available before sold out, then the cheapest', async () => {
      expect(await best()).to.deep.include({ available: 29 });
      expect((await best())?.bestOffer?.id).to.equal(cheap.id);
      const stock = (on_hand: number) =>
        database()('stock_levels').where({ offer_id: cheap.id }).update({ on_hand });
      await meanwhile(
        () => stock(0),
        async () => {
          expect((await best())?.bestOffer?.id).to.equal(dear.id);
          expect((await offers()).map(({ id, buyable }) => [id, buyable])).to.deep.equal([
            [cheap.id, false],
            [dear.id, true],
          ]);
        },
        () => stock(4),
      );
    });

    const seller = (change: object) => () => database()('sellers').where({ id: cheap.seller }).update(change);

    it('of a seller on vacation are shown, and cannot be bought', async () => {
      await meanwhile(
        seller({ on_vacation: true }),
        async () => {
          const shown = (await offers()).find(({ id }) => id === cheap.id);
          expect(shown).to.include({ available: 0, buyable: false });
          expect((await best())?.bestOffer?.id).to.equal(dear.id);
          expect(await guest.get(`/sellers/${cheap.seller}`)).to.include({ onVacation: true });
        },
        seller({ on_vacation: false }),
      );
    });

    it('of a seller who is not active are not shown, nor is the seller', async () => {
      await meanwhile(
        seller({ status: 'SUSPENDED' }),
        async () => {
          expect((await offers()).map(({ id }) => id)).to.deep.equal([dear.id]);
          await guest.refused(404, 'common.NOT_FOUND', 'GET', `/sellers/${cheap.seller}`);
        },
        seller({ status: 'ACTIVE' }),
      );
    });

    it('that are switched off are not shown', async () => {
      const set = (active: boolean) => database()('offers').where({ id: cheap.id }).update({ active });
      await meanwhile(
        () => set(false),
        async () => {
          expect((await offers()).map(({ id }) => id)).to.deep.equal([dear.id]);
          expect(await best()).to.deep.include({ available: 25 });
        },
        () => set(true),
      );
    });

    it('do not count stock in a closed warehouse', async () => {
      const set = (active: boolean) =>
        database()('warehouses').where({ seller_id: cheap.seller }).update({ active });
      await meanwhile(
        () => set(false),
        async () => {
          const shown = (await offers()).find(({ id }) => id === cheap.id);
          expect(shown).to.include({ available: 0, buyable: false });
        },
        () => set(true),
      );
    });
  });

  it("a seller's profile shows its name and none of its documents", async () => {
    const id = await idOf('sellers', 'bayt-al-oud');
    expect(await guest.get(`/sellers/${id}`)).to.deep.equal({
      id,
      name: 'Bayt Al Oud',
      ...{ description: null, onVacation: false, vacationUntil: null },
      phone: null,
    });
    expect(await guest.get(`/sellers/${id}?locale=ar`)).to.deep.equal({
      id,
      name: 'بيت العود',
      ...{ description: null, onVacation: false, vacationUntil: null },
      phone: null,
    });
    await guest.refused(404, 'common.NOT_FOUND', 'GET', `/sellers/${randomUUID()}`);
  });
});
