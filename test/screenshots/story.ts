import type { Page } from 'playwright-core';
import { buy, buyAgain, buyerSignIn } from '../../scripts/demo/buy.ts';
import { type Cast, driverSignIn, gather } from '../../scripts/demo/cast.ts';
import { pack, readCode, receiveOffer } from '../../scripts/demo/deliver.ts';
import { type Installation, type SignIn, Stage } from '../../scripts/demo/stage.ts';
import type { Schema } from '../../scripts/people/person.ts';
import { png } from '../support/pictures.ts';
import type { Camera } from './camera.ts';
import type { Look } from './film.ts';
import { photographLostRole } from './lost-role.ts';
import type { Surface } from './screen.ts';

/** What only a day in progress shows: a task in each of its states, on the phone and on the board. */
export const STORY_SCREENS = [
  'duty',
  'task-offer',
  'task-accepted',
  'task-picked-up',
  'task-in-transit',
  'task-arrived',
  'task-code',
  'task-cash',
  'task-cash-sheet',
  'task-fail-sheet',
  'task-failed',
  'task-returning',
  'route-map',
  'delivery-end',
  'return-end',
  'offers-queued',
  'offers-aside',
  'work-done',
  'order-waiting',
  'order-ready',
  'order-on-the-way',
  'order-code',
  'order-delivered',
  'order-failed',
  'task',
  'assign',
  'unassign',
  'contact',
  'reassign',
  'bulk',
  'why',
  'task-failed',
  'photo',
  'events',
  'confirm-return',
  'driver',
  'zone-preview',
  'zone-undo',
  'hand-in',
  'receipt',
  'receipt-print',
  'role-lost',
] as const;

type Name = (typeof STORY_SCREENS)[number];

const STORY_SURFACES = ['dispatch', 'driver', 'shop'] as const;

/** Whether the story has to be played for a picture. */
export function hasStoryFor(camera: Camera): boolean {
  return STORY_SURFACES.some((surface) => STORY_SCREENS.some((name) => camera.wants(surface, name)));
}

interface View {
  surface: Surface | 'shop';
  look: Look;
  page: Page;
}

/** A narrator for journeys that nobody reads. */
export const SILENT = { step: () => undefined, event: () => undefined };
/** Milliseconds in which the shop's map, which does not say when it is complete, is drawn without a graphics card. */
const MAP_DRAWN_MS = 4_000;
const PHONE = { widths: [360], height: 780 };
const DESK = { widths: [360, 1440], height: 900 };
const SHOP = { widths: [360, 1280], height: 800 };

/** One driver's two deliveries, seen by phones, dispatchers and the buyer in every look at once. */
export class DayStory {
  readonly #camera: Camera;
  readonly #stage: Stage;
  #phones: View[] = [];
  #desks: View[] = [];
  #shops: View[] = [];

  constructor(camera: Camera, installation: Installation) {
    this.#camera = camera;
    this.#stage = new Stage(installation, SILENT);
  }

  /** Takes the pictures; returns the sign-in of the driver, who is on a break afterwards and has cash on hand. */
  async play(): Promise<SignIn> {
    const stage = this.#stage;
    try {
      const cast = await gather(stage);
      const account = driverSignIn(stage);
      this.#phones = await this.#openAll('driver', PHONE, account);
      this.#desks = await this.#openAll('dispatch', DESK, stage.installation.dispatcher);
      await this.#phone('duty', '[data-duty=ON_DUTY]');
      await this.#deliver(cast);
      await this.#bringBack(cast);
      await this.#moveZone(cast);
      await cast.driver.ok('begin a break', cast.driver.api.POST('/driver/shift/break'));
      await this.#handIn(cast);
      if (this.#wants('role-lost')) await photographLostRole(this.#camera, stage, cast.admin);
      return account;
    } finally {
      stage.leave();
      for (const { page } of [...this.#phones, ...this.#desks, ...this.#shops]) await page.context().close();
    }
  }

  async #deliver(cast: Cast): Promise<void> {
    const { driver } = cast;
    const order = await buy(this.#stage, cast);
    this.#shops = await this.#openAll('shop', SHOP, buyerSignIn(this.#stage));
    await this.#shop('order-waiting', order.id);
    await pack(this.#stage, cast, order.groups[0]?.id ?? '');
    await this.#shop('order-ready', order.id);
    const { id, cashDue } = await receiveOffer(this.#stage, cast, order);
    const params = { path: { id } };
    await this.#phone('task-offer', '[data-testid=countdown]');
    await driver.ok('accept', driver.api.POST('/driver/tasks/{id}/accept', { params }));
    await this.#phone('task-accepted', status('ACCEPTED'));
    await this.#board(id, cast.driverId);
    await driver.ok('pick up', driver.api.POST('/driver/tasks/{id}/pick-up', { params }));
    await this.#phone('task-picked-up', status('PICKED_UP'));
    await driver.ok('set off', driver.api.POST('/driver/tasks/{id}/in-transit', { params }));
    await this.#phone('task-in-transit', status('IN_TRANSIT'));
    await this.#phone('route-map', '#main', async (page) => {
      await page.locator('nav a').nth(1).click();
      await page.locator('#main [class*=segment]').last().click();
      await page.locator('[data-testid=route-map] .live-map-canvas').waitFor();
    });
    await this.#shop('order-on-the-way', order.id);
    await driver.ok('arrive', driver.api.POST('/driver/tasks/{id}/arrive', { params }));
    await this.#phone('task-arrived', status('ARRIVED'));
    await this.#phone('task-fail-sheet', status('ARRIVED'), (page) => openSheet(page, 'fail'));
    await driver.ok('ask for the code', driver.api.POST('/driver/tasks/{id}/delivery-code', { params }));
    await this.#phone('task-code', '#main input');
    await this.#shop('order-code', order.id);
    const code = await readCode(this.#stage, cast);
    await driver.ok(
      'enter the code',
      driver.api.POST('/driver/tasks/{id}/verify-code', { params, body: { code } }),
    );
    await this.#phone('task-cash', status('CODE_VERIFIED'));
    await this.#phone('task-cash-sheet', status('CODE_VERIFIED'), (page) => openSheet(page, 'cash'));
    const body = { amount: cashDue };
    await driver.ok('take the cash', driver.api.POST('/driver/tasks/{id}/record-cash', { params, body }));
    await this.#end('delivery-end', this.#phones[0], 'CASH_RECORDED');
    // Where no picture was wanted, it has not been pressed.
    if (!this.#wants('delivery-end'))
      await driver.ok('complete', driver.api.POST('/driver/tasks/{id}/complete', { params }));
    await this.#phone('work-done', '[data-testid=shift]');
    await this.#shop('order-delivered', order.id);
  }

  /** Only the phone that takes the last step shows its result: one look of a delivery, another of a return. */
  async #end(name: 'delivery-end' | 'return-end', phone: View | undefined, from: string): Promise<void> {
    if (phone === undefined || !this.#wants(name)) return;
    await this.#each([phone], name, async (page) => {
      await page.goto('/driver/');
      await page.locator(`${status(from)} button[class*=big]`).click();
      await page.getByTestId('delivery-end').waitFor();
    });
    // Closed, since it would cover what comes next. If it is missing, its picture has already failed with a message.
    const close = phone.page.getByTestId('delivery-end').getByRole('button');
    await close.click().catch(() => undefined);
  }

  async #bringBack(cast: Cast): Promise<void> {
    const { driver } = cast;
    const order = await buyAgain(this.#stage, cast);
    await pack(this.#stage, cast, order.groups[0]?.id ?? '');
    const { id } = await receiveOffer(this.#stage, cast, order);
    const params = { path: { id } };
    const behind = await this.#twoOffers(cast);
    await driver.ok('accept', driver.api.POST('/driver/tasks/{id}/accept', { params }));
    if (behind !== null) await this.#bulk(cast, behind);
    await driver.ok('pick up', driver.api.POST('/driver/tasks/{id}/pick-up', { params }));
    await driver.ok('set off', driver.api.POST('/driver/tasks/{id}/in-transit', { params }));
    const picture = {
      ...{ params, body: new Blob([new Uint8Array(png(400, 300, [90, 140, 90]))]) },
      ...{ bodySerializer: (sent: Blob) => sent, headers: { 'Content-Type': 'image/png' } },
    };
    await driver.ok('take a picture', driver.api.POST('/driver/tasks/{id}/photos', picture));
    const body = { reason: 'REFUSED' as const, note: 'The box was open' };
    await driver.ok('fail', driver.api.POST('/driver/tasks/{id}/fail', { params, body }));
    await this.#phone('task-failed', status('FAILED'));
    await this.#shop('order-failed', order.id);
    const panel = '[data-testid=task-panel] dl';
    await this.#desk('task-failed', `?task=${id}`, panel);
    await this.#desk('photo', `?task=${id}`, panel, pressed('[data-testid=task-panel] button:has(img)'));
    await this.#desk('events', `?task=${id}`, panel, pressed('[data-testid=task-history] + button'));
    const start = { stage: 'START' as const };
    await driver.ok('turn back', driver.api.POST('/driver/tasks/{id}/return', { params, body: start }));
    await this.#phone('task-returning', status('RETURNING'));
    await this.#end('return-end', this.#phones.at(-1), 'RETURNING');
    const end = { stage: 'COMPLETE' as const };
    if (!this.#wants('return-end'))
      await driver.ok('bring back', driver.api.POST('/driver/tasks/{id}/return', { params, body: end }));
    if (this.#wants('confirm-return')) await this.#confirmReturn(cast, id);
  }

  /** Dispatchers confirm that goods are back only for a seller for whom no account can sign in. */
  async #confirmReturn({ admin, seller }: Cast, id: string): Promise<void> {
    const { id: owner } = await seller.ok('read own profile', seller.api.GET('/me'));
    const params = { path: { id: owner } };
    const body = { reason: 'A picture is taken' };
    await admin.withFreshCode(() =>
      admin.ok('disable', admin.api.POST('/admin/accounts/{id}/disable', { params, body })),
    );
    const lead = '[data-testid=task-panel] button[class*=lead]';
    await this.#desk('confirm-return', `?task=${id}`, lead, pressed(lead));
    await admin.withFreshCode(() =>
      admin.ok('enable', admin.api.POST('/admin/accounts/{id}/enable', { params, body })),
    );
  }

  /** One more behind the open offer, and both set aside, while they last. Returns the one behind. */
  async #twoOffers(cast: Cast): Promise<string | null> {
    const names = ['offers-queued', 'offers-aside', 'bulk'] as const;
    if (!names.some((name) => this.#wants(name))) return null;
    const order = await buyAgain(this.#stage, cast);
    await pack(this.#stage, cast, order.groups[0]?.id ?? '');
    const { id } = await receiveOffer(this.#stage, cast, order);
    const open = '[data-testid=countdown]';
    await this.#phone('offers-queued', `${open}, dialog[open] p[class*=queued]`);
    await this.#phone('offers-aside', open, async (page) => {
      for (const _ of [1, 2]) await page.locator('dialog[open] header button').click();
      await page.locator('ul[class*=aside] li').first().waitFor();
    });
    return id;
  }

  /** Both selected, and the one behind taken away again. */
  async #bulk({ dispatcher }: Cast, id: string): Promise<void> {
    await this.#desk('bulk', '?tab=tasks', '[data-task]', async (page) => {
      for (const key of ['j', 'Shift+J', 'a']) await page.keyboard.press(key);
      await page.locator('[role=dialog]').waitFor();
    });
    const params = { path: { id } };
    const body = { reason: 'The buyer called' };
    await dispatcher.ok('cancel', dispatcher.api.POST('/dispatch/tasks/{id}/cancel', { params, body }));
  }

  /** A zone that is moved far: the console asks about what would move, and the move is undone. */
  async #moveZone({ dispatcher }: Cast): Promise<void> {
    if (!this.#wants('zone-preview') && !this.#wants('zone-undo')) return;
    const name = { en: `Msheireb ${this.#stage.tag}`, ar: `مشيرب ${this.#stage.tag}` };
    const ring = (latitude: number) =>
      [
        [51.5, latitude],
        [51.53, latitude],
        [51.53, latitude + 0.02],
        [51.5, latitude + 0.02],
        [51.5, latitude],
      ] as [number, number][];
    const geometry = { type: 'Polygon' as const, coordinates: [ring(25.28)] };
    const body = { name, priority: 20, active: true, geometry };
    const { id } = await dispatcher.ok('draw a zone', dispatcher.api.POST('/dispatch/zones', { body }));
    const corners = (latitude: number) =>
      ring(latitude)
        .map((place) => place.join(', '))
        .join('\n');
    const ask = async (page: Page, latitude: number) => {
      await page.locator('#content textarea').fill(corners(latitude));
      await page.locator('[class*=editor] [class*=actions] button').first().press('Enter');
      await page.locator('[data-testid=zone-preview] p').first().waitFor();
    };
    const editor = '#content textarea';
    const address = `zones?zone=${id}&edit=shape`;
    await this.#desk('zone-preview', address, editor, (page) => ask(page, 25.66));
    // There and back: each look moves it far from where the previous one has left it.
    let latitude = 25.28;
    await this.#desk('zone-undo', address, editor, async (page) => {
      latitude = latitude === 25.28 ? 25.66 : 25.28;
      await ask(page, latitude);
      await page.locator('[role=dialog] [class*=actions] button').last().press('Enter');
      await page.locator('[data-testid=notices] button').first().waitFor();
    });
  }

  /** A task and its driver, as a dispatcher sees them. */
  async #board(taskId: string, driverId: string): Promise<void> {
    const panel = '[data-testid=task-panel] dl';
    const press = (key: string) => async (page: Page) => {
      await page.keyboard.press(key);
      await page.locator('[role=dialog]').waitFor();
    };
    await this.#desk('task', `?task=${taskId}`, panel);
    const choose = (action: string) => async (page: Page) => {
      await page.keyboard.press('m');
      await page.locator(`[role=menuitem][data-key="${action}"]`).click();
      await page.locator('[role=dialog] [role=radiogroup]').first().waitFor();
    };
    await this.#desk('assign', `?task=${taskId}`, panel, press('a'));
    await this.#desk('unassign', `?task=${taskId}`, panel, choose('unassign'));
    await this.#desk('contact', `?task=${taskId}`, panel, choose('contact'));
    await this.#desk('reassign', `?task=${taskId}`, panel, async (page) => {
      await press('a')(page);
      await page.locator('[role=dialog] [role=option]').first().waitFor();
      await page.keyboard.press('Enter');
    });
    await this.#desk('why', `?task=${taskId}`, panel, press('w'));
    await this.#desk('driver', `?driver=${driverId}`, '[data-testid=driver-panel] h2');
  }

  async #handIn({ dispatcher, driver, driverId }: Cast): Promise<void> {
    const cash = await driver.ok('read own cash', driver.api.GET('/driver/cash'));
    await this.#desk('hand-in', `cash?handIn=${driverId}`, '[role=dialog] input');
    if (!this.#wants('receipt')) return;
    const body: Schema<'CreateSettlementRequest'> = { driverId, counted: cash.onHand };
    const { id } = await dispatcher.ok('settle', dispatcher.api.POST('/dispatch/cash/settlements', { body }));
    await this.#desk('receipt', `cash?receipt=${id}`, '[data-testid=receipt]');
    await this.#desk('receipt-print', `cash?receipt=${id}`, '[data-testid=receipt]', (page) =>
      page.emulateMedia({ media: 'print' }),
    );
  }

  #wants(name: Name): boolean {
    return STORY_SURFACES.some((surface) => this.#camera.wants(surface, name));
  }

  async #openAll(
    surface: View['surface'],
    { widths, height }: { widths: readonly number[]; height: number },
    account: SignIn,
  ): Promise<View[]> {
    const views: View[] = [];
    for (const look of this.#camera.looks(surface, widths, height)) {
      const page = await this.#camera.open(look);
      if (surface === 'shop') await this.#camera.signInToShop(page, look, account);
      else await this.#camera.signIn(page, surface, account);
      views.push({ surface, look, page });
    }
    return views;
  }

  #phone(name: Name, ready: string, prepare?: (page: Page) => Promise<unknown>): Promise<void> {
    return this.#each(this.#phones, name, async (page) => {
      // Opened again, since the previous picture may have left a sheet open.
      await page.goto('/driver/');
      await page.locator(ready).first().waitFor();
      await prepare?.(page);
    });
  }

  #desk(
    name: Name,
    address: string,
    ready: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<void> {
    return this.#each(this.#desks, name, async (page) => {
      await page.goto(`/dispatch/${address}`);
      await page.locator(ready).first().waitFor();
      await prepare?.(page);
    });
  }

  /** The buyer's page of an order in its present state. */
  #shop(name: Name, orderId: string): Promise<void> {
    return this.#each(this.#shops, name, async (page, { locale }) => {
      await page.goto(`/${locale}/orders/${orderId}`);
      await page.locator('#order').waitFor();
      if (name !== 'order-on-the-way') return;
      await page.locator('.order-map .maplibregl-canvas').waitFor();
      await page.waitForTimeout(MAP_DRAWN_MS);
    });
  }

  /** All looks at the same moment, since an offer expires. */
  async #each(
    views: readonly View[],
    name: Name,
    prepare: (page: Page, look: Look) => Promise<unknown>,
  ): Promise<void> {
    if (!this.#wants(name)) return;
    for (const { page, surface, look } of views) {
      await this.#camera.take(page, { surface, name, look }, () => prepare(page, look));
      if (surface === 'shop') await this.#camera.check(page, name, look);
    }
  }
}

function status(name: string): string {
  return `[data-testid=task][data-status=${name}]`;
}

function pressed(selector: string): (page: Page) => Promise<unknown> {
  return async (page) => {
    await page.locator(selector).first().press('Enter');
    await page.locator('[role=dialog]').waitFor();
  };
}

async function openSheet(page: Page, which: 'cash' | 'fail'): Promise<void> {
  // The state's main action is the first of the big buttons; that it cannot be done, the last.
  const button =
    which === 'cash'
      ? page.locator('#main button[class*=big]').first()
      : page.locator('[data-testid=task] button').last();
  await button.click();
  await page.locator('dialog[open]').waitFor();
}
