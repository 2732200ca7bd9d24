import { expect } from 'chai';
import type { TestService } from '../support/service.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS, startConsoleService } from './support/console-service.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

/** One of each kind: home, text, reference, and one that is a file of docs/ in English. */
const PAGES = ['', 'buy/track/', 'reference/api/marketplace/cart/', 'operate/backup/'];

describe('the guide in a browser', () => {
  let service: TestService;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    service = await startConsoleService({ catalogue: false });
  });
  after(() => service?.stop());

  for (const locale of ['ar', 'en'] as const) {
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

  function open({ page }: Visitor, address: string) {
    return page.goto(`${service.url}/guide/${address}`);
  }
});
