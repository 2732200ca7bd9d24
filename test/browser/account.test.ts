import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Authenticator } from '../api/accounts/authenticator.ts';
import { codeSentTo } from '../api/accounts/mailbox.ts';
import { makeAccount, PASSWORD, type SignIn } from '../support/people.ts';
import type { TestService } from '../support/service.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS, startConsoleService } from './support/console-service.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const SECTIONS = ['profile', 'security', 'devices', 'notifications'];
/** The response to an operation that needs a recent second factor. */
const NEEDS_CODE = {
  ...{ type: 'about:blank', title: 'Second factor required', status: 403, detail: '', instance: '/me' },
  ...{ code: 'auth.MFA_REQUIRED', requestId: 'r', errors: [] },
  secondFactor: { enrolled: true, maxAgeMinutes: 10 },
};
const NEW_PASSWORD = 'lantern-oryx-saffron-8';
const UNLIMITED = { LIMIT_SIGN_IN_PER_15_MINUTES: '1000', LIMIT_REGISTRATION_PER_15_MINUTES: '1000' };

describe('one’s own account in a console', function () {
  this.timeout(240_000);
  let service: TestService;
  let account: SignIn & { accountId: string };
  let desk: Visitor;
  let phone: Visitor;
  let looks: TwoLooks;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    service = await startConsoleService({ catalogue: false, env: UNLIMITED });
    // One person on a desktop and a phone: changes on one are seen on the other.
    account = await makeAccount(service, ['DISPATCHER', 'DRIVER']);
    desk = await newVisitor(service, { width: 1100 });
    phone = await newVisitor(service, { locale: 'ar', theme: 'dark', width: 360, height: 780 });
    looks = [
      { name: 'dispatch, English, light', visitor: desk },
      { name: 'driver, Arabic, dark', visitor: phone },
    ];
    await desk.signIn('dispatch', account);
    await phone.signIn('driver', account);
  });
  after(async () => {
    for (const { visitor } of looks ?? []) await visitor.close();
    await service?.stop();
  });

  const at = async (section: string) => {
    await follow(desk.page, `/dispatch/account/${section}`);
    await follow(phone.page, `/driver/account/${section}`);
    await expectSound(looks, section, `[data-testid=account][data-section=${section}] h2`);
  };
  const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is found in the menu, and each part of it is accessible and fits', async () => {
    await desk.page.getByRole('button', { name: /^Person/ }).press('Enter');
    const help = desk.page.getByRole('menuitem', { name: 'Help' });
    expect(await help.getAttribute('href')).to.equal('/guide/en/');
    await desk.page.getByRole('menuitem', { name: 'Account and security' }).press('Enter');
    await desk.page.getByTestId('account').waitFor();
    await follow(phone.page, '/driver/more');
    const [guide] = await Promise.all([
      phone.page.waitForEvent('popup'),
      phone.page.getByRole('link', { name: 'المساعدة' }).click(),
    ]);
    await guide.waitForURL('**/guide/ar/');
    await guide.close();
    await phone.page.getByRole('link', { name: 'الحساب والأمان' }).click();
    for (const section of SECTIONS) await at(section);
  });

  it('changes the name at once, and the e-mail once its code was given', async () => {
    await at('profile');
    const { page } = desk;
    await page.getByLabel('Name', { exact: true }).fill('Mariam');
    await submit(page, 'Save');
    await page.getByRole('button', { name: 'Mariam' }).waitFor();
    await submit(page, 'Change the e-mail');
    await page.getByLabel('New e-mail').fill('mariam@new.wasl.example');
    await page.getByRole('dialog').getByLabel('Current password').fill('not-the-password');
    await submit(page, 'Send a code');
    await page.getByText('This is not your current password.').waitFor();
    await expectSound(looks.slice(0, 1), 'a wrong password', '[role=dialog] input[aria-invalid=true]:focus');
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await submit(page, 'Send a code');
    const code = await codeSentTo(service, { email: 'mariam@new.wasl.example' }, 'EMAIL_VERIFICATION');
    await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
    await submit(page, 'Confirm');
    await page.getByText(/The code is wrong/).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await submit(page, 'Confirm');
    await page.getByText('mariam@new.wasl.example').waitFor();
    await page.getByText('Verified').first().waitFor();
    account = { ...account, email: 'mariam@new.wasl.example' };
  });

  it("shows a new password’s rules before anyone types, and ends the other devices' sessions with it", async () => {
    await at('security');
    const { page } = desk;
    await page.getByText(/At least 10 characters\. A few unrelated words/).waitFor();
    await phone.page.getByText(/10 أحرف على الأقل\. بضع كلمات/).waitFor();
    const [current, fresh] = [page.getByLabel('Current password'), page.getByLabel('New password')];
    await current.fill(PASSWORD);
    await fresh.fill('password2026');
    await submit(page, 'Change the password');
    await page.getByText(/Too easy to guess/).waitFor();
    await expectSound(looks.slice(0, 1), 'a common password', 'input[name=newPassword]:focus');
    await fresh.fill(NEW_PASSWORD);
    await submit(page, 'Change the password');
    await page.getByText('Your password is changed').waitFor();
    account = { ...account, password: NEW_PASSWORD };
    // At once, without any action on the page.
    await phone.page.getByText(/انتهت جلستك/).waitFor();
    await phone.fillSignIn(account);
    await phone.page.getByTestId('account').waitFor();
  });

  it('stores what is to be sent, and shows what cannot be switched off', async () => {
    await at('notifications');
    const { page } = phone;
    await page.getByText('يُرسل دائمًا').waitFor();
    const boxes = page.getByRole('group').getByRole('checkbox');
    await boxes.first().uncheck();
    await page.getByRole('checkbox', { name: 'تأجيل الرسائل في ساعات الهدوء' }).check();
    await page.getByLabel('حتى', { exact: true }).fill('22:00');
    await submit(page, 'حفظ');
    await page.getByText('اختر وقتًا غير وقت البداية.').waitFor();
    await expectSound(looks.slice(1), 'quiet hours', 'input[name=until][aria-invalid=true]');
    await page.getByLabel('حتى', { exact: true }).fill('06:30');
    await submit(page, 'حفظ');
    await page.getByText('تم الحفظ').first().waitFor();
    await page.reload();
    await boxes.first().waitFor();
    expect(await boxes.first().isChecked()).to.equal(false);
    await desk.page.reload();
    await desk.page.getByTestId('account').waitFor();
    await desk.page.getByLabel('Until', { exact: true }).waitFor();
    expect(await desk.page.getByLabel('Until', { exact: true }).inputValue()).to.equal('06:30');
  });

  it('shows where one is signed in, and ends a session there at once', async () => {
    const signedOut = async () => {
      await phone.page.getByText(/انتهت جلستك/).waitFor();
      await phone.fillSignIn(account);
      await phone.page.getByTestId('account').waitFor();
    };
    await at('devices');
    const { page } = desk;
    const sessions = page.getByRole('region', { name: 'Signed-in devices' });
    await sessions.getByText('This device').waitFor();
    expect(await sessions.getByRole('listitem').count()).to.equal(2);
    await sessions.getByRole('button', { name: /^End the session/ }).click();
    await page.getByText('No other device is signed in.').waitFor();
    await signedOut();
    await at('profile');
    await at('devices');
    await submit(page, 'End all others');
    await expectSound(looks.slice(0, 1), 'ending all others', '[role=dialog]');
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await page.getByText('1 session has ended').waitFor();
    await signedOut();
  });

  it('sets up a second factor, whose recovery codes are shown once', async () => {
    await at('security');
    const { page } = desk;
    await submit(page, 'Set up');
    const card = page.getByRole('region', { name: 'Second factor' });
    await card.getByLabel('Current password').fill(account.password);
    await submit(page, 'Next');
    const key = (await page.getByTestId('secret').textContent()) ?? '';
    const app = new Authenticator(key.replaceAll(' ', ''));
    await expectSound(looks.slice(0, 1), 'the key', 'img');
    await card.getByLabel('Code that the app shows').fill(await app.wrong());
    await submit(page, 'Turn on');
    await page.getByText(/The code is wrong or was already used/).waitFor();
    await card.getByLabel('Code that the app shows').fill(await app.next());
    await submit(page, 'Turn on');
    await page.getByTestId('recovery-codes').waitFor();
    const codes = await page.getByTestId('recovery-codes').getByRole('listitem').allTextContents();
    expect(codes).to.have.length.above(5);
    await expectSound(looks.slice(0, 1), 'recovery codes', '[data-testid=recovery-codes]');
    const [file] = await Promise.all([page.waitForEvent('download'), submit(page, 'Download')]);
    expect(await readFile(await file.path(), 'utf8')).to.include(codes.join('\n'));
    await submit(page, 'I have kept them');
    expect(await page.getByTestId('recovery-codes').count()).to.equal(0);

    // A request that needs a recent code is repeated automatically once the code was given.
    const sessions = '**/api/v1/me/sessions*';
    await page.route(sessions, (route) => route.fulfill({ status: 403, json: NEEDS_CODE }));
    await follow(page, '/dispatch/account/devices');
    // Behind it the list is still waiting.
    await page.getByRole('dialog').waitFor();
    await page.unroute(sessions);
    await expectAccessible(page, 'a fresh code');
    await page.getByLabel('Code from your app, or a recovery code').fill(await app.next());
    await submit(page, 'Confirm');
    await page.getByText('This device').waitFor();

    // A lost phone: the password and a recovery code turn it off, here on another device.
    await follow(phone.page, '/driver/more');
    await phone.page.getByRole('link', { name: 'الحساب والأمان' }).waitFor();
    await follow(phone.page, '/driver/account/security');
    await submit(phone.page, 'إيقاف');
    const off = phone.page.getByRole('region', { name: 'عامل التحقق الثاني' });
    await off.locator('input[name=code]').fill(codes[0] ?? '');
    await submit(phone.page, 'إيقاف');
    await expectSound(looks.slice(1), 'turning off', 'input[name=password][aria-invalid=true]:focus');
    await off.locator('input[name=password]').fill(account.password);
    await submit(phone.page, 'إيقاف');
    await off.getByText('غير مفعّل').waitFor();
  });

  it('is regained with a link when the password is forgotten', async () => {
    const { page } = phone;
    await phone.context.clearCookies();
    await page.evaluate(() => localStorage.removeItem('wasl.driver.account'));
    await page.goto('/driver/');
    await page.getByRole('button', { name: 'نسيت كلمة المرور؟' }).click();
    await page.getByLabel('البريد الإلكتروني').fill(account.email);
    await expectSound(looks.slice(1), 'forgotten', 'input[name=email]');
    await submit(page, 'أرسل لي الرابط');
    await page.getByText('راجع رسائلك').waitFor();
    const token = await codeSentTo(service, account, 'PASSWORD_RESET');
    await page.goto(`/driver/reset-password#token=${token}`);
    await expectSound(looks.slice(1), 'a new password', 'input[name=newPassword]');
    expect(page.url()).to.equal(`${service.url}/driver/`);
    await page.locator('input[name=newPassword]').fill(PASSWORD);
    await submit(page, 'تعيين كلمة المرور');
    await page.getByText('عُيّنت كلمة مرورك الجديدة.', { exact: false }).waitFor();
    account = { ...account, password: PASSWORD };
    await phone.fillSignIn(account);
    await page.locator('main[tabindex]').waitFor();
    // The desk was signed out with it, and shows why.
    await desk.page.getByText(/Your session has ended/).waitFor();
    // A used link says so, beside a field that can be filled in by hand.
    await desk.page.goto(`/dispatch/reset-password?token=${token}`);
    await desk.page.locator('input[name=newPassword]').fill(NEW_PASSWORD);
    await submit(desk.page, 'Set the password');
    await desk.page.getByText(/The link was used/).waitFor();
    await expectSound(looks.slice(0, 1), 'a used link', 'input[name=token]');
  });
});
