import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { OnDuty } from '../worlds/delivery-world.ts';
import { DispatchCity, PLACES } from './dispatch-city.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { Hand } from './support/hand.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

/** The number of steps that docs/dispatch-console.md states for frequent jobs; assigning has a test of its own. */
describe('how many steps a dispatcher needs', function () {
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

  const visit = async (path = '', options: VisitorOptions = {}): Promise<Page> => {
    const visitor = await newVisitor(city.world.service, { width: 760, ...options });
    visitors.push(visitor);
    await visitor.signIn('dispatch', city.dispatcher);
    await visitor.open(`/dispatch/${path}`);
    return visitor.page;
  };

  it('one to the task that is latest, another to see why it waits', async () => {
    const tasks = await city.waiting(2);
    const late = tasks[1].taskId;
    await city.world
      .database('delivery_tasks')
      .where('id', late)
      .update({ due_by: new Date(city.world.service.clock.now().getTime() - 90 * 60_000) });
    const page = await visit();
    await page.locator(`[data-task="${late}"][data-section=late]`).waitFor();
    const hand = new Hand(page);
    await hand.press('j');
    await page.getByTestId('task-panel').getByTestId('late-reasons').waitFor();
    expect(new URL(page.url()).searchParams.get('task')).to.equal(late);
    await hand.press('w');
    await page.getByRole('dialog').getByText('No automatic choice').waitFor();
    expect(hand.keys).to.deep.equal(['j', 'w']);
  });

  it('one from an alert to its task', async () => {
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    for (const step of ['accept', 'pick-up', 'in-transit'])
      await yousef.client.post(`/driver/tasks/${task.taskId}/${step}`);
    await yousef.client.post(`/driver/tasks/${task.taskId}/fail`, { reason: 'NOBODY_HOME' });
    await city.world.settle();
    const page = await visit('alerts');
    const row = page.locator('[data-alert]', { hasText: 'Decide what happens to the goods' });
    await row.getByRole('button', { name: /^Show the task/ }).waitFor();
    const hand = new Hand(page);
    // The first one selected; Enter alone takes the first of the list.
    while ((await row.locator('[data-main]:focus').count()) === 0) await hand.press('j');
    hand.rest();
    await hand.press('Enter');
    await page.getByTestId('task-panel').getByText('Nobody home').first().waitFor();
    expect(new URL(page.url()).searchParams.get('task')).to.equal(task.taskId);
    expect(hand.keys).to.have.length(1);
    await city.world.dispatcher.post(`/dispatch/tasks/${task.taskId}/write-off`, { reason: 'Lost' });
  });

  it('a key per kind of note, one to take the cash and one to print', async () => {
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    await city.world.deliver(yousef, task);
    const page = await visit('cash');
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    await page.getByRole('button', { name: 'Hand in: Yousef Rahman' }).click();
    await page.getByRole('dialog').getByLabel('500 riyal').and(page.locator(':focus')).waitFor();
    const hand = new Hand(page);
    // QAR 115.00: 100, 10 and 5, past the 500s, 200s and 50s.
    await hand.press('Enter', 'Enter', '1', 'Enter', 'Enter', '1', 'Enter', '1');
    await page.getByRole('dialog').getByText('Exact', { exact: true }).waitFor();
    await hand.press('Control+Enter');
    await page.getByTestId('receipt').waitFor();
    await hand.press('Enter');
    await page.locator('body[data-printed=yes]').waitFor();
    expect(hand.keys).to.have.length(10);
  });

  it('six and a name to plan a shift', async () => {
    const page = await visit('shifts');
    await page.getByRole('button', { name: 'Plan a shift' }).waitFor();
    const hand = new Hand(page);
    await hand.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').waitFor();
    await hand.press('Tab', 'Tab');
    await page.keyboard.type('yous');
    await page.getByRole('option', { name: /Yousef Rahman/ }).waitFor();
    await hand.press('ArrowDown', 'Enter', 'Control+Enter');
    await page.getByTestId('notices').getByText('1 shift planned').waitFor();
    expect(hand.keys).to.have.length(6);
  });

  it('finds a task by its shop’s Arabic name, whatever the console’s language', async () => {
    const { taskId } = await city.world.ready();
    const [shop] = await city.world
      .database('sellers')
      .select('display_name_ar as ar', 'display_name_en as en');
    const page = await visit();
    await page.locator(`[data-task="${taskId}"]`).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(shop.ar);
    await page.getByRole('dialog').getByRole('option').filter({ hasText: shop.en }).first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('none to distinguish two parcels of one order', async () => {
    const order = await city.world.ready({ parcels: 2 });
    const rows = await city.world
      .database('delivery_tasks')
      .whereIn('group_id', [...order.groupIds])
      .orderBy('group_id')
      .select('id');
    const names = [`${order.number} · 1/2`, `${order.number} · 2/2`];
    const page = await visit();
    const spaced = async (text: Promise<string>) => (await text).replaceAll('\u00a0', ' ');
    for (const [index, { id }] of rows.entries()) {
      const row = page.locator(`[data-task="${id}"]`);
      await row.waitFor();
      expect(await spaced(row.locator('bdi').first().innerText())).to.equal(names[index]);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(`${order.number} ${index + 1}/2`);
      const found = page.getByRole('dialog').getByRole('option');
      expect(await found.count()).to.equal(1);
      expect(await spaced(found.locator('bdi').innerText())).to.equal(names[index]);
      await page.keyboard.press('Enter');
      const heading = page.getByTestId('task-panel').getByRole('heading').first();
      await page.waitForURL((address) => address.searchParams.get('task') === id);
      await heading.getByText(`${index + 1}/2`).waitFor();
      expect(await spaced(heading.innerText())).to.equal(names[index]);
      await page.keyboard.press('Escape');
    }
  });
});
