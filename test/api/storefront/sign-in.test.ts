import { expect } from 'chai';
import { generateSecret } from 'otplib';
import { makeAccount, makeAdministrator, PASSWORD } from '../../support/people.ts';
import { Shop } from '../../worlds/shop.ts';
import { Authenticator } from '../accounts/authenticator.ts';
import { anotherThan, codeSentTo } from '../accounts/mailbox.ts';
import { PageClient } from './page-client.ts';
import { SENDING } from './sending.ts';

const SESSION = /^rt_[\w-]{43}$/;
let people = 0;

describe('signing in at the storefront', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let productPath: string;
  const browser = () => new PageClient(shop.service);
  const someone = () => {
    people += 1;
    return { displayName: 'Noora', email: `noora-${people}@shop.wasl.example`, password: PASSWORD };
  };
  const session = ({ cookies }: PageClient) => cookies.get('__Host-wasl-shop') ?? '';
  const accounts = (email: string) => shop.database('accounts').where({ email });

  before(async () => {
    shop = await Shop.open(SENDING);
    seller = await shop.seller();
    await shop.offer(seller);
    const { product_id } = await shop.database('variants').first('product_id');
    productPath = `/p/${product_id}`;
  });

  after(() => shop?.close());

  async function withCart(quantity = '2', path = productPath): Promise<PageClient> {
    const noora = browser();
    await noora.open(`/en${path}`);
    await noora.submit('/cart/items', { quantity });
    return noora;
  }

  describe('a new account', () => {
    it('takes the guest’s cart along and says so where it leads', async () => {
      const noora = await withCart();
      const guest = session(noora);
      const person = someone();
      await noora.open('/ar/register?next=%2Fcart');
      const { path, text } = await noora.submit('/register', person);
      expect(path).to.equal('/ar/cart?merged=1');
      expect(text).to.include('المنتج الذي اخترته في سلتك').and.to.include('90.00');
      expect(session(noora)).to.match(SESSION).and.not.to.equal(guest);
      expect(noora.cookies.has('__Host-wasl-cart')).to.equal(false);
      expect(noora.cookies.get('wasl-cart-count')).to.equal('2');
      expect(await accounts(person.email).first('locale', 'display_name')).to.include({
        locale: 'ar',
        display_name: 'Noora',
      });
      for (const page of ['/ar/sign-in?next=%2Fcart', '/ar/register?next=%2Fcart'])
        expect((await noora.open(page)).path, page).to.equal('/ar/cart');
    });

    it('is refused at the fields, with everything typed preserved except the password', async () => {
      const noora = browser();
      const person = someone();
      await noora.open('/en/register?next=%2Fcart');
      const refused = async (values: Record<string, string>, words: string) => {
        const { status, html, text } = await noora.submit('/register', values);
        expect([status, text.includes(words)], text).to.deep.equal([422, true]);
        expect(html).to.include('aria-invalid="true"').and.not.to.include(PASSWORD);
      };
      await refused({ ...person, displayName: ' ', password: '' }, 'Please correct 2 fields');
      await refused({ ...person, email: 'noora' }, 'Enter an e-mail address');
      expect(noora.form('/register').filled({}).get('email')).to.equal('noora');
      await refused({ ...person, password: 'short' }, 'This password is too short');
      expect(noora.page.text).to.include('At least 10 characters.');
      await refused({ ...person, password: 'password2026!' }, 'Too easy to guess');
      const taken = await makeAccount(shop.service, ['BUYER']);
      await noora.open('/en/register?next=%2Fcart');
      await refused({ ...person, email: taken.email, password: 'another-lamp-5' }, 'already');
      expect(noora.page.html).to.include('href="/en/sign-in?next=%2Fcart"');
      expect(await accounts(person.email)).to.have.lengthOf(0);
    });

    it('is created once, however often the button is pressed, and is then signed in', async () => {
      const noora = await withCart();
      const person = someone();
      await noora.open('/en/register?next=%2Fcart');
      const later = noora.copy();
      await later.open('/en/register?next=%2Fcart');
      const [twice, form] = [noora.copy(), noora.form('/register')];
      const shown = await Promise.all([noora.submit(form, person), twice.submit(form, person)]);
      expect(shown.map(({ path }) => path)).to.deep.equal(['/en/cart?merged=1', '/en/cart?merged=1']);
      expect(session(twice)).to.equal(session(noora)).and.to.match(SESSION);
      // From another window, which has another form.
      expect((await later.submit('/register', person)).path).to.equal('/en/cart');
      expect(session(later)).to.match(SESSION);
      // And after the first response came, when the cookie is another one.
      expect((await noora.submit(form, person)).path).to.equal('/en/cart');
      expect(await accounts(person.email)).to.have.lengthOf(1);
      expect(noora.page.text).to.include('90.00');
    });
  });

  describe('by password', () => {
    it('leads to the page where it was requested, and nowhere else', async () => {
      const { email } = await makeAccount(shop.service, ['BUYER']);
      const places: [given: string, place: string][] = [
        ['/cart', '/en/cart'],
        ['/search?q=a%26b', '/en/search?q=a%26b'],
        ...[
          [
            '//evil.example',
            '/\\evil.example',
            'https://evil.example',
            '\\\\evil.example',
            '%2f%2fevil.example',
          ],
          [
            'javascript:alert(1)',
            '/\tevil',
            '@evil.example',
            '.evil.example',
            '/sign-in?next=/cart',
            '/register',
          ],
        ]
          .flat()
          .map((given): [string, string] => [given, '/en']),
        ['/%2f%2fevil.example', '/en/%2f%2fevil.example'],
      ];
      for (const [given, place] of places) {
        const noora = browser();
        await noora.open(`/en/sign-in?next=${encodeURIComponent(given)}`);
        const fields = noora.filled('/sign-in', { email, password: PASSWORD });
        // As if the page's form had been tampered with.
        fields.set('next', given);
        const answer = await noora.ask('/en/sign-in', { method: 'POST', body: fields });
        expect([answer.status, answer.headers.get('location')], given).to.deep.equal([303, place]);
      }
    });

    it('says what is wrong and until when it is locked, and refuses even the right password meanwhile', async () => {
      const { email } = await makeAccount(shop.service, ['BUYER']);
      const noora = browser();
      await noora.open('/en/sign-in');
      for (let count = 0; count < 4; count += 1) {
        const { status, text } = await noora.submit('/sign-in', { email, password: `wrong-${count}` });
        expect([status, text.includes('The e-mail or the password is not right.')]).to.deep.equal([
          422,
          true,
        ]);
      }
      expect(noora.form('/sign-in').filled({}).get('email')).to.equal(email);
      expect(session(noora)).not.to.match(SESSION);
      await noora.submit('/sign-in', { email, password: 'wrong-5' });
      const locked = await noora.submit('/sign-in', { email, password: PASSWORD });
      expect(locked.status).to.equal(423);
      expect(locked.text)
        .to.match(/Sign-in is locked until \d\d:\d\d/)
        .and.to.match(/Try again in 15 minutes\./);
      expect(locked.text).to.include('A code that we send you signs you in at once.');
      expect(Number(locked.headers.get('retry-after'))).to.be.within(800, 900);
      await noora.open('/ar/sign-in');
      expect((await noora.submit('/sign-in', { email, password: PASSWORD })).text).to.match(
        /تسجيل الدخول مقفل حتى .?\d\d:\d\d/,
      );
    });

    it('explains to administrators, staff and disabled accounts that they cannot shop here', async () => {
      const administrator = await makeAdministrator(shop.service);
      const driver = await makeAccount(shop.service, ['DRIVER']);
      const disabled = await makeAccount(shop.service, ['BUYER']);
      await accounts(disabled.email).update({ status: 'DISABLED' });
      for (const [{ email }, words] of [
        [administrator, 'Administrators do not sign in here'],
        [driver, 'This account is not for shopping'],
        [disabled, 'This account is disabled'],
      ] as const) {
        const noora = browser();
        await noora.open('/en/sign-in');
        const { status, text } = await noora.submit('/sign-in', { email, password: PASSWORD });
        expect([status, text.includes(words)], words).to.deep.equal([403, true]);
        expect(session(noora)).not.to.match(SESSION);
        expect((await noora.submit('/sign-in', { email, password: 'wrong' })).text, words).not.to.include(
          words,
        );
      }
    });

    it("spends the operation's budget of the address, which forms and API share", async () => {
      const noora = browser();
      const client = shop.service.client();
      await noora.open('/en/sign-in');
      const wrong = () => ({ email: someone().email, password: 'wrong' });
      for (let count = 0; count < 10; count += 1)
        expect((await noora.submit('/sign-in', wrong())).status).to.equal(422);
      const { status, text, headers } = await noora.submit('/sign-in', wrong());
      expect([status, text.includes('Too many tries')]).to.deep.equal([429, true]);
      expect(text).to.match(/Please wait until \d\d:\d\d/);
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
      const answer = await client.call('POST', '/auth/login', {
        body: wrong(),
        headers: { 'X-Forwarded-For': noora.address },
      });
      expect(answer.status).to.equal(429);
      // Another budget: it may still register, five times.
      const stranger = browser();
      for (let count = 0; count < 6; count += 1) {
        await stranger.open('/en/register');
        await stranger.submit('/register', { ...someone(), password: 'password2026!' });
      }
      expect(stranger.page.status).to.equal(429);
    });

    it('changes the cookie, and refuses forms from before with an explanation', async () => {
      const { email } = await makeAccount(shop.service, ['BUYER']);
      const noora = browser();
      await noora.open(`/en${productPath}`);
      const before = noora.filled('/cart/items', { quantity: '1' });
      const guest = session(noora);
      await noora.open('/en/sign-in');
      await noora.submit('/sign-in', { email, password: PASSWORD });
      expect(session(noora)).to.match(SESSION).and.not.to.equal(guest);
      const stale = await noora.post('/en/cart/items', before);
      expect([stale.status, stale.text.includes('Please do that once more')]).to.deep.equal([403, true]);
      expect(stale.html).to.include(`href="/en${productPath}"`);
      expect((await noora.open('/en/cart')).text).to.include('Your cart is empty');
      // An attacker who planted a cookie before gains nothing.
      const attacker = browser();
      attacker.cookies.set('__Host-wasl-shop', guest);
      expect((await attacker.open('/en/verify-email')).path).to.match(/^\/en\/sign-in\?next=/);
    });

    it('ends the session that it replaces', async () => {
      const [first, second] = [
        await makeAccount(shop.service, ['BUYER']),
        await makeAccount(shop.service, ['BUYER']),
      ];
      const noora = browser();
      await noora.open('/en/sign-in');
      await noora.submit('/sign-in', { email: first.email, password: PASSWORD });
      const former = noora.copy();
      await noora.open('/en/sign-in?again=1&next=%2Fverify-email');
      expect((await noora.submit('/sign-in', { email: second.email, password: PASSWORD })).text).to.include(
        second.email,
      );
      const { text } = await former.open('/en/verify-email');
      expect(text).to.include('You were signed out').and.not.to.include(first.email);
    });
  });

  it('lists which of the guest’s products could not be added, before it leads on', async () => {
    const account = await makeAccount(shop.service, ['BUYER']);
    const gone = await shop.offer(seller, { title: 'Last summer’s ice' });
    const { product_id: icePage } = await shop
      .database('variants')
      .join('offers', 'offers.variant_id', 'variants.id')
      .where('offers.id', gone)
      .first('product_id');
    const { email } = account;
    const before = await withCart('20');
    await before.open('/en/sign-in');
    await before.submit('/sign-in', { email, password: PASSWORD });
    const noora = await withCart('10');
    await noora.open(`/en/p/${icePage}`);
    await noora.submit('/cart/items', { quantity: '1' });
    await shop.database('offers').where({ id: gone }).update({ active: false });
    await noora.open('/en/sign-in?next=%2Fcart');
    const { path, text } = await noora.submit('/sign-in', { email, password: PASSWORD });
    expect(path).to.match(/^\/en\/signed-in\?/);
    expect(text).to.include('Khalas dates').and.to.include('25 instead of 30');
    expect(text).to.include('One product can no longer be bought').and.to.include('Last summer’s ice');
    expect(noora.page.html).to.include('href="/en/cart"');
    expect(noora.cookies.get('wasl-cart-count')).to.equal('25');
    await shop.database('offers').where({ id: gone }).update({ active: true });
  });

  it('preserves the e-mail or number that was typed, through refusals and from page to page', async () => {
    const { email } = await makeAccount(shop.service, ['BUYER']);
    const noora = await withCart();
    const typed = (action: string, field: string) => noora.form(action).filled({}).get(field);
    await noora.open('/en/sign-in?next=%2Faccount');
    await noora.submit('/sign-in', { email, password: PASSWORD });
    const { id } = await accounts(email).first('id');
    await shop.database('sessions').where({ account_id: id }).update({ revoked_at: new Date() });
    const ended = await noora.open('/en/account');
    expect([ended.path, ended.text.includes('You were signed out')]).to.deep.equal([
      '/en/sign-in?next=%2Faccount',
      true,
    ]);
    expect((await noora.submit('/sign-in', { email, password: 'wrong' })).status).to.equal(422);
    expect(typed('/sign-in', 'email')).to.equal(email);
    expect(noora.page.html).not.to.include('value="wrong"');
    expect((await noora.submit('/sign-in', { password: PASSWORD })).path).to.equal('/en/account');

    for (const [address, wrong] of [
      [email, 'noora@'],
      ['5512 3456', '5512'],
    ] as const) {
      const byCode = browser();
      await byCode.open('/en/sign-in/code');
      expect((await byCode.submit('/sign-in/code', { address: wrong })).status).to.equal(422);
      expect(byCode.form('/sign-in/code').filled({}).get('address')).to.equal(wrong);
      expect((await byCode.submit('/sign-in/code', { address })).path).to.equal('/en/sign-in/code/enter');
      expect((await byCode.submit('/sign-in/code/enter', { code: '000000' })).text).to.include(address);
      // "Send another code" does not ask for what is known.
      await byCode.open('/en/sign-in/code');
      expect(byCode.form('/sign-in/code').filled({}).get('address')).to.equal(address);
    }
  });

  it('has the e-mail typed at checkout, for signing in as for registering', async () => {
    const noora = await withCart();
    const { email, displayName } = someone();
    await noora.open('/en/checkout');
    const { path } = await noora.submit('/checkout', { email, name: displayName }, 'do=sign-in');
    expect(path).to.equal('/en/sign-in?next=%2Fcheckout');
    expect(noora.form('/sign-in').filled({}).get('email')).to.equal(email);
    await noora.open('/en/sign-in/code?next=%2Fcheckout');
    expect(noora.form('/sign-in/code').filled({}).get('address')).to.equal(email);
    await noora.open('/en/register?next=%2Fcheckout');
    expect(noora.form('/register').filled({}).get('email')).to.equal(email);
    expect(noora.form('/register').filled({}).get('displayName')).to.equal(displayName);
  });

  describe('by code', () => {
    it('signs in the reader of the e-mail, and creates an account for a new one', async () => {
      const { email } = someone();
      const noora = await withCart();
      await noora.open('/en/sign-in/code?next=%2Fcart');
      const entered = await noora.submit('/sign-in/code', { address: ` ${email} ` });
      expect(entered.path).to.equal('/en/sign-in/code/enter?next=%2Fcart');
      expect(entered.text).to.include(email);
      const code = await codeSentTo(shop.service, { email }, 'SIGN_IN_CODE');
      const wrong = await noora.submit('/sign-in/code/enter', { code: anotherThan(code) });
      expect([wrong.status, wrong.text.includes('The code is wrong')]).to.deep.equal([422, true]);
      const arabic = [...code].map((digit) => String.fromCharCode(0x660 + Number(digit))).join('');
      const { path } = await noora.submit('/sign-in/code/enter', {
        code: `${arabic.slice(0, 3)} ${arabic.slice(3)}`,
      });
      expect(path).to.equal('/en/cart?merged=1');
      expect(noora.cookies.has('__Host-wasl-code')).to.equal(false);
      expect(await accounts(email)).to.have.lengthOf(1);
      // Without an address that a code was sent to, there is nothing to enter.
      expect((await browser().open('/ar/sign-in/code/enter')).path).to.equal('/ar/sign-in/code');
    });

    it("responds alike whether or not an account has the address, within the operation's rate limit", async () => {
      const { email } = await makeAccount(shop.service, ['BUYER']);
      const shown: string[] = [];
      for (const address of [email, someone().email, '5512 3456', '+97433123456']) {
        const noora = browser();
        await noora.open('/en/sign-in/code');
        const { status, path, text } = await noora.submit('/sign-in/code', { address });
        shown.push([status, path, text.replace(address, '…')].join(' '));
      }
      expect(new Set(shown).size).to.equal(1);
      const noora = browser();
      for (let count = 0; count < 2; count += 1) {
        await noora.open('/en/sign-in/code');
        expect((await noora.submit('/sign-in/code', { address: email })).status).to.equal(200);
      }
      await noora.open('/en/sign-in/code');
      const { status, text } = await noora.submit('/sign-in/code', { address: email });
      expect([status, text.includes('The latest code that was sent still counts.')]).to.deep.equal([
        429,
        true,
      ]);
      for (const address of ['', 'nobody', '12']) {
        await noora.open('/en/sign-in/code');
        expect((await noora.submit('/sign-in/code', { address })).status, address).to.be.oneOf([422, 429]);
      }
    });
  });

  it('asks for the code of a second factor if the account has one, with a password as with a code', async () => {
    const { email, accountId } = await makeAccount(shop.service, ['BUYER']);
    const app = new Authenticator(generateSecret());
    const { secrets } = shop.deps;
    await shop.database('mfa_factors').insert({
      account_id: accountId,
      secret: secrets.seal('mfa-secret', app.secret, accountId),
      confirmed_at: new Date(),
    });
    const noora = browser();
    await noora.open('/en/sign-in?next=%2Fcart');
    const response = await noora.submit('/sign-in', { email, password: PASSWORD });
    expect([response.status, response.text.includes('One more step')]).to.deep.equal([422, true]);
    expect(noora.form('/sign-in').filled({}).get('email')).to.equal(email);
    const mfaToken = await app.wrong();
    const wrong = await noora.submit('/sign-in', { password: PASSWORD, email, mfaToken });
    expect([wrong.status, wrong.text.includes('Wait for the next one in your app.')]).to.deep.equal([
      422,
      true,
    ]);
    expect(session(noora)).not.to.match(SESSION);
    const right = { email, password: PASSWORD, mfaToken: await app.next() };
    expect((await noora.submit('/sign-in', right)).path).to.equal('/en/cart');

    const byCode = browser();
    await byCode.open('/ar/sign-in/code?next=%2Fcart');
    await byCode.submit('/sign-in/code', { address: email });
    const code = await codeSentTo(shop.service, { email }, 'SIGN_IN_CODE');
    const more = await byCode.submit('/sign-in/code/enter', { code });
    expect(more.text).to.include('خطوة أخيرة');
    // The code that was sent remains valid, and need not be typed again.
    const next = { mfaToken: await app.next() };
    expect((await byCode.submit('/sign-in/code/enter', next)).path).to.equal('/ar/cart');
  });

  it('leaves nothing of an account in a browser that signed out, and restores it with the account', async () => {
    const { email } = await makeAccount(shop.service, ['BUYER']);
    const noora = await withCart();
    await noora.open('/en/sign-in?next=%2Faccount');
    const own = await noora.submit('/sign-in', { email, password: PASSWORD });
    expect(own.path).to.equal('/en/account?merged=1');
    expect(own.headers.get('cache-control')).to.equal('private, no-store');
    const tab = noora.copy();
    await noora.submit('/account/sign-out');
    expect(session(noora)).not.to.match(SESSION);
    expect(noora.cookies.get('wasl-cart-count') ?? '0').to.equal('0');
    expect((await noora.open('/en/cart')).text).to.include('Your cart is empty');
    expect((await noora.open('/en/account')).path).to.equal('/en/sign-in?next=%2Faccount');
    // Other open windows are signed out as well.
    expect((await tab.open('/en/account')).text).to.include('You were signed out');
    await noora.submit('/sign-in', { email, password: PASSWORD });
    expect(noora.cookies.get('wasl-cart-count')).to.equal('2');
  });

  it('accepts no form that a page did not give to this browser', async () => {
    const { email } = await makeAccount(shop.service, ['BUYER']);
    const stranger = browser();
    await stranger.open('/en/sign-in');
    const foreign = stranger.filled('/sign-in', { email, password: PASSWORD });
    const person = someone();
    const noora = browser();
    await noora.open('/en');
    for (const [who, path, fields] of [
      [noora, '/en/sign-in', foreign],
      [browser(), '/en/sign-in', foreign],
      [noora, '/en/sign-in', new URLSearchParams({ email, password: PASSWORD })],
      [noora, '/en/register', new URLSearchParams(person)],
      [noora, '/en/forgot-password', new URLSearchParams({ email })],
    ] as const) {
      const { status, headers } = await who.ask(path, { method: 'POST', body: fields });
      expect(status, path).to.equal(403);
      expect(headers.getSetCookie().join(), path).not.to.include('rt_');
    }
    expect(await accounts(person.email)).to.have.lengthOf(0);
    // A person who is signed in is redirected and stays signed in to the same account, not to the stranger's.
    await noora.open('/en/register');
    await noora.submit('/register', person);
    const own = session(noora);
    const answer = await noora.ask('/en/sign-in', { method: 'POST', body: foreign });
    expect([answer.status, answer.headers.get('location'), session(noora)]).to.deep.equal([303, '/en', own]);
  });
});
