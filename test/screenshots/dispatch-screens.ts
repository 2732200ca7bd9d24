import type { Page } from 'playwright-core';
import type { ScreenList } from './screen.ts';
import { ACCOUNT_SCREENS, limited, SESSION_ENDED, SIGN_IN_SCREENS } from './sign-in-screens.ts';

const EVERY = [360, 760, 1024, 1440, 2560];

/** The five numbers above the board. */
const PULSE = '#content [aria-pressed]';

async function loseTheNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.locator('[data-testid=live-age]').waitFor();
}

/** A screen that was not loaded before the network went away. */
async function askInVain(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.locator('a[href$="/dispatch/day"]').click();
  await page.locator('#content [role=alert] h2').waitFor();
}

/** The board of the present goes, and that of the past comes once it is read. */
async function lookBack(page: Page): Promise<void> {
  await page.keyboard.press('t');
  const pulse = page.locator(PULSE).first();
  await pulse.waitFor({ state: 'detached', timeout: 2_000 }).catch(() => undefined);
  await pulse.waitFor();
}

const fromTheBar = (at: number) => async (page: Page) => {
  await page.locator('header button[aria-expanded]').nth(at).press('Enter');
  await page.locator('[role=menu], [role=dialog]').first().waitFor();
};

async function chooseDrivers(page: Page): Promise<void> {
  const boxes = page.locator('tbody input[type=checkbox]');
  await boxes.first().waitFor();
  for (const box of (await boxes.all()).slice(0, 2)) await box.check();
  await page.locator('[class*=tools] button').first().press('Enter');
  await page.locator('[role=dialog]').waitFor();
}

export const DISPATCH_SCREENS: ScreenList = {
  surface: 'dispatch',
  widths: [360, 1440],
  height: 900,
  screens: [
    ...SIGN_IN_SCREENS,
    { name: 'board', path: '', signedIn: true, ready: PULSE, widths: EVERY },
    { name: 'board-map', path: '?view=map', signedIn: true, ready: '.maplibregl-canvas', widths: [360] },
    { name: 'board-drivers', path: '?tab=drivers', signedIn: true, ready: PULSE },
    { name: 'board-stores', path: '?tab=stores', signedIn: true, ready: PULSE, widths: EVERY },
    { name: 'board-heat', path: '?heat=demand&routes=all', signedIn: true, ready: PULSE, widths: [1440] },
    // A city at work, when one is played: `npm start -- --city`.
    { name: 'board-routes', path: '?routes=all', signedIn: true, ready: PULSE, widths: [1440] },
    { name: 'board-nothing', path: '?q=nothing-is-called-so', signedIn: true, ready: PULSE },
    {
      name: 'finder',
      path: '',
      signedIn: true,
      ready: PULSE,
      prepare: (page) => page.keyboard.press('Control+k'),
    },
    {
      name: 'shortcuts',
      path: '',
      signedIn: true,
      ready: PULSE,
      prepare: (page) => page.keyboard.press('?'),
    },
    {
      name: 'tooltip',
      path: '',
      signedIn: true,
      ready: PULSE,
      prepare: async (page) => {
        await page.mouse.move(30, 300);
        await page.locator('header button').first().hover();
        await page.locator('[role=tooltip]').waitFor();
      },
    },
    {
      name: 'time-machine',
      path: '',
      signedIn: true,
      ready: PULSE,
      prepare: lookBack,
    },
    { name: 'alerts', path: 'alerts', signedIn: true, ready: 'h1', widths: EVERY },
    { name: 'shifts', path: 'shifts', signedIn: true, ready: 'h1', widths: EVERY },
    { name: 'shift-plan', path: 'shifts?plan=new', signedIn: true, ready: '[role=dialog]' },
    { name: 'cash', path: 'cash', signedIn: true, ready: 'h1', widths: EVERY },
    { name: 'drivers', path: 'drivers', signedIn: true, ready: 'h1', widths: EVERY },
    { name: 'drivers-terms', path: 'drivers', signedIn: true, ready: 'h1', prepare: chooseDrivers },
    { name: 'cash-report', path: 'cash?report=today', signedIn: true, ready: '[role=dialog]', widths: EVERY },
    { name: 'bell', path: 'cash', signedIn: true, ready: 'h1', prepare: fromTheBar(-2) },
    { name: 'account-menu', path: 'cash', signedIn: true, ready: 'h1', prepare: fromTheBar(-1) },
    ...ACCOUNT_SCREENS,
    { name: 'zones', path: 'zones', signedIn: true, ready: '.maplibregl-canvas', widths: EVERY },
    { name: 'zone-new', path: 'zones?edit=new', signedIn: true, ready: '.maplibregl-canvas' },
    { name: 'day', path: 'day', signedIn: true, ready: 'h1', widths: EVERY },
    { name: 'day-nothing', path: 'day?day=2020-01-01', signedIn: true, ready: '#content h2' },
    {
      name: 'travel-times',
      path: 'day',
      signedIn: true,
      ready: '[data-testid=travel-times] p',
      prepare: (page) => page.getByTestId('travel-times').scrollIntoViewIfNeeded(),
    },
    limited('**/api/v1/dispatch/overview*', (page) => page.locator('a[href$="/dispatch/day"]').click()),
    { name: 'offline', path: '', signedIn: true, ready: PULSE, prepare: loseTheNetwork },
    { name: 'error', path: '', signedIn: true, ready: PULSE, prepare: askInVain },
    SESSION_ENDED,
  ],
};
