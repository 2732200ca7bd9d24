import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { notifyConsumer } from '../../../server/notifications/notify-consumer.ts';
import { openPageSession } from '../../support/page-session.ts';
import { makeAccount, PASSWORD, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { Authenticator } from '../accounts/authenticator.ts';
import { codeSentTo, messagesTo } from '../accounts/mailbox.ts';
import { PageClient } from './page-client.ts';

const NEW_PASSWORD = 'lantern-oryx-saffron';
const SESSION = '__Host-wasl-shop';

/** A person signed in to the storefront's pages. */
interface Owner {
  accountId: string;
  email: string;
  pages: PageClient;
}

describe("the account's pages", () => {
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_SIGN_IN_PER_15_MINUTES: '100' } });
  });

  after(() => service?.stop());

  async function owner(): Promise<Owner> {
    const { accountId, email } = await makeAccount(service, ['BUYER']);
    const pages = new PageClient(service);
    pages.cookies.set(SESSION, await openPageSession(service, accountId));
    return { accountId, email, pages };
  }

  async function withoutPassword(): Promise<Owner> {
    const somebody = await owner();
    const { accountId } = somebody;
    await service.inside.deps.database('accounts').where({ id: accountId }).update({ password_hash: null });
    return somebody;
  }

  function notify(payload: { kind: string; accountId: string; orderId?: string; [more: string]: unknown }) {
    const key = payload.orderId ?? uuidv7();
    return notifyConsumer(service.inside.deps)(
      { orderNumber: 'W-2026-000123', ...payload, orderId: key },
      {
        effectId: randomUUID(),
        source: { kind: 'order', key },
        version: 1,
        correlationId: randomUUID(),
        requestId: null,
      },
    );
  }

  /** The field is marked, its error is described beside it, and the summary at the top lists it. */
  function expectFault({ page }: PageClient, field: string, words: string): void {
    expect(page.status, page.path).to.equal(422);
    const input = new RegExp(`<(?:input|select)[^>]*id="${field}"[^>]*>`).exec(page.html)?.[0];
    expect(input, field)
      .to.include('aria-invalid="true"')
      .and.to.include(`${field}-fault`)
      .and.not.to.match(/value="[^"]/);
    expect(page.html).to.include(`href="#${field}"`);
    expect(page.text).to.include(words);
  }

  const accountOf = (id: string) => service.inside.deps.database('accounts').where({ id }).first();

  it('lead a guest to signing in and back, and leave nothing for the next user of the browser', async () => {
    const guest = new PageClient(service);
    const response = await guest.ask('/en/account/security/password');
    expect(response.headers.get('location')).to.equal('/en/sign-in?next=%2Faccount%2Fsecurity%2Fpassword');
    const { pages, email } = await owner();
    const { text, headers } = await pages.open('/en/account');
    expect(text)
      .to.include(email)
      .and.to.include('Not verified')
      .and.to.include('E-mails are not being sent');
    expect(headers.get('cache-control')).to.equal('private, no-store');
    await pages.submit('/account/sign-out');
    expect(pages.cookies.has('wasl-unread')).to.equal(false);
    expect((await pages.ask('/en/account')).headers.get('location')).to.include('/sign-in');
  });

  it('show everything in both languages, with no inline code', async () => {
    const { pages, accountId } = await owner();
    await notify({ kind: 'ORDER_PLACED', accountId });
    for (const path of [
      ...['', '/profile', '/email', '/phone', '/security', '/security/password'],
      ...['/security/factor', '/devices', '/notifications', '/privacy', '/closing', '/closed', '/confirm'],
    ]) {
      for (const locale of ['en', 'ar']) {
        const { status, html, path: at } = await pages.open(`/${locale}/account${path}`);
        expect([status, at], path).to.deep.equal([200, `/${locale}/account${path}`]);
        expect(html, path).not.to.match(/ style=|<style| on\w+=/);
        expect(html, path).to.include('<meta name="robots" content="noindex"/>');
        const [, name = ''] = /<title>([^<]*)/.exec(html) ?? [];
        expect(name, path).to.match(locale === 'ar' ? /[\u0600-\u06ff]/ : /^[^\u0600-\u06ff]+$/);
      }
    }
  });

  it('change name and language, and report what is wrong with a name', async () => {
    const { pages, accountId } = await owner();
    await pages.open('/ar/account/profile');
    await pages.submit('/account/profile', { displayName: ' ', locale: 'ar' });
    expect(pages.page.status).to.equal(422);
    expect(pages.page.html).to.include('aria-invalid="true"');
    await pages.submit('/account/profile', { displayName: 'نورة الكواري', locale: 'ar' });
    expect(pages.page.path).to.equal('/ar/account?said=saved');
    expect(pages.page.text).to.include('تم الحفظ').and.to.include('نورة الكواري');
    expect(await accountOf(accountId)).to.include({ display_name: 'نورة الكواري', locale: 'ar' });
  });

  it("change the e-mail with a code in Arabic digits, and never have it in a page's address", async () => {
    const { pages, accountId, email } = await owner();
    const next = 'noora.new@example.qa';
    await pages.open('/en/account/email');
    await pages.submit('/account/email', { email: 'noora', password: PASSWORD });
    expect(pages.page.html).to.include('value="noora"');
    expect(pages.page.text).to.include('Enter an e-mail address');
    await pages.submit('/account/email', { email: next, password: 'not-it-at-all' });
    expectFault(pages, 'password', 'This is not your current password');
    expect(pages.page.html).to.include(`value="${next}"`);
    await pages.submit('/account/email', { email: next, password: PASSWORD });
    expect(pages.page.path)
      .to.match(/^\/en\/account\/email\/code\?to=/)
      .and.not.to.include('noora');
    expect(pages.page.text).to.include(next);
    const code = await codeSentTo(service, { email: next }, 'EMAIL_VERIFICATION');
    await pages.submit(pages.page.path.slice(3), { code: '000000' === code ? '111111' : '000000' });
    expectFault(pages, 'code', 'The code is wrong');
    // The page with this address shows nothing of it to another account.
    const { path } = pages.page;
    const stranger = await owner();
    expect((await stranger.pages.open(path)).text).not.to.include(next);
    const arabic = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
    const fields = pages.filled(path.slice(3), { code: arabic });
    const answers = await Promise.all([1, 2].map(() => pages.copy().post(path, fields)));
    for (const answer of answers) expect(answer.text).to.include('Your e-mail is confirmed');
    expect(await accountOf(accountId)).to.include({ email: next });
    expect((await messagesTo(service, { email })).map(({ kind }) => kind)).to.include('EMAIL_CHANGED');
  });

  it('add, change and remove a phone however it is typed, and do not send a code to the same number again', async () => {
    const { pages, accountId } = await owner();
    await pages.open('/en/account/phone');
    await pages.submit('/account/phone', { phone: '12345', password: PASSWORD });
    expect(pages.page.text).to.include('Enter a number in Qatar');
    await pages.submit('/account/phone', { phone: '٥٥١٢ ٣٤٥٦', password: PASSWORD });
    const code = await codeSentTo(service, { phone: '+97455123456' }, 'PHONE_VERIFICATION');
    await pages.submit(pages.page.path.slice(3), { code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(pages.page.text).to.include('+974 5512 3456').and.to.include('Your phone number is confirmed');
    await pages.open('/en/account/phone');
    await pages.submit('/account/phone', { phone: '00974 5512 3456', password: PASSWORD });
    expect(pages.page.path).to.equal('/en/account?said=same');
    await pages.open('/en/account/phone/removal');
    await pages.submit('/account/phone/removal', { password: 'not-it-at-all' });
    expectFault(pages, 'password', 'not your current password');
    await pages.submit('/account/phone/removal', { password: PASSWORD });
    expect((await accountOf(accountId))?.phone).to.equal(null);
  });

  it('change the password once however often the button is pressed, and end every other session', async () => {
    const { pages, accountId } = await owner();
    const elsewhere = new PageClient(service);
    elsewhere.cookies.set(SESSION, await openPageSession(service, accountId));
    await elsewhere.open('/en/account/security');
    await pages.open('/en/account/security/password');
    await pages.submit('/account/security/password', { password: PASSWORD, newPassword: 'short' });
    expectFault(pages, 'newPassword', 'This password is too short');
    await pages.submit('/account/security/password', { password: PASSWORD, newPassword: 'password1234' });
    expectFault(pages, 'newPassword', 'Too easy to guess');
    const fields = pages.filled('/account/security/password', {
      password: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    const answers = await Promise.all(
      [1, 2].map(() => pages.copy().post('/en/account/security/password', fields)),
    );
    for (const { text } of answers) expect(text).to.include('Your password is changed');
    await pages.open('/en/account/security/password');
    await pages.submit('/account/security/password', { password: PASSWORD, newPassword: NEW_PASSWORD });
    expectFault(pages, 'password', 'not your current password');
    const ended = await elsewhere.ask('/en/account/security');
    expect(ended.headers.get('location')).to.equal('/en/sign-in?next=%2Faccount%2Fsecurity');
  });

  it('require a recent sign-in from an account without a password, and lead there', async () => {
    const { pages, accountId } = await withoutPassword();
    await pages.open('/en/account/security/password');
    expect(pages.form('/account/security/password').fields.map(({ name }) => name)).not.to.include(
      'password',
    );
    await service.inside.deps
      .database('sessions')
      .where({ account_id: accountId })
      .update({ created_at: new Date(Date.now() - 11 * 60_000) });
    await pages.submit('/account/security/password', { newPassword: NEW_PASSWORD });
    expect(pages.page.status).to.equal(403);
    expect(pages.page.text).to.include('Sign in again first');
    const [, link = ''] = /href="([^"]*again=1[^"]*)"/.exec(pages.page.html) ?? [];
    expect((await pages.open(link.replaceAll('&amp;', '&'))).path).to.include('/en/sign-in/code?again=1');
    pages.cookies.set(SESSION, await openPageSession(service, accountId));
    await pages.open('/en/account/security/password');
    await pages.submit('/account/security/password', { newPassword: NEW_PASSWORD });
    expect(pages.page.text).to.include('Your password is changed');
  });

  it('set up a second factor, show its codes once and to both presses, replace it, turn it off', async () => {
    const { pages, accountId, email } = await owner();
    const enroll = async () => {
      await pages.open('/en/account/security/factor');
      await pages.submit('/account/security/factor', { password: PASSWORD });
      const { fields } = pages.form('/account/security/factor/code');
      return new Authenticator(fields.find(({ name }) => name === 'secret')?.value ?? '');
    };
    await pages.open('/en/account/security/factor');
    await pages.submit('/account/security/factor', { password: 'not-it-at-all' });
    expectFault(pages, 'password', 'not your current password');
    const first = await enroll();
    expect(pages.page.html).to.include('<svg').and.to.include('otpauth://totp/');
    expect(pages.page.headers.get('cache-control')).to.include('no-store');
    await pages.submit('/account/security/factor/code', { code: await first.wrong() });
    expectFault(pages, 'code', 'The code is wrong');
    expect(pages.page.html).to.include(first.secret);
    const fields = pages.filled('/account/security/factor/code', { code: await first.next() });
    const shown = await Promise.all(
      [1, 2].map(() => pages.copy().post('/en/account/security/factor/code', fields)),
    );
    const codesIn = (html: string) => html.match(/(?<=<li>)[0-9A-Z]{4}-[0-9A-Z]{4}/g) ?? [];
    const [codes = [], again] = shown.map(({ html }) => codesIn(html));
    expect(codes).to.have.lengthOf(10);
    expect(again).to.deep.equal(codes);

    // Another phone: without a recent code of the previous one, the page that asks for it comes first.
    const { database } = service.inside.deps;
    await database('sessions').where({ account_id: accountId }).update({ mfa_at: null });
    await pages.open('/en/account/security/factor');
    await pages.submit('/account/security/factor', { password: PASSWORD });
    expect(pages.page.path).to.equal('/en/account/confirm?next=%2Faccount%2Fsecurity%2Ffactor');
    const confirm = '/account/confirm?next=%2Faccount%2Fsecurity%2Ffactor';
    await pages.submit(confirm, { code: 'AAAA-AAAA' });
    expectFault(pages, 'code', 'The code is wrong');
    await pages.submit(confirm, { code: codes[0] ?? '' });
    expect(pages.page.path).to.equal('/en/account/security/factor');
    const second = await enroll();
    await pages.submit('/account/security/factor/code', { code: await second.next() });
    expect(codesIn(pages.page.html)).to.have.lengthOf(10).and.not.to.include(codes[1]);

    // The shop's own sign-in asks for it, with a password as with a code.
    const elsewhere = new PageClient(service);
    await elsewhere.open('/en/sign-in?next=%2Faccount');
    await elsewhere.submit('/sign-in', { email, password: PASSWORD });
    expect(elsewhere.cookies.get(SESSION)).not.to.match(/^rt_/);
    const [unused = ''] = codesIn(pages.page.html);
    await elsewhere.submit('/sign-in', { email, password: PASSWORD, mfaToken: unused });
    expect(elsewhere.page.path).to.equal('/en/account');

    await pages.open('/en/account/security/factor/off');
    await pages.submit('/account/security/factor/off', { password: PASSWORD, code: await second.wrong() });
    expectFault(pages, 'code', 'The code is wrong');
    await pages.submit('/account/security/factor/off', { password: PASSWORD, code: await second.next() });
    expect(pages.page.text).to.include('The second factor is off');
    expect((await pages.open('/en/account/security/factor/off')).path).to.equal('/en/account/security');
  });

  it('never lead to another host after a code', async () => {
    const { pages } = await owner();
    const elsewhere = encodeURIComponent('//evil.example');
    await pages.open(`/en/account/confirm?next=${elsewhere}`);
    await pages.submit(`/account/confirm?next=${elsewhere}`, { code: '123456' });
    expect(pages.page.path).to.equal('/en/account/security');
  });

  it('list devices, this one first, and end one or all others, never another account’s', async () => {
    const { pages, accountId } = await owner();
    for (let more = 0; more < 21; more += 1) await openPageSession(service, accountId, 'curl/8');
    const stranger = await owner();
    const strangers = await service.inside.deps
      .database('sessions')
      .where({ account_id: stranger.accountId })
      .first('id');
    await pages.open('/en/account/devices');
    expect(pages.page.html).to.include('cursor=').and.to.include('End all others');
    const [first] = pages.page.html.match(/\/en\/account\/devices\/[\w-]{36}\/end/) ?? [];
    const fields = pages.filled(first?.slice(3) ?? '');
    await pages.post(first ?? '', fields);
    expect(pages.page.text).to.include('That device is signed out');
    expect((await pages.post(first ?? '', fields)).text).to.include('That device is signed out');
    await pages.post(`/en/account/devices/${strangers?.id}/end`, fields);
    expect((await stranger.pages.open('/en/account')).path).to.equal('/en/account');
    await pages.open('/en/account/devices');
    await pages.submit('/account/devices/others/end');
    expect(pages.page.text).to.include('All other devices are signed out').and.to.include('This device');
    expect(pages.page.text).to.include('No other device is signed in');
  });

  it('list devices that get messages, and remove them', async () => {
    const { pages, email, accountId } = await owner();
    const client = await signIn(service, { email, password: PASSWORD });
    await client.post('/me/device-tokens', { purpose: 'NOTIFICATIONS', name: 'Pixel 9' });
    await pages.open('/en/account/devices');
    expect(pages.page.text).to.include('Pixel 9').and.to.include('Shows notifications');
    const [action = ''] = pages.page.html.match(/\/en\/account\/devices\/apps\/[\w-]{36}\/remove/) ?? [];
    await pages.submit(action.slice(3));
    expect(pages.page.text).to.include('Nothing is sent there any more').and.not.to.include('Pixel 9');
    const left = await service.inside.deps
      .database('device_tokens')
      .whereIn(
        'session_id',
        service.inside.deps.database('sessions').where({ account_id: accountId }).select('id'),
      );
    expect(left).to.deep.equal([]);
  });

  it('store what is to be sent and when, and refuse quiet hours that never end', async () => {
    const { pages, email } = await owner();
    await pages.open('/en/account/notifications');
    await pages.submit('/account/notifications', {
      'GROUP_ACCEPTED.EMAIL': false,
      quiet: true,
      quietFrom: '22:00',
      quietUntil: '22:00',
    });
    expect(pages.page.status).to.equal(422);
    expect(pages.page.text).to.include('Choose a different time');
    // The boxes are still ticked and unticked as submitted.
    await pages.submit('/account/notifications', { quietUntil: '٠٦:٣٠', zone: 'Europe/London' });
    expect(pages.page.path).to.equal('/en/account/notifications?said=saved');
    const client = await signIn(service, { email, password: PASSWORD });
    const { choices, quietHours } = await client.get<{
      choices: { kind: string; channel: string; enabled: boolean }[];
      quietHours: object;
    }>('/notification-preferences');
    expect(quietHours).to.deep.equal({ from: '22:00', until: '06:30', zone: 'Europe/London' });
    const off = choices.filter(({ enabled }) => !enabled).map(({ kind, channel }) => `${kind}.${channel}`);
    expect(off).to.deep.equal(['GROUP_ACCEPTED.EMAIL']);
    await pages.submit('/account/notifications', { quiet: false });
    expect((await client.get<{ quietHours: unknown }>('/notification-preferences')).quietHours).to.equal(
      null,
    );
  });

  it("have the bell: the delivery code, what is new, links to the order, page by page, and not another account's", async () => {
    const { pages, accountId } = await owner();
    const { deps } = service.inside;
    const orderId = uuidv7();
    for (let more = 0; more < 20; more += 1) await notify({ kind: 'GROUP_READY', accountId });
    const codeId = uuidv7();
    await notify({
      ...{ kind: 'DELIVERY_CODE', accountId, orderId, groupId: uuidv7(), taskId: uuidv7(), codeId },
      sealed: deps.secrets.seal('delivery-code', '481920', codeId).toString('base64'),
      expiresAt: new Date(deps.clock.now().getTime() + 30 * 60_000).toISOString(),
    });
    await pages.open('/en/notifications');
    expect(pages.page.text).to.include('481920').and.to.include('21 are new');
    expect(pages.cookies.get('wasl-unread')).to.equal('21');
    const [, older = ''] = /href="(\/en\/notifications\?cursor=[^"]+)"/.exec(pages.page.html) ?? [];
    const [action = ''] = pages.page.html.match(/\/en\/notifications\/[\w-]{36}\/read/) ?? [];
    const fields = pages.filled(action.slice(3));
    const opened = await pages.ask(action, { method: 'POST', body: fields });
    expect(opened.headers.get('location')).to.equal(`/en/orders/${orderId}`);
    expect(
      (await pages.open(older.replaceAll('&amp;', '&'))).html.match(/<li class="unread">/g),
    ).to.have.lengthOf(1);
    const stranger = await owner();
    await stranger.pages.open('/en/account');
    const token = stranger.pages.filled('/account/sign-out');
    expect((await stranger.pages.post(action, token)).status).to.equal(404);
    await pages.open('/ar/notifications');
    await pages.submit('/notifications/read-all');
    expect(pages.page.text).to.include('لا جديد');
    expect(pages.cookies.has('wasl-unread')).to.equal(false);
  });

  it('export all stored data as a file', async () => {
    const { pages, email } = await owner();
    await pages.open('/en/account/privacy');
    const body = pages.filled('/account/privacy/data');
    const response = await pages.ask('/en/account/privacy/data', { method: 'POST', body });
    expect(response.headers.get('content-disposition')).to.include('attachment');
    expect(response.headers.get('cache-control')).to.include('no-store');
    expect(JSON.stringify(await response.json())).to.include(email);
  });

  it('close the account after the password and a tick, and name what prevents closing', async () => {
    const { pages, accountId } = await owner();
    const { database } = service.inside.deps;
    await pages.open('/en/account/closing');
    await pages.submit('/account/closing', { password: PASSWORD });
    expect(pages.page.status).to.equal(422);
    await pages.submit('/account/closing', { password: 'not-it-at-all', understood: true });
    expectFault(pages, 'password', 'not your current password');
    const plan = await database('commission_plans').where({ is_default: true }).first('id');
    const shop = { id: uuidv7(), legal_name: 'Dates', display_name_en: 'Dates', display_name_ar: 'تمور' };
    await database('sellers').insert({
      ...{ ...shop, status: 'ACTIVE', owner_account_id: accountId, commission_plan_id: plan?.id },
    });
    await pages.submit('/account/closing', { password: PASSWORD, understood: true });
    expect(pages.page.status).to.equal(409);
    expect(pages.page.text).to.include('Close the shop first');
    await database('sellers').where({ id: shop.id }).delete();
    const fields = pages.filled('/account/closing', { password: PASSWORD, understood: true });
    const answers = await Promise.all([1, 2].map(() => pages.copy().post('/en/account/closing', fields)));
    for (const { text } of answers) expect(text).to.include('Your account is closed');
    expect((await accountOf(accountId))?.email).to.include('closed.invalid');
    expect((await pages.ask('/en/account')).headers.get('location')).to.include('/sign-in');
  });

  it('refuse every form that came from another browser’s page', async () => {
    const [mine, other] = [await owner(), await owner()];
    await other.pages.open('/en/account');
    const foreign = other.pages.filled('/account/sign-out');
    for (const action of [
      ...['sign-out', 'profile', 'email', 'email/code', 'phone', 'phone/removal'],
      ...['security/password', 'security/factor', 'security/factor/code', 'security/factor/off', 'confirm'],
      ...['devices/others/end', 'notifications', 'privacy/data', 'closing'],
    ]) {
      const { status } = await mine.pages.post(`/en/account/${action}`, foreign);
      expect(status, action).to.equal(403);
    }
    expect((await mine.pages.open('/en/account')).path).to.equal('/en/account');
  });
});
