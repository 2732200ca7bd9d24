import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { START_TIMEOUT_MS } from '../browser/support/console-service.ts';
import { openPhone, signInOf } from '../browser/support/driver-phone.ts';
import { expectSound, follow, type TwoLooks } from '../browser/support/two-looks.ts';
import { newVisitor } from '../browser/support/visitor.ts';
import { png } from '../support/pictures.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../worlds/delivery-world.ts';

const SCREENS = ['route', 'cash', 'more', 'steps', 'notifications', 'settings'];

describe('every screen of the driver app', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  let looks: TwoLooks;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.approved();
    // Two phones of one driver: both show every event of the service.
    looks = [
      { name: 'English, light', visitor: await openPhone(world, driver, { width: 360 }) },
      {
        name: 'Arabic, dark',
        visitor: await openPhone(world, driver, { locale: 'ar', theme: 'dark', width: 360 }),
      },
    ];
    const arabic = looks[1]?.visitor.page;
    if (arabic === undefined) throw new Error('no phone');
    await follow(arabic, '/driver/settings');
    await arabic.getByRole('radio', { name: 'العربية' }).check({ force: true });
    await arabic.locator('html[dir=rtl][data-theme=dark]').waitFor({ state: 'attached' });
  });
  after(async () => {
    for (const { visitor } of looks ?? []) await visitor.close();
    await world?.close();
  });

  const pages = () => looks.map(({ visitor }) => visitor.page);
  const everywhere = async (act: (page: Page) => Promise<unknown>) => {
    for (const page of pages()) await act(page);
  };
  const press = (selector: string) => everywhere((page) => page.locator(selector).click());
  const closed = () =>
    everywhere(async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      // The focus stays where it was: a keyboard user need not start again at the top.
      await page.waitForFunction(() => document.activeElement !== document.body);
    });
  const at = async (path: string) => {
    for (const page of pages()) await follow(page, `/driver/${path}`);
  };
  const post = async (path: string, body?: object) => {
    await driver.client.post(`/driver/${path}`, body);
    await world.settle();
  };
  const shows = (status: string) => expectSound(looks, status, `[data-testid=task][data-status=${status}]`);

  it('is accessible and fits, in both languages, while it is still empty', async () => {
    for (const screen of SCREENS) {
      await at(screen);
      await expectSound(looks, `${screen}, empty`, '#main h1');
    }
    await at('');
    await expectSound(looks, 'off duty', '[data-duty=OFF]');
  });

  it('so is every state of a task, as the service reports it', async () => {
    await world.report(driver, STORE);
    await post('shift/start');
    await expectSound(looks, 'on duty', '[data-testid=shift]:not([data-duty=OFF])');
    const { taskId } = await world.ready();
    await expectSound(looks, 'an offer', '[data-testid=countdown]');
    await press('dialog[open] footer button:last-child');
    await expectSound(looks, 'declining', 'dialog[open] fieldset button');
    await press('dialog[open] fieldset > button:last-child');
    const second = await world.ready();
    await expectSound(looks, 'two offers', 'dialog[open] p[class*=queued]');
    for (const _ of [1, 2]) await press('dialog[open] header button');
    await expectSound(looks, 'offers put aside', 'ul[class*=aside] li + li');
    await world.dispatcher.post(`/dispatch/tasks/${second.taskId}/cancel`, { reason: 'The buyer called' });
    await expectSound(looks, 'an offer that ran out', '[class*=line][data-over=true]');
    await press('[class*=line][data-over=true]');
    await press('[class*=line][data-over=false]');
    const step = (name: string, body?: object) => post(`tasks/${taskId}/${name}`, body);
    for (const [name, status] of [
      ['accept', 'ACCEPTED'],
      ['pick-up', 'PICKED_UP'],
      ['in-transit', 'IN_TRANSIT'],
      ['arrive', 'ARRIVED'],
    ] as const) {
      await step(name);
      await shows(status);
    }
    await press('[class*=tools] button');
    await expectSound(looks, 'ways to navigate', 'dialog[open] a');
    await closed();
    await press(
      '[data-testid=task] button:has(+ section), [data-testid=task] [class*=steps] > button:last-of-type',
    );
    await press('dialog[open] label:nth-of-type(3)');
    await everywhere((page) =>
      page.locator('dialog[open] input[type=file]').setInputFiles({
        ...{ name: 'door.png', mimeType: 'image/png', buffer: png(400, 300, [140, 110, 90]) },
      }),
    );
    await expectSound(looks, 'what the problem is', 'dialog[open] img');
    await closed();
    await at('route');
    await expectSound(looks, 'route', '#main li');
    await press('#main [class*=segment]:last-child');
    await expectSound(looks, 'route on a map', '[data-testid=route-map] .live-map');
    await at('');
    await step('delivery-code');
    await expectSound(looks, 'the code', '#main input');
    await step('verify-code', { code: await world.code() });
    await shows('CODE_VERIFIED');
    await press('#main button[class*=big]');
    await expectSound(looks, 'cash', 'dialog[open] button[aria-pressed=true]');
    await press('dialog[open] fieldset > button:last-child');
    await expectSound(looks, 'cash counted', 'dialog[open] output');
    await closed();
    await step('record-cash', { amount: { amount: '115.00', currency: 'QAR' } });
    await shows('CASH_RECORDED');
    await pages()[0]?.locator('#main button[class*=big]').click();
    await expectSound(looks.slice(0, 1), 'delivered', '[data-testid=delivery-end] [class*=facts] span');
    await pages()[0]?.locator('[data-testid=delivery-end] button').click();
    await press('[data-testid=shift] button:last-child');
    await expectSound(looks, 'ending the shift', 'dialog[open] button');
    await closed();
  });

  it('so are goods that were not accepted, and the screens of a day', async () => {
    const { taskId } = await world.ready();
    for (const name of ['accept', 'pick-up', 'in-transit']) await post(`tasks/${taskId}/${name}`);
    await post(`tasks/${taskId}/fail`, { reason: 'REFUSED' });
    await shows('FAILED');
    await post(`tasks/${taskId}/return`, { stage: 'START' });
    await shows('RETURNING');
    await pages()[1]?.locator('#main button[class*=big]').click();
    await expectSound(looks.slice(1), 'returned', '[data-testid=delivery-end] [class*=facts]');
    await post('shift/break');
    await expectSound(looks, 'a break', '[data-duty=ON_BREAK]');
    for (const screen of SCREENS) {
      await at(screen);
      await expectSound(looks, screen, '#main h1');
    }
  });

  it('so is the app for an account that is not a driver yet', async () => {
    const person = await signInOf(world, (await world.somebody()).accountId);
    const others = [
      { name: 'English, light', visitor: await newVisitor(world.service, { width: 360, height: 740 }) },
      {
        name: 'Arabic, dark',
        visitor: await newVisitor(world.service, { locale: 'ar', theme: 'dark', width: 360, height: 740 }),
      },
    ];
    try {
      for (const { visitor } of others) await visitor.signIn('driver', person);
      const arabic = others[1]?.visitor.page;
      await expectSound(others, 'applying', '[data-testid=apply]');
      for (const { visitor } of others) await visitor.page.locator('form button[type=submit]').click();
      await expectSound(others, 'an application with faults', 'input[aria-invalid=true]');
      await arabic?.locator('input[name=phone]').fill('66778899');
      await arabic?.locator('input[value=VAN]').check();
      await arabic?.locator('input[name=plate]').fill('254781');
      await arabic?.locator('form button[type=submit]').click();
      await others[0]?.visitor.page.reload();
      await expectSound(others, 'an application that waits', '[data-testid=application]');
    } finally {
      for (const { visitor } of others) await visitor.close();
    }
  });

  it('so is the phone without a network, and a session that has ended', async () => {
    for (const { visitor } of looks) await visitor.context.setOffline(true);
    await at('');
    for (const page of pages()) await page.locator('[data-testid=shift] button').first().click();
    await at('steps');
    await expectSound(looks, 'a step that waits', '[data-testid=steps] [data-state=QUEUED]');
    await at('');
    await expectSound(looks, 'offline', '[data-testid=shift]');
    await world
      .database('sessions')
      .where({ account_id: driver.accountId })
      .update({ revoked_at: new Date() });
    for (const { visitor } of looks) await visitor.context.setOffline(false);
    await expectSound(looks, 'session ended', 'input[name=password]');
  });
});
