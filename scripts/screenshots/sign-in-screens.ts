import type { Page } from 'playwright-core';
import { DEMO_PEOPLE } from '../../server/admin/demo/people.ts';
import type { Screen } from './screen.ts';

const READY = 'input[name=password]';

async function tryWith(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator(READY).fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('[role=alert]').first().waitFor();
}

/** An e-mail that nobody has locks like any other. */
async function lockOut(page: Page): Promise<void> {
  const email = `locked-${Date.now()}@example.qa`;
  const { request } = page.context();
  for (let count = 0; count < 5; count += 1) {
    await request.post('/api/v1/auth/login', { data: { email, password: 'not-the-password' } });
  }
  await tryWith(page, email, 'not-the-password');
}

/** The same in every console, and each has them. */
export const SIGN_IN_SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '', signedIn: false, ready: READY },
  {
    name: 'sign-in-missing',
    path: '',
    signedIn: false,
    ready: READY,
    prepare: (page) => page.locator('button[type=submit]').click(),
  },
  {
    name: 'sign-in-wrong',
    path: '',
    signedIn: false,
    ready: READY,
    prepare: (page) => tryWith(page, 'nobody@example.qa', 'not-the-password'),
  },
  { name: 'sign-in-locked', path: '', signedIn: false, ready: READY, prepare: lockOut },
  {
    name: 'sign-in-administrator',
    path: '',
    signedIn: false,
    ready: READY,
    prepare: (page) => tryWith(page, DEMO_PEOPLE.admin.email, DEMO_PEOPLE.admin.password),
  },
  {
    name: 'sign-in-other-role',
    path: '',
    signedIn: false,
    ready: READY,
    prepare: (page) => tryWith(page, DEMO_PEOPLE.buyer.email, DEMO_PEOPLE.buyer.password),
  },
];
