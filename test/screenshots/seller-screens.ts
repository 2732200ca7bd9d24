import type { Page } from 'playwright-core';
import type { Screen, ScreenList } from './screen.ts';

const BOARD = '[data-testid=orders], #content h2';

async function chooseFirst(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.locator('[data-testid=order-panel] ol').waitFor();
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
    { name: 'orders-account', path: 'account', signedIn: true, ready: '#content h1' },
  ],
};
