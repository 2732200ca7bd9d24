import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { Schema } from '../../support/api-client.ts';
import { freshAddress } from '../../support/service.ts';
import { Shop } from '../../worlds/shop.ts';

const ORIGIN = 'https://wasl.example.qa';

describe('browsing the storefront', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  const productIds: string[] = [];

  before(async () => {
    shop = await Shop.open({ PUBLIC_ORIGIN: ORIGIN, API_HOST: 'api.wasl.example.qa' });
    seller = await shop.seller();
    for (const title of ['Khalas dates', 'Sidr honey', 'Oud chips']) await shop.offer(seller, { title });
    const { data } = await shop.guest().get<Schema<'ProductList'>>('/products?sort=name');
    productIds.push(...data.map(({ id }) => id));
  });

  after(() => shop?.close());

  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(shop.service.url + path, {
      redirect: 'manual',
      headers: { 'X-Forwarded-For': freshAddress(), ...headers },
    });
    return {
      status: response.status,
      headers: response.headers,
      html: (await response.text()).replaceAll('\u00a0', ' '),
    };
  }

  /** The page's JSON-LD objects of a type. */
  // biome-ignore lint/suspicious/noExplicitAny: schema.org, of which each test reads a few facts
  function dataOf(html: string, type: string): any[] {
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const { '@graph': graph, ...one } = JSON.parse(json);
    return [...(graph ?? []), one].filter((each) => each['@type'] === type);
  }

  it('shows every shop’s price with its delivery and the promised days, which change at the cut-off', async () => {
    const path = `/en/p/${productIds[0]}`;
    const { clock } = shop.service;
    const at = async (moment: string) => {
      clock.advance(Date.parse(moment) - clock.now().getTime());
      return (await get(path)).html;
    };
    const before = await at('2026-02-08T10:59:30.000Z');
    expect(before).to.include('QAR 25.00').and.to.include('QAR 70.00 with delivery');
    expect(before).to.include('Tue 10 Feb – Thu 12 Feb').and.to.include('Mon 9 Feb');
    expect(before).to.include('if you order by Sun 8 Feb, 14:00');
    const after = await at('2026-02-08T11:00:30.000Z');
    expect(after).to.include('Wed 11 Feb – Sun 15 Feb').and.to.include('if you order by Mon 9 Feb, 14:00');
    const [product] = dataOf(after, 'Product');
    const { shippingDetails, seller: by } = product.offers[0];
    expect(by).to.deep.include({ url: `${ORIGIN}/en/s/${seller.sellerId}` });
    expect(shippingDetails).to.deep.nested.include({
      'shippingRate.value': '25.00',
      'deliveryTime.transitTime.maxValue': 6,
    });
    const way = dataOf(after, 'BreadcrumbList')[0].itemListElement as { name: string }[];
    expect(way.map(({ name }) => name)).to.deep.equal(['Home', 'Food', 'Khalas dates']);
  });

  it('shows a product that is not on sale to anyone with its seller’s link, for half an hour', async () => {
    const offerId = await shop.offer(seller, { title: 'Amber from the <Gulf>' });
    const { variant_id } = await shop.database('offers').where({ id: offerId }).first('variant_id');
    const { product_id: id } = await shop.database('variants').where({ id: variant_id }).first('product_id');
    await shop
      .database('products')
      .where({ id })
      .update({ active: false, created_by_seller_id: seller.sellerId });
    expect((await get(`/en/p/${id}`)).status).to.equal(404);
    const link = `/seller/product-sheets/${id}/previews`;
    const other = await shop.seller();
    await other.owner.client.refused(404, 'common.NOT_FOUND', 'POST', link);
    const { path } = await seller.owner.client.post<Schema<'ProductPreviewLink'>>(link);
    const { status, headers, html } = await get(`/en${path}`);
    expect(status).to.equal(200);
    expect(html)
      .to.include('Amber from the &lt;Gulf&gt;')
      .and.to.include('QAR 45.00')
      .and.to.include('A preview');
    expect(html).to.include('<meta name="robots" content="noindex"/>');
    expect(html).to.not.include('/cart/items');
    expect(dataOf(html, 'Product')).to.deep.equal([]);
    expect(headers.get('cache-control')).to.equal('private, no-store');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect((await get(`/en${path.slice(0, -2)}`)).status, 'altered').to.equal(404);
    shop.service.clock.advance(30 * 60_000);
    expect((await get(`/en${path}`)).status, 'later').to.equal(404);
  });

  it('remembers the zone that goods are delivered to, and says which shop does not deliver there', async () => {
    const other = await shop.seller();
    const variant = await shop.database('variants').where({ product_id: productIds[0] }).first('id');
    await shop.database('offers').insert({
      id: uuidv7(),
      variant_id: variant.id,
      seller_id: other.sellerId,
      price: '44.00',
    });
    await other.owner.client.post('/seller/shipping-methods', {
      code: 'CUSTOM',
      name: { en: 'Own van', ar: 'سيارة المتجر' },
      price: { amount: '0.00', currency: 'QAR' },
      minDays: 0,
      maxDays: 1,
      zoneNumbers: [61],
    });
    const path = `/p/${productIds[0]}`;
    const anywhere = await get(`/en${path}`);
    expect(anywhere.html).to.include('Own van').and.to.include('some zones only');
    const chosen = await get(`/ar/zone?to=${encodeURIComponent(path)}&zone=${encodeURIComponent('٦٦')}`);
    expect([chosen.status, chosen.headers.get('location')]).to.deep.equal([303, `/ar${path}`]);
    const cookie = chosen.headers.getSetCookie().find((set) => set.startsWith('wasl-zone=66;')) ?? '';
    const there = await get(`/en${path}`, { cookie: cookie.split(';')[0] ?? '' });
    expect(there.html).to.include('Does not deliver to zone 66').and.to.include('Delivered to zone 66');
    expect((await get(`/en${path}`)).html).not.to.include('zone 66');
    const nowhere = await get(`/en/zone?to=${encodeURIComponent('//evil.example')}&zone=abc`);
    expect(nowhere.headers.get('location')).to.equal('/en');
    await shop.database('offers').where({ seller_id: other.sellerId }).delete();
  });

  it('redirects from www. to the shop’s own address, whatever host a request claims', async () => {
    for (const host of ['www.wasl.example.qa', 'www.evil.example']) {
      const { status, headers } = await get('/en/cart?said=added', { 'X-Forwarded-Host': host });
      expect([status, headers.get('location')], host).to.deep.equal([308, `${ORIGIN}/en/cart?said=added`]);
    }
    for (const host of ['wasl.example.qa', 'www.', 'www.a b', 'www.[::1]'])
      expect((await get('/en', { 'X-Forwarded-Host': host })).status, host).to.equal(200);
  });

  it('offers options one by one, each choice leading to the nearest variant', async () => {
    const productId = uuidv7();
    const { category_id } = await shop.database('products').first('category_id');
    await shop
      .database('products')
      .insert({ id: productId, category_id, title_en: 'Abaya', title_ar: 'عباية' });
    const ids = new Map<string, string>();
    for (const [size, colour] of [
      ['S', 'black'],
      ['M', 'black'],
      ['M', 'blue'],
    ] as const) {
      const id = uuidv7();
      ids.set(size + colour, id);
      const names = { name_en: `${size} ${colour}`, name_ar: `${size} ${colour}` };
      await shop.database('variants').insert({
        ...{ id, product_id: productId, sku: `ABAYA-${size}-${colour}`, ...names, position: ids.size },
        options: { size, colour },
      });
    }
    const { html } = await get(`/en/p/${productId}?variant=${ids.get('Sblack')}`);
    const choices = [...html.matchAll(/href="[^"]*\?variant=([^"]+)"([^>]*)>\s*<bdi>([^<]+)/g)];
    const led = choices.map(([, id, , label]) => [label, id]);
    expect(led).to.deep.include(['M', ids.get('Mblack')]);
    // A small blue variant does not exist: the link leads to the blue one that does.
    expect(led).to.deep.include(['blue', ids.get('Mblue')]);
    expect(
      html.match(/aria-current="true" class="gone"|class="gone"[^>]*aria-current="true"/g),
    ).to.have.lengthOf(2);
    await shop.database('variants').where({ product_id: productId }).delete();
    await shop.database('products').where({ id: productId }).delete();
  });

  it('shows a category, whatever the number of categories, with its ancestors and subcategories', async () => {
    const top = uuidv7();
    await shop
      .database('categories')
      .insert({ id: top, slug: 'deep', name_en: 'Deep', name_ar: 'عميق', position: 900 });
    const below = Array.from({ length: 120 }, (_, index) => ({
      id: uuidv7(),
      slug: `deep-${index}`,
      name_en: `Deep ${index}`,
      name_ar: `عميق ${index}`,
      parent_id: top,
      position: 901 + index,
    }));
    await shop.database('categories').insert(below);
    const last = await get('/en/c/deep-119');
    expect(last.status).to.equal(200);
    expect(last.html)
      .to.include('href="/en/c/deep">Deep</a>')
      .and.to.include('href="/en/c/deep" aria-current="true"');
    const above = await get('/ar/c/deep');
    expect(above.html).to.include('/ar/c/deep-0"').and.to.include('/ar/c/deep-119"');
    expect((await get('/en/c')).html).to.include('/en/c/deep-119"');
    expect((await get('/en/c/deeper')).status).to.equal(404);
    const pages = (await get('/sitemaps/pages.xml')).html;
    expect(pages).to.include(`<loc>${ORIGIN}/ar/c/deep-119</loc>`);
    await shop.database('categories').where({ parent_id: top }).delete();
    await shop.database('categories').where({ id: top }).delete();
  });

  it('helps when nothing is found, and suggests while someone types', async () => {
    const { status, html } = await get('/en/search?q=zzzqqq');
    expect(status).to.equal(200);
    expect(html).to.include('Check the spelling').and.to.include('/en/c/food').and.to.include('Sidr honey');
    for (const [locale, typed] of [
      ['en', 'khallas'],
      ['ar', 'تمر خلاص'],
    ]) {
      const found = await get(`/${locale}/search/suggest?q=${encodeURIComponent(typed ?? '')}`);
      expect(found.html).to.match(/^<div role="option" id="suggestion-0"/);
      expect(found.html).to.include(`data-to="/${locale}/p/`).and.to.include('id="suggestion-all"');
      expect(found.html).not.to.include('<html');
      const again = await get(`/${locale}/search/suggest?q=${encodeURIComponent(typed ?? '')}`, {
        'if-none-match': found.headers.get('etag') ?? '',
      });
      expect(again.status).to.equal(304);
    }
    expect((await get('/en/search/suggest')).status).to.equal(404);
    const hostile = await get(`/en/search/suggest?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(hostile.html).not.to.include('<script>');
  });

  it('names products by their titles in the page’s language, whichever language they are searched in', async () => {
    const named = async (path: string) =>
      [...(await get(path)).html.matchAll(/class="card-name">(.*?)<\/span>/g)].map(([, name]) => name);
    expect(await named('/ar/search?q=honey')).to.deep.equal(['تمر خلاص']);
    expect(await named('/en/search?q=honey')).to.deep.equal(['Sidr <mark>honey</mark>']);
    const arabic = encodeURIComponent('خلاص');
    expect(await named(`/en/search?q=${arabic}`)).to.include('Khalas dates');
    expect(await named(`/ar/search?q=${arabic}`)).to.include('تمر <mark>خلاص</mark>');
    for (const [page, name] of [
      ['/ar/search/suggest?q=honey', 'تمر خلاص'],
      [`/en/search/suggest?q=${arabic}`, 'Khalas dates'],
    ] as const)
      expect((await get(page)).html).to.include(`<span>${name}</span>`);
  });

  it('shows search engines what to list: unfiltered lists alone, both languages, a path to every page', async () => {
    const isListed = async (path: string) => !(await get(path)).html.includes('content="noindex"');
    const listed = ['/en', '/en/c', '/en/c/food', `/en/p/${productIds[0]}`, `/ar/s/${seller.sellerId}`];
    for (const path of listed) expect(await isListed(path), path).to.equal(true);
    const chosen = ['inStock=true', 'sort=name', `sellerId=${seller.sellerId}`, 'minPrice=1'];
    for (const query of chosen) expect(await isListed(`/en/c/food?${query}`), query).to.equal(false);
    for (const path of ['/en/search?q=dates', '/en/offline', '/en/cart', '/en/p/none'])
      expect(await isListed(path), path).to.equal(false);
    const variant = await shop.database('variants').where({ product_id: productIds[0] }).first('id');
    const { html } = await get(`/ar/p/${productIds[0]}?variant=${variant.id}`);
    expect(html).to.include(`<link rel="canonical" href="${ORIGIN}/ar/p/${productIds[0]}"/>`);
    expect(html).to.include('property="og:locale" content="ar_QA"');

    const robots = await get('/robots.txt');
    expect(robots.html).to.include(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const index = (await get('/sitemap.xml')).html;
    const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, file = '']) => file);
    expect(files).to.have.lengthOf(3);
    const places = await Promise.all(files.map(async (file) => (await get(new URL(file).pathname)).html));
    for (const id of productIds) {
      expect(places.join()).to.include(`<loc>${ORIGIN}/ar/p/${id}</loc>`);
      expect(places.join()).to.include(`hreflang="en" href="${ORIGIN}/en/p/${id}"`);
    }
    expect(places.join()).to.include(`/s/${seller.sellerId}</loc>`);
    expect((await get('/sitemaps/other.xml')).status).to.equal(404);
    expect((await get('/sitemaps/products.xml?from=abc')).status).to.equal(400);
  });

  it('can be installed, and has a service worker that changes with the build', async () => {
    const { html } = await get('/ar');
    const [, manifest = ''] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? [];
    const app = JSON.parse((await get(manifest)).html);
    expect(app).to.deep.include({ lang: 'ar', dir: 'rtl', start_url: '/ar', scope: '/' });
    for (const { src } of app.icons)
      expect((await get(src)).headers.get('content-type')).to.equal('image/png');
    const worker = await get('/shop-worker.js');
    expect(worker.html)
      .to.match(/^const VERSION="[^"]+";\n/)
      .and.not.to.match(/\b(import|export)\b/);
    expect(worker.headers.get('cache-control')).to.equal('no-cache');
    const offline = await get('/ar/offline');
    expect(offline.html).to.include('لا يوجد اتصال بالإنترنت').and.not.to.include('name="token"');
  });

  it('has a page that explains what went wrong, and what to do', async () => {
    const missing = await get('/en/p/none');
    expect(missing.status).to.equal(404);
    expect(missing.html).to.include('data-problem="404"').and.to.include('/en/c/food');
    expect(missing.html).to.include('<form class="search-form" action="/en/search"');
    const refused = await fetch(`${shop.service.url}/en/cart/items`, {
      method: 'POST',
      body: new URLSearchParams({ from: `/p/${productIds[0]}`, token: 'x' }),
      headers: { 'X-Forwarded-For': freshAddress() },
    });
    expect(refused.status).to.equal(403);
    expect(await refused.text()).to.include(`href="/en/p/${productIds[0]}"`);
    await shop.database('sellers').where({ id: seller.sellerId }).update({ public_phone: '+97444601122' });
    const page = await get(`/en/s/${seller.sellerId}`);
    expect(page.html).to.include('href="tel:+97444601122"').and.to.include('https://wa.me/97444601122');
  });

  it('redirects from a host of the API’s own to the guide', async () => {
    const { status, headers } = await get('/', { 'X-Forwarded-Host': 'api.wasl.example.qa' });
    expect([status, headers.get('location')]).to.deep.equal([302, '/guide']);
    const guide = await get('/guide', { 'X-Forwarded-Host': 'api.wasl.example.qa' });
    expect([guide.status, guide.headers.get('location')]).to.deep.equal([302, '/guide/en/']);
    expect((await get('/')).headers.get('location')).to.match(/^\/(en|ar)$/);
  });
});
