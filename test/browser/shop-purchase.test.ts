import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { until } from '../../scripts/shared/waiting.ts';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { openPageSession } from '../support/page-session.ts';
import { makeAccount, PASSWORD } from '../support/people.ts';
import { Shop, WEST_BAY } from '../worlds/shop.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { foreignPage } from './support/foreign-page.ts';
import { focused, tabTo } from './support/keyboard.ts';
import { expectLand } from './support/map-picture.ts';
import { beyondTheEdge } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

type SoldBy = Awaited<ReturnType<Shop['seller']>>;

const CHECKOUT = /\/(en|ar)\/checkout\/[\w-]{36}/;
const ORDER = /\/(en|ar)\/orders\/[\w-]{36}/;
const SIGN_IN = /\/(en|ar)\/sign-in\?/;
/** Milliseconds in which a map is drawn without a graphics card. */
const TIMEOUT_MS = 30_000;

describe('a purchase at the storefront in a browser', function () {
  this.timeout(240_000);
  let shop: Shop;
  /** The platform's methods, standard and express. */
  let sweets: SoldBy;
  /** A cheaper standard method of its own. */
  let bees: SoldBy;
  let dates: string;
  let honey: string;
  let driver: ApiClient;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    shop = await Shop.open();
    [sweets, bees] = [await shop.seller(), await shop.seller()];
    await bees.owner.client.post('/seller/shipping-methods', {
      code: 'STANDARD',
      name: { en: 'By bicycle', ar: 'بالدراجة' },
      price: { amount: '10.00', currency: 'QAR' },
      ...{ minDays: 1, maxDays: 2 },
    });
    dates = await shop.offer(sweets, { title: 'Khalas dates' });
    honey = await shop.offer(bees, { title: 'Sidr honey', price: '60.00' });
    driver = await driverOnDuty();
  });

  after(async () => {
    for (const visitor of visitors) await visitor.close();
    await shop?.close();
  });

  async function visit(options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
    const visitor = await newVisitor(shop.service, { height: 720, ...options });
    visitors.push(visitor);
    return visitor;
  }

  async function driverOnDuty(): Promise<ApiClient> {
    const { client: dispatcher } = await shop.person('DISPATCHER');
    const { client } = await shop.buyer();
    const application = { fullName: 'Yousef Rahman', phone: '+97466778899' };
    const vehicle = { type: 'VAN', plate: '254781' };
    const { id } = await client.post<Schema<'Driver'>>('/driver/application', { ...application, vehicle });
    const zones = await dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    const cashLimit = { amount: '2000.00', currency: 'QAR' };
    const zoneIds = zones.data.filter(({ name }) => name.en === 'Qatar').map((zone) => zone.id);
    await dispatcher.post(`/dispatch/drivers/${id}/approve`, { zoneIds, cashLimit, capacity: 20 });
    const recordedAt = new Date().toISOString();
    await client.post('/driver/locations', {
      points: [{ sequence: Date.now(), ...WEST_BAY, accuracy: 5, recordedAt }],
    });
    await client.post('/driver/shift/start');
    await shop.settled();
    return client;
  }

  /** The steps of a shop and the driver with a part of the order, for its page to show. */
  async function partOf(orderId: string, { sellerId, owner }: SoldBy) {
    const group = await shop
      .database('order_groups')
      .where({ order_id: orderId, seller_id: sellerId })
      .first('id', 'cash_due');
    const give = (step: string) => owner.client.post(`/seller/order-groups/${group.id}/${step}`);
    const carry = async (step: string, body?: object) => {
      const { id } = await shop.database('delivery_tasks').where('group_id', group.id).first('id');
      await driver.post(`/driver/tasks/${id}/${step}`, body);
    };
    return {
      pack: async () => {
        await give('accept');
        await give('pack');
      },
      setOut: async () => {
        await give('ready');
        await shop.settled();
        for (const step of ['accept', 'pick-up', 'in-transit']) await carry(step);
      },
      ring: async () => {
        await carry('arrive');
        await carry('delivery-code');
        await shop.settled();
      },
      handOver: async (code: string) => {
        await carry('verify-code', { code });
        await carry('record-cash', { amount: { amount: group.cash_due, currency: 'QAR' } });
        await carry('complete');
        await shop.settled();
      },
    };
  }

  async function isWhole(page: Page, what: string): Promise<void> {
    await expectAccessible(page, what);
    await fits(page, what);
  }

  async function fits(page: Page, what: string): Promise<void> {
    expect(await page.evaluate(beyondTheEdge), `${what}: beyond the page's width`).to.deep.equal([]);
  }

  const orderId = (page: Page) => /\/orders\/([\w-]{36})/.exec(page.url())?.[1] as string;
  const orders = async () => Number((await shop.database('orders').count({ count: '*' }).first())?.count);
  const headline = (page: Page, text: string) => page.locator('.headline', { hasText: text });
  const total = (page: Page, amount: string) =>
    page.locator('[data-sum=total]', { hasText: amount }).waitFor();
  const codeOn = async (page: Page) =>
    ((await page.locator('.delivery-code .code').textContent()) ?? '').trim();

  it('of a new buyer, from two shops: English, light, with scripts, and the checkout 320 pixels wide', async () => {
    const expected = [/status of 403.*\/checkout\//];
    const visitor = await visit({ locale: 'en', expected });
    const { page, context } = visitor;
    for (const words of ['khallas', 'honey']) {
      await visitor.open('/en');
      await page.getByRole('combobox').first().fill(words);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL('**/search?**');
      await page.locator('.card').first().click();
      await page.waitForURL('**/p/**');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.waitForURL('**/cart?**');
    }
    await isWhole(page, 'a cart of two shops');

    await page.setViewportSize({ width: 320, height: 720 });
    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.locator('#email').waitFor();
    await isWhole(page, 'a new buyer');
    const typed = {
      ...{ email: 'noora@purchase.wasl.example', password: PASSWORD, name: 'Noora Al-Kuwari' },
      ...{ phone: '٠٠٩٧٤ ٥٥١٢ ٣٤٥٦', zone: '61', street: '836', building: '12' },
    };
    for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
    await page.locator('[data-pin-open]').click();
    await page.getByText('The map cannot be shown here. The numbers of the plate are enough.').waitFor();
    // Enter submits the form, and does not press "Sign in".
    await page.locator('#building').press('Enter');
    await page.waitForURL(CHECKOUT);
    await page.getByText('Reserved for you for').waitFor();
    await total(page, '140.00');
    await page.locator('label', { hasText: 'Express' }).first().click();
    await total(page, '165.00');
    await isWhole(page, 'delivery');
    const checkout = page.url().replace(/\?.*/, '');

    await foreignPage(context.newPage.bind(context), checkout);
    expect(await orders()).to.equal(0);

    await shop.database('sessions').where({ surface: 'shop' }).update({ revoked_at: new Date() });
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.waitForURL(SIGN_IN);
    await isWhole(page, 'signed out on the way');
    await signIn(page, typed);
    await page.waitForURL(checkout);
    await total(page, '165.00');

    await page.getByRole('button', { name: 'Place the order' }).dblclick();
    await page.waitForURL(ORDER);
    await page.getByText('Thank you! Your order has been placed.').waitFor();
    await isWhole(page, 'the order');
    const order = orderId(page);
    await page.goBack();
    await page.waitForURL(ORDER);
    expect(orderId(page)).to.equal(order);
    expect(await orders()).to.equal(1);
    const placed = await shop.database('orders').where({ id: order }).first('address', 'total');
    expect(placed.total).to.equal('165.00');
    expect(placed.address).to.deep.include({ phone: '+97455123456', zoneNumber: 61, pinned: false });

    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByText('Live: changes appear by themselves.').waitFor();
    const part = await partOf(order, sweets);
    await part.pack();
    await headline(page, 'Packed').waitFor();
    await part.setOut();
    await headline(page, 'is on the way to you').waitFor();
    await part.ring();
    await page.locator('.delivery-code .code').waitFor();
    await isWhole(page, 'two parts, one at the door');
    await part.handOver(await codeOn(page));
    await headline(page, 'Delivered').waitFor();
    for (const path of ['/account/addresses', '/orders', `/orders/${order}/cancel`]) {
      await visitor.open(`/en${path}`);
      await isWhole(page, path);
    }
  });

  it('again in Arabic with a misspelt search, without scripts, signing in on the way: 360 pixels wide', async () => {
    const visitor = await visit({ locale: 'ar', width: 360, script: false });
    const { page } = visitor;
    const before = await orders();
    await visitor.open('/ar');
    await page.locator('input[name=q]').first().fill('خلاس');
    await page.locator('input[name=q]').first().press('Enter');
    await page.waitForURL('**/search?**');
    await fits(page, 'what was found');
    await page.locator('.card', { hasText: '45.00' }).first().click();
    await page.getByRole('button', { name: 'أضف إلى السلة' }).click();
    await page.waitForURL('**/cart?**');
    await fits(page, 'the cart');
    await page.getByRole('link', { name: 'إتمام الطلب' }).click();
    const account = await makeAccount(shop.service, ['BUYER']);
    const typed = { name: 'نورة', phone: '٥٥١٢٣٤٥٦', zone: '٦١', street: '٨٣٦', building: '١٢' };
    for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
    await fits(page, 'the form');
    await page.getByRole('button', { name: 'سجّل الدخول' }).click();
    await page.waitForURL(SIGN_IN);
    await signIn(page, account);
    await page.waitForURL('**/ar/checkout**');
    for (const [field, value] of Object.entries(typed))
      expect(await page.locator(`#${field}`).inputValue(), field).to.equal(value);
    await page.locator('.button[value=begin]').click();
    await page.waitForURL(CHECKOUT);
    await total(page, '70.00');
    await page.locator('label', { hasText: 'توصيل سريع' }).click();
    await page.getByRole('button', { name: 'حدّث الإجمالي' }).click();
    await total(page, '95.00');
    await fits(page, 'delivery');
    await page.getByRole('button', { name: 'أكّد الطلب' }).click();
    await page.waitForURL(ORDER);
    await page.getByText('تم استلام طلبك').waitFor();
    await fits(page, 'the order');
    const order = orderId(page);
    await page.goBack();
    await page.waitForURL(ORDER);
    expect([orderId(page), await orders()]).to.deep.equal([order, before + 1]);

    const part = await partOf(order, sweets);
    const again = () => page.locator('#live a').click();
    await part.pack();
    await again();
    await headline(page, 'تم التجهيز').waitFor();
    await part.setOut();
    await again();
    await headline(page, 'في الطريق إليك').waitFor();
    await fits(page, 'on the way');
    await part.ring();
    await again();
    const code = await codeOn(page);
    await fits(page, 'the code');
    await part.handOver(code);
    await again();
    await headline(page, 'تم التوصيل').waitFor();
    expect(await page.locator('.delivery-code, #cash').count()).to.equal(0);

    // Once more, and cancelled.
    await page.locator('form[action$="/reorder"] button').click();
    await page.waitForURL('**/cart?**');
    await page.getByRole('button', { name: 'إتمام الطلب' }).click();
    await page.waitForURL(CHECKOUT);
    await page.getByRole('button', { name: 'أكّد الطلب' }).click();
    await page.waitForURL(ORDER);
    await page.locator('a[href$="/cancel"]').click();
    await fits(page, 'cancelling');
    await page.locator('form[action$="/cancel"] button').click();
    await page.getByText('تم إلغاء طلبك').waitFor();
    expect(await orders()).to.equal(before + 2);
  });

  it('sets a pin where a map can be drawn, which is loaded on request', async () => {
    const visitor = await visit({ locale: 'ar', width: 320, map: true });
    const { page, context } = visitor;
    const { accountId } = await makeAccount(shop.service, ['BUYER']);
    const cookie = { name: '__Host-wasl-shop', value: await openPageSession(shop.service, accountId) };
    // Browsers take this machine for a secure host; the tests' protocol is not.
    await context.addCookies([{ ...cookie, url: shop.service.url.replace('http:', 'https:'), secure: true }]);
    await visitor.open('/ar/account/addresses/new');
    const typed = { name: 'حصة', phone: '55123456', zone: '61', street: '836', building: '12' };
    for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
    await setPin(page);
    await isWhole(page, 'a pin on the map');
    await page.locator('#building').press('Enter');
    await page.getByText('حُفظ عنوانك').waitFor();
    const address = await shop.database('addresses').where({ account_id: accountId }).first('pinned');
    expect(address.pinned).to.equal(true);
  });

  it('by keyboard alone, in the dark, 320 pixels wide, while time passes and a product sells out', async () => {
    const expected = [/status of (409|410|422).*\/checkout/];
    const visitor = await visit({ locale: 'ar', theme: 'dark', width: 320, expected });
    const { page } = visitor;
    for (const offer of [dates, honey]) {
      const row = await shop
        .database('offers')
        .join('variants', 'variants.id', 'offers.variant_id')
        .where('offers.id', offer)
        .first('product_id');
      await visitor.open(`/ar/p/${row.product_id}`);
      await page.getByRole('button', { name: 'أضف إلى السلة' }).press('Enter');
      await page.waitForURL('**/cart?**');
    }
    await isWhole(page, 'the cart');
    await tabTo(page, 'main a[href$="/checkout"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ar/checkout');
    const typed = {
      ...{ email: 'moza@purchase.wasl.example', password: PASSWORD, name: 'موزة' },
      ...{ phone: '12', zone: '61', street: '836', building: '12' },
    };
    for (const [field, value] of Object.entries(typed)) {
      await tabTo(page, `#${field}`);
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Enter');
    await page.locator('#phone-fault').waitFor();
    expect(await focused(page)).to.equal('faults');
    await isWhole(page, 'a form that is refused');
    for (const [field, value] of [['password', PASSWORD] as const, ['phone', '5512 3456'] as const]) {
      await tabTo(page, `#${field}`);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(CHECKOUT);

    const id = new URL(page.url()).pathname.split('/').at(-1);
    await shop
      .database('checkouts')
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1_000) });
    await page.reload();
    await page.getByRole('heading', { name: 'انتهى الحجز' }).waitFor();
    await isWhole(page, 'a reservation that has ended');
    await tabTo(page, 'main button');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => CHECKOUT.test(url.href) && !url.href.includes(id as string));

    await tabTo(page, `[name="method-${sweets.sellerId}"]`);
    await page.keyboard.press('ArrowDown');
    await total(page, '165.00');
    await isWhole(page, 'delivery');
    const stock = { offer_id: honey, warehouse_id: bees.warehouseIds[0] };
    const { version } = await shop.database('stock_levels').where(stock).first('version');
    const level = `/seller/stock/${honey}/${stock.warehouse_id}`;
    await bees.owner.client.put(level, { onHand: 0 }, { version });
    const before = await orders();
    await tabTo(page, 'button[value=confirm]');
    await page.keyboard.press('Enter');
    await page.locator('#trouble').waitFor();
    expect(await focused(page)).to.equal('trouble');
    await isWhole(page, 'something that sold out');
    expect(await orders()).to.equal(before);
    await tabTo(page, '#trouble button');
    await page.keyboard.press('Enter');
    await page.getByText('والباقي محجوز لك').waitFor();
    await total(page, '95.00');
    await isWhole(page, 'the rest');
    await tabTo(page, 'button[value=confirm]');
    await page.keyboard.press('Enter');
    await page.waitForURL(ORDER);
    await isWhole(page, 'the order');
    const lines = await shop
      .database('order_lines')
      .where({ order_id: orderId(page) })
      .select('offer_id');
    expect(lines).to.deep.equal([{ offer_id: dates }]);
  });
});

/** Opens the map below the address, and moves it: only a person's movement sets the pin. */
async function setPin(page: Page): Promise<void> {
  await page.locator('[data-pin-open]').click();
  const map = page.locator('[data-pin-map]');
  await map.locator('.maplibregl-canvas').waitFor({ timeout: TIMEOUT_MS });
  await map.scrollIntoViewIfNeeded();
  await map.locator('[aria-busy=false]').waitFor({ timeout: TIMEOUT_MS });
  await expectLand(page);
  const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const latitude = page.locator('input[name=latitude]');
  expect(await latitude.inputValue(), 'opening it sets nothing').to.equal('');
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 40, y + height / 2 - 30, { steps: 4 });
  await page.mouse.up();
  await until(async () => (await latitude.inputValue()) !== '', { limitMs: TIMEOUT_MS });
  await page.getByText('تم تحديد الموقع').waitFor();
}

/** Uses the form of the shop's own page; the header has others. */
async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('main form button[type=submit].primary').click();
}
