import { expect } from 'chai';
import type { TestService } from '../support/service.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS, startConsoleService } from './support/console-service.ts';
import { inFrontOf } from './support/next-version.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

/** One of each kind: home, text, reference, one that is a file of docs/ in English, and the tour. */
const PAGES = ['', 'buy/track/', 'reference/api/marketplace/cart/', 'operate/backup/', 'tour/'];
const LOCALES = ['ar', 'en'] as const;
const WORKER = '**/assets/search-worker-*.js';
const INDEX = '**/assets/search-en-*.json';

describe('the guide in a browser', () => {
  let service: TestService;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    service = await startConsoleService({ catalogue: false });
  });
  after(() => service?.stop());

  it('breaks a long name in a table after an underscore, and no word', async () => {
    const visitor = await newVisitor(service, { locale: 'en', width: 360 });
    for (const page of ['operate/configuration/', 'reference/errors/', 'reference/live-events/']) {
      await open(visitor, `en/${page}`);
      const names = await visitor.page.evaluate(() => {
        const words = [...document.querySelectorAll('main td code')].flatMap((code) =>
          [...code.childNodes].filter(({ textContent }) => /^[\w.]+$/.test(textContent ?? '')),
        );
        const broken = words.filter((word) => {
          const range = document.createRange();
          range.selectNodeContents(word);
          return range.getClientRects().length > 1;
        });
        return { words: words.length, broken: broken.map(({ textContent }) => textContent) };
      });
      expect(names.words, page).to.be.greaterThan(20);
      expect(names.broken, page).to.deep.equal([]);
    }
    await visitor.close();
  });

  for (const locale of LOCALES) {
    it(`is accessible and fits a phone: ${locale}`, async () => {
      const visitor = await newVisitor(service, { locale, theme: 'dark', width: 360 });
      for (const page of PAGES) {
        await open(visitor, `${locale}/${page}`);
        await expectAccessible(visitor.page, `${locale}/${page}`);
        const excess = await visitor.page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(excess, `${locale}/${page}`).to.equal(0);
      }
      await visitor.close();
    });

    it(`answers a question in the address, accessibly on phone and desk: ${locale}`, async () => {
      for (const width of [360, 1280]) {
        const visitor = await newVisitor(service, { locale, width });
        const { page } = visitor;
        // With links of the page half under its answers.
        await open(visitor, `${locale}/?q=webhook`);
        const answer = page.locator('.search li a').first();
        await answer.waitFor();
        await expectAccessible(page, `${locale} at ${width}`);
        // Nobody has been in the field yet.
        await page.keyboard.press('Escape');
        await answer.waitFor({ state: 'detached' });
        await page.locator('main a').first().click({ trial: true });
        await visitor.close();
      }
    });
  }

  it('finds the page that answers, opens it by Enter, and shows it in the other language', async () => {
    const visitor = await newVisitor(service, { locale: 'ar' });
    const { page } = visitor;
    await open(visitor, 'ar/');
    await page.getByRole('searchbox').fill('نسيت كلمه السر');
    await page.locator('.search li a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guide/ar/buy/account/');
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL('**/guide/en/buy/account/');
    // Fails on a breach of the policy, among others.
    await visitor.close();
  });

  it('answers the newest question alone, and says when the search could not be loaded', async () => {
    const visitor = await newVisitor(service, { expected: [/503/] });
    const { page } = visitor;
    const field = page.getByRole('searchbox');
    const said = page.locator('.search [role=status]');
    const account = page.locator('.search li:first-child a[href$="buy/account/"]');
    // A service worker's files would not pass by here.
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    });
    for (const part of [WORKER, INDEX]) {
      await page.route(part, (route) => route.fulfill({ status: 503 }));
      await open(visitor, 'en/');
      await field.fill('parcel');
      await said.filter({ hasText: 'could not be loaded' }).waitFor();
      await page.unroute(part);
      await field.fill('forgot password');
      await account.waitFor();
      expect(await said.textContent()).to.equal('');
    }
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(INDEX, (route) => isReleased.then(() => route.continue()));
    await open(visitor, 'en/');
    const asked = page.waitForRequest(INDEX);
    await field.fill('parcel');
    await asked;
    const shown = await page.evaluateHandle(seenAnswers);
    await field.fill('forgot password');
    release();
    await account.waitFor();
    expect(new Set(await shown.jsonValue()).size).to.equal(1);
    await visitor.close();
  });

  for (const locale of LOCALES) {
    it(`is read without a network once it is kept, and asks no other host for anything: ${locale}`, async () => {
      const visitor = await newVisitor(service, { locale, width: 360 });
      const { page, context } = visitor;
      const hosts = new Set<string>();
      context.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await open(visitor, `${locale}/buy/track/`);
      const keep = page.locator('[data-keep-button]');
      await keep.waitFor();
      expect(await page.locator('[data-keep] [role=status]').textContent()).to.match(/\d MB|\d.*م.*ب/);
      await keep.click();
      await page.locator('[data-forget-button]').waitFor();
      await context.setOffline(true);
      // Never opened before; with its picture and its search.
      await open(visitor, `${locale}/drive/deliver/`);
      const picture = page.locator('main .screen img').first();
      await picture.scrollIntoViewIfNeeded();
      expect(await picture.evaluate(decoded)).to.be.greaterThan(0);
      await page.getByRole('searchbox').fill(locale === 'ar' ? 'نسيت كلمه السر' : 'forgot password');
      await page.locator('.search li a').first().click();
      await page.waitForURL(`**/guide/${locale}/buy/account/`);
      await open(visitor, `${locale}/nothing-like-it/`);
      await page.waitForURL(`**/guide/${locale}/offline/`);
      await context.setOffline(false);
      await page.locator('[data-forget-button]').click();
      await keep.waitFor();
      expect([...hosts]).to.deep.equal([new URL(service.url).origin]);
      await visitor.close();
    });
  }

  it('keeps what was read, and replaces all of it with a newer version', async () => {
    const door = await inFrontOf(service.url, {
      worker: '/guide/sw.js',
      change: (script) => script.replace('"version":"', '"version":"newer-'),
    });
    const visitor = await newVisitor(service, { locale: 'en', through: door.url });
    const { page } = visitor;
    await page.goto('/guide/en/buy/pay/');
    await page.locator('[data-keep-button]').waitFor();
    door.publish();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await page.waitForFunction(async () => {
      const versions = (await caches.keys()).filter((name) => name.includes(' pages '));
      return versions.length === 1 && versions[0]?.includes('newer-') === true;
    });
    const kept = await page.evaluate(async () => {
      const [name = ''] = (await caches.keys()).filter((each) => each.includes(' pages '));
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    });
    expect(kept).to.include.members(['/guide/en/', '/guide/en/buy/pay/']);
    // Not only the browser is offline: nothing answers any more.
    await door.close();
    await page.goto('/guide/en/buy/pay/');
    expect(await page.locator('h1').textContent()).to.not.equal('');
    await visitor.close();
  });

  it('has a tour that keys and links go through, without scripts, too', async () => {
    const visitor = await newVisitor(service, { locale: 'ar' });
    const { page } = visitor;
    await open(visitor, 'ar/tour/');
    const current = page.locator('.way a[aria-current]');
    await current.waitFor();
    // In Arabic the way leads to the left.
    await page.keyboard.press('ArrowLeft');
    await page.locator('.way a[href="#step-2"][aria-current]').waitFor();
    await page.keyboard.press('End');
    await page.locator('.way a[href="#step-12"][aria-current]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.way a[href="#step-11"][aria-current]').waitFor();
    await visitor.close();
    const plain = await newVisitor(service, { locale: 'en', script: false });
    await open(plain, 'en/tour/');
    await plain.page.locator('#step-1 .head a').click();
    await plain.page.waitForURL('**/tour/#step-2');
    const { x = -1 } = (await plain.page.locator('#step-2').boundingBox()) ?? {};
    const { x: left = -2 } = (await plain.page.locator('.tour').boundingBox()) ?? {};
    expect(Math.abs(x - left)).to.be.at.most(2);
    await plain.close();
  });

  function open({ page }: Visitor, address: string) {
    return page.goto(`${service.url}/guide/${address}`);
  }
});

/** Runs in the page: the width of a picture that has arrived. */
async function decoded(image: HTMLElement | SVGElement): Promise<number> {
  if (!(image instanceof HTMLImageElement)) return 0;
  await image.decode();
  return image.naturalWidth;
}

/** Runs in the page: an array to which each first answer is added that is shown from now on. */
function seenAnswers(): string[] {
  const seen: string[] = [];
  const list = document.querySelector('.search ul');
  if (list === null) throw new Error('no list of answers');
  new MutationObserver(() => {
    const first = list.querySelector('a');
    if (first !== null) seen.push(first.href);
  }).observe(list, { childList: true });
  return seen;
}
