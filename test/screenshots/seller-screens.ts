import type { Page } from 'playwright-core';
import type { Screen, ScreenList } from './screen.ts';

const BOARD = '[data-testid=orders], #content h2';

async function chooseFirst(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.locator('[data-testid=order-panel] ol').waitFor();
}

/** Opens the first of a list, where there is one. */
async function openFirst(page: Page, link: string, opened: string): Promise<void> {
  const first = page.locator(link).first();
  if ((await first.count()) === 0) return;
  await first.click();
  await page.locator(opened).waitFor();
}

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
    { name: 'orders-account', path: 'account', signedIn: true, ready: '#content h1' },
  ],
};
