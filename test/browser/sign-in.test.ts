import { expect } from 'chai';
import { makeAccount, makeAdministrator, makeDispatcher } from '../support/people.ts';
import type { TestService } from '../support/service.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS, startConsoleService } from './support/console-service.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

describe('signing in to a console', function () {
  this.timeout(120_000);
  let service: TestService;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    service = await startConsoleService({ catalogue: false, env: { LOCK_AFTER_FAILURES: '2' } });
  });
  after(() => service?.stop());
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.close();
  });

  const visit = async (options?: VisitorOptions) => {
    const visitor = await newVisitor(service, options);
    visitors.push(visitor);
    return visitor;
  };

  it('signs a dispatcher in, keeps the refresh token from scripts, and survives a reload', async () => {
    const visitor = await visit();
    const { page, context } = visitor;
    await visitor.signIn('dispatch', await makeDispatcher(service));
    const [cookie] = await context.cookies();
    expect(cookie).to.include({
      name: '__Host-wasl-dispatch',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    const stored = await page.evaluate(
      () => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }),
    );
    expect(stored).to.not.match(/rt_|eyJ/);
    await page.reload();
    await page.getByRole('button', { name: /Person/ }).waitFor();
    const [renewed] = await context.cookies();
    expect(renewed?.value).to.not.equal(cookie?.value);
  });

  it('names what is missing before it sends a request', async () => {
    const visitor = await visit();
    await visitor.open('/dispatch/');
    await visitor.page.getByRole('button', { name: 'Sign in' }).click();
    await visitor.page.getByText('Enter your e-mail address.').waitFor();
    expect(
      await visitor.page.locator('input[name=email]').evaluate((field) => field === document.activeElement),
    ).to.equal(true);
    await expectAccessible(visitor.page, 'missing fields');
  });

  it('says that a password is wrong, then until when the account is locked, counting down', async () => {
    const visitor = await visit();
    const dispatcher = await makeDispatcher(service);
    await visitor.open('/dispatch/');
    await visitor.fillSignIn({ ...dispatcher, password: 'not-the-password' });
    await visitor.page.getByText('E-mail or password is wrong').waitFor();
    await expectAccessible(visitor.page, 'wrong password');
    await visitor.fillSignIn({ ...dispatcher, password: 'not-the-password' });
    await visitor.page.getByText('E-mail or password is wrong').waitFor();
    await visitor.fillSignIn(dispatcher);
    await visitor.page
      .getByText(/Sign-in is locked until \d\d:\d\d/)
      .last()
      .waitFor();
    await visitor.page.getByText(/try again in 1[45]:\d\d/).waitFor();
    expect(await visitor.page.locator('button[type=submit]').isDisabled()).to.equal(true);
    await expectAccessible(visitor.page, 'locked');
  });

  it('explains to an administrator why a dispatcher account is needed', async () => {
    const administrator = await makeAdministrator(service);
    for (const locale of ['en', 'ar'] as const) {
      const visitor = await visit({ locale });
      await visitor.open('/dispatch/');
      await visitor.page.locator('input[name=password]').waitFor();
      expect(await visitor.page.locator('input').count(), 'e-mail and password only').to.equal(2);
      await visitor.fillSignIn(administrator);
      const words = locale === 'en' ? 'Administrators sign in elsewhere' : 'للمسؤولين مكان آخر لتسجيل الدخول';
      await visitor.page.getByText(words).waitFor();
      await expectAccessible(visitor.page, `administrator, ${locale}`);
    }
  });

  it('refuses an account without the role, and links to the application in the driver app', async () => {
    const buyer = await makeAccount(service, ['BUYER']);
    for (const [surface, words] of [
      ['dispatch', 'This account is not a dispatcher'],
      ['driver', 'Apply to drive'],
    ] as const) {
      const visitor = await visit();
      await visitor.open(`/${surface}/`);
      await visitor.fillSignIn(buyer);
      await visitor.page.getByText(words).waitFor();
    }
  });

  it('shows how long to wait after too many attempts from one network', async () => {
    const visitor = await visit();
    await visitor.open('/dispatch/');
    const nobody = { email: 'nobody@test.wasl.example', password: 'wrong-password' };
    for (let count = 0; count < 10; count += 1) {
      await visitor.page.evaluate(async (body) => {
        const headers = { 'Content-Type': 'application/json', 'X-Wasl-Surface': 'dispatch' };
        await fetch('/api/v1/auth/login', { method: 'POST', headers, body });
      }, JSON.stringify(nobody));
    }
    await visitor.fillSignIn(nobody);
    await visitor.page.getByText('Too many attempts from this network').last().waitFor();
    await visitor.page.getByText(/try again in 1[45]:\d\d/).waitFor();
    await expectAccessible(visitor.page, 'rate-limited');
  });

  it('is a page in two languages and two themes, mirrored completely and accessible in each', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const visitor = await visit({ theme, width: 360, height: 740 });
      await visitor.open('/driver/');
      const { page } = visitor;
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await expectAccessible(page, `en ${theme}`);
      await page.getByRole('button', { name: 'العربية' }).click();
      await page.getByRole('heading', { name: 'تسجيل الدخول' }).waitFor();
      expect(
        await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ).to.deep.equal(['ar', 'rtl']);
      await expectAccessible(page, `ar ${theme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'fits').to.equal(
        true,
      );
      await page.reload();
      await page.getByRole('heading', { name: 'تسجيل الدخول' }).waitFor();
    }
  });
});
