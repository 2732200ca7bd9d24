import type { Page } from 'playwright-core';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import type { ScreenList } from './screen.ts';
import { ACCOUNT_SCREENS, limited, SESSION_ENDED, SIGN_IN_SCREENS } from './sign-in-screens.ts';

async function signInToApply(page: Page): Promise<void> {
  await page.locator('input[name=email]').fill(DEMO_PEOPLE.buyer.email);
  await page.locator('input[name=password]').fill(DEMO_PEOPLE.buyer.password);
  await page.locator('button[type=submit]').click();
  await page.locator('[data-testid=apply], [data-testid=application]').waitFor();
}

/** The demo's driver may be off duty: then the shift is started. */
async function askToEnd(page: Page): Promise<void> {
  const shift = page.locator('[data-testid=shift]');
  if ((await shift.getAttribute('data-duty')) === 'OFF') await shift.getByRole('button').click();
  await page.locator('[data-testid=shift]:not([data-duty=OFF])').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor();
}

/**
 * Steps that wait for the network, and what the app shows about them: a break and its end, so that everything is as
 * before once they are sent.
 */
async function waitWithSteps(page: Page): Promise<void> {
  await loseTheNetwork(page);
  const shift = page.locator('[data-testid=shift]');
  const former = (await shift.getAttribute('data-duty')) ?? '';
  await shift.getByRole('button').first().click();
  await page.locator(`[data-testid=shift]:not([data-duty=${former}])`).getByRole('button').first().click();
  await page.locator('nav a').last().click();
  await page.locator('#main a[href$="/driver/steps"]').last().click();
  await page.locator('article[data-state=QUEUED]').first().waitFor();
}

async function loseTheNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page
    .locator('[data-testid=connection]')
    .filter({ hasText: /Offline|غير متصل/ })
    .waitFor();
}

export const DRIVER_SCREENS: ScreenList = {
  surface: 'driver',
  widths: [360],
  height: 780,
  screens: [
    // An account that is not a driver is not refused here.
    ...SIGN_IN_SCREENS.filter(({ name }) => name !== 'sign-in-other-role'),
    { name: 'apply', path: '', signedIn: false, ready: 'input[name=password]', prepare: signInToApply },
    { name: 'work', path: '', signedIn: true, ready: '[data-testid=shift]', widths: [360, 1440] },
    ...['route', 'cash', 'more', 'steps', 'notifications', 'settings'].map((name) => ({
      name,
      path: name,
      signedIn: true,
      ready: '#main h1',
    })),
    ...ACCOUNT_SCREENS,
    limited('**/api/v1/driver/cash', (page) => page.reload()),
    { name: 'end-shift', path: '', signedIn: true, ready: '[data-testid=shift]', prepare: askToEnd },
    { name: 'offline', path: '', signedIn: true, ready: '[data-testid=shift]', prepare: loseTheNetwork },
    { name: 'steps-waiting', path: '', signedIn: true, ready: '[data-testid=shift]', prepare: waitWithSteps },
    SESSION_ENDED,
  ],
};
