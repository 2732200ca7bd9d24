import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { inTransaction } from '../../db/unit-of-work.ts';
import { notify } from '../../server/notifications/notify.ts';
import { makeDispatcher, type SignIn } from '../support/people.ts';
import type { TestService } from '../support/service.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS, startConsoleService } from './support/console-service.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

/** Milliseconds until the service checks a connection's account again: about a minute outside tests. */
const LOOKS_AGAIN = 1_000;

describe('a session in the browser', function () {
  this.timeout(240_000);
  let service: TestService;
  let account: SignIn & { accountId: string };
  let visitor: Visitor;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    service = await startConsoleService({ catalogue: false, recheckEvery: LOOKS_AGAIN });
  });
  after(() => service?.stop());
  afterEach(() => visitor?.close());

  const signedIn = async (options?: VisitorOptions) => {
    account = await makeDispatcher(service);
    visitor = await newVisitor(service, options);
    await visitor.signIn('dispatch', account);
    return visitor;
  };
  const me = (page: Page) => page.getByRole('button', { name: /^Person \d+$/ });
  const form = (page: Page) => page.locator('input[name=password]');

  it('is shared by tabs, which may refresh at the same moment', async () => {
    const { page, newTab } = await signedIn();
    const other = await newTab();
    /** A tab in the background renders late. */
    const seen = async (tab: Page, what: (tab: Page) => Locator) => {
      await tab.bringToFront();
      await what(tab).waitFor();
    };
    await other.goto('/dispatch/');
    await seen(other, me);
    await Promise.all([page.reload(), other.reload()]);
    await seen(other, me);
    await seen(page, me);
    await me(page).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await page.getByText('You have signed out.').waitFor();
    await seen(other, form);
    expect(await visitor.context.cookies()).to.deep.equal([]);
    await page.bringToFront();
    await visitor.fillSignIn(account);
    await seen(page, me);
    await seen(other, me);
  });

  it("is taken over from another tab's message, although its stored data is not visible yet", async () => {
    const { page } = await signedIn();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await form(page).waitFor();
    await page.evaluate((accountId) => {
      new BroadcastChannel('wasl-dispatch').postMessage({ kind: 'signed-in', accountId });
    }, account.accountId);
    await me(page).waitFor();
  });

  it('that was ended elsewhere says so, and keeps its place', async () => {
    const { page } = await signedIn();
    await page.goto('/dispatch/?tab=drivers');
    await me(page).waitFor();
    const { database } = service.inside.deps;
    await database('sessions').where({ account_id: account.accountId }).update({ revoked_at: new Date() });
    await page.reload();
    await page.getByText(/Your session has ended/).waitFor();
    await expectAccessible(page, 'session ended');
    await visitor.fillSignIn(account);
    await me(page).waitFor();
    expect(new URL(page.url()).search).to.equal('?tab=drivers');
  });

  it('ends with the role, and explains why, without any action on the page', async () => {
    const { page } = await signedIn();
    await page.locator('#content [aria-pressed]').first().waitFor();
    // No read is in progress whose refusal would reveal it: only the live connection can.
    await page.waitForLoadState('networkidle');
    const { database } = service.inside.deps;
    await database('account_roles').where({ account_id: account.accountId }).delete();
    // Sooner than with the service's default interval between checks.
    await page.getByText(/no longer has the role/).waitFor({ timeout: 30_000 });
    await expectAccessible(page, 'role lost');
  });

  it('is replaced when someone else signs in on this browser', async () => {
    const { page, newTab } = await signedIn();
    const other = await makeDispatcher(service);
    const second = await newTab();
    await second.goto('/driver/');
    // Like a tab with an older version of the console: it signs in and notifies the others.
    await second.evaluate(async ({ email, password }) => {
      const headers = { 'Content-Type': 'application/json', 'X-Wasl-Surface': 'dispatch' };
      const body = JSON.stringify({ email, password });
      const answer = await fetch('/api/v1/auth/login', { method: 'POST', headers, body });
      const session = (await answer.json()) as { account: { id: string } };
      localStorage.setItem('wasl.dispatch.account', JSON.stringify(session.account));
      new BroadcastChannel('wasl-dispatch').postMessage({ kind: 'signed-in', accountId: session.account.id });
    }, other);
    await page.getByText(/Someone else signed in/).waitFor();
    await page.getByRole('button', { name: 'Continue with that account' }).click();
    await me(page).waitFor();
  });

  it('keeps language and theme, and its own choice of theme over the device’s', async () => {
    const { page } = await signedIn({ theme: 'light' });
    const look = () =>
      page.evaluate(() => [document.documentElement.dir, document.documentElement.dataset.theme]);
    await me(page).press('Enter');
    await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'العربية' }).click();
    await page.getByRole('button', { name: 'English' }).waitFor();
    expect(await look()).to.deep.equal(['rtl', 'dark']);
    await page.reload();
    await page.getByRole('button', { name: 'English' }).waitFor();
    expect(await look()).to.deep.equal(['rtl', 'dark']);
  });

  it('has a bell that rings automatically', async () => {
    const { page } = await signedIn();
    await page.getByRole('button', { name: 'Notifications, none unread' }).click();
    await page.getByText('No notifications').waitFor();
    await expectAccessible(page, 'empty bell');
    await page.keyboard.press('Escape');
    const { database, ids } = service.inside.deps;
    await inTransaction(database, (trx) =>
      notify(trx, {
        kind: 'SHIFT_REMINDER',
        to: { accountId: account.accountId },
        data: { startsAt: new Date().toISOString() },
        about: { id: ids.next(), version: 1 },
        requestId: null,
      }),
    );
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    await expectAccessible(page, 'bell');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Notifications, none unread' }).waitFor();
  });

  it('runs no inline script', async () => {
    visitor = await newVisitor(service, {
      expected: [/policy: script-src/, /console: .*Content Security Policy/],
    });
    const { page } = visitor;
    await visitor.open('/dispatch/');
    await form(page).waitFor();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ranInline = true';
      document.body.append(script);
    });
    expect(await page.evaluate(() => 'ranInline' in globalThis)).to.equal(false);
  });
});
