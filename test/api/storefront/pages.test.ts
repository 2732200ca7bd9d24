import { expect } from 'chai';
import { freshAddress } from '../../support/service.ts';
import { Shop } from '../../worlds/shop.ts';

/** A browser without scripts: stores cookies, submits forms, follows no redirects by itself. */
class Reader {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #address = freshAddress();

  constructor(url: string) {
    this.#url = url;
  }

  async get(path: string, headers: Record<string, string> = {}) {
    return this.#ask(path, { headers });
  }

  async send(path: string, fields: Record<string, string>) {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #ask(path: string, init: RequestInit & { headers?: Record<string, string> }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, 'X-Forwarded-For': this.#address, ...(cookie === '' ? {} : { cookie }) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return { status: response.status, headers: response.headers, html: await response.text() };
  }
}

/** The hidden fields of the page's first form that posts to this action. */
function formOf(html: string, action: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
  const fields = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(fields, ([, name = '', value = '']) => [name, value]));
}

describe('pages of the storefront', () => {
  let shop: Shop;
  let offerId: string;
  let productPath: string;
  const reader = () => new Reader(shop.service.url);

  before(async () => {
    shop = await Shop.open({ PUBLIC_ORIGIN: 'https://wasl.example.qa', LIMIT_BROWSE_PER_MINUTE: '60' });
    const seller = await shop.seller();
    offerId = await shop.offer(seller, { title: 'Dates </script><script>alert(1)</script>' });
    const { data } = await shop.guest().get<{ data: { id: string }[] }>('/products');
    productPath = `/p/${data[0]?.id}`;
  });

  after(() => shop?.close());

  it('redirects from / to the chosen language, else to the one that the browser prefers', async () => {
    const noora = reader();
    const preferred = await noora.get('/', { 'accept-language': 'ar-QA,en;q=0.5' });
    expect([preferred.status, preferred.headers.get('location')]).to.deep.equal([302, '/ar']);
    const chosen = await noora.get(`/language/en?to=${encodeURIComponent(`${productPath}?variant=1`)}`);
    expect([chosen.status, chosen.headers.get('location')]).to.deep.equal([
      303,
      `/en${productPath}?variant=1`,
    ]);
    const later = await noora.get('/', { 'accept-language': 'ar-QA,en;q=0.5' });
    expect(later.headers.get('location')).to.equal('/en');
    for (const elsewhere of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const { headers } = await noora.get(`/language/ar?to=${encodeURIComponent(elsewhere)}`);
      expect(headers.get('location'), elsewhere).to.equal('/ar');
    }
  });

  it('renders each page in both languages, right to left in Arabic, with no inline code', async () => {
    for (const [locale, direction, words] of [
      ['en', 'ltr', 'Add to cart'],
      ['ar', 'rtl', 'أضف إلى السلة'],
    ] as const) {
      for (const path of ['', '/c/food', '/search?q=dates', productPath, '/cart']) {
        const { status, html, headers } = await reader().get(`/${locale}${path}`);
        expect(status, path).to.equal(200);
        expect(html, path).to.include(`<html lang="${locale}" dir="${direction}"`);
        expect(html, path).not.to.match(/ style=|<style| on\w+=/);
        expect(headers.get('content-security-policy')).to.include("script-src 'self'");
        if (path === productPath) expect(html).to.include(words);
      }
    }
  });

  it("shows sellers' texts as plain text, in the page and in what search engines read", async () => {
    const { html } = await reader().get(`/en${productPath}`);
    expect(html).not.to.include('<script>alert');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const { '@graph': graph } = JSON.parse(json) as {
      '@graph': { name?: string; offers?: { price: string }[] }[];
    };
    expect(graph[0]?.name).to.include('</script>');
    expect(graph[0]?.offers?.[0]?.price).to.equal('45.00');
    expect(html).to.include(`<link rel="canonical" href="https://wasl.example.qa/en${productPath}"/>`);
    expect(html).to.include(`hrefLang="ar" href="https://wasl.example.qa/ar${productPath}"`);
  });

  it('is cached until what it shows changes, and identified by its ETag', async () => {
    const first = await reader().get('/en/c/food');
    const etag = first.headers.get('etag') ?? '';
    expect((await reader().get('/en/c/food', { 'if-none-match': etag })).status).to.equal(304);
    await shop.database('offers').where({ id: offerId }).update({ price: '47.50' });
    const after = await reader().get('/en/c/food', { 'if-none-match': etag });
    expect(after.status).to.equal(200);
    expect(after.html).to.include('47.50');
    await shop.database('offers').where({ id: offerId }).update({ price: '45.00' });
    const changes: [what: string, table: string, change: object, back: object][] = [
      ['stock', 'stock_levels', { on_hand: 0 }, { on_hand: 100 }],
      ['an offer taken back', 'offers', { active: false }, { active: true }],
      ['a product withdrawn', 'products', { active: false }, { active: true }],
      ['a category’s name', 'categories', { name_en: 'Provisions' }, { name_en: 'Food' }],
    ];
    for (const [what, table, change, back] of changes) {
      const before = await reader().get('/en/c/food');
      await shop.database(table).update(change);
      expect((await reader().get('/en/c/food')).html, what).not.to.equal(before.html);
      await shop.database(table).update(back);
      expect((await reader().get('/en/c/food')).html, what).to.equal(before.html);
    }
  });

  it('is cached with the headers, the budget and the refusals of an uncached one', async () => {
    const noora = reader();
    const path = `/en/search?q=dates&inStock=true`;
    const [whole, cached] = [await noora.get(path), await noora.get(path)];
    expect(cached.html).to.equal(whole.html);
    const varying = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset'];
    const constant = ({ headers }: typeof whole) => [...headers].filter(([name]) => !varying.includes(name));
    expect(constant(cached)).to.deep.equal(constant(whole));
    const left = ({ headers }: typeof whole) => Number(headers.get('ratelimit-remaining'));
    expect(left(cached)).to.equal(left(whole) - 1);
    const moved = await noora.get(path, { 'X-Forwarded-Host': 'www.wasl.example.qa' });
    expect(moved.status).to.equal(308);

    await Promise.all(Array.from({ length: left(cached) }, () => noora.get(path)));
    const refused = await noora.get(path);
    expect(refused.status).to.equal(429);
    expect(refused.html).to.include('data-problem="429"');
    expect((await reader().get(path)).status).to.equal(200);
  });

  it('uses its fonts at once for a browser whose cookie says it has them, for one language or for all', async () => {
    const cases: [cookie: string, path: string, fonts: string][] = [
      ['', '/en/c/food', 'late'],
      ['wasl-fonts=en', '/en/c/food', 'here'],
      ['wasl-fonts=en', '/ar/c/food', 'late'],
      ['wasl-fonts=ar', '/ar/c/food', 'here'],
      ['wasl-fonts=ar', '/en/cart', 'here'],
      ['wasl-fonts=xx', `/en${productPath}`, 'late'],
    ];
    for (const [cookie, path, fonts] of cases) {
      // The full path and, where it is cached, the short one.
      for (let turn = 0; turn < 2; turn++) {
        const { html } = await reader().get(path, cookie === '' ? {} : { cookie });
        expect(html, `${cookie} ${path}`).to.include(`data-fonts="${fonts}">`);
      }
    }
    const [late, here] = [{}, { cookie: 'wasl-fonts=ar' }];
    const etag = (await reader().get('/ar/c/food', late)).headers.get('etag') ?? '';
    expect((await reader().get('/ar/c/food', { ...here, 'if-none-match': etag })).status).to.equal(200);
    expect((await reader().get('/ar/c/food', { ...late, 'if-none-match': etag })).status).to.equal(304);
  });

  it('is never cached where it shows a visitor’s own data', async () => {
    const [noora, khalid] = [reader(), reader()];
    const { html } = await noora.get(`/en${productPath}`);
    await noora.send('/en/cart/items', { ...formOf(html, '/en/cart/items'), quantity: '1' });
    const cart = await noora.get('/en/cart');
    expect(cart.html).to.include('Dates');
    for (const headers of [cart.headers, (await noora.get('/en/cart')).headers]) {
      expect(headers.get('etag')).to.equal(null);
      expect(headers.get('cache-control')).to.include('private');
    }
    expect((await khalid.get('/en/cart')).html).not.to.include('Dates');
  });

  it('is sent in the smallest encoding that the browser accepts, each with an ETag of its own', async () => {
    const noora = reader();
    const compressed = (path: string, encoding: string, headers = {}) =>
      noora.get(path, { 'accept-encoding': encoding, ...headers });
    const forms = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity'].map((each) => compressed('/en/c/food', each)),
    );
    expect(forms.map(({ headers }) => headers.get('content-encoding'))).to.deep.equal(['br', 'gzip', null]);
    expect(new Set(forms.map(({ html }) => html)).size).to.equal(1);
    expect(new Set(forms.map(({ headers }) => headers.get('etag'))).size).to.equal(3);
    for (const { headers } of forms) expect(headers.get('vary')).to.include('Accept-Encoding');
    const etag = forms[1]?.headers.get('etag') ?? '';
    expect((await compressed('/en/c/food', 'gzip', { 'if-none-match': etag })).status).to.equal(304);
    expect((await compressed('/en/c/food', 'br', { 'if-none-match': etag })).status).to.equal(200);

    // The token that only this browser may send differs from page to page, so that compressed sizes reveal nothing
    // about it.
    const [one, other] = [
      await compressed(`/en${productPath}`, 'br'),
      await compressed(`/en${productPath}`, 'br'),
    ];
    expect(one.headers.get('content-encoding')).to.equal('br');
    const tokens = [one, other].map(({ html }) => formOf(html, '/en/cart/items').token);
    expect(tokens[0]).not.to.equal(tokens[1]);
    const form = { ...formOf(one.html, '/en/cart/items'), token: tokens[0] ?? '', quantity: '1' };
    expect((await noora.send('/en/cart/items', form)).status).to.equal(303);
  });

  it('puts an offer into a guest’s cart, changes it and removes it, all by forms', async () => {
    const noora = reader();
    const { html } = await noora.get(`/en${productPath}`);
    const form = formOf(html, '/en/cart/items');
    expect(form.offerId).to.equal(offerId);
    const added = await noora.send('/en/cart/items', { ...form, quantity: '٢' });
    expect([added.status, added.headers.get('location')]).to.deep.equal([303, '/en/cart?said=added']);
    expect(noora.cookies.get('wasl-cart-count')).to.equal('2');
    const again = await noora.send('/en/cart/items', { ...form, quantity: '2', key: `${form.key}x` });
    expect(again.headers.get('location')).to.equal('/en/cart?said=added');
    expect(noora.cookies.get('wasl-cart-count')).to.equal('4');
    const repeated = await noora.send('/en/cart/items', { ...form, quantity: '2', key: `${form.key}x` });
    expect(repeated.headers.get('location')).to.equal('/en/cart?said=added-before');
    expect(noora.cookies.get('wasl-cart-count')).to.equal('4');

    const cart = await noora.get('/ar/cart?said=added');
    expect(cart.html).to.include('أُضيف إلى سلتك').and.to.include('180.00');
    const [, action = ''] = /action="(\/ar\/cart\/items\/[^"]+)"/.exec(cart.html) ?? [];
    const line = formOf(cart.html, action);
    await noora.send(action, { ...line, quantity: '3' });
    expect((await noora.get('/ar/cart')).html).to.include('135.00');
    const removed = await noora.send(action, { ...line, quantity: '3', remove: '1' });
    expect(removed.headers.get('location')).to.equal('/ar/cart?said=removed');
    expect((await noora.get('/ar/cart')).html).to.include('سلتك فارغة');
  });

  it('refuses a form that no page gave to this browser', async () => {
    const noora = reader();
    const form = formOf((await noora.get(`/en${productPath}`)).html, '/en/cart/items');
    const stranger = reader();
    await stranger.get(`/en${productPath}`);
    for (const [who, fields] of [
      [stranger, { ...form, quantity: '1' }],
      [noora, { offerId, quantity: '1' }],
      [reader(), { ...form, quantity: '1' }],
    ] as const) {
      const refused = await who.send('/en/cart/items', fields);
      expect(refused.status).to.equal(403);
      expect(refused.html).to.include('Open the page again');
      expect(who.cookies.get('wasl-cart-count')).to.equal(undefined);
    }
  });

  it('reports errors as a page, in the language of the page', async () => {
    const missing = await reader().get('/ar/p/01a2061c-9cb3-7762-aee5-08de0463b307');
    expect(missing.status).to.equal(404);
    expect(missing.html).to.include('dir="rtl"').and.to.include('إلى الصفحة الرئيسية');
    expect(missing.html).to.include('<meta name="robots" content="noindex"/>');
    const noora = reader();
    const form = formOf((await noora.get(`/en${productPath}`)).html, '/en/cart/items');
    const tooMany = await noora.send('/en/cart/items', { ...form, quantity: '100' });
    expect([tooMany.status, tooMany.headers.get('location')]).to.deep.equal([
      303,
      '/en/cart?said=bad-quantity',
    ]);
  });

  it('admits what cannot work while no messages are sent', async () => {
    const { html: signIn } = await reader().get('/en/sign-in');
    expect(signIn).to.include('/en/forgot-password').and.not.to.include('/en/sign-in/code');
    for (const [path, words] of [
      ['/en/sign-in/code', 'signing in with a code is not possible'],
      ['/ar/forgot-password', 'لا يرسل المتجر رسائل بريد بعد'],
    ] as const) {
      const { html } = await reader().get(path);
      expect(html, path).to.include(words).and.not.to.include('method="post"');
    }
  });

  it('loads less than 20 kB of script, and less than 250 kB in all without pictures of products', async () => {
    const noora = reader();
    const sizeOf = (headers: Headers) => Number(headers.get('content-length'));
    const load = async (path: string) => {
      const { headers, html: text } = await noora.get(path, { 'accept-encoding': 'gzip' });
      return {
        path,
        size: sizeOf(headers),
        text,
        isKept: headers.get('cache-control')?.includes('immutable'),
      };
    };
    for (const path of ['', '/c/food', '/search?q=dates', productPath, '/cart']) {
      const page = await load(`/ar${path}`);
      const named = [...page.text.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/shop\/[^"]+)"/g)];
      const files = await Promise.all([...new Set(named.map(([, file = '']) => file))].map(load));
      // Every font that a style names, though most pages need fewer.
      const fonts = await Promise.all(
        files
          .filter((file) => file.path.endsWith('.css'))
          .flatMap(({ text }) =>
            [...text.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, font = '']) => load(font)),
          ),
      );
      const script = files.filter((file) => file.path.endsWith('.js'));
      expect(script, path).to.have.lengthOf(1);
      expect(script[0]?.size).to.be.below(20_000);
      expect(fonts.length).to.be.at.least(2);
      const all = [...files, ...fonts];
      expect(all.every(({ isKept }) => isKept)).to.equal(true);
      expect(
        all.reduce((sum, { size }) => sum + size, page.size),
        path,
      ).to.be.below(250_000);
    }
  });
});
