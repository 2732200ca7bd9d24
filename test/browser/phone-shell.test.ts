import { expect } from 'chai';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { until } from '../../scripts/shared/waiting.ts';
import { openPageSession } from '../support/page-session.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

/** The shop's script waits until its page is idle, which a busy machine's is late. */
const LATE = { limitMs: 30_000 };

type Call = [name: string, ...words: unknown[]];

/** In place of the phone: a bridge that notes what pages ask of it, and a shift that does what it is told. */
const BRIDGE = (app: string) => `
  window.calls = [];
  window.shift = { activity: 'OFF', location: 'OFF', reporting: 'SENT', waiting: 0, fix: null };
  window.tell = (change) => {
    Object.assign(window.shift, change);
    window.dispatchEvent(new CustomEvent('wasl-shell', { detail: JSON.stringify(window.shift) }));
  };
  const note = (name) => (...words) => void window.calls.push([name, ...words]);
  window.WaslShell = {
    about: () => JSON.stringify({ app: '${app}', version: '1.2.3', code: 10203 }),
    state: () => JSON.stringify(window.shift),
    duty: (activity) => {
      window.calls.push(['duty', activity]);
      window.tell({ activity, location: activity === 'OFF' ? 'OFF' : 'SEARCHING' });
    },
    ...Object.fromEntries(['signedIn', 'signedOut', 'share', 'badge', 'save'].map((name) => [name, note(name)])),
  };
  navigator.geolocation.watchPosition = note('watchPosition');`;

describe('pages in the phone apps', function () {
  this.timeout(120_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.approved();
  });
  after(async () => {
    for (const visitor of visitors) await visitor.close();
    await world?.close();
  });

  async function openApp(app: string, options: VisitorOptions = {}): Promise<Visitor> {
    const visitor = await newVisitor(world.service, { width: 390, height: 780, ...options });
    visitors.push(visitor);
    await visitor.context.addInitScript({ content: BRIDGE(app) });
    return visitor;
  }

  /** What the page has asked of the app since it was loaded. */
  const calls = ({ page }: Visitor) =>
    page.evaluate(() => (globalThis as unknown as { calls: Call[] }).calls) as Promise<Call[]>;
  async function untilCalled(visitor: Visitor, name: string, count = 1): Promise<Call[]> {
    let found: Call[] = [];
    await until(async () => {
      found = (await calls(visitor)).filter(([each]) => each === name);
      return found.length >= count;
    }, LATE);
    return found;
  }
  const tell = ({ page }: Visitor, change: object) =>
    page.evaluate((given) => (globalThis as unknown as { tell(change: object): void }).tell(given), change);
  const offersWith = (token: unknown) =>
    fetch(`${world.service.url}/api/v1/driver/offers`, { headers: { Authorization: `Bearer ${token}` } });

  it("leave a driver's positions to the app, which gets a token and is told what the driver does", async () => {
    const app = await openApp('DRIVER');
    await app.signIn('driver', await signInOf(world, driver.accountId));
    const [[, account, token] = []] = await untilCalled(app, 'signedIn');
    expect(account).to.equal(driver.accountId);
    expect((await offersWith(token)).status).to.equal(200);
    await app.page.getByRole('button', { name: 'Start shift' }).click();
    const duties = await untilCalled(app, 'duty', 2);
    expect(duties).to.deep.equal([
      ['duty', 'OFF'],
      ['duty', 'IDLE'],
    ]);
    expect((await calls(app)).filter(([name]) => name === 'watchPosition')).to.deep.equal([]);
    // The token was refused: the page brings another, and says again what the driver does.
    await tell(app, { reporting: 'SIGNED_OUT', activity: 'OFF', location: 'OFF' });
    const [, [, , next] = []] = await untilCalled(app, 'signedIn', 2);
    expect((await offersWith(token)).status).to.equal(401);
    expect((await offersWith(next)).status).to.equal(200);
    expect((await untilCalled(app, 'duty', 3)).at(-1)).to.deep.equal(['duty', 'IDLE']);
    await driver.client.post('/driver/shift/end');
    await app.open('/driver/settings');
    await untilCalled(app, 'signedIn');
    await app.page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await app.page.getByRole('button', { name: 'Install' }).count()).to.equal(0);
    await app.page.getByRole('button', { name: 'Sign out' }).click();
    await untilCalled(app, 'signedOut');
  });

  it("give the buyers' app a token once, and tell it what is unread", async () => {
    const app = await openApp('BUYER', { locale: 'ar' });
    const { accountId } = await world.somebody();
    const cookie = { name: '__Host-wasl-shop', value: await openPageSession(world.service, accountId) };
    await app.context.addCookies([
      { ...cookie, url: `https://${new URL(world.service.url).host}`, secure: true },
    ]);
    await app.open('/ar/account');
    // A page that got no answer in time leaves it to the next one.
    const nextPage = async () => {
      await app.open('/ar/account');
      return untilCalled(app, 'signedIn');
    };
    const [[, account, token] = []] = await untilCalled(app, 'signedIn').catch(nextPage);
    expect(account).to.equal(accountId);
    const headers = { Authorization: `Bearer ${token}` };
    const listed = await fetch(`${world.service.url}/api/v1/notifications`, { headers });
    expect(listed.status).to.equal(200);
    // As the service sets it with a personal page; this one is everybody's.
    await app.context.addCookies([{ name: 'wasl-unread', value: '0', url: world.service.url }]);
    await app.open('/ar');
    await untilCalled(app, 'badge');
    expect(await calls(app), 'one token for each start').to.deep.equal([['badge', 0]]);
  });

  it('have a product passed on by the app; a browser that cannot has no button for it', async () => {
    const [app, browser] = [await openApp('BUYER'), await newVisitor(world.service)];
    visitors.push(browser);
    const product = await world.database('products').where({ active: true }).first('id');
    for (const { page } of [app, browser]) await page.goto(`/en/p/${product.id}`);
    const share = ({ page }: Visitor) => page.locator('[data-share]');
    await share(app).click();
    const name = await app.page.getByRole('heading', { level: 1 }).innerText();
    expect(await untilCalled(app, 'share')).to.deep.equal([['share', name, app.page.url()]]);
    expect(await browser.page.evaluate(() => 'share' in navigator)).to.equal(false);
    expect(await share(browser).isVisible()).to.equal(false);
  });
});
