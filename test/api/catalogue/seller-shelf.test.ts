import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { asBody, png } from '../../support/pictures.ts';
import { startService, type TestService } from '../../support/service.ts';
import { freshSku, ShopPeople, tally } from '../../worlds/shop-people.ts';

type Sheet = Schema<'ProductSheet'>;
type Shelf = Schema<'ShelfList'>;
type Switched = Schema<'SwitchedShelf'>;

const qar = (amount: string) => ({ amount, currency: 'QAR' as const });
const offer = (amount: string, change: object = {}) => ({
  ...{ price: qar(amount), active: true, lowStockThreshold: null, ...change },
});

describe('what a seller’s console lists and saves', () => {
  let service: TestService;
  let people: ShopPeople;
  let shop: Awaited<ReturnType<ShopPeople['shop']>>;
  let rival: Awaited<ReturnType<ShopPeople['shop']>>;
  let client: ApiClient;
  let categoryId: string;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
    shop = await people.shop();
    rival = await people.shop();
    client = shop.client;
    categoryId = (await people.database('categories').where({ slug: 'dates-and-sweets' }).first('id')).id;
  });
  after(() => service?.stop());

  const texts = (option: string, value: string) => ({
    [option]: { name: { en: option, ar: 'الحجم' }, value: { en: value, ar: value } },
  });
  const variant = (value: string, change: object = {}) => ({
    ...{ sku: freshSku(), options: { size: value }, optionTexts: texts('size', value), ...change },
  });
  const draft = (change: object = {}) => ({
    ...{ categoryId, active: true },
    title: { en: 'Date syrup', ar: 'دبس التمر' },
    description: { en: 'Thick and dark.', ar: 'كثيف وداكن.' },
    variants: [variant('S', { offer: offer('12.00') }), variant('M')],
    ...change,
  });
  const create = (change: object = {}, seller = client) =>
    seller.post<Sheet>('/seller/product-sheets', draft(change));
  /** The sheet in the form in which it is saved again. */
  const again = ({ product, offers }: Sheet) => ({
    ...{ categoryId: product.categoryId, title: product.title, description: product.description },
    active: product.active,
    variants: product.variants.map(({ id, sku, options, optionTexts, name }) => {
      const own = offers.find(({ variantId }) => variantId === id);
      const ownOffer = own && offer(own.price.amount, { active: own.active, version: own.version });
      return { id, sku, options, optionTexts, name, ...(ownOffer === undefined ? {} : { offer: ownOffer }) };
    }),
    images: product.images.map(({ id, alt }) => ({ id, alt })),
  });
  const put = (sheet: Sheet, body: object, seller = client) =>
    seller.call<Sheet>('PUT', `/seller/product-sheets/${sheet.product.id}`, {
      ...{ body, version: sheet.product.version },
    });
  const shelf = async (query: string, seller = client) =>
    (await seller.get<Shelf>(`/seller/shelf?${query}`)).data;
  const switchTo = (active: boolean, items: object[]) =>
    client.post<Switched>('/seller/shelf/switch', { active, items });

  describe('a product sheet', () => {
    it('creates a product, its variants and its offers at once, once per key; while switched off, no shopper sees it', async () => {
      const key = randomUUID();
      const body = draft({ active: false });
      const add = () => client.call<Sheet>('POST', '/seller/product-sheets', { body, key });
      const [first, second] = [await add(), await add()];
      expect(first.status).to.equal(201);
      expect(second.body).to.deep.equal(first.body);
      const { product, offers } = first.body;
      expect([product.own, product.active, product.variants.length]).to.deep.equal([true, false, 2]);
      expect(offers.map(({ price, variantId }) => [price.amount, variantId])).to.deep.equal([
        ['12.00', product.variants[0]?.id],
      ]);
      await service.client().refused(404, 'common.NOT_FOUND', 'GET', `/products/${product.id}`);
    });

    it('saves texts, variants, pictures and offers together', async () => {
      const made = await create();
      const image = `/seller/product-sheets/${made.product.id}`;
      for (let each = 0; each < 3; each += 1)
        await client.post(`/seller/products/${made.product.id}/images`, asBody(png(4 + each, 3)));
      const sheet = await client.get<Sheet>(image);
      const [one, two, three] = sheet.product.images;
      const body = again(sheet);
      const [small, medium] = body.variants;
      const alt = { en: 'A bottle', ar: 'قنينة' };
      const saved = await put(sheet, {
        ...body,
        title: { en: 'Silan', ar: 'دبس' },
        variants: [
          // Two variants swap their SKUs.
          { ...medium, sku: small?.sku, offer: offer('20.00') },
          { ...small, sku: medium?.sku, offer: offer('13.00', { version: 1, lowStockThreshold: 4 }) },
          variant('L', { offer: offer('30.00', { active: false }) }),
        ],
        images: [
          { id: three?.id, alt },
          { id: one?.id, alt: one?.alt },
        ],
      });
      expect(saved.status).to.equal(200);
      const { product, offers } = saved.body;
      expect(product.title.en).to.equal('Silan');
      expect(product.variants.map(({ options }) => options.size)).to.deep.equal(['M', 'S', 'L']);
      expect(product.variants.map(({ sku }) => sku).slice(0, 2)).to.deep.equal([small?.sku, medium?.sku]);
      expect(product.images.map(({ id }) => id)).to.deep.equal([three?.id, one?.id]);
      expect(product.images[0]?.alt).to.deep.equal(alt);
      expect(await people.database('product_images').where({ id: two?.id })).to.deep.equal([]);
      expect(offers.map((each) => [each.price.amount, each.active, each.lowStockThreshold])).to.deep.equal([
        ['20.00', true, null],
        ['13.00', true, 4],
        ['30.00', false, null],
      ]);
      expect(product.version).to.equal(sheet.product.version + 1);
    });

    it('saves nothing when someone has changed the product or an offer meanwhile', async () => {
      const made = await create();
      const body = { ...again(made), title: { en: 'Mine', ar: 'لي' } };
      const answers = await Promise.all([put(made, body), put(made, body)]);
      expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 1 });
      const sheet = await client.get<Sheet>(`/seller/product-sheets/${made.product.id}`);
      const [first] = sheet.offers;
      await client.patch(`/seller/offers/${first?.id}`, { price: qar('99.00') }, { version: 1 });
      const stale = { ...again(sheet), title: { en: 'Lost', ar: 'ضاع' } };
      expect((await put(sheet, stale)).status).to.equal(412);
      const now = await client.get<Sheet>(`/seller/product-sheets/${made.product.id}`);
      expect([now.product.title.en, now.offers[0]?.price.amount]).to.deep.equal(['Mine', '99.00']);
    });

    it('names the variant that has an error', async () => {
      const made = await create();
      const other = await create();
      const body = again(made);
      const [small, medium] = body.variants;
      const path = `/seller/product-sheets/${made.product.id}`;
      const refused = async (status: number, code: string, change: object) => {
        const { version } = made.product;
        const problem = await client.refused(status, code, 'PUT', path, {
          body: { ...body, ...change },
          version,
        });
        return problem.errors.map(({ pointer }) => pointer);
      };
      const invalid = 'common.VALIDATION_FAILED';
      expect(await refused(422, invalid, { variants: [small] })).to.deep.equal(['/variants']);
      const twice = { variants: [small, { ...medium, options: small?.options }] };
      expect(await refused(422, invalid, twice)).to.deep.equal(['/variants/1/options']);
      const taken = { variants: [small, { ...medium, sku: other.product.variants[0]?.sku }] };
      expect(await refused(409, 'catalogue.SKU_TAKEN', taken)).to.deep.equal(['/variants/1/sku']);
      const picture = { images: [{ id: randomUUID(), alt: { en: '', ar: '' } }] };
      expect(await refused(422, invalid, picture)).to.deep.equal(['/images/0/id']);
      await rival.client.refused(404, 'common.NOT_FOUND', 'PUT', path, { body, version: 1 });
    });

    it("of another seller’s product accepts only the seller's own offers", async () => {
      const made = await create({}, rival.client);
      const path = `/seller/product-sheets/${made.product.id}`;
      const seen = await client.get<Sheet>(path);
      expect([seen.product.own, seen.offers]).to.deep.equal([false, []]);
      const [small, medium] = seen.product.variants;
      const save = (offers: object[]) => client.call<Sheet>('PUT', `${path}/offers`, { body: { offers } });
      const first = await save([{ variantId: small?.id, ...offer('11.00') }]);
      expect(first.body.offers.map(({ price }) => price.amount)).to.deep.equal(['11.00']);
      const both = [
        { variantId: small?.id, ...offer('10.00', { version: 1 }) },
        { variantId: medium?.id, ...offer('15.00') },
      ];
      const saved = await Promise.all([save(both), save(both)]);
      expect(tally(saved)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 1 });
      await rival.client.patch(`/seller/products/${made.product.id}`, { active: false }, { version: 1 });
      expect((await client.get<Sheet>(path)).offers).to.have.length(2);
      const third = await people.shop();
      await third.client.refused(404, 'common.NOT_FOUND', 'GET', path);
      await client.refused(422, 'common.VALIDATION_FAILED', 'PUT', `${path}/offers`, {
        body: { offers: [{ variantId: randomUUID(), ...offer('1.00') }] },
      });
    });
  });

  describe('the product list', () => {
    let own: Sheet;
    let foreign: Sheet;
    let third: Awaited<ReturnType<ShopPeople['shop']>>;

    before(async () => {
      third = await people.shop();
      client = third.client;
      own = await create({ title: { en: 'Sidr honey', ar: 'عسل السدر' } });
      await create({ title: { en: 'Untranslated', ar: 'Untranslated' }, variants: [variant('S')] });
      foreign = await create({ title: { en: 'Saffron', ar: 'زعفران' } }, rival.client);
      await client.call('PUT', `/seller/product-sheets/${foreign.product.id}/offers`, {
        body: { offers: foreign.product.variants.map(({ id }) => ({ variantId: id, ...offer('80.00') })) },
      });
      await client.post(`/seller/products/${own.product.id}/images`, asBody(png(4, 3)));
      const [first] = own.offers;
      await people.database('offers').where({ id: first?.id }).update({ low_stock_threshold: 5 });
      await people.database('stock_levels').insert({
        ...{ offer_id: first?.id, warehouse_id: third.warehouse.id, on_hand: 3, reserved: 1 },
      });
    });
    after(() => {
      client = shop.client;
    });

    const titles = async (query: string) => (await shelf(query)).map(({ title }) => title.en);

    it("has each product once, the seller's own and others’, with prices, units and state", async () => {
      const rows = await shelf('');
      const shown = rows.map((row) => [row.title.en, row.own, row.state, row.prices?.lowest.amount ?? null]);
      expect(shown).to.deep.equal([
        ['Saffron', false, 'ON', '80.00'],
        ['Untranslated', true, 'NO_PRICE', null],
        ['Sidr honey', true, 'ON', '12.00'],
      ]);
      const [saffron, untranslated, honey] = rows;
      expect([honey?.available, honey?.lowStock, honey?.images, honey?.variants]).to.deep.equal([
        2,
        true,
        1,
        2,
      ]);
      expect(honey?.cover?.url).to.match(/^\/uploads\/p-/);
      expect([saffron?.lacksArabic, untranslated?.lacksArabic, honey?.lacksArabic]).to.deep.equal([
        ...[false, true, false],
      ]);
    });

    it('is searched as people type, filtered, and sorted page by page', async () => {
      expect(await titles(`q=${encodeURIComponent('عسل سدر')}`)).to.deep.equal(['Sidr honey']);
      expect(await titles(`q=${own.product.variants[0]?.sku}`)).to.deep.equal(['Sidr honey']);
      expect(await titles('maker=OTHER')).to.deep.equal(['Saffron']);
      expect(await titles('state=NO_PRICE')).to.deep.equal(['Untranslated']);
      expect(await titles('lacks=ARABIC')).to.deep.equal(['Untranslated']);
      expect(await titles('lacks=PICTURE')).to.deep.equal(['Saffron', 'Untranslated']);
      expect(await titles('stock=LOW')).to.deep.equal(['Sidr honey']);
      expect(await titles('stock=OUT')).to.deep.equal(['Saffron']);
      expect(await titles(`categoryId=${categoryId}&stock=LOW`)).to.deep.equal(['Sidr honey']);
      expect(await titles(`categoryId=${randomUUID()}`)).to.deep.equal([]);
      for (const [sort, expected] of [
        ['name', ['Saffron', 'Sidr honey', 'Untranslated']],
        ['price-asc', ['Sidr honey', 'Saffron', 'Untranslated']],
        ['price-desc', ['Saffron', 'Sidr honey', 'Untranslated']],
        ['stock-desc', ['Sidr honey', 'Untranslated', 'Saffron']],
        ['stock-asc', ['Saffron', 'Untranslated', 'Sidr honey']],
        ['changed', ['Sidr honey', 'Saffron', 'Untranslated']],
      ] as const) {
        const found: string[] = [];
        let cursor = '';
        do {
          const { data, page } = await client.get<Shelf>(`/seller/shelf?limit=1&sort=${sort}${cursor}`);
          found.push(...data.map(({ title }) => title.en));
          cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
        } while (cursor !== '');
        if (sort.startsWith('stock')) expect(found.toSorted(), sort).to.deep.equal(expected.toSorted());
        else expect(found, sort).to.deep.equal(expected);
      }
    });

    it('has named views that the whole shop shares: replaced by name, private to the shop, limited in number', async () => {
      type View = Schema<'ShelfView'>;
      const path = '/seller/shelf-views';
      const keep = (name: string, filter: object) => client.post<View>(path, { name, filter });
      const views = async () => (await client.get<Schema<'ShelfViewList'>>(path)).data;
      expect(await views()).to.deep.equal([]);
      const low = await keep(' Low ', { stock: 'LOW' });
      const named = await keep('عسل', { q: 'عسل', sort: 'name' });
      expect(await keep('Low', { stock: 'LOW', lacks: 'PICTURE' })).to.deep.equal({
        ...{ id: low.id, name: 'Low', filter: { stock: 'LOW', lacks: 'PICTURE' } },
      });
      expect((await views()).map(({ id }) => id)).to.deep.equal([low.id, named.id]);
      for (const filter of [{}, { stock: 'MANY' }])
        await client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, {
          body: { name: 'Odd', filter },
        });
      await rival.client.refused(404, 'common.NOT_FOUND', 'DELETE', `${path}/${low.id}`);
      const { seller_id } = await people.database('shelf_views').where({ id: low.id }).first('seller_id');
      await people.database('shelf_views').insert(
        Array.from({ length: 47 }, (_, index) => ({
          ...{ id: randomUUID(), seller_id, name: `View ${index}`, filter: { q: 'x' } },
        })),
      );
      const together = await Promise.all(
        ['One', 'Two'].map((name) => client.call('POST', path, { body: { name, filter: { q: name } } })),
      );
      expect(together.map(({ status }) => status).toSorted()).to.deep.equal([200, 409]);
      expect(await views()).to.have.length(50);
      await keep('Low', { stock: 'OUT' });
      await client.delete(`${path}/${low.id}`);
      expect(await views()).to.have.length(49);
    });

    it('is switched off and on in bulk, which is undone exactly as it was', async () => {
      const [first] = foreign.product.variants;
      const before = await client.get<Sheet>(`/seller/product-sheets/${foreign.product.id}`);
      const off = before.offers.find(({ variantId }) => variantId === first?.id);
      await client.patch(`/seller/offers/${off?.id}`, { active: false }, { version: off?.version ?? 0 });
      const ids = [own.product.id, foreign.product.id, randomUUID()];
      const switched = await switchTo(
        false,
        ids.map((productId) => ({ productId })),
      );
      expect(
        switched.items.map(({ status, product, offerIds }) => [status, product, offerIds.length]),
      ).to.deep.equal([
        ['SWITCHED', true, 0],
        ['SWITCHED', false, 1],
        ['NOT_FOUND', false, 0],
      ]);
      expect(await titles('state=OFF')).to.deep.equal(['Saffron', 'Sidr honey']);
      const undone = switched.items
        .filter(({ status }) => status === 'SWITCHED')
        .map(({ productId, product, offerIds }) => ({ productId, product, offerIds }));
      await switchTo(true, undone);
      const after = await client.get<Sheet>(`/seller/product-sheets/${foreign.product.id}`);
      expect(after.offers.map(({ active }) => active)).to.deep.equal([false, true]);
      expect(await titles('state=ON')).to.deep.equal(['Saffron', 'Sidr honey']);
      const same = await switchTo(true, [{ productId: own.product.id }]);
      expect(same.items.map(({ status }) => status)).to.deep.equal(['UNCHANGED']);
    });

    it('cannot be changed while the shop is suspended', async () => {
      const set = (status: string) =>
        people.database('sellers').where({ id: third.seller.id }).update({ status });
      await set('SUSPENDED');
      try {
        const items = [{ productId: own.product.id }];
        const body = { active: false, items };
        await client.refused(409, 'seller.INVALID_STATE', 'POST', '/seller/shelf/switch', { body });
        expect((await put(own, again(own))).status).to.equal(409);
        expect(await titles('maker=OTHER')).to.deep.equal(['Saffron']);
      } finally {
        await set('ACTIVE');
      }
    });
  });
});
