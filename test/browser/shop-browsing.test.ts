import { expect } from 'chai';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { Shop } from '../worlds/shop.ts';
import { expectAccessible } from './support/axe.ts';
import { START_LIMIT } from './support/console-service.ts';
import { beyondTheEdge } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const LOOKS = [
  { locale: 'en', theme: 'light', width: 1280 },
  { locale: 'ar', theme: 'dark', width: 320 },
] as const;
const WORDS = {
  en: { search: 'Search', add: 'Add to cart', added: 'Added to your cart.', empty: 'Your cart is empty' },
  ar: { search: 'بحث', add: 'أضف إلى السلة', added: 'أضيف إلى سلتك.', empty: 'سلتك فارغة' },
} as const;

describe('the storefront in a browser', function () {
  this.timeout(120_000);
  let shop: Shop;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_LIMIT);
    await ensureConsoles();
    shop = await Shop.open();
    const seller = await shop.seller();
    await shop.offer(seller, { title: 'Khalas dates' });
    await shop.offer(await shop.seller(), { title: 'Sidr honey', price: '95.00', stock: {} });
  });

  after(async () => {
    for (const visitor of visitors) await visitor.close();
    await shop?.close();
  });

  for (const look of LOOKS) {
    it(`is found, looked at and put into the cart: ${look.locale}, ${look.theme}, ${look.width} pixels wide`, async () => {
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
      await page.getByRole('searchbox').fill('khallas');
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
      // Back and again: the page comes from the browser's memory, and what is sent again is meant again.
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
});
