import { expect } from 'chai';
import { DispatchCity } from './dispatch-city.ts';
import { START_LIMIT } from './support/console-service.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor } from './support/visitor.ts';

/** What each address shows, and what is there once it does. */
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

describe('every screen of the dispatch console', function () {
  this.timeout(240_000);
  let city: DispatchCity;
  let looks: TwoLooks;
  const places: Record<string, string> = {};

  before(async function () {
    this.timeout(START_LIMIT);
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
  const each = async (path: string, ready: string) => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '');
    for (const page of pages()) await follow(page, `/dispatch/${address}`);
    await expectSound(looks, path, ready);
  };
  /** The account speaks English: who wants otherwise says so once. */
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

  it('so is a zone’s plan', async () => {
    await each('zones?zone={zone}', '[data-zone] [aria-pressed=true]');
    for (const page of pages()) await page.locator(`[data-zone="${places.zone}"] button`).last().click();
    await expectSound(looks, 'a plan', '[role=dialog] table');
    for (const page of pages()) await page.keyboard.press('Escape');
  });

  it('writes a day in the language of the console, whatever the browser’s, until it is edited', async () => {
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

  it('mirrors all but the map', async () => {
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
    // From the store to the buyer is the way that is read, also where both have Latin names.
    const [store, buyer] = await page.locator('[data-task]').first().locator('[class*=way] bdi').all();
    expect((await store?.boundingBox())?.x).to.be.above((await buyer?.boundingBox())?.x ?? Infinity);
    const { direction } = await page.locator('.live-map').evaluate((map) => getComputedStyle(map));
    expect(direction).to.equal('ltr');
    await page.getByText('هذا المتصفح لا يستطيع رسم الخريطة').waitFor();
  });

  it('says that the connection is lost, that something failed, and goes on', async () => {
    for (const { visitor } of looks) {
      await visitor.context.setOffline(true);
      await follow(visitor.page, '/dispatch/day?day=2020-01-01');
    }
    await expectSound(looks, 'without a network', '[data-testid=live-age]');
    await expectSound(looks, 'a screen that could not be read', '#content [role=alert] button');
    for (const { visitor } of looks) await visitor.context.setOffline(false);
    for (const page of pages()) await page.getByTestId('live-age').waitFor({ state: 'detached' });
  });

  it('says why a session is over', async () => {
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
