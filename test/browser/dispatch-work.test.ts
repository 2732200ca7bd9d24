import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { qatarClock } from '../../consoles/shared/i18n/qatar-time.ts';
import type { Schema } from '../support/api-client.ts';
import { asBody, png } from '../support/pictures.ts';
import type { OnDuty } from '../worlds/delivery-world.ts';
import { DispatchCity, PLACES } from './dispatch-city.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

describe('a dispatcher at work', function () {
  this.timeout(240_000);
  let city: DispatchCity;
  let yousef: OnDuty;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    city = await DispatchCity.open();
    yousef = await city.driver('Yousef Rahman', PLACES.sadd);
  });
  after(() => city?.close());
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.close();
  });

  const visit = async (as = city.dispatcher, options: VisitorOptions = {}): Promise<Visitor> => {
    // As narrow as a tablet: without the map, whose software rendering these tests do not need.
    const visitor = await newVisitor(city.world.service, { width: 760, ...options });
    visitors.push(visitor);
    await visitor.signIn('dispatch', as);
    await visitor.page.getByRole('link', { name: 'Board' }).waitFor();
    return visitor;
  };
  const routeOf = async (driver: OnDuty) => {
    const { data } = await city.world.dispatcher.get<Schema<'RouteList'>>(
      `/dispatch/routes?driverId=${driver.driverId}`,
    );
    return (data[0]?.stops ?? []).filter(({ done }) => !done).map(({ stopId }) => stopId ?? '');
  };
  const shownStops = (page: Page) =>
    page
      .getByTestId('route-stops')
      .locator('li')
      .evaluateAll((stops) =>
        stops.map((stop) => (stop as unknown as { dataset: { stop: string } }).dataset.stop),
      );

  it('sorts a route with keys, and has it rebuilt with before and after', async () => {
    for (const { taskId } of await city.waiting(2)) {
      await city.assign(taskId, yousef);
      await yousef.client.post(`/driver/tasks/${taskId}/accept`);
      await city.world.settle();
    }
    const { page } = await visit();
    await page.goto(`/dispatch/?driver=${yousef.driverId}`);
    await page.getByTestId('route-stops').waitFor();
    const before = await shownStops(page);
    expect(before).to.deep.equal(await routeOf(yousef));
    await page.getByRole('button', { name: 'Move stop 3 later' }).press('Enter');
    await page.getByRole('button', { name: 'Save this order' }).press('Enter');
    await page.getByTestId('notices').getByText('The new order was saved').waitFor();
    const ordered = await routeOf(yousef);
    expect(ordered).to.deep.equal([before[0], before[1], before[3], before[2]]);
    expect(await shownStops(page)).to.deep.equal(ordered);
    await page.getByRole('button', { name: 'Rebuild' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Driving').waitFor();
    await dialog
      .getByRole('cell', { name: '=' })
      .or(dialog.getByRole('cell', { name: /^[−+]/ }))
      .first()
      .waitFor();
    const apply = dialog.getByRole('button', { name: 'Apply this route' });
    if (await apply.isEnabled()) {
      await apply.click();
      await page.getByTestId('notices').getByText('The route was rebuilt').waitFor();
      expect(await routeOf(yousef)).to.have.members(ordered);
    } else await dialog.getByText('already the best').waitFor();
  });

  it('has a whole zone planned, and applies the plan as it was shown', async () => {
    await city.world.report(yousef, PLACES.sadd);
    const [task] = await city.waiting(1);
    const { page } = await visit();
    const { zoneId } = await city.world.task(task.taskId);
    await page.goto(`/dispatch/zones?zone=${zoneId}`);
    await page.getByRole('button', { name: 'Plan the whole zone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /Yousef Rahman/ }).waitFor();
    await dialog.getByRole('button', { name: 'Apply the plan' }).click();
    await dialog.getByTestId('plan-results').getByText('Assigned').first().waitFor();
    await city.world.settle();
    expect(await city.world.task(task.taskId)).to.include({ driverId: yousef.driverId });
  });

  it('decides on a failed delivery with everything in view: photo, the phone’s own time, people, and what fits', async () => {
    const { world } = city;
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    const steps = `/driver/tasks/${task.taskId}`;
    for (const step of ['accept', 'pick-up', 'in-transit']) await yousef.client.post(`${steps}/${step}`);
    await yousef.client.post(`${steps}/photos`, asBody(png(40, 30, [90, 140, 90])));
    const failedAt = world.service.clock.now().toISOString();
    await world.later(2 * 60_000);
    const response = await yousef.client.call('POST', `${steps}/fail`, {
      body: { reason: 'NOBODY_HOME', note: 'Rang twice' },
      headers: { 'Occurred-At': failedAt },
    });
    expect(response.status).to.equal(200);
    await world.settle();
    const { page } = await visit();
    const panel = page.getByTestId('task-panel');
    await page.locator(`[data-task="${task.taskId}"]`).getByText('Nobody home').click();
    await panel.getByText('Note: Rang twice').waitFor();
    expect(await panel.getByTestId('phone-time').first().innerText()).to.contain(qatarClock(failedAt));
    expect(await panel.locator('a[href^="tel:+974"]').count()).to.equal(3);
    // The store's number is a landline, so WhatsApp is not offered.
    expect(await panel.locator('a[href^="https://wa.me/974"]').count()).to.equal(2);
    const photo = panel.getByRole('button', { name: 'Enlarge photo 1 of 1' });
    await photo.press('Enter');
    const large = page.getByRole('dialog', { name: 'Photo 1 of 1' }).getByRole('img');
    await large.waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth === 40,
    );
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Everything recorded' }).click();
    await page.getByTestId('task-events').getByText('Failed').first().waitFor();
    await page.keyboard.press('Escape');
    // A half-filled time slot is not dropped: the dialog asks for the other half.
    await panel.getByRole('button', { name: 'Another attempt' }).click();
    const dialog = page.getByRole('dialog');
    const from = dialog.getByLabel('From');
    // To a browser a half-typed time is an empty value; here it is an error, and stays visible.
    await from.focus();
    await page.keyboard.type('23');
    await dialog.getByRole('button', { name: 'Another attempt' }).click();
    await dialog.getByText('Complete the time, or clear it.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await from.fill('23:10');
    await dialog.getByText('Complete the time').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Another attempt' }).click();
    await dialog.getByText('A slot needs both times.').waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Back to the seller' }).click();
    await dialog.getByRole('button', { name: 'Back to the seller' }).click();
    await panel.getByText('Going back').first().waitFor();
    // No account can sign in for this seller, so dispatch confirms that the goods are back.
    await yousef.client.post(`${steps}/return`, { stage: 'COMPLETE' });
    const { owner_account_id: owner } = await world.database('sellers').first('owner_account_id');
    await world.database('accounts').where('id', owner).update({ status: 'DISABLED' });
    await world.settle();
    await panel.getByRole('button', { name: 'Confirm the return' }).click();
    const damaged = dialog.getByLabel(/^Damaged/);
    await damaged.fill('99');
    await dialog.getByText('A whole number from 0 to').waitFor();
    // The reason is preselected, as usual; Enter confirms, unless a field is wrong.
    await dialog.getByRole('radio', { name: 'Seller did not confirm in time', checked: true }).waitFor();
    await damaged.press('Enter');
    await damaged.and(page.locator(':focus')).waitFor();
    await damaged.fill('1');
    await damaged.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await world.database('accounts').where('id', owner).update({ status: 'ACTIVE' });
    const confirmed = await world.database('order_groups').whereNotNull('return_confirmed_at');
    expect(confirmed).to.have.length(1);
  });

  it('sees what sellers still prepare, live, how late a task is and why', async () => {
    const { world } = city;
    const [late] = await city.waiting(1);
    await world
      .database('delivery_tasks')
      .where('id', late.taskId)
      .update({ due_by: new Date(world.service.clock.now().getTime() - 208 * 60_000) });
    const { page } = await visit();
    const row = page.locator(`[data-task="${late.taskId}"]`);
    await row.getByText(/^\+3\s+h\s+2\d$/).click();
    await page.getByTestId('late-reasons').locator('[data-cause=noDriver]').waitFor();
    const tile = page.getByRole('button', { name: /In preparation/ });
    await tile.getByText('0', { exact: true }).waitFor();
    const { groupId } = await world.order();
    await world.settle();
    await tile.getByText('1', { exact: true }).waitFor();
    await tile.click();
    const store = page.getByTestId('upstream').locator('[data-store]');
    await store.getByText('1 to be accepted').waitFor();
    for (const step of ['accept', 'pack']) await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
    await store.getByText('1 packed').waitFor();
    await world.seller.post(`/seller/order-groups/${groupId}/ready`);
    await world.settle();
    await page.getByText('No store is preparing anything').waitFor();
    await page.getByRole('button', { name: /^Tasks/ }).click();
    const { id } = await world.database('delivery_tasks').where('group_id', groupId).first('id');
    await page.locator(`[data-task="${id}"]`).click();
    await page.getByTestId('task-panel').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Cancel the whole order' }).click();
    // An action that cannot be undone has no preselected reason.
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Buyer asked for it' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Choose a reason, or enter one.').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await world.task(id)).to.include({ status: 'CANCELLED' });
  });

  it('is refused a zone that would leave Qatar uncovered, and sees the area', async () => {
    const { page } = await visit();
    await page.goto(`/dispatch/zones?zone=${await city.world.qatar()}&edit=shape`);
    await page.getByLabel(/^Corners/).fill('51.4, 25.2\n51.6, 25.2\n51.6, 25.4\n51.4, 25.4');
    await page.getByRole('button', { name: 'Save the zone' }).click();
    await page.getByText('Qatar would not be covered').waitFor();
    await page.getByText(/km² would be left out/).waitFor();
    const zones = await city.world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    expect(zones.data.find(({ name }) => name.en === 'Qatar')?.version).to.equal(1);
  });

  it('draws a zone without a mouse', async () => {
    const { page } = await visit();
    await page.goto('/dispatch/zones?edit=new');
    const save = page.getByRole('button', { name: 'Save the zone' });
    await page.getByLabel(/^Corners/).fill('10, 50\n11, 50\n11, 51');
    await save.click();
    await page.getByText('Give the zone a name in this language').first().waitFor();
    expect(await page.getByLabel('Name (English)').getAttribute('aria-invalid')).to.equal('true');
    await page.getByLabel('Name (English)').fill('The Pearl');
    await page.getByLabel('Name (Arabic)').fill('اللؤلؤة');
    await save.click();
    await page.getByText(/lies far outside Qatar/).waitFor();
    await page.getByLabel(/^Corners/).fill('51.53, 25.36\n51.57, 25.36\n51.57, 25.39\n51.53, 25.39');
    await save.click();
    await page.getByRole('button', { name: /^The Pearl/ }).waitFor();
  });

  it('must confirm that a zone is moved far, and undoes that', async () => {
    const { page } = await visit();
    const zoneOf = async () => {
      const { data } = await city.world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
      return data.find(({ name }) => name.en === 'The Pearl');
    };
    const before = await zoneOf();
    await page.goto(`/dispatch/zones?zone=${before?.id}&edit=shape`);
    await page.getByLabel(/^Corners/).fill('51.48, 25.66\n51.52, 25.66\n51.52, 25.7\n51.48, 25.7');
    await page.getByRole('button', { name: 'Save the zone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^It moves by/).waitFor();
    expect((await zoneOf())?.version, 'nothing is saved yet').to.equal(1);
    await dialog.getByRole('button', { name: 'Save the zone' }).click();
    await page.getByTestId('notices').getByRole('button', { name: 'Undo' }).click();
    await page.getByTestId('notices').getByText('Undone').waitFor();
    const after = await zoneOf();
    expect(after).to.deep.include({ version: 3, geometry: before?.geometry });
  });

  it('counts a hand-in note by note and prints its receipt in both languages', async () => {
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    await city.world.deliver(yousef, task);
    const { page } = await visit();
    await page.goto('/dispatch/cash');
    await page.getByRole('button', { name: 'Hand in: Yousef Rahman' }).click();
    const dialog = page.getByRole('dialog');
    const take = dialog.getByRole('button', { name: 'Take the cash' });
    const hundreds = dialog.getByLabel('100 riyal');
    // An impossible count is marked and stays as it was typed.
    for (const [typed, words] of [
      ['1.5', 'Enter a whole number'],
      ['99999999', 'At most 10,000'],
    ] as const) {
      await hundreds.fill(typed);
      await dialog.getByText(words).waitFor();
      await take.click();
      await hundreds.and(page.locator(':focus')).waitFor();
      expect(await hundreds.inputValue()).to.equal(typed);
    }
    await hundreds.fill('1');
    await hundreds.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('1');
    await dialog.getByText(/5\.00 is missing/).waitFor();
    await take.click();
    await dialog.getByText('every difference is recorded with its reason').waitFor();
    await page.keyboard.type('A note was torn');
    await dialog.getByLabel('10 riyal').press('Enter');
    await page.keyboard.type('1');
    await dialog.getByText('Exact', { exact: true }).waitFor();
    await take.click();
    const receipt = page.getByTestId('receipt');
    await receipt.waitFor();
    const text = await receipt.innerText();
    expect(text)
      .to.match(/Yousef Rahman/)
      .and.match(/[\u0600-\u06ff]{3}/)
      .and.match(/115\.00/)
      .and.match(/^Wasl\n/)
      .and.match(/Total · المجموع/)
      .and.not.match(/×|\d QAR/);
    const notes = await receipt.getByRole('table').first().getByRole('row').allInnerTexts();
    expect(notes.map((row) => row.replace(/\s+/g, ' '))).to.include.members([
      'QAR 100 · 100 ر.ق 1 QAR 100.00',
      'Total · المجموع QAR 115.00',
    ]);
    const printed = await page.pdf({ format: 'A4' });
    expect(printed.toString('latin1').match(/\/Type \/Page\b/g), 'on one page').to.have.length(1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    expect(await page.getByRole('link', { name: 'Board' }).isVisible()).to.equal(false);
    const paper = await receipt.evaluate((sheet) => ({
      covered: sheet.getBoundingClientRect().width / window.innerWidth,
      behind: getComputedStyle(document.body).backgroundColor,
    }));
    expect(paper.covered, 'from edge to edge').to.be.above(0.95);
    expect(paper.behind, 'white, in a dark console too').to.equal('rgb(255, 255, 255)');
  });

  it('sorts drivers and keeps that in the address, and gives several drivers their terms at once', async () => {
    await city.driver('Ahmed Aziz', PLACES.wakra, '900.00');
    const ziad = await city.driver('Ziad Haddad', PLACES.wakra, '10000.00');
    const { page } = await visit();
    await page.goto('/dispatch/drivers');
    const names = () => page.locator('[data-driver] th').allInnerTexts();
    await page.getByRole('button', { name: 'Cash limit' }).click();
    await page.getByRole('button', { name: 'Cash limit' }).press('Enter');
    // Typed at once: the sorting stays, although the address may not have been rendered again yet.
    await page.getByRole('searchbox', { name: 'Filter' }).fill('ad');
    await page.waitForURL(/drivers\?(?=.*sort=-limit)(?=.*q=ad)/);
    await page.reload();
    await page.getByRole('row', { name: /Ziad Haddad/ }).waitFor();
    expect(await names()).to.deep.equal(['Ziad Haddad']);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('');
    await page.getByRole('row', { name: /Ahmed Aziz/ }).waitFor();
    expect((await names())[0]).to.equal('Ziad Haddad');
    await page.goto('/dispatch/drivers?sort=name');
    for (const name of ['Ahmed Aziz', 'Ziad Haddad'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Set limits' }).click();
    const dialog = page.getByRole('dialog', { name: 'Terms of 2 drivers' });
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByLabel('Cash limit').fill('1234.00');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('2 drivers updated').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row', { name: /Ziad Haddad.*1,234\.00/ }).waitFor();

    // Another dispatcher saves one driver's terms first: what was typed stays, beside the saved values.
    await page
      .getByRole('row', { name: /Ziad Haddad/ })
      .getByRole('button')
      .click();
    const terms = page.getByRole('dialog', { name: /^Ziad Haddad/ });
    await terms.getByLabel('Cash limit').fill('777.00');
    const path = `/dispatch/drivers/${ziad.driverId}`;
    const { version } = await city.world.dispatcher.get<Schema<'Driver'>>(path);
    const theirs = { cashLimit: { amount: '555.00', currency: 'QAR' }, capacity: 31 };
    await city.world.dispatcher.patch(path, theirs, { version });
    await terms.getByRole('button', { name: 'Save' }).click();
    await terms.getByText(/Someone else set: QAR\s555\.00/).waitFor();
    expect(await terms.getByLabel('Cash limit').inputValue(), 'kept').to.equal('777.00');
    expect(await terms.getByLabel('Capacity').inputValue(), 'not touched here').to.equal('31');
    await expectAccessible(page, 'terms that someone else has changed');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/terms.png` });
    await terms.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Ziad Haddad.*777\.00/ }).waitFor();
  });

  it('leaves a difference to a second dispatcher', async () => {
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    await city.world.deliver(yousef, task);
    const { page } = await visit();
    await page.goto(`/dispatch/cash?handIn=${yousef.driverId}`);
    await page.getByRole('dialog').getByLabel('10 riyal').fill('2');
    await page.getByRole('dialog').getByLabel('Note').fill('Most of it was stolen');
    await page.getByRole('dialog').getByRole('button', { name: 'Take the cash' }).click();
    await page.getByText('You counted this, so someone else must approve it.').waitFor();
    const { page: other } = await visit(city.second);
    await other.goto('/dispatch/cash');
    await other.getByRole('button', { name: 'Approve' }).click();
    await other.getByTestId('receipt').waitFor();
  });

  it('learns of a new alert on any screen, and takes it on', async () => {
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    for (const step of ['accept', 'pick-up', 'in-transit'])
      await yousef.client.post(`/driver/tasks/${task.taskId}/${step}`);
    const { page } = await visit();
    await page.evaluate(() => {
      const { createOscillator } = AudioContext.prototype;
      AudioContext.prototype.createOscillator = function (this: AudioContext) {
        document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1);
        return createOscillator.call(this);
      };
    });
    await page.getByRole('link', { name: 'Cash' }).click();
    const title = await page.title();
    await yousef.client.post(`/driver/tasks/${task.taskId}/fail`, { reason: 'NOBODY_HOME' });
    await city.world.settle();
    await page.getByTestId('alert-badge').waitFor();
    await page.waitForFunction((former) => document.title === `(1) ${former}`, title);
    await page.waitForFunction(() => Number(document.body.dataset.tones) >= 2);
    // A warning rings and is counted; only a critical alert is shown on top of the work.
    await page.getByRole('link', { name: /^Alerts/ }).click();
    await page
      .locator('[data-alert]')
      .getByRole('button', { name: /^Details/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'I’ll handle it' }).click();
    await page
      .locator('[data-alert]')
      .getByText(/Being handled/)
      .first()
      .waitFor();
    await page.keyboard.press('Shift');
    await page.waitForFunction((former) => document.title === former, title);
  });

  it('sees the board as it was, second by second, and returns to now', async () => {
    const [task] = await city.waiting(1);
    // Less than a batch interval in all: no driver is chosen automatically.
    await city.world.later(20_000);
    const waited = city.world.service.clock.now().toISOString();
    await city.world.later(10_000);
    await city.assign(task.taskId, yousef);
    await city.world.later(15_000);
    const { page } = await visit();
    const row = page.locator(`[data-task="${task.taskId}"]`);
    await page.goto(`/dispatch/?at=${waited}`);
    await page.getByTestId('past-moment').waitFor();
    await row.getByText('No driver').waitFor({ timeout: 60_000 });
    const slider = page.getByRole('slider');
    const second = async () => Number(await slider.inputValue());
    const stood = await second();
    // Each frame is of the next moment at the chosen speed, however long it takes to arrive.
    await page.getByRole('button', { name: '60×' }).click();
    await page.getByRole('menuitemradio', { name: '10×' }).click();
    const [first] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/dispatch/history?')),
      page.getByRole('button', { name: 'Play', exact: true }).click(),
    ]);
    const shownAt = new URL(first.url()).searchParams.get('at') ?? '';
    expect(Date.parse(shownAt) - Date.parse(waited)).to.equal(10_000);
    await page.waitForFunction(
      (former) => Number(document.querySelector<HTMLInputElement>('input[type=range]')?.value) > former,
      stood,
    );
    // It has arrived at now, and stops there.
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const paused = new URL(page.url()).searchParams.get('at');
    await page.getByRole('button', { name: 'Events' }).click();
    await page
      .getByRole('menuitem', { name: /^\d\d:\d\d / })
      .first()
      .click();
    await page.waitForFunction((at) => new URL(location.href).searchParams.get('at') !== at, paused);
    await slider.focus();
    for (let count = 0; count < 9; count += 1) await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    await page.goto(`/dispatch/?at=${new Date(Date.parse(waited) + 20_000).toISOString()}`);
    await row.getByText('Yousef Rahman').waitFor({ timeout: 60_000 });
    await row.click();
    expect(await page.getByTestId('task-panel').getByRole('button', { name: 'Unassign' }).count()).to.equal(
      0,
    );
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByTestId('past-moment').waitFor({ state: 'detached' });
  });

  it('sees that the network is away, and catches up exactly afterwards', async () => {
    const [gone, changed] = await city.waiting(2);
    const { page, context } = await visit();
    const list = page.getByTestId('task-list');
    await list.locator(`[data-task="${changed.taskId}"]`).waitFor();
    await context.setOffline(true);
    await page.getByTestId('live-age').waitFor({ timeout: 60_000 });
    await city.world.dispatcher.post(`/dispatch/tasks/${gone.taskId}/cancel`, { reason: 'The buyer called' });
    await city.assign(changed.taskId, yousef);
    const [made] = await city.waiting(1);
    await city.world.settle();
    // A screen that was never opened cannot be fetched now: it says so, and the rest remains usable.
    await page.locator('a[href$="/dispatch/day"]').click();
    await page.locator('#content [role=alert]').getByText('No connection').waitFor();
    await page.locator('a[href$="/dispatch/"]').first().click();
    await list.locator(`[data-task="${changed.taskId}"]`).waitFor();
    await context.setOffline(false);
    await page.getByTestId('live-age').waitFor({ state: 'detached', timeout: 60_000 });
    await list.locator(`[data-task="${changed.taskId}"]`).getByText('Offered').waitFor();
    await list.locator(`[data-task="${made.taskId}"]`).waitFor();
    expect(await list.locator(`[data-task="${gone.taskId}"]`).count()).to.equal(0);
    const board = await city.world.dispatcher.get<Schema<'DispatchBoard'>>('/dispatch/board');
    expect(await list.getByRole('option').first().getAttribute('aria-setsize')).to.equal(
      String(board.tasks.length),
    );
  }).timeout(150_000);
});
