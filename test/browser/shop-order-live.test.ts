import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { until } from '../../scripts/shared/waiting.ts';
import { openPageSession } from '../support/page-session.ts';
import { DeliveryWorld, type OnDuty, qar } from '../worlds/delivery-world.ts';
import type { Placed } from '../worlds/placed-order.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { expectLand } from './support/map-picture.ts';
import { beyondTheEdge } from './support/two-looks.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

const COOKIE = '__Host-wasl-shop';
/** Milliseconds in which a driver's new position is shown: one poll, and the drawing time without a graphics card. */
const TIMEOUT_MS = 30_000;

/** The page's headline in each state of the order's only part. */
const SAYS = {
  accepted: { en: 'The shop is preparing it', ar: 'المتجر يجهّز طلبك' },
  packed: { en: 'Packed', ar: 'تم التجهيز' },
  coming: { en: 'Yousef is picking it up from the shop', ar: 'السائق Yousef يستلمه من المتجر' },
  onTheWay: { en: 'Yousef is on the way to you', ar: 'السائق Yousef في الطريق إليك' },
  atTheDoor: { en: 'Yousef is at your door', ar: 'السائق Yousef عند بابك' },
  delivered: { en: 'Delivered', ar: 'تم التوصيل' },
} as const;

describe('the page of an order, live', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let placed: Placed;
  let driver: OnDuty;
  let taskId: string;
  let cookie: string;
  let path: string;
  const visitors: { locale: 'en' | 'ar'; visitor: Visitor }[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    await order();
    // Without scripts: see shop-purchase.test.ts.
    await enter('en', { width: 1280, map: true });
    await enter('ar', { width: 360, theme: 'dark' });
  });
  after(async () => {
    for (const { visitor } of visitors) await visitor.close();
    await world?.close();
  });

  /** Another order, which its buyer's pages show from now on. */
  async function order(): Promise<void> {
    placed = await world.order();
    path = `/orders/${placed.orderId}`;
    const { account_id: accountId } = await world
      .database('orders')
      .where('id', placed.orderId)
      .first('account_id');
    cookie = await openPageSession(world.service, accountId);
  }

  async function enter(locale: 'en' | 'ar', options: VisitorOptions): Promise<void> {
    const visitor = await newVisitor(world.service, { locale, ...options });
    visitors.push({ locale, visitor });
    const attributes = { secure: true, httpOnly: true, sameSite: 'Lax' } as const;
    // Browsers take this machine for a secure host; the tests' protocol is not.
    const url = world.service.url.replace('http:', 'https:');
    await visitor.context.addCookies([{ name: COOKIE, value: cookie, url, ...attributes }]);
    await visitor.open(`/${locale}${path}?said=placed`);
  }

  /** Waits until every page shows the text without a reload. */
  async function everybodyReads(what: keyof typeof SAYS): Promise<void> {
    for (const { locale, visitor } of visitors) {
      await headline(visitor.page, SAYS[what][locale]).waitFor();
    }
  }

  async function everythingIsSound(what: string): Promise<void> {
    for (const { visitor } of visitors) {
      await expectAccessible(visitor.page, what);
      expect(await visitor.page.evaluate(beyondTheEdge), what).to.deep.equal([]);
    }
  }

  const headline = (page: Page, text: string) =>
    page.locator('.headline', {
      hasText: new RegExp(`^\u2068?${text}$`.replaceAll('Yousef', '\u2068?Yousef\u2069?')),
    });
  const step = (name: string, body?: object) => driver.client.post(`/driver/tasks/${taskId}/${name}`, body);
  const give = (name: string) => world.seller.post(`/seller/order-groups/${placed.groupId}/${name}`);
  const first = () => visitors[0]?.visitor.page as Page;
  const second = () => visitors[1]?.visitor.page as Page;

  it('changes as the shop confirms and packs, and keeps opened sections open', async () => {
    await everythingIsSound('placed');
    const page = first();
    await page.getByText('Live: changes appear by themselves.').waitFor();
    await page.locator('details summary').click();
    await page.locator('details summary').focus();
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await give('accept');
    await everybodyReads('accepted');
    expect(await page.locator('#news').textContent()).to.include(SAYS.accepted.en);
    expect(await page.locator('#said').count(), 'thanks are shown once').to.equal(0);
    await page.locator('details[open] li', { hasText: 'Confirmed by the shop' }).waitFor();
    await page.locator('summary:focus').waitFor();
    expect(await page.evaluate(() => performance.timeOrigin), 'loaded again').to.equal(loaded);
    expect(await page.locator('a', { hasText: 'Cancel the order' }).count()).to.equal(0);
    await give('pack');
    await everybodyReads('packed');
  });

  it('catches up with what happened while it was cut off, and says that it was', async () => {
    const context = first().context();
    await context.setOffline(true);
    await first().getByText('Reconnecting').waitFor();
    driver = await world.onDuty({ at: { latitude: 25.3, longitude: 51.515 } });
    await give('ready');
    await world.settle();
    ({ id: taskId } = await world.database('delivery_tasks').where('group_id', placed.groupId).first('id'));
    await step('accept');
    await context.setOffline(false);
    await everybodyReads('coming');
    await first().getByText('Live: changes appear by themselves.').waitFor();
  });

  it('shows the driver on the map and in words, and updates both', async () => {
    await step('pick-up');
    await step('in-transit');
    await world.report(driver, { latitude: 25.3004, longitude: 51.5152 });
    await everybodyReads('onTheWay');
    await first().locator('#map .maplibregl-canvas').waitFor({ timeout: TIMEOUT_MS });
    await first().locator('.door-pin').waitFor();
    const drivers = () => first().locator('#map').getAttribute('data-drivers');
    await until(async () => (await drivers())?.includes('51.5152') === true, { limitMs: TIMEOUT_MS });
    await first().locator('.whereabouts', { hasText: 'from your door' }).waitFor();
    await world.report(driver, { latitude: 25.3008, longitude: 51.5154 });
    await until(async () => (await drivers())?.includes('51.5154') === true, { limitMs: TIMEOUT_MS });
    await first().locator('#map [aria-busy=false]').waitFor({ timeout: TIMEOUT_MS });
    await expectLand(first());
    // Another browser cannot draw it, and says so.
    await second().locator('#map p').waitFor();
    await everythingIsSound('on the way');
  });

  it('shows the code at the door, large and at once, until it has been used', async () => {
    await step('arrive');
    await step('delivery-code');
    const code = await world.code();
    await everybodyReads('atTheDoor');
    for (const { visitor } of visitors) {
      await visitor.page.locator('.delivery-code .code', { hasText: code }).waitFor();
    }
    await everythingIsSound('code');
    await step('verify-code', { code });
    await first().locator('.delivery-code').waitFor({ state: 'detached' });
    await step('record-cash', { amount: qar(placed.cashDue) });
    await step('complete');
    await everybodyReads('delivered');
    for (const { visitor } of visitors) {
      expect(await visitor.page.locator('#map, #cash, #live, .delivery-code').count()).to.equal(0);
      await visitor.page.getByText('115.00').first().waitFor();
    }
    await everythingIsSound('delivered');
  });

  it('says so when the session ends', async () => {
    await order();
    await enter('ar', { width: 360 });
    const page = visitors.at(-1)?.visitor.page as Page;
    await page.locator('#live.now').waitFor();
    await world.database('sessions').where({ surface: 'shop' }).update({ revoked_at: new Date() });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('link', { name: 'تسجيل الدخول' }).waitFor();
    expect(await page.locator('#live a').getAttribute('href')).to.include('/ar/sign-in?next=');
  });
});
