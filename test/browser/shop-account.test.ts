import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { notifyConsumer } from '../../server/notifications/notify-consumer.ts';
import { Authenticator } from '../api/accounts/authenticator.ts';
import { openPageSession } from '../support/page-session.ts';
import { makeAccount, PASSWORD } from '../support/people.ts';
import type { TestService } from '../support/service.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS, startConsoleService } from './support/console-service.ts';
import { beyondTheEdge } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

/** The harder combination: right to left, dark and narrow. `shop-purchase.test.ts` covers the others. */
const LOOK = { locale: 'ar', theme: 'dark', width: 320 } as const;
/** Pages without a form's result; results are checked during the set-up of the second factor. */
const PAGES = [
  ...['', '/profile', '/email', '/phone', '/security', '/security/password'],
  ...['/devices', '/notifications', '/privacy', '/closing', '/closed'],
];

describe("the account's pages in a browser", function () {
  this.timeout(120_000);
  let service: TestService;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    service = await startConsoleService({ catalogue: false });
  });

  after(async () => {
    for (const visitor of visitors) await visitor.close();
    await service?.stop();
  });

  it('can be read and used by everyone: right to left, in the dark, 320 pixels wide', async () => {
    const { accountId } = await makeAccount(service, ['BUYER']);
    await notifyConsumer(service.inside.deps)(
      { kind: 'DELIVERED', accountId, orderId: randomUUID(), orderNumber: 'W-2026-000123' },
      {
        ...{ effectId: randomUUID(), source: { kind: 'order', key: randomUUID() }, version: 1 },
        ...{ correlationId: randomUUID(), requestId: null },
      },
    );
    const visitor = await newVisitor(service, { ...LOOK, height: 800, expected: [/422.*security.factor/] });
    visitors.push(visitor);
    const { page, context } = visitor;
    // The cookie needs a secure host, which this machine is to its browser whatever the protocol.
    const cookie = { name: '__Host-wasl-shop', value: await openPageSession(service, accountId) };
    await context.addCookies([{ ...cookie, url: `https://${new URL(service.url).host}`, secure: true }]);
    const isWhole = async (what: string) => {
      await expectAccessible(page, what);
      expect(await page.evaluate(beyondTheEdge), `${what}: beyond the page's width`).to.deep.equal([]);
    };
    const submit = () => page.locator('.account-body form.form button[type=submit]').click();
    for (const path of PAGES) {
      await visitor.open(`/${LOOK.locale}/account${path}`);
      await isWhole(path);
    }
    await visitor.open(`/${LOOK.locale}/notifications`);
    await isWhole('the bell');
    await visitor.open(`/${LOOK.locale}/account/security/factor`);
    await submit();
    await page.locator('#faults').waitFor();
    await page.locator('#faults:focus').waitFor();
    await isWhole('a form that is refused');
    await page.locator('#password').fill(PASSWORD);
    await submit();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    await isWhole('the key');
    await page.locator('#code').fill(await new Authenticator(secret.replaceAll(' ', '')).next());
    await submit();
    await page.locator('#recovery-codes').waitFor();
    await isWhole('recovery codes');
    await page.locator('[data-print]').waitFor();
    await visitor.open(`/${LOOK.locale}/account/confirm`);
    await isWhole('a code on the way');
    await visitor.open(`/${LOOK.locale}/account/security/factor/off`);
    await isWhole('turning it off');
  });

  it('sends a form once for two presses, and again when it is pressed later: a file download leaves the page as it is', async () => {
    const { accountId } = await makeAccount(service, ['BUYER']);
    const visitor = await newVisitor(service, { locale: 'en', theme: 'light', width: 1280, height: 800 });
    visitors.push(visitor);
    const { page, context } = visitor;
    await page.clock.install();
    const cookie = { name: '__Host-wasl-shop', value: await openPageSession(service, accountId) };
    await context.addCookies([{ ...cookie, url: `https://${new URL(service.url).host}`, secure: true }]);
    await visitor.open('/en/account/privacy');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    const form = page.locator('form[action$="/privacy/data"]');
    const press = async () => {
      const file = page.waitForEvent('download');
      await form.locator('button').dblclick();
      await file;
    };
    await press();
    expect(sent).to.equal(1);
    await page.clock.runFor(5_100);
    expect(await form.getAttribute('aria-busy')).to.equal(null);
    await press();
    expect(sent).to.equal(2);
    // Recently seen products stay on this device until its user signs out.
    await page.evaluate(() => localStorage.setItem('wasl-seen', '[1]'));
    await visitor.open('/en/account');
    await page.locator('form[data-forget-seen] button').click();
    await page.waitForURL('**/en');
    expect(await page.evaluate(() => localStorage.getItem('wasl-seen'))).to.equal('[]');
  });
});
