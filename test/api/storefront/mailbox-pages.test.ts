import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { makeAccount, PASSWORD } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ShopPeople } from '../../worlds/shop-people.ts';
import { anotherThan, codeSentTo, letTimePass } from '../accounts/mailbox.ts';
import { PageClient } from './page-client.ts';
import { SENDING } from './sending.ts';

const NEW_PASSWORD = 'lantern-oryx-saffron';

describe('pages that a message leads to', () => {
  let service: TestService;
  let people: ShopPeople;
  const browser = () => new PageClient(service);

  before(async () => {
    service = await startService({ catalogue: false, env: SENDING });
    people = await ShopPeople.meet(service);
  });
  after(() => service?.stop());

  async function signedIn({ email }: { email: string }, next = '/verify-email'): Promise<PageClient> {
    const noora = browser();
    await noora.open(`/en/sign-in?next=${encodeURIComponent(next)}`);
    await noora.submit('/sign-in', { email, password: PASSWORD });
    return noora;
  }

  it('a forgotten password: the same response for everyone, set once with the link, and every session ends', async () => {
    const account = await makeAccount(service, ['BUYER']);
    const { email } = account;
    const inside = await signedIn(account);
    expect(inside.page.text).to.include(email);
    const shown = [];
    for (const address of [email, 'nobody@shop.wasl.example']) {
      const noora = browser();
      await noora.open('/en/forgot-password');
      const { path, text, status } = await noora.submit('/forgot-password', { email: address });
      shown.push([status, path, text].join(' '));
    }
    expect(shown[0]).to.equal(shown[1]).and.to.include('a link is on its way');
    const token = await codeSentTo(service, { email }, 'PASSWORD_RESET');

    const noora = browser();
    const { headers, html } = await noora.open(`/ar/reset-password?token=${token}`);
    expect(headers.get('cache-control')).to.equal('private, no-store');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect(html).to.include('name="robots" content="noindex"').and.to.include('autoComplete="new-password"');
    const short = await noora.submit('/reset-password', { newPassword: 'short' });
    expect([short.status, short.text.includes('قصيرة')]).to.deep.equal([422, true]);
    expect(short.headers.get('cache-control')).to.equal('private, no-store');
    const form = noora.form('/reset-password');
    const twice = noora.copy();
    const done = await Promise.all(
      [noora, twice].map((window) => window.submit(form, { newPassword: NEW_PASSWORD })),
    );
    for (const { path, text } of done) {
      expect(path).to.equal('/ar/sign-in?said=password-set');
      expect(text).to.include('تم تعيين كلمة المرور الجديدة');
    }
    expect((await inside.open('/en/verify-email')).text).to.include('You were signed out');
    expect((await noora.submit('/sign-in', { email, password: PASSWORD })).status).to.equal(422);
    expect((await noora.submit('/sign-in', { email, password: NEW_PASSWORD })).path).to.equal('/ar');

    await noora.open(`/en/reset-password?token=${token}`);
    const ended = await noora.submit('/reset-password', { newPassword: 'saffron-dhow-lantern' });
    expect(ended.text).to.include('This link has expired').and.to.include('Code from the message');
    expect(ended.html).to.include('href="/en/forgot-password"');
  });

  it('a code that verifies the e-mail: wrong, sent again, right', async () => {
    const noora = browser();
    const email = 'noora.verifies@shop.wasl.example';
    await noora.open('/en/register?next=%2Fverify-email');
    await noora.submit('/register', { displayName: 'Noora', email, password: PASSWORD });
    expect(noora.page.path).to.equal('/en/verify-email');
    const first = await codeSentTo(service, { email }, 'EMAIL_VERIFICATION');
    const wrong = await noora.submit('/verify-email', { code: anotherThan(first) });
    expect([wrong.status, wrong.text.includes('The code is wrong')]).to.deep.equal([422, true]);
    const again = await noora.submit(noora.forms('/verify-email')[1] ?? '');
    expect(again.path).to.equal('/en/verify-email?said=sent');
    const code = await codeSentTo(service, { email }, 'EMAIL_VERIFICATION', 2);
    expect((await noora.submit('/verify-email', { code })).text).to.include('This e-mail is confirmed');
    expect((await browser().open('/ar/verify-email')).path).to.equal('/ar/sign-in?next=%2Fverify-email');
    await letTimePass(service, '1 hour');
  });

  describe('an invitation to a shop’s team', () => {
    async function invitation(email: string): Promise<string> {
      const shop = await people.shop();
      const body = { email, permissions: ['ORDERS'] };
      const { id } = await shop.client.post<Schema<'StaffInvitation'>>('/seller/staff-invitations', body);
      const { sealed } = await people
        .database('notifications')
        .where({ kind: 'STAFF_INVITATION', sealed_for: id })
        .first('sealed');
      return service.inside.deps.secrets.open('staff-invitation', sealed, id);
    }

    it('lets someone without an account register and return, and explains what comes next', async () => {
      const email = 'new.colleague@shop.wasl.example';
      const token = await invitation(email);
      const noora = browser();
      const { text, headers } = await noora.open(`/en/invitation?token=${token}`);
      expect(text).to.include('has invited you to its team');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      const [, register = ''] = /href="(\/en\/register[^"]*)"/.exec(noora.page.html) ?? [];
      await noora.open(register);
      const back = await noora.submit('/register', { displayName: 'Noora', email, password: PASSWORD });
      expect(back.path).to.equal(`/en/invitation?token=${token}`);
      const joined = await noora.submit('/invitation');
      expect(joined.text)
        .to.match(/You are on the team of/)
        .and.to.include('Open the seller console');
      const staff = await people.database('seller_staff').join('accounts', 'accounts.id', 'account_id');
      expect(staff.map((row) => row.email)).to.include(email);
      // The session of pages remains a buyer's.
      expect((await noora.open('/en/cart')).status).to.equal(200);
    });

    it('is refused with an explanation: for another e-mail, unknown, ended; a code can be typed', async () => {
      const { email } = await makeAccount(service, ['BUYER']);
      const token = await invitation('somebody.else@shop.wasl.example');
      const noora = await signedIn({ email }, `/invitation?token=${token}`);
      expect(noora.page.text).to.include(email);
      const other = await noora.submit('/invitation');
      expect(other.text).to.include('Invitation for another e-mail');
      expect(other.html).to.include('again=1');
      await noora.open('/ar/invitation');
      const unknown = await noora.submit('/invitation', { given: ' si_nothing ' });
      expect([unknown.status, unknown.text.includes('لا توجد دعوة بهذا الرمز')]).to.deep.equal([404, true]);
      expect((await noora.submit('/invitation', { given: '' })).text).to.include('املأ هذا الحقل');
    });
  });
});
