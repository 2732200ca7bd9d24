import type { Page } from 'playwright-core';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import type { Screen, ScreenList } from './screen.ts';

type Prepare = NonNullable<Screen['prepare']>;

/** Somebody who does not sell yet. */
async function signInToApply(page: Page): Promise<void> {
  await page.locator('input[name=email]').fill(DEMO_PEOPLE.buyer.email);
  await page.locator('input[name=password]').fill(DEMO_PEOPLE.buyer.password);
  await page.locator('button[type=submit]').click();
  await page.locator('[data-testid=closed] button').click();
  await page.locator('input[name=legalName]').waitFor();
}

const BOARD = '[data-testid=orders], #content h2';

async function chooseFirst(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.locator('[data-testid=order-panel] ol').waitFor();
}

/** Opens the first entry of a list, if there is one. */
async function openFirst(page: Page, link: string, opened: string): Promise<void> {
  const first = page.locator(link).first();
  if ((await first.count()) === 0) return;
  await first.click();
  await page.locator(opened).waitFor();
}

/** Opens the dialog of a button, named in the language of the page. */
const withDialog =
  (button: RegExp): Prepare =>
  async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** Presses keys where the orders are, and waits for the result. */
const withKeys =
  (keys: readonly string[], shown: string): Prepare =>
  async (page) => {
    if ((await page.locator('[data-order]').count()) === 0) return;
    for (const key of keys) await page.keyboard.press(key);
    await page.locator(shown).first().waitFor();
  };

/** Prints all orders of the first column that has any. */
async function chooseForPaper(page: Page, paper: string): Promise<void> {
  await withKeys(['j', 'Control+a'], '[data-testid=chosen]')(page);
  await page.keyboard.press('Control+p');
  await page.locator('[data-testid=papers], #content h2').first().waitFor();
  if (paper === 'slips') return;
  const address = new URL(page.url());
  address.searchParams.set('what', paper);
  await page.goto(address.href);
  await page.locator('[data-testid=papers], #content h2').first().waitFor();
}

/** A file of prices with one correct row, and rows that are wrong in many ways. */
const PRICES = `sku,price,state\nNO-SUCH,12.00,on\nDEMO,twelve,on\n"BROKEN",-1,perhaps\n`;

async function bringFile(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICES) },
  });
  await page.locator('[data-testid=chosen-file]').waitFor();
}

const inside = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  ...{ name, path, signedIn: true, ready: '#content h1' },
  ...more,
});

const withKey = (name: string, key: string): Screen => ({
  name: `orders-${name}`,
  path: '',
  signedIn: true,
  ready: BOARD,
  prepare: (page) => page.keyboard.press(key),
});

export const SELLER_SCREENS: ScreenList = {
  surface: 'seller',
  widths: [360, 1440],
  height: 900,
  screens: [
    { name: 'orders-sign-in', path: '', signedIn: false, ready: 'input[name=password]' },
    {
      ...{ name: 'apply', path: '', signedIn: false, ready: 'input[name=password]' },
      prepare: signInToApply,
    },
    { name: 'orders', path: '', signedIn: true, ready: BOARD, widths: [360, 1440, 2560] },
    { name: 'orders-ready', path: '?stage=ready', signedIn: true, ready: BOARD, widths: [360] },
    { name: 'orders-panel', path: '', signedIn: true, ready: '[data-order]', prepare: chooseFirst },
    withKey('finder', 'Control+k'),
    withKey('shortcuts', '?'),
    { name: 'money', path: 'money', signedIn: true, ready: '[data-testid=sums]' },
    {
      ...{ name: 'money-order', path: 'money', signedIn: true, ready: '[data-testid=sums]' },
      prepare: (page) => openFirst(page, '[data-group] a', '[data-testid=money-order]'),
    },
    {
      name: 'money-payouts',
      path: 'money/payouts',
      signedIn: true,
      ready: '[data-testid=payouts], #content h2',
    },
    {
      ...{ name: 'money-statement', path: 'money/statements', signedIn: true, ready: '#content h2' },
      prepare: (page) => openFirst(page, '[data-month] a', '[data-testid=statement]'),
    },
    {
      ...{
        name: 'money-payout',
        path: 'money/payouts',
        signedIn: true,
        ready: '[data-testid=payouts], #content h2',
      },
      prepare: (page) => openFirst(page, '[data-testid=payouts] a', '[data-testid=payout]'),
    },
    inside('orders-selected', '', {
      ready: BOARD,
      prepare: withKeys(['j', 'Shift+j'], '[data-testid=chosen]'),
    }),
    inside('orders-reject', '', { ready: '[data-order]', prepare: withKeys(['j', 'x'], '[role=dialog]') }),
    inside('orders-nothing-found', '', {
      ready: BOARD,
      prepare: (page) => page.locator('[data-orders-search]').fill('nothing like it'),
    }),
    ...(['slips', 'labels', 'picks', 'invoices'] as const).map((paper) =>
      inside(`print-${paper}`, '', { ready: BOARD, prepare: (page) => chooseForPaper(page, paper) }),
    ),
    inside('print-nothing', 'print?what=slips'),
    inside('products', 'products', { ready: '[data-product], #content h2' }),
    inside('products-nothing-found', 'products?q=nothing-like-it', { ready: '#content h2' }),
    inside('products-view', 'products?stock=LOW', { ready: '#content h2, [data-product]' }),
    inside('product-new', 'products/new', { ready: '[name=title-en]' }),
    inside('product-editor', 'products', {
      ready: '[data-product]',
      prepare: (page) => openFirst(page, '[data-product] a', '[data-testid=product-editor]'),
    }),
    inside('grid', 'products/grid', { ready: 'tr[data-sku]' }),
    inside('grid-edited', 'products/grid', {
      ready: 'tr[data-sku]',
      prepare: async (page) => {
        await page.locator('tr[data-sku] td[data-column=price]').first().click();
        for (const key of ['9', 'Enter', 'x', 'Enter', 'ArrowUp']) await page.keyboard.press(key);
      },
    }),
    inside('stock', 'stock', { ready: '[data-sku], #content h2' }),
    inside('stock-movements', 'stock', {
      ready: '[data-sku]',
      prepare: async (page) => {
        await page.locator('[data-sku] button').first().click();
        await page.getByRole('dialog').waitFor();
      },
    }),
    inside('stock-count', 'stock', {
      ready: '[data-sku]',
      prepare: async (page) => {
        const sku = (await page.locator('[data-sku]').first().getAttribute('data-sku')) ?? '';
        await page.goto('/seller/stock/count');
        for (const typed of [sku, sku, 'NO-SUCH-SKU']) {
          await page.locator('input').first().fill(typed);
          await page.keyboard.press('Enter');
        }
      },
    }),
    inside('files', 'files'),
    inside('files-chosen', 'files', { prepare: bringFile }),
    inside('files-checked', 'files', {
      prepare: async (page) => {
        await bringFile(page);
        await page.getByRole('button', { name: /^(Check the file|افحص الملف)$/ }).click();
        await page.waitForURL(/files\/[\da-f-]{36}/);
        await page.locator('table').first().waitFor();
      },
    }),
    inside('figures', 'figures'),
    inside('figures-90', 'figures?days=90'),
    inside('shop-profile', 'shop', { ready: 'input[name=phone]' }),
    inside('shop-hours', 'shop/hours', { ready: '[data-day=friday]' }),
    inside('shop-warehouses', 'shop/warehouses', { ready: '[data-warehouse]' }),
    inside('shop-warehouse', 'shop/warehouses', {
      ready: '[data-warehouse]',
      prepare: withDialog(/^(Edit|تعديل) /),
    }),
    inside('shop-shipping', 'shop/shipping', { ready: '#content h2, [data-method]' }),
    inside('shop-shipping-new', 'shop/shipping', {
      ready: '#content h2, [data-method]',
      prepare: withDialog(/Add a way of delivery|إضافة طريقة توصيل/),
    }),
    inside('shop-bank', 'shop/bank', { ready: 'input[name=iban], [data-testid=bank-pending]' }),
    inside('shop-staff', 'shop/staff', { ready: '#content h2' }),
    inside('shop-staff-invite', 'shop/staff', {
      ready: '#content h2',
      prepare: withDialog(/Invite|دعوة/),
    }),
    inside('orders-account', 'account'),
    inside('seller-notifications', 'account/notifications'),
    inside('seller-security', 'account/security'),
  ],
};
