import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { until } from '../../../scripts/shared/waiting.ts';
import { type ApiService, startApi } from '../../../server/compose/compose.ts';
import { loadConfig } from '../../../server/kernel/process/config.ts';
import { onlyKey } from '../../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../../server/kernel/security/secrets.ts';
import { CatalogueCache } from '../../../server/marketplace/catalogue/catalogue-cache.ts';
import { ChangeFeed } from '../../../server/marketplace/catalogue/change-feed.ts';
import { ApiClient, type Schema } from '../../support/api-client.ts';
import { createTestDatabase, redisUrl, type TestDatabase } from '../../support/database.ts';
import { freshAddress, testEnvironment } from '../../support/service.ts';

type Product = Schema<'Product'>;
type ProductList = Schema<'ProductList'>;

/** Milliseconds within which every process shows a change. */
const PROMISED = 1_000;

describe('cached responses about the catalogue', () => {
  let database: TestDatabase;
  let apis: ApiService[] = [];
  let readers: ApiClient[] = [];
  let productId: string;
  let redis: Redis;
  const namespace = `t-${randomUUID().slice(0, 12)}`;

  before(async function () {
    // Two services start.
    this.timeout(60_000);
    database = await createTestDatabase();
    redis = new Redis(redisUrl());
    const config = loadConfig(
      testEnvironment(database.url, {
        CATALOGUE_LAG_MS: '100',
        LIMIT_BROWSE_PER_MINUTE: '100000',
        REDIS_NAMESPACE: namespace,
      }),
    );
    for (let count = 0; count < 2; count += 1) apis.push(await startApi(config));
    readers = apis.map(({ url }) => new ApiClient(url, freshAddress()));
    const [found] = (await reader().get<ProductList>('/products?q=brass%20dallah')).data;
    productId = found?.id ?? '';
  });

  after(async () => {
    await Promise.all(apis.map((api) => api.close()));
    await database?.drop();
    redis?.disconnect();
    apis = [];
  });

  const reader = (index = 0) => {
    const client = readers[index];
    if (client === undefined) throw new Error('no such process');
    return client;
  };
  const sql = () => {
    const [api] = apis;
    if (api === undefined) throw new Error('no process');
    return api.deps.database;
  };
  const aVariant = async () => {
    const { id } = await sql()('variants').where({ product_id: productId }).first('id');
    return { id, path: `/variants/${id}/offers?limit=10` };
  };
  const aSeller = async () => {
    const { id } = await sql()('sellers')
      .whereIn('id', sql()('shopper_offers').where({ product_id: productId }).select('seller_id'))
      .first('id');
    return { id, path: `/sellers/${id}?locale=en` };
  };
  const detail = (index = 0) => reader(index).call<Product>('GET', `/products/${productId}`);

  /** Every process shows the new state within the promised time, and none shows the old one again afterwards. */
  async function shownEverywhere(path: string, is: (body: never) => boolean): Promise<void> {
    const deadline = performance.now() + PROMISED;
    for (const client of readers) {
      const limitMs = deadline - performance.now();
      const shown = async () => is((await client.call('GET', path)).body as never);
      await until(shown, { limitMs, failure: `${path} is stale` });
    }
    for (const client of readers) expect(is((await client.call('GET', path)).body as never)).to.equal(true);
  }

  it('have an ETag, the same from every process, and are not sent twice', async () => {
    const { path: offers } = await aVariant();
    const { path: seller } = await aSeller();
    for (const path of [`/products/${productId}`, '/products?limit=5', '/categories', offers, seller]) {
      const first = await reader(0).call('GET', path);
      const second = await reader(1).call('GET', path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).to.match(/^"[\w-]{27}"$/);
      expect(second.headers.get('etag')).to.equal(etag);
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await reader(0).call('GET', path, { headers: { 'If-None-Match': tag } });
        expect(again.status, tag).to.equal(304);
        expect(again.body).to.equal(undefined);
        expect(again.headers.get('etag')).to.equal(etag);
      }
      const other = await reader(0).call('GET', path, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status).to.equal(200);
    }
  });

  it('are per language, and the ETag of one language does not match the other', async () => {
    const tag = async (locale: string, headers: Record<string, string> = {}) => {
      const path = `/products/${productId}?locale=${locale}`;
      return reader(1).call('GET', path, { headers });
    };
    const [english, arabic] = [await tag('en'), await tag('ar')];
    const etag = english.headers.get('etag') ?? '';
    expect(arabic.headers.get('etag')).not.to.equal(etag);
    expect((await tag('ar', { 'If-None-Match': etag })).status).to.equal(200);
    expect((await tag('en', { 'If-None-Match': etag })).status).to.equal(304);
    // The language comes from Accept-Language, too, where the address names none.
    const conditional = { headers: { 'Accept-Language': 'ar', 'If-None-Match': etag } };
    const chosen = await reader().call<Product>('GET', `/products/${productId}`, conditional);
    expect([chosen.status, chosen.headers.get('content-language')]).to.deep.equal([200, 'ar']);
    expect(english.headers.get('vary')).to.match(/Accept-Language.*Authorization/);
  });

  it('have the same headers, limits and refusals as all others, also on the short path', async () => {
    const path = `/products?limit=3&locale=ar&q=${encodeURIComponent('دلة')}`;
    const long = await reader().call('GET', path);
    const short = await reader().call('GET', path, {
      headers: { 'X-Request-Id': 'mine', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    });
    expect(short.body).to.deep.equal(long.body);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(short.headers)).to.deep.equal(names(long.headers));
    const varying = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset'];
    for (const name of names(long.headers).filter((each) => !varying.includes(each))) {
      expect(short.headers.get(name), name).to.equal(long.headers.get(name));
    }
    expect(short.headers.get('x-request-id')).to.equal('mine');
    const left = (answer: typeof long) => Number(answer.headers.get('ratelimit-remaining'));
    expect(left(short)).to.equal(left(long) - 1);
    const bad = { headers: { Authorization: 'Bearer nobody' } };
    await reader().refused(401, 'auth.UNAUTHENTICATED', 'GET', path, bad);
    await reader().refused(422, 'common.VALIDATION_FAILED', 'GET', '/products?limit=1000');
  });

  it('count against the budget of the address, shared by all processes', async function () {
    this.timeout(60_000);
    const config = loadConfig(
      testEnvironment(database.url, { CATALOGUE_LAG_MS: '200', LIMIT_BROWSE_PER_MINUTE: '20' }),
    );
    const pair = [await startApi(config), await startApi(config)];
    try {
      for (const { url } of pair) await new ApiClient(url, freshAddress()).get('/products?limit=1');
      const address = freshAddress();
      const clients = pair.map(({ url }) => new ApiClient(url, address));
      const requests = Array.from({ length: 30 }, (_, index) =>
        clients[index % 2]?.call('GET', '/products?limit=1'),
      );
      const statuses = (await Promise.all(requests)).map((answer) => answer?.status);
      expect(statuses.filter((status) => status === 200)).to.have.length(20);
      expect(statuses.filter((status) => status === 429)).to.have.length(10);
      expect(
        (await new ApiClient(pair[0]?.url ?? '', freshAddress()).call('GET', '/products')).status,
      ).to.equal(200);
    } finally {
      await Promise.all(pair.map((api) => api.close()));
    }
  });

  it('are as new within a cached page of the shop as by themselves', async () => {
    const path = '/search?q=brass%20dallah';
    const [api] = apis;
    const page = async () => {
      const headers = { 'X-Forwarded-For': freshAddress() };
      return (await fetch(`${api?.url}/en${path}`, { headers })).text();
    };
    const list = async () => JSON.stringify(await reader().get(`/products${path.slice('/search'.length)}`));
    const offers = () =>
      sql()('offers').whereIn('variant_id', sql()('variants').where({ product_id: productId }).select('id'));
    const prices = await offers().select('id', 'price');
    for (const price of ['3141.50', '2718.25']) {
      const shown = price.replace(/^(\d)/, '$1,');
      expect(await page()).not.to.include(shown);
      await offers().update({ price });
      const soon = { limitMs: PROMISED, failure: 'stale' };
      // Either may be read again before the process has heard of the change, while the other is still the kept one.
      await Promise.all([
        until(async () => (await list()).includes(price), soon),
        until(async () => (await page()).includes(shown), soon),
      ]);
    }
    for (const { id, price } of prices) await sql()('offers').where({ id }).update({ price });
  });

  describe('change with what they show', () => {
    const offers = () =>
      sql()('offers').whereIn('variant_id', sql()('variants').where({ product_id: productId }).select('id'));
    const changes: [what: string, change: () => PromiseLike<unknown>, is: (product: Product) => boolean][] = [
      [
        'a price',
        () => offers().update({ price: '161.50' }),
        ({ variants }) => variants.every(({ bestOffer }) => bestOffer?.price.amount === '161.50'),
      ],
      [
        'a count of stock',
        () => sql()('stock_levels').whereIn('offer_id', offers().select('id')).update({ on_hand: 7 }),
        ({ variants }) => variants.every(({ available }) => available === 7),
      ],
      [
        'a reservation',
        () => sql()('stock_levels').whereIn('offer_id', offers().select('id')).update({ reserved: 2 }),
        ({ variants }) => variants.every(({ available }) => available === 5),
      ],
      [
        'an offer switched off',
        () => offers().update({ active: false }),
        ({ variants }) => variants.every(({ bestOffer }) => bestOffer === null),
      ],
      [
        'an offer switched on',
        () => offers().update({ active: true }),
        ({ variants }) => variants.every(({ bestOffer }) => bestOffer !== null),
      ],
      [
        'a vacation',
        () => sql()('sellers').update({ on_vacation: true }),
        ({ variants }) => variants.every(({ available }) => available === 0),
      ],
      [
        'its end',
        () => sql()('sellers').update({ on_vacation: false }),
        ({ variants }) => variants.every(({ available }) => available === 5),
      ],
      [
        "a seller's name",
        () => sql()('sellers').update({ display_name_en: 'Renamed' }),
        ({ variants }) => variants.every(({ bestOffer }) => bestOffer?.sellerName === 'Renamed'),
      ],
      [
        'a suspension',
        () => sql()('sellers').update({ status: 'SUSPENDED' }),
        ({ variants }) => variants.every(({ bestOffer }) => bestOffer === null),
      ],
      [
        'a reinstatement',
        () => sql()('sellers').update({ status: 'ACTIVE' }),
        ({ variants }) => variants.every(({ bestOffer }) => bestOffer !== null),
      ],
      [
        'a closed warehouse',
        () => sql()('warehouses').update({ active: false }),
        ({ variants }) => variants.every(({ available }) => available === 0),
      ],
      [
        'an open warehouse',
        () => sql()('warehouses').update({ active: true }),
        ({ variants }) => variants.every(({ available }) => available === 5),
      ],
      [
        'a title',
        () => sql()('products').where({ id: productId }).update({ title_en: 'Golden dallah' }),
        ({ name }) => name === 'Golden dallah',
      ],
      [
        "a variant's name",
        () => sql()('variants').where({ product_id: productId }).update({ name_en: 'Huge' }),
        ({ variants }) => variants.every(({ name }) => name === 'Huge'),
      ],
      [
        "a category's name",
        () => sql()('categories').update({ name_en: 'Things' }),
        ({ categoryName }) => categoryName === 'Things',
      ],
    ];
    for (const [what, change, is] of changes) {
      it(`${what}, in every process, within a second`, async () => {
        for (const index of [0, 1]) expect(is((await detail(index)).body)).to.equal(false);
        await change();
        await shownEverywhere(`/products/${productId}`, is);
      });
    }

    it('a picture and its description, in a product and in lists', async () => {
      const file = `p-${'0'.repeat(48)}.png`;
      const picture = { content_type: 'image/png', width: 2, height: 2, bytes: 9, alt_en: 'A', alt_ar: 'أ' };
      await sql()('stored_files').insert({ name: file });
      const rows = () => sql()('product_images').where({ product_id: productId });
      const listed = '/products?limit=100&sort=name';
      const inList =
        (is: (image: Schema<'ShopperImage'> | null) => boolean) =>
        ({ data }: ProductList) =>
          data.some(({ id, image }) => id === productId && is(image));
      await shownEverywhere(
        listed,
        inList((image) => image === null),
      );
      await rows().insert({ id: randomUUID(), product_id: productId, file, position: 0, ...picture });
      await shownEverywhere(`/products/${productId}`, ({ images }: Product) => images.length === 1);
      await shownEverywhere(
        listed,
        inList((image) => image?.alt === 'A'),
      );
      await rows().update({ alt_en: 'Brass' });
      await shownEverywhere(`/products/${productId}`, ({ images }: Product) => images[0]?.alt === 'Brass');
      await rows().delete();
      await shownEverywhere(
        listed,
        inList((image) => image === null),
      );
    });

    it("a category's name, a new category, and a method that makes another offer the best", async () => {
      const path = '/categories?locale=en';
      const named =
        (wanted: string) =>
        ({ data }: Schema<'CategoryList'>) =>
          data.some(({ name }) => name === wanted);
      expect(named('Honeys')((await reader().call<Schema<'CategoryList'>>('GET', path)).body)).to.equal(
        false,
      );
      const id = randomUUID();
      await sql()('categories').insert({ id, slug: 'honeys', name_en: 'Honeys', name_ar: 'عسل' });
      await shownEverywhere(path, named('Honeys'));
      await sql()('categories').where({ id }).delete();
      await shownEverywhere(path, (body: Schema<'CategoryList'>) => !named('Honeys')(body));

      const { id: variant } = await aVariant();
      const best = async () => (await detail(0)).body.variants.find((each) => each.id === variant)?.bestOffer;
      const former = await best();
      const [house] = await sql()('warehouses').whereNot({ seller_id: former?.sellerId }).limit(1);
      const [offer, { seller_id }] = [randomUUID(), house];
      await sql()('offers').insert({
        id: offer,
        variant_id: variant,
        seller_id,
        price: former?.price.amount,
      });
      await sql()('stock_levels').insert({ offer_id: offer, warehouse_id: house.id, on_hand: 3 });
      await sql()('shipping_methods').insert({
        ...{ id: randomUUID(), seller_id, code: 'CUSTOM', name_en: 'Now', name_ar: 'الآن' },
        ...{ price: '5.00', min_days: 0, max_days: 0, due_within_hours: 3 },
      });
      await shownEverywhere(`/products/${productId}`, ({ variants }: Product) =>
        variants.some(({ bestOffer }) => bestOffer?.id === offer),
      );
      await sql()('shipping_methods').where({ seller_id }).delete();
      await sql()('stock_levels').where({ offer_id: offer }).delete();
      await sql()('offers').where({ id: offer }).delete();
      await shownEverywhere(`/products/${productId}`, ({ variants }: Product) =>
        variants.some(({ bestOffer }) => bestOffer?.id === former?.id),
      );
    });

    it('sold-out offers and a new product, in lists', async () => {
      const path = '/products?inStock=true&limit=100';
      const count = (body: ProductList) => body.data.length;
      await shownEverywhere(path, (body: ProductList) => count(body) === 8);
      await sql()('stock_levels').whereIn('offer_id', offers().select('id')).update({ reserved: 7 });
      await shownEverywhere(path, (body: ProductList) => count(body) === 7);
      const { category_id } = await sql()('products').first('category_id');
      const id = randomUUID();
      await sql()('products').insert({ id, category_id, title_en: 'Brand new', title_ar: 'جديد' });
      await shownEverywhere('/products?sort=name', ({ data }: ProductList) =>
        data.some((each) => each.id === id),
      );
    });

    it('the offers of a variant', async () => {
      const { id, path } = await aVariant();
      const own = () => sql()('offers').where({ variant_id: id });
      const all = (is: (offer: Schema<'ShopperOffer'>) => boolean) => (body: Schema<'ShopperOfferList'>) =>
        body.data.length > 0 && body.data.every(is);
      await own().update({ price: '162.50' });
      await shownEverywhere(
        path,
        all(({ price }) => price.amount === '162.50'),
      );
      await sql()('stock_levels')
        .whereIn('offer_id', own().select('id'))
        .update({ on_hand: 31, reserved: 0 });
      await shownEverywhere(
        path,
        all(({ available }) => available === 31),
      );
      await sql()('stock_levels').whereIn('offer_id', own().select('id')).update({ reserved: 30 });
      await shownEverywhere(
        path,
        all(({ available }) => available === 1),
      );
      await own().update({ active: false });
      await shownEverywhere(path, ({ data }: Schema<'ShopperOfferList'>) => data.length === 0);
      await own().update({ active: true });
      await shownEverywhere(
        path,
        all(({ buyable }) => buyable),
      );
    });

    it('a seller, with or without offers', async () => {
      const { id, path } = await aSeller();
      const rows = () => sql()('sellers').where({ id });
      const bare = randomUUID();
      const { commission_plan_id } = await rows().first('commission_plan_id');
      const names = { legal_name: 'Bare LLC', display_name_en: 'Bare', display_name_ar: 'بلا' };
      await sql()('sellers').insert({ id: bare, ...names, status: 'ACTIVE', commission_plan_id });
      const others = { rows: () => sql()('sellers').where({ id: bare }), path: `/sellers/${bare}` };
      for (const seller of [{ rows, path }, others]) {
        const shows = (is: (body: Schema<'SellerProfile'> & { code?: string }) => boolean) =>
          shownEverywhere(seller.path, is);
        await shows(({ onVacation }) => !onVacation);
        await seller.rows().update({ on_vacation: true });
        await shows(({ onVacation }) => onVacation);
        await seller.rows().update({ on_vacation: false, display_name_en: 'Another' });
        await shows(({ onVacation, name }) => !onVacation && name === 'Another');
        await seller.rows().update({ status: 'SUSPENDED' });
        await shows(({ code }) => code === 'common.NOT_FOUND');
        await seller.rows().update({ status: 'ACTIVE' });
        await shows(({ name }) => name === 'Another');
      }
    });

    it('a withdrawn product is gone', async () => {
      await sql()('products').where({ id: productId }).update({ active: false });
      await shownEverywhere(
        `/products/${productId}`,
        ({ code }: { code?: string }) => code === 'common.NOT_FOUND',
      );
      await sql()('products').where({ id: productId }).update({ active: true });
      await shownEverywhere(`/products/${productId}`, ({ id }: Product) => id === productId);
    });
  });

  it('never come from a stale entry in Redis: a late answer from before a change is ignored', async () => {
    const key = `${namespace}:catalogue-answer:product:${productId}:en`;
    await detail(0);
    const old = await redis.getBuffer(key);
    if (old === null) throw new Error('nothing was stored in Redis');
    await sql()('products').where({ id: productId }).update({ title_en: 'After' });
    await shownEverywhere(`/products/${productId}`, ({ name }: Product) => name === 'After');
    await redis.set(key, old);
    await sql()('products').where({ id: productId }).update({ description_en: 'Once more' });
    await shownEverywhere(
      `/products/${productId}`,
      ({ description }: Product) => description === 'Once more',
    );
    expect((await detail(1)).body.name).to.equal('After');
  });

  it('read before a change do not replace those read after it', async () => {
    const cache = new CatalogueCache({
      ...{ feed: new ChangeFeed(sql(), 50), redis, namespace: `${namespace}-race` },
      secrets: new Secrets(onlyKey('test-application-secret-0123456789abcdef')),
      onForged: () => undefined,
    });
    const title = () => sql()('products').where({ id: productId }).first('title_en');
    const ask = (read: () => Promise<object>) =>
      cache
        .answer('race', async () => ({ origin: { id: productId }, body: await read() }))
        .then(({ json }) => JSON.parse(json.toString()).title_en);
    const rename = (title_en: string) => sql()('products').where({ id: productId }).update({ title_en });
    await rename('Before the race');
    let slowly: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      slowly = resolve;
    });
    let hasRead: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const slow = ask(async () => {
      const found = await title();
      hasRead();
      await released;
      return found;
    });
    await reading;
    await rename('After');
    slowly();
    expect(await slow).to.equal('Before the race');
    await until(async () => (await ask(title)) === 'After', { limitMs: PROMISED, failure: 'stale' });
    expect(await ask(title)).to.equal('After');
  });

  it('include changes of a transaction that began earlier and committed later', async () => {
    const early = await sql().transaction();
    await early('products').where({ id: productId }).update({ title_en: 'Early' });
    const other = await sql()('products').whereNot({ id: productId }).first('id');
    await sql()('products').where({ id: other.id }).update({ title_en: 'Later number, earlier end' });
    await shownEverywhere(`/products/${other.id}`, ({ name }: Product) => name.startsWith('Later'));
    for (const index of [0, 1]) expect((await detail(index)).body.name).to.equal('After');
    await early.commit();
    await shownEverywhere(`/products/${productId}`, ({ name }: Product) => name === 'Early');
  });

  it('stay correct while Redis is away', async () => {
    for (const api of apis) api.deps.redis.disconnect();
    await sql()('products').where({ id: productId }).update({ title_en: 'Without Redis' });
    await shownEverywhere(`/products/${productId}`, ({ name }: Product) => name === 'Without Redis');
    await offersPriced('99.00');
    await shownEverywhere(
      `/products/${productId}`,
      ({ variants }: Product) => variants[0]?.bestOffer?.price.amount === '99.00',
    );
  });

  const offersPriced = (price: string) =>
    sql()('offers')
      .whereIn('variant_id', sql()('variants').where({ product_id: productId }).select('id'))
      .update({ price });
});
