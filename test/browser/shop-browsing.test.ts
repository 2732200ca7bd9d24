import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { type Person, Shop } from '../worlds/shop.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { beyondTheEdge } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const LOOKS = [
  { locale: 'en', theme: 'light', width: 1280 },
  { locale: 'ar', theme: 'dark', width: 320 },
] as const;
const WORDS = {
  en: { search: 'Search', add: 'Add to cart', added: 'Added to your cart.', empty: 'Your cart is empty' },
  ar: { search: 'بحث', add: 'أضف إلى السلة', added: 'أُضيف إلى سلتك.', empty: 'سلتك فارغة' },
} as const;

/** A picture of the demo catalogue. */
async function addPicture(owner: Person, productId: string, name: string): Promise<void> {
  const bytes = readFileSync(join(projectRoot, 'db', 'seeds', 'pictures', `${name}.webp`));
  const body = new Blob([bytes], { type: 'image/webp' });
  await owner.client.post(`/seller/products/${productId}/images`, body);
}

describe('the storefront in a browser', function () {
  this.timeout(120_000);
  let shop: Shop;
  const visitors: Visitor[] = [];
  let picturedId: string;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    shop = await Shop.open();
    const seller = await shop.seller();
    await shop.offer(seller, { title: 'Khalas dates' });
    await shop.offer(await shop.seller(), { title: 'Sidr honey', price: '95.00', stock: {} });
    for (let number = 1; number <= 28; number++) await shop.offer(seller, { title: `Oud ${number}` });
    const khalas = await shop.database('products').where({ title_en: 'Khalas dates' }).first('id');
    picturedId = khalas.id;
    await shop
      .database('products')
      .where({ id: picturedId })
      .update({ created_by_seller_id: seller.sellerId });
    for (const name of ['khalas-dates', 'date-maamoul']) await addPicture(seller.owner, picturedId, name);
  });

  after(async () => {
    for (const visitor of visitors) await visitor.close();
    await shop?.close();
  });

  for (const look of LOOKS) {
    it(`is searched, viewed and added to the cart: ${look.locale}, ${look.theme}, ${look.width} pixels wide`, async () => {
      const visitor = await newVisitor(shop.service, { ...look, height: 800 });
      visitors.push(visitor);
      const { page } = visitor;
      const words = WORDS[look.locale];
      const isWhole = async () => {
        await expectAccessible(page, page.url());
        expect(await page.evaluate(beyondTheEdge), "beyond the page's width").to.deep.equal([]);
      };
      await visitor.open(`/${look.locale}`);
      await isWhole();
      await page.getByRole('combobox').first().fill('khallas');
      await page.getByRole('option').first().waitFor();
      await isWhole();
      await page.getByRole('button', { name: words.search }).click();
      await page.waitForURL('**/search?**');
      await isWhole();
      await page.locator('.card').first().click();
      await page.waitForURL('**/p/**');
      await isWhole();
      await page.getByRole('button', { name: words.add }).click();
      await page.getByText(words.added).waitFor();
      expect(await page.locator('[data-cart-count]').textContent()).to.equal('1');
      await isWhole();
      // Back and again: the page comes from the browser's memory, and what is sent again is intended.
      await page.goBack();
      await page.getByRole('button', { name: words.add }).click();
      await page.getByText(words.added).waitFor();
      expect(await page.locator('[data-cart-count]').textContent()).to.equal('2');
      await page.locator('button[name=remove]').click();
      await page.getByText(words.empty).waitFor();
      await isWhole();
    });
  }

  it('sends the form once however often its button is pressed', async () => {
    const visitor = await newVisitor(shop.service, { locale: 'en' });
    visitors.push(visitor);
    const { page } = visitor;
    await visitor.open('/en/search?q=khalas');
    await page.locator('.card').first().click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/cart**');
    await visitor.open('/en/search?q=khalas');
    await page.locator('.card').first().click();
    await page.getByRole('button', { name: 'Add to cart' }).dblclick();
    await page.waitForURL('**/cart**');
    await visitor.open('/en/cart');
    expect(await page.locator('[data-cart-count]').textContent()).to.equal('2');
  });

  it('draws its first page in available fonts and the next one in its own, and nothing moves', async () => {
    const visitor = await newVisitor(shop.service, { locale: 'ar', width: 360 });
    visitors.push(visitor);
    const { page, context } = visitor;
    await page.addInitScript(() => {
      const seen = { shifts: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        seen.shifts += list.getEntries().length;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('DOM.enable');
    await cdp.send('CSS.enable');
    const isOurs = async () => {
      const { root } = await cdp.send('DOM.getDocument');
      const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
      expect(await page.evaluate('window.seen.shifts')).to.equal(0);
      return fonts.some(({ familyName }) => familyName.startsWith('IBM Plex'));
    };
    await visitor.open('/ar/c/food');
    expect(await isOurs()).to.equal(false);
    await page.waitForFunction(() => document.cookie.includes('wasl-fonts=ar'));
    expect(await isOurs()).to.equal(false);
    // A busy machine may not have read them in the tenth of a second that a page waits.
    for (let turn = 0; turn < 5; turn++) {
      await visitor.open('/ar/c/food');
      expect(await page.locator('html').getAttribute('data-fonts')).to.equal('here');
      if (await isOurs()) return;
    }
    expect.fail('the page is not drawn in its own fonts');
  });

  describe('with scripts', () => {
    let visitor: Visitor;

    before(async () => {
      visitor = await newVisitor(shop.service, { locale: 'en', width: 360 });
      visitors.push(visitor);
    });

    /** Marks the open page once its scripts are at work: another page would not have the mark. */
    const mark = async () => {
      await visitor.page.getByRole('combobox').first().waitFor();
      await visitor.page.evaluate(() => document.body.setAttribute('data-mark', 'here'));
    };
    const isSamePage = () => visitor.page.evaluate(() => document.body.dataset.mark === 'here');

    it('suggests while someone types, and follows the selection with arrow keys', async () => {
      const { page } = visitor;
      await visitor.open('/en');
      const field = page.getByRole('combobox').first();
      await field.pressSequentially('khallas');
      await page.getByRole('option').first().waitFor();
      expect(await field.getAttribute('aria-expanded')).to.equal('true');
      await field.press('ArrowDown');
      const chosen = await field.getAttribute('aria-activedescendant');
      expect(await page.locator(`#${chosen}`).getAttribute('aria-selected')).to.equal('true');
      await expectAccessible(page, 'suggestions');
      await field.press('Escape');
      expect(await page.getByRole('option').count()).to.equal(0);
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.waitForURL('**/en/p/**');
    });

    it('filters and continues a list without a reload, and goes back', async () => {
      const { page } = visitor;
      await visitor.open('/en/c/food');
      await mark();
      expect(await page.locator('[data-list] > li').count()).to.equal(24);
      await page.locator('[data-more]').click();
      await page.locator('[data-list] > li').nth(24).waitFor();
      expect(await page.locator('[data-list] > li').count()).to.equal(30);
      expect(await page.locator('[data-more]').count()).to.equal(0);
      expect(await page.locator('[data-announce]').textContent()).to.equal('6 more products shown');
      await page.locator('.filters summary').click();
      await page.getByLabel('Sort by').focus();
      await page.getByLabel('Sort by').selectOption('price-desc');
      await page.waitForURL('**/c/food?sort=price-desc');
      expect(await page.locator('.card').first().textContent()).to.include('Sidr honey');
      await page.locator('[name=sort]:focus').waitFor();
      await page.getByLabel('In stock only').check();
      await page.waitForURL('**/c/food?sort=price-desc&inStock=true');
      await page.locator('[data-announce]', { hasText: '29 products' }).waitFor({ state: 'attached' });
      await expectAccessible(page, 'a filtered list');
      expect(await page.locator('.header [data-language]').getAttribute('href')).to.include('inStock');
      await page.goBack();
      await page.getByLabel('In stock only').and(page.locator(':not(:checked)')).waitFor();
      expect(await isSamePage()).to.equal(true);
    });

    it('switches pictures, and remembers seen products', async () => {
      const { page } = visitor;
      await visitor.open(`/en/p/${picturedId}`);
      await mark();
      const whole = page.locator('[data-gallery] > .picture img');
      const first = await whole.getAttribute('src');
      await page.locator('[data-picture]').nth(1).click();
      expect(await whole.getAttribute('src')).not.to.equal(first);
      expect(await page.locator('.thumbs [aria-current]').count()).to.equal(1);
      expect(await isSamePage()).to.equal(true);
      await expectAccessible(page, 'a product with pictures');
      await visitor.open('/en');
      await page.locator('[data-recently-seen] .card').first().waitFor();
      expect(await page.locator('[data-recently-seen] .card').first().textContent()).to.equal('Khalas dates');
      await expectAccessible(page, 'recently seen');
    });

    it('reports in the language of the page that the service cannot be reached, and recovers', async () => {
      const { page, context } = visitor;
      await visitor.open('/ar');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await context.setOffline(true);
      await page.goto('/ar/cart');
      await page.getByRole('heading', { name: 'لا يوجد اتصال بالإنترنت' }).waitFor();
      await expectAccessible(page, 'offline');
      await context.setOffline(false);
      await page.getByRole('link', { name: 'حاول مرة أخرى' }).click();
      await page.getByText(WORDS.ar.empty).waitFor();
    });
  });
});
