import type { Page } from 'playwright-core';
import type { ScreenList } from './screen.ts';
import { SESSION_ENDED, SIGN_IN_SCREENS } from './sign-in-screens.ts';

/** The demo's driver may be off duty: then the shift begins. */
async function askToEnd(page: Page): Promise<void> {
  const shift = page.locator('[data-testid=shift]');
  if ((await shift.getAttribute('data-duty')) === 'OFF') await shift.getByRole('button').click();
  await page.locator('[data-testid=shift]:not([data-duty=OFF])').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor();
}

/** A step that waits for the network, and what the app says of it. */
async function waitWithAStep(page: Page): Promise<void> {
  await loseTheNetwork(page);
  await page.locator('[data-testid=shift] button').first().click();
  await page.locator('nav a').last().click();
  await page.locator('a[href$="/driver/steps"]').click();
  await page.locator('[data-state=QUEUED]').waitFor();
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
    ...SIGN_IN_SCREENS,
    { name: 'work', path: '', signedIn: true, ready: '[data-testid=shift]', widths: [360, 1440] },
    ...['route', 'cash', 'more', 'steps', 'notifications', 'settings'].map((name) => ({
      name,
      path: name,
      signedIn: true,
      ready: '#main h1',
    })),
    { name: 'end-shift', path: '', signedIn: true, ready: '[data-testid=shift]', prepare: askToEnd },
    { name: 'offline', path: '', signedIn: true, ready: '[data-testid=shift]', prepare: loseTheNetwork },
    { name: 'steps-waiting', path: '', signedIn: true, ready: '[data-testid=shift]', prepare: waitWithAStep },
    SESSION_ENDED,
  ],
};
