import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { DeliveryWorld, type OnDuty, STORE } from '../worlds/delivery-world.ts';
import { START_LIMIT } from './support/console-service.ts';
import { openPhone } from './support/driver-phone.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';

const SCREENS = ['route', 'cash', 'more', 'steps', 'notifications', 'settings'];

describe('every screen of the driver app', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  let looks: TwoLooks;

  before(async function () {
    this.timeout(START_LIMIT);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.approved();
    // Two phones of one driver: what the service tells, both show.
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
  const at = async (path: string) => {
    for (const page of pages()) await follow(page, `/driver/${path}`);
  };
  const post = async (path: string, body?: object) => {
    await driver.client.post(`/driver/${path}`, body);
    await world.settle();
  };
  const shows = (status: string) => expectSound(looks, status, `[data-testid=task][data-status=${status}]`);

  it('is accessible and fits, in both languages, before there is anything', async () => {
    for (const screen of SCREENS) {
      await at(screen);
      await expectSound(looks, `${screen}, empty`, '#main h1');
    }
    await at('');
    await expectSound(looks, 'off duty', '[data-duty=OFF]');
  });

  it('so is every state of a task, as the service tells it', async () => {
    await world.report(driver, STORE);
    await post('shift/start');
    await expectSound(looks, 'on duty', '[data-testid=shift]:not([data-duty=OFF])');
    const { taskId } = await world.ready();
    await expectSound(looks, 'an offer', '[data-testid=countdown]');
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
    await at('route');
    await expectSound(looks, 'route', '#main li');
    await at('');
    await step('delivery-code');
    await expectSound(looks, 'the code', '#main input');
    await step('verify-code', { code: await world.code() });
    await shows('CODE_VERIFIED');
    await step('record-cash', { amount: { amount: '115.00', currency: 'QAR' } });
    await shows('CASH_RECORDED');
    await step('complete');
    await expectSound(looks, 'done', '[data-testid=shift]');
  });

  it('so are goods that nobody took, and the screens of a day', async () => {
    const { taskId } = await world.ready();
    for (const name of ['accept', 'pick-up', 'in-transit']) await post(`tasks/${taskId}/${name}`);
    await post(`tasks/${taskId}/fail`, { reason: 'REFUSED' });
    await shows('FAILED');
    await post(`tasks/${taskId}/return`, { stage: 'START' });
    await shows('RETURNING');
    await post(`tasks/${taskId}/return`, { stage: 'COMPLETE' });
    await post('shift/break');
    await expectSound(looks, 'a break', '[data-duty=ON_BREAK]');
    for (const screen of SCREENS) {
      await at(screen);
      await expectSound(looks, screen, '#main h1');
    }
  });

  it('so is the phone without a network, and a session that is over', async () => {
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
