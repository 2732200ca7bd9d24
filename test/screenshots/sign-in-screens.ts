import type { Page } from 'playwright-core';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import type { Screen } from './screen.ts';

const READY = 'input[name=password]';

async function tryWith(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator(READY).fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('[role=alert]').first().waitFor();
}

/** An e-mail without an account is locked like any other. */
async function lockOut(page: Page): Promise<void> {
  const email = `locked-${Date.now()}@example.qa`;
  const { request } = page.context();
  for (let count = 0; count < 5; count += 1) {
    await request.post('/api/v1/auth/login', { data: { email, password: 'not-the-password' } });
  }
  await tryWith(page, email, 'not-the-password');
}

/** As many attempts from one address as a quarter of an hour allows. */
async function spendTheBudget(page: Page): Promise<void> {
  const { request } = page.context();
  for (let count = 0; count < 10; count += 1) {
    await request.post('/api/v1/auth/login', {
      data: { email: `nobody-${count}@example.qa`, password: 'x' },
    });
  }
  await tryWith(page, 'nobody@example.qa', 'not-the-password');
}

async function forget(page: Page): Promise<void> {
  await page.locator(READY).waitFor();
  // The last button of the form, behind the one that signs in.
  await page.locator('form + button, form button[type=button]').last().click();
  await page.locator(READY).waitFor({ state: 'detached' });
}

/** The same in every console, each of which has them. */
export const SIGN_IN_SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '', signedIn: false, ready: READY },
  { name: 'sign-in-forgotten', path: '', signedIn: false, ready: READY, prepare: forget },
  {
    name: 'sign-in-reset',
    path: 'reset-password#token=not-a-token',
    signedIn: false,
    ready: 'input[name=newPassword]',
  },
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
    // Another one each time: one that is tried repeatedly would be locked.
    prepare: (page) => tryWith(page, `nobody-${Date.now()}@example.qa`, 'not-the-password'),
  },
  { name: 'sign-in-locked', path: '', signedIn: false, ready: READY, prepare: lockOut },
  { name: 'sign-in-limited', path: '', signedIn: false, ready: READY, prepare: spendTheBudget },
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

/** One's own account, the same in every console. */
export const ACCOUNT_SCREENS: readonly Screen[] = ['profile', 'security', 'devices', 'notifications'].map(
  (section) => ({
    name: `account-${section}`,
    path: `account/${section}`,
    signedIn: true,
    ready: `[data-testid=account][data-section=${section}] h2`,
  }),
);

/** The network has sent too many requests: what is missing is read again automatically. */
export function limited(calls: string, go: (page: Page) => Promise<unknown>): Screen {
  const problem = {
    ...{ type: 'about:blank', title: 'Too many requests', status: 429, detail: '', instance: '/' },
    ...{ code: 'common.RATE_LIMITED', requestId: 'r', errors: [] },
  };
  const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '40' };
  return {
    ...{ name: 'limited', path: '', signedIn: true, ready: 'main' },
    prepare: async (page) => {
      await page.route(calls, (route) => route.fulfill({ status: 429, headers, json: problem }), {
        times: 1,
      });
      await go(page);
      await page.locator('[data-testid=notices] strong').first().waitFor();
    },
  };
}

/** The last screen of a console: it leaves the session signed out. */
export const SESSION_ENDED: Screen = {
  name: 'session-ended',
  path: '',
  signedIn: true,
  ready: 'main',
  prepare: async (page) => {
    // Away from the console first: a token that it is just requesting would bring the cookie back.
    const address = page.url();
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(address);
    await page.locator(READY).waitFor();
  },
};
