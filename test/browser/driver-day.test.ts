import { expect } from 'chai';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { png } from '../support/pictures.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { CORNICHE, checkGoods, connection, openPhone, signInOf, task } from './support/driver-phone.ts';
import { firstLoad } from './support/first-load.ts';
import { inFrontOf } from './support/next-version.ts';
import { follow } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

describe('a driver’s day on the phone', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  let phone: Visitor;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.approved();
    phone = await openPhone(world, driver);
  });

  after(async () => {
    await phone?.close();
    await world?.close();
  });

  it('loads at most 126 kB of script before the work is shown', () => {
    const { script } = firstLoad('driver', ['driver-shell']);
    expect(script, `${script} kB`).to.be.at.most(126);
  });

  it('starts with the shift, on a page that fits', async () => {
    const { page } = phone;
    await page.getByRole('heading', { name: 'You are off duty' }).waitFor();
    // "Online" is what drivers call being sent offers.
    await connection(page, /^Off duty$/);
    await expectAccessible(page, 'off duty');
    await page.getByRole('button', { name: 'Start shift' }).click();
    await page.getByRole('heading', { name: /On duty since/ }).waitFor();
    await page.getByText('Waiting for the next task').waitFor();
    await connection(page, /^Online$/);
    await expectAccessible(page, 'on duty');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).to.equal(true);
  });

  it('delivers a parcel: offer, goods, code, cash, done', async () => {
    const { page } = phone;
    const { taskId, number, cashDue } = await world.ready();
    const offer = page.getByRole('dialog', { name: 'New task' });
    await offer.getByText(`QAR`).first().waitFor();
    expect(Number(await page.getByTestId('countdown').locator('p').first().textContent())).to.be.within(
      60,
      90,
    );
    await expectAccessible(page, 'an offer');
    await page.setViewportSize({ width: 360, height: 740 });
    const plate = await offer.getByTestId('plate').first().boundingBox();
    const answers = await offer.getByRole('button', { name: 'Accept' }).boundingBox();
    expect((plate?.y ?? 0) + (plate?.height ?? 0), 'the door is seen without scrolling').to.be.below(
      answers?.y ?? 0,
    );
    await offer.getByRole('button', { name: 'Accept' }).click();
    await task(page, 'ACCEPTED').waitFor();
    await page.getByText(`Order ${number}`).first().waitFor();
    const pickUp = page.getByRole('button', { name: 'Check 1 more item' });
    expect(await pickUp.isDisabled()).to.equal(true);
    await expectAccessible(page, 'pickup');
    await checkGoods(page);
    await page.getByRole('button', { name: 'I have the goods' }).click();
    await page.getByRole('button', { name: 'Start the delivery' }).click();
    expect(await page.getByRole('link', { name: /^Call/ }).getAttribute('href')).to.equal('tel:+97455123456');
    expect(await page.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).to.equal(
      `https://wa.me/97455123456?text=${encodeURIComponent(`Hello, this is your driver with order ${number}.`)}`,
    );
    await page.getByRole('button', { name: 'Navigate' }).click();
    const ways = page.getByRole('dialog', { name: 'Navigate with' });
    expect(await ways.getByRole('link').first().getAttribute('href')).to.match(/^geo:25\.3215,51\.527\?/);
    await expectAccessible(page, 'navigation');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I am at the door' }).click();
    await page.getByRole('button', { name: 'Send the buyer a code' }).click();
    const field = page.getByLabel('Delivery code');
    await page.getByText(/Valid for/).waitFor();
    const code = await world.code();
    await field.fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Check the code' }).click();
    await page.getByText('Wrong code. 4 tries left.').waitFor();
    await expectAccessible(page, 'a wrong code');
    await field.fill([...code].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join(''));
    await page.getByRole('button', { name: 'Check the code' }).click();
    await page.getByRole('button', { name: 'Collect QAR 115.00' }).click();
    const cash = page.getByRole('dialog', { name: 'Collect the cash' });
    await cash.getByRole('button', { name: 'QAR 200.00' }).click();
    await cash.getByText('QAR 85.00', { exact: true }).waitFor();
    await expectAccessible(page, 'cash');
    await cash.getByRole('button', { name: /I have QAR 115.00/ }).click();
    await page.getByText('Collected').waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await phone.context.setOffline(true);
    await page.getByRole('button', { name: 'Finish delivery' }).click();
    const end = page.getByTestId('delivery-end');
    await end.getByRole('heading', { name: 'Delivered' }).waitFor();
    await end.getByText('Kept on this phone.').waitFor();
    await page.reload();
    await end.getByText('QAR 115.00').waitFor();
    await end.getByText('Kept on this phone.').waitFor();
    await phone.context.setOffline(false);
    await end.getByText('1 delivery today').waitFor();
    await end.getByText('QAR 115.00 with you').waitFor();
    expect(await page.getByText('Kept on this phone').count()).to.equal(0);
    await expectAccessible(page, 'the end of a delivery');
    await page.getByText('Waiting for the next task').waitFor();
    await end.getByRole('button', { name: 'OK' }).click();
    await end.waitFor({ state: 'detached' });
    const seen = await world.task(taskId);
    expect(seen.status).to.equal('COMPLETED');
    expect(seen.cashRecorded).to.deep.equal({ amount: cashDue, currency: 'QAR' });
    const recorded = seen.history.filter(({ occurredAt }) => occurredAt != null).map(({ status }) => status);
    expect(recorded).to.deep.equal(['PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CASH_RECORDED', 'COMPLETED']);
  });

  it('fails with a reason and a photo, and takes the goods back', async () => {
    const { page } = phone;
    const { taskId } = await world.ready();
    await page.getByRole('button', { name: 'Accept' }).click();
    await task(page, 'ACCEPTED').waitFor();
    await checkGoods(page);
    await page.getByRole('button', { name: 'I have the goods' }).click();
    await page.getByRole('button', { name: 'Start the delivery' }).click();
    await page.getByRole('button', { name: 'There is a problem' }).click();
    const sheet = page.getByRole('dialog', { name: 'What is the problem?' });
    await sheet.getByRole('button', { name: 'Not delivered' }).click();
    await sheet.getByText('Choose a reason first').waitFor();
    await sheet.getByRole('radio', { name: /refuses/ }).check();
    await sheet.getByLabel('Note').fill('The box was open');
    const file = { name: 'door.png', mimeType: 'image/png', buffer: png(40, 30) };
    await sheet.locator('input[type=file]').setInputFiles(file);
    await sheet.getByRole('button', { name: 'Remove picture 1' }).waitFor();
    await expectAccessible(page, 'failing');
    await sheet.getByRole('button', { name: 'Not delivered' }).click();
    await page.getByRole('button', { name: 'Take it back to the seller' }).click();
    await page.getByRole('button', { name: 'The seller has it' }).click();
    await page.getByRole('heading', { name: 'Returned to the seller' }).waitFor();
    await connection(page, /^Online$/);
    const seen = await world.task(taskId);
    expect(seen).to.include({ status: 'RETURNED' });
    expect(seen.failure).to.include({ reason: 'REFUSED', note: 'The box was open' });
    expect(seen.photos?.map(({ width, height }) => [width, height])).to.deep.equal([[40, 30]]);
  });

  it('keeps an offer on the screen when another comes, and both can be reached when they are set aside', async () => {
    const { page } = phone;
    const offer = page.getByRole('dialog', { name: 'New task' });
    const first = await world.ready();
    await offer.getByText(`Order ${first.number}`).waitFor();
    const second = await world.ready();
    await offer.getByText('1 more offer comes after this one').waitFor();
    await offer.getByText(`Order ${first.number}`).waitFor();
    await expectAccessible(page, 'two offers');
    await offer.getByRole('button', { name: 'Close' }).click();
    await offer.getByText(`Order ${second.number}`).waitFor();
    expect(
      await offer.getByRole('button', { name: 'Accept' }).isDisabled(),
      'the thumb was already moving',
    ).to.equal(true);
    await offer.getByRole('button', { name: 'Close' }).click();
    await offer.waitFor({ state: 'detached' });
    const lines = page.getByRole('list', { name: 'Offers put aside' }).getByRole('button');
    await lines
      .filter({ hasText: first.number })
      .filter({ hasText: /115\.00.*left/ })
      .waitFor();
    await expectAccessible(page, 'offers put aside');
    await follow(page, '/driver/cash');
    await lines.filter({ hasText: second.number }).click();
    await offer.getByText(`Order ${second.number}`).waitFor();
    // An offer that ends under the driver's eyes stays, says so, and can no longer be accepted.
    await world.dispatcher.post(`/dispatch/tasks/${second.taskId}/cancel`, { reason: 'The buyer called' });
    const over = page.getByRole('dialog', { name: 'This offer is over' });
    await over.getByText(`Order ${second.number}`).waitFor();
    expect(await over.getByRole('button', { name: 'Accept' }).count()).to.equal(0);
    await expectAccessible(page, 'an offer that is over');
    await over.getByRole('button', { name: 'OK' }).click();
    await over.waitFor({ state: 'detached' });
    await world.dispatcher.post(`/dispatch/tasks/${first.taskId}/cancel`, { reason: 'The buyer called' });
    await lines.filter({ hasText: 'Ran out' }).click();
    await lines.waitFor({ state: 'detached' });
    await follow(page, '/driver/');
  });

  it('declines, takes a break, and sees why a shift cannot end', async () => {
    const { page } = phone;
    await world.ready();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Too far' }).click();
    await page.getByText('Waiting for the next task').waitFor();
    await page.getByRole('button', { name: 'Take a break' }).click();
    await page.getByRole('heading', { name: 'On a break' }).waitFor();
    await expectAccessible(page, 'on a break');
    await page.getByRole('button', { name: 'Back to work' }).click();
    await page.getByRole('button', { name: 'End shift' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End shift' }).click();
    await page.getByText('One of your steps was refused.').waitFor();
    await page.getByRole('link', { name: 'See why' }).click();
    await page.getByText('Hand your cash in to a dispatcher').waitFor();
    await expectAccessible(page, 'a refused step');
    await page.getByRole('button', { name: 'I have seen this' }).click();
    await page.getByText('One of your steps was refused.').waitFor({ state: 'detached' });
  });

  it('shows cash, day, route, notifications and settings, in both languages', async () => {
    const { page } = phone;
    await page.getByRole('link', { name: 'Cash' }).click();
    await page.getByText('of a limit of QAR 2,000.00').waitFor();
    const screens = [
      ['cash', 'Cash on hand', 'النقد بحوزتك'],
      ['route', 'Your route', 'مسارك'],
      ['more', 'Yousef Rahman', 'Yousef Rahman'],
      ['steps', 'Your steps', 'خطواتك'],
      ['notifications', 'Notifications', 'الإشعارات'],
      ['settings', 'Settings', 'الإعدادات'],
    ] as const;
    for (const [screen, english] of screens) {
      await follow(page, `/driver/${screen}`);
      await page.getByRole('heading', { level: 1, name: english }).waitFor();
    }
    await follow(page, '/driver/more');
    // A duration in seconds would be useless for a shift that has just begun.
    const figure = (name: string) => page.locator(`dt:text-is("${name}") + dd`).innerText();
    expect(await figure('Worked')).to.match(/^(Under 1|\d)\smin$/);
    expect(await figure('Breaks')).to.match(/^(None|Under 1\smin)$/);
    await follow(page, '/driver/settings');
    await page.getByRole('radio', { name: 'العربية' }).check({ force: true });
    await page.getByRole('radio', { name: 'داكن' }).check({ force: true });
    await phone.open('/driver/');
    await page.locator('html[dir=rtl][data-theme=dark]').waitFor({ state: 'attached' });
    await connection(page, 'متاح');
    for (const [screen, , arabic] of screens) {
      await follow(page, `/driver/${screen}`);
      await page.getByRole('heading', { level: 1, name: arabic }).waitFor();
    }
  });

  it('lets a person apply to be a driver, shows the state of the application, and then opens the work screen', async () => {
    const person = await world.somebody();
    const applicant = await newVisitor(world.service, { width: 360, height: 740, at: CORNICHE });
    try {
      const { page } = applicant;
      await applicant.signIn('driver', await signInOf(world, person.accountId));
      await page.getByRole('heading', { name: 'Apply to drive' }).waitFor();
      await expectAccessible(page, 'applying');
      await page.getByLabel('Mobile number in Qatar').fill('1234');
      await page.getByRole('button', { name: 'Send the application' }).click();
      await page.getByText('Enter the 8 digits of a number in Qatar.').waitFor();
      await page.getByText('Choose one.').waitFor();
      await page.getByLabel('Mobile number in Qatar').fill('+974 6677 8899');
      await page.getByRole('radio', { name: 'Van' }).check();
      await page.getByLabel('Plate number').fill('254781');
      await page.getByRole('button', { name: 'Send the application' }).click();
      await page.getByRole('heading', { name: 'We have your application' }).waitFor();
      await page.getByText('Nothing is missing from your side.').waitFor();
      await expectAccessible(page, 'an application that waits');
      const own = await person.client.get<{ id: string; phone: string }>('/driver');
      expect(own.phone).to.equal('+97466778899');
      await world.dispatcher.post(`/dispatch/drivers/${own.id}/approve`, {
        zoneIds: [await world.qatar()],
        cashLimit: { amount: '2000.00', currency: 'QAR' },
      });
      await page.getByRole('heading', { name: 'You are off duty' }).waitFor();
      await connection(page, /^Off duty$/);
    } finally {
      await applicant.close();
    }
  });

  it('offers a new version, and loads it when the driver wants it', async () => {
    const door = await inFrontOf(world.service.url);
    const other = await openPhone(world, await world.approved(), { through: door.url });
    try {
      const { page } = other;
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        document.documentElement.dataset.version = 'first';
      });
      const first = page.locator('html[data-version=first]');
      const look = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await look();
      expect(await page.getByText('A new version is ready.').count()).to.equal(0);
      door.publish();
      await look();
      await page.getByText('A new version is ready.').waitFor();
      await page.getByRole('button', { name: 'Later' }).click();
      await page.getByText('A new version is ready.').waitFor({ state: 'detached' });
      expect(await first.count(), 'nothing changes under the driver’s hand').to.equal(1);
      await page.reload();
      await page.evaluate(() => {
        document.documentElement.dataset.version = 'first';
      });
      await page.getByRole('button', { name: 'Update now' }).click();
      await first.waitFor({ state: 'detached' });
      await page.getByTestId('shift').waitFor();
      const waiting = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null);
      expect(await waiting()).to.equal(null);
      expect(await page.getByText('A new version is ready.').count()).to.equal(0);
    } finally {
      await other.close();
      await door.close();
    }
  });
});
