import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DispatchCity, PLACES } from '../browser/dispatch-city.ts';
import { expectAccessible } from '../browser/support/axe.ts';
import { START_TIMEOUT_MS } from '../browser/support/console-service.ts';
import { expectSound, follow, type TwoLooks } from '../browser/support/two-looks.ts';
import { newVisitor } from '../browser/support/visitor.ts';
import type { Schema } from '../support/api-client.ts';
import { asBody, png } from '../support/pictures.ts';
import { around } from '../worlds/delivery-world.ts';

/** Each address, with an element that is present once it is shown. */
const SCREENS: readonly (readonly [path: string, ready: string])[] = [
  ['?tab=tasks', '[data-task]'],
  ['?view=map', '.live-map'],
  ['?tab=drivers', '[data-testid=driver-list]'],
  ['?tab=stores', '[data-testid=upstream] [data-store]'],
  ['?q=nothing-is-called-so', '#content h2'],
  ['?show=late', '#content [aria-pressed]'],
  ['?at={moment}', '[data-testid=past-moment]'],
  ['alerts', '[data-alert]'],
  ['alerts?alert={alert}', '[role=dialog]'],
  ['alerts?status=resolved', '#content h1'],
  ['shifts', '[data-testid=timeline]'],
  ['shifts?plan=new', '[role=dialog]'],
  ['cash', 'table'],
  ['cash?handIn={driver}', '[role=dialog] [role=spinbutton], [role=dialog] input'],
  ['cash?report=today', '[role=dialog] table'],
  ['cash?receipt={receipt}', '[data-testid=receipt] tfoot'],
  ['drivers', 'table'],
  ['drivers?driver={driver}', '[role=dialog]'],
  ['zones', '[data-zone]'],
  ['zones?zone={zone}', '[data-zone] [aria-pressed=true]'],
  ['zones?zone={zone}&edit=shape', '#content textarea'],
  ['zones?edit=new', '#content textarea'],
  ['day', '#content h1'],
];

const keysOf = (items: (Element | SVGElement)[]) =>
  items.map((item) => (item as HTMLElement).dataset.key ?? '');

describe('every screen of the dispatch console', function () {
  this.timeout(240_000);
  let city: DispatchCity;
  let looks: TwoLooks;
  const places: Record<string, string> = {};

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    city = await DispatchCity.open();
    await city.busy();
    await city.world.order();
    places.moment = city.world.service.clock.now().toISOString();
    const { dispatcher } = city.world;
    const alerts = await dispatcher.get<{ data: { id: string }[] }>('/dispatch/alerts?limit=1');
    const cash = await dispatcher.get<{ data: { driverId: string; onHand: { amount: string } }[] }>(
      '/dispatch/cash?limit=100',
    );
    places.alert = alerts.data[0]?.id ?? '';
    const holder = cash.data.find(({ onHand }) => onHand.amount !== '0.00');
    places.driver = holder?.driverId ?? '';
    const settlement = await dispatcher.post<{ id: string }>('/dispatch/cash/settlements', {
      driverId: places.driver,
      denominations: [{ value: '1', count: Math.trunc(Number(holder?.onHand.amount)) }],
    });
    places.receipt = settlement.id;
    places.zone = await city.world.qatar();
    const { service } = city.world;
    looks = [
      { name: 'English, light, wide', visitor: await newVisitor(service, { width: 1440 }) },
      {
        name: 'Arabic, dark, narrow',
        visitor: await newVisitor(service, { locale: 'ar', theme: 'dark', width: 360 }),
      },
    ];
    for (const { visitor } of looks) await visitor.signIn('dispatch', city.dispatcher);
    await inArabic();
  });
  after(async () => {
    for (const { visitor } of looks ?? []) await visitor.close();
    await city?.close();
  });

  const pages = () => looks.map(({ visitor }) => visitor.page);
  const everywhere = async (act: (page: Page) => Promise<unknown>) => {
    for (const page of pages()) await act(page);
  };
  /** Closes what is open. */
  const closed = () =>
    everywhere(async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  const each = async (path: string, ready: string) => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '');
    for (const page of pages()) await follow(page, `/dispatch/${address}`);
    await expectSound(looks, path, ready);
  };
  /** The account's language is English: the other is chosen once. */
  const inArabic = async () => {
    const page = pages()[1];
    if ((await page?.locator('html').getAttribute('lang')) !== 'ar')
      await page?.getByRole('button', { name: 'العربية' }).click();
    await page?.locator('html[dir=rtl][data-theme=dark]').waitFor({ state: 'attached' });
  };

  for (const [path, ready] of SCREENS) {
    it(`is accessible and fits, in both languages: /dispatch/${path}`, () => each(path, ready));
  }

  it('so are task and driver with their dialogs', async () => {
    const { data } = await city.world.dispatcher.get<{ data: { id: string; status: string }[] }>(
      '/dispatch/tasks?limit=100',
    );
    const of = (status: string) => data.find((task) => task.status === status)?.id;
    for (const status of ['UNASSIGNED', 'ACCEPTED', 'FAILED', 'COMPLETED']) {
      await each(`?task=${of(status)}`, '[data-testid=task-panel] dl');
    }
    await each(`?driver=${places.driver}`, '[data-testid=driver-panel] h2');
    await each(`?task=${of('UNASSIGNED')}`, '[data-testid=task-panel] dl');
    for (const [key, dialog] of [
      ['a', 'assigning'],
      ['w', 'why'],
      ['?', 'shortcuts'],
      ['Control+k', 'finder'],
    ] as const) {
      for (const page of pages()) await page.keyboard.press(key);
      await expectSound(looks, dialog, '[role=dialog]');
      for (const page of pages()) await page.keyboard.press('Escape');
      for (const page of pages()) {
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.waitForFunction(() => document.activeElement !== document.body);
      }
    }
  });

  it('so are the dialogs of actions, and the notices that follow them', async () => {
    const { data } = await city.world.dispatcher.get<{ data: { id: string; status: string }[] }>(
      '/dispatch/tasks?limit=100',
    );
    const close = async () => {
      for (const page of pages()) await page.keyboard.press('Escape');
      for (const page of pages()) await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    for (const [status, action] of [
      ['ACCEPTED', 'unassign'],
      ['ACCEPTED', 'cancel'],
      ['ACCEPTED', 'contact'],
      ['FAILED', 'retry'],
    ] as const) {
      const id = data.find((task) => task.status === status)?.id;
      await each(`?task=${id}`, '[data-testid=task-panel] dl');
      for (const page of pages()) {
        await page.keyboard.press('m');
        await page.locator(`[role=menuitem][data-key="${action}"]`).click();
      }
      await expectSound(looks, `${action} of ${status}`, '[role=dialog] [role=radiogroup]');
      await close();
    }
    await each('drivers?driver={driver}', '[role=dialog] fieldset');
    for (const page of pages()) await page.locator('[role=dialog] [class*=grave] button').last().click();
    await expectSound(looks, 'suspending', '[role=dialog] [role=radiogroup]');
    for (const page of pages()) await page.keyboard.press('Escape');
    await close();
    // Many at once, with what will move and what stays; then the notice, with its undo.
    await each('?show=waiting', '[data-section=waiting]');
    for (const page of pages()) {
      await page.keyboard.press('j');
      await page.keyboard.press('Shift+J');
      await page.keyboard.press('a');
    }
    await expectSound(looks, 'assigning many', '[role=dialog] [data-testid=bulk-preview]');
    await close();
    const [page] = pages();
    await page?.keyboard.press('a');
    await page?.getByTestId('bulk-preview').waitFor();
    await page?.keyboard.press('Enter');
    await expectSound(looks.slice(0, 1), 'assigned, with a way back', '[data-testid=notices] button');
    await page?.keyboard.press('Control+z');
    await page?.getByTestId('notices').getByText('Undone').waitFor();
  });

  it('so are the figures of a day with deliveries', () => each('day', '[class*=figure][data-kind=median]'));

  it('so are a failed delivery’s photos, its complete record, and what may be done about it', async () => {
    const { world } = city;
    const salma = await city.driver('Salma Aziz', PLACES.wakra);
    const [{ taskId }] = await city.waiting(1);
    await city.assign(taskId, salma);
    const step = (name: string, body?: object) => salma.client.post(`/driver/tasks/${taskId}/${name}`, body);
    for (const name of ['accept', 'pick-up', 'in-transit']) await step(name);
    await step('photos', asBody(png(400, 300, [90, 140, 90])));
    await step('photos', asBody(png(300, 400, [140, 110, 90])));
    await step('fail', { reason: 'WRONG_ADDRESS', note: 'No such house in this street' });
    await world.settle();
    await each(`?task=${taskId}`, '[data-testid=task-panel] button img');
    await everywhere((page) =>
      page.locator('[data-testid=task-panel] button:has(img)').first().press('Enter'),
    );
    await expectSound(looks, 'a photo', '[role=dialog] img');
    await closed();
    await everywhere((page) => page.locator('[data-testid=task-history] + button').press('Enter'));
    await expectSound(looks, 'everything recorded', '[data-testid=task-events] time');
    await closed();
    const more = (page: Page) => page.locator('[data-testid=task-panel] [aria-haspopup]').press('Enter');
    await everywhere(more);
    await expectSound(looks, 'more actions', '[role=menuitem]');
    const rest = await pages()[0]?.locator('[role=menuitem]').evaluateAll(keysOf);
    for (const key of rest?.filter((each) => each !== 'why') ?? []) {
      await everywhere((page) => page.locator(`[role=menuitem][data-key="${key}"]`).press('Enter'));
      await expectSound(looks, key, '[role=dialog] [class*=actions] button');
      await closed();
      await everywhere(more);
    }
    await everywhere((page) => page.keyboard.press('Escape'));
    for (const at of [0, 1]) {
      const lead = (page: Page) => page.locator('[data-testid=task-panel] button[class*=lead]').nth(at);
      await everywhere((page) => lead(page).press('Enter'));
      await expectSound(looks, `action ${at + 1} of a failed delivery`, '[role=dialog] button');
      await closed();
    }
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/return`, {});
    await step('return', { stage: 'COMPLETE' });
    const { owner_account_id: owner } = await world.database('sellers').first('owner_account_id');
    await world.database('accounts').where('id', owner).update({ status: 'DISABLED' });
    await world.settle();
    await everywhere((page) => page.reload());
    await expectSound(looks, 'returned', '[data-testid=task-panel] button[class*=lead]');
    await everywhere((page) =>
      page.locator('[data-testid=task-panel] button[class*=lead]').first().press('Enter'),
    );
    await expectSound(looks, 'confirming a return', '[role=dialog] input');
    await world.database('accounts').where('id', owner).update({ status: 'ACTIVE' });
    await closed();
  });

  it('so is the choice of a driver: with a reason, and for several tasks at once', async () => {
    const { data } = await city.world.dispatcher.get<{ data: { id: string; status: string }[] }>(
      '/dispatch/tasks?limit=100',
    );
    const accepted = data.find(({ status }) => status === 'ACCEPTED')?.id;
    await each(`?task=${accepted}`, '[data-testid=task-panel] dl');
    await everywhere((page) => page.keyboard.press('a'));
    await expectSound(looks, 'choosing a driver', '[role=dialog] [role=option][data-driver]');
    await everywhere((page) => page.keyboard.press('Enter'));
    await expectSound(looks, 'choosing another driver', '[role=dialog] input[type=radio]');
    await closed();
    await each('?tab=tasks', '[data-task]');
    await everywhere(async (page) => {
      for (const key of ['j', 'Shift+J', 'Shift+J', 'Shift+J', 'a']) await page.keyboard.press(key);
    });
    await expectSound(looks, 'several at once', '[data-testid=bulk-preview]');
    await closed();
    await everywhere((page) => page.keyboard.press('Escape'));
  });

  it('so are drivers’ terms in bulk, a rebuilt route, and the menus of the bar', async () => {
    await each('drivers', 'tbody input[type=checkbox]');
    for (const index of [0, 1]) {
      await everywhere(async (page) => {
        for (const row of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(row).check();
      });
      await expectSound(looks, 'selected drivers', 'tr[data-selected=true]');
      await everywhere((page) => page.locator('[class*=tools] button').nth(index).press('Enter'));
      await expectSound(looks, `selected drivers ${index + 1}`, '[role=dialog] button');
      await closed();
    }
    const { data } = await city.world.dispatcher.get<Schema<'RouteList'>>('/dispatch/routes?limit=100');
    const route = data.find(({ stops }) => stops.some(({ done }) => !done));
    await each(`?driver=${route?.driverId}`, '[data-testid=route-stops] li');
    await everywhere((page) =>
      page.locator('section:has(> [data-testid=route-stops]) > header button').press('Enter'),
    );
    await expectSound(looks, 'a route rebuilt', '[role=dialog] table');
    await closed();
    for (const [at, what, ready] of [
      [-1, 'the account’s menu', '[role=menu]'],
      [-2, 'the bell', '[role=dialog]'],
    ] as const) {
      await everywhere((page) => page.locator('header button[aria-expanded]').nth(at).press('Enter'));
      await expectSound(looks, what, ready);
      await everywhere((page) => page.keyboard.press('Escape'));
    }
  });

  it('so is a zone to be saved, and undoing it', async () => {
    const { dispatcher } = city.world;
    const zone = await dispatcher.post<{ id: string }>('/dispatch/zones', {
      name: { en: 'Souq Waqif and Msheireb', ar: 'سوق واقف ومشيرب' },
      ...{ priority: 20, active: true, geometry: around(PLACES.sadd) },
    });
    await everywhere((page) => page.reload());
    await each('zones?edit=new', '#content textarea');
    const save = (page: Page) => page.locator('[class*=editor] [class*=actions] button').first();
    await everywhere((page) => save(page).press('Enter'));
    await expectSound(looks, 'a zone without anything', '#content textarea[aria-invalid=true]');
    await each(`zones?zone=${zone.id}&edit=shape`, '#content textarea');
    await everywhere(async (page) => {
      await page.locator('#content textarea').fill('51.48, 25.66\n51.52, 25.66\n51.52, 25.7\n51.48, 25.7');
      await save(page).press('Enter');
    });
    await expectSound(looks, 'what a zone would move', '[data-testid=zone-preview] p');
    const [desk] = pages();
    await desk?.locator('[role=dialog] [class*=actions] button').last().press('Enter');
    await desk?.locator('[data-testid=notices] button').first().waitFor();
    await expectSound(looks.slice(0, 1), 'a zone to be undone', '[data-testid=notices] button');
    await closed();
  });

  it('so is a rate limit', async () => {
    const problem = {
      ...{ type: 'about:blank', title: 'Too many', status: 429, detail: '', instance: '/' },
      ...{ code: 'common.RATE_LIMITED', requestId: 'r', errors: [] },
    };
    const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '40' };
    await everywhere((page) =>
      page.route(
        '**/api/v1/dispatch/overview*',
        (route) => route.fulfill({ status: 429, headers, json: problem }),
        { times: 1 },
      ),
    );
    await everywhere((page) => follow(page, '/dispatch/day?day=2026-02-11'));
    for (const { name, visitor } of looks) {
      await visitor.page.locator('[data-testid=notices] [role=status] strong').waitFor();
      await expectAccessible(visitor.page, `a limit, ${name}`);
    }
    await everywhere((page) => page.reload());
  });

  it('so is a zone’s plan', async () => {
    await each('zones?zone={zone}', '[data-zone] [aria-pressed=true]');
    for (const page of pages()) await page.locator(`[data-zone="${places.zone}"] button`).last().click();
    await expectSound(looks, 'a plan', '[role=dialog] table');
    for (const page of pages()) await page.keyboard.press('Escape');
  });

  it('shows a day in the language of the console, whatever the browser’s, until it is edited', async () => {
    await each('shifts?day=2026-02-12', '[data-testid=timeline], #content h2');
    const words = [];
    for (const page of pages()) {
      const field = page.locator('#content input[type=date]');
      const shown = field.locator('+ span');
      words.push(await shown.innerText());
      await field.focus();
      expect(await shown.isVisible()).to.equal(false);
      await field.blur();
    }
    expect(words).to.deep.equal(['12 Feb 2026', '12 فبراير 2026']);
  });

  it('mirrors everything but the map', async () => {
    await each('?tab=tasks', '[data-task]');
    const [page] = pages();
    if (page === undefined) throw new Error('no page');
    const places = async () => {
      const list = await page.getByTestId('task-list').boundingBox();
      const map = await page.locator('.live-map').boundingBox();
      return { list: list?.x ?? 0, map: map?.x ?? 0 };
    };
    const english = await places();
    expect(english.list).to.be.below(english.map);
    await page.getByRole('button', { name: 'العربية' }).click();
    await page.locator('html[dir=rtl]').waitFor({ state: 'attached' });
    const arabic = await places();
    expect(arabic.list).to.be.above(arabic.map);
    // It is read from the store to the buyer, even where both have Latin names.
    const [store, buyer] = await page.locator('[data-task]').first().locator('[class*=way] bdi').all();
    expect((await store?.boundingBox())?.x).to.be.above((await buyer?.boundingBox())?.x ?? Infinity);
    const { direction } = await page.locator('.live-map').evaluate((map) => getComputedStyle(map));
    expect(direction).to.equal('ltr');
    await page.getByText('هذا المتصفح لا يستطيع رسم الخريطة').waitFor();
  });

  it('reports a lost connection or a failure, and continues', async () => {
    for (const { visitor } of looks) {
      await visitor.context.setOffline(true);
      await follow(visitor.page, '/dispatch/day?day=2020-01-01');
    }
    await expectSound(looks, 'without a network', '[data-testid=live-age]');
    await expectSound(looks, 'a screen that could not be read', '#content [role=alert] button');
    for (const { visitor } of looks) await visitor.context.setOffline(false);
    for (const page of pages()) await page.getByTestId('live-age').waitFor({ state: 'detached' });
  });

  it('explains why a session has ended', async () => {
    const { database } = city.world;
    const { accountId } = city.dispatcher;
    await database('sessions').where({ account_id: accountId }).update({ revoked_at: new Date() });
    for (const page of pages()) await page.reload();
    await expectSound(looks, 'session ended', 'input[name=password]');
    await database('account_roles').where({ account_id: accountId, role: 'DISPATCHER' }).delete();
    for (const { visitor } of looks) await visitor.fillSignIn(city.dispatcher);
    await expectSound(looks, 'role lost', '[role=alert]');
  });
});
