import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/shared/waiting.ts';
import type { OnDuty } from '../worlds/delivery-world.ts';
import { DispatchCity, PLACES } from './dispatch-city.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { Hand } from './support/hand.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

const reason = { reason: 'Enough' };

const rowOf = (page: Page, taskId: string) => page.locator(`[data-task="${taskId}"]`);

describe('a dispatcher assigns', function () {
  this.timeout(240_000);
  let city: DispatchCity;
  let yousef: OnDuty;
  let layla: OnDuty;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    city = await DispatchCity.open();
    yousef = await city.driver('Yousef Rahman', PLACES.sadd);
    layla = await city.driver('Layla Haddad', PLACES.gharrafa);
  });
  after(() => city?.close());
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.close();
  });

  const visit = async (as = city.dispatcher, options: VisitorOptions = {}): Promise<Page> => {
    // As narrow as a tablet: without the map, whose software rendering these tests do not need.
    const visitor = await newVisitor(city.world.service, { width: 760, ...options });
    visitors.push(visitor);
    await visitor.signIn('dispatch', as);
    await visitor.page.getByTestId('task-list').waitFor();
    return visitor.page;
  };
  const driverOf = async (taskId: string) => (await city.world.task(taskId)).driverId;
  const statusOf = async (taskId: string) => (await city.world.task(taskId)).status;

  /** No task waits and no driver has one, as at the start of a day. */
  const empty = async () => {
    for (const id of await city.undelivered())
      await city.world.dispatcher.post(`/dispatch/tasks/${id}/cancel`, reason);
    await city.world.settle();
  };
  const notices = (page: Page) => page.getByTestId('notices');
  /** An element that closes returns the focus two frames later. */
  const focusIsKept = (page: Page) => page.waitForFunction(() => document.activeElement !== document.body);

  it('assigns with three keys, reassigns with four, takes each back with one, and sees why with two', async () => {
    await empty();
    const [task] = await city.waiting(1);
    const page = await visit();
    await rowOf(page, task.taskId).waitFor();
    const hand = new Hand(page);
    // The policy's choice is listed first, and no click is needed before it.
    await hand.press('j', 'a');
    const dialog = page.getByRole('dialog');
    const best = (await dialog.getByRole('option').first().getAttribute('data-driver')) ?? '';
    await dialog.getByRole('option').first().getByText('Best').waitFor();
    await hand.press('Enter');
    await notices(page).getByText('goes to').waitFor();
    await rowOf(page, task.taskId).getByText('Offered').waitFor();
    expect(hand.keys).to.deep.equal(['j', 'a', 'Enter']);
    expect(await driverOf(task.taskId)).to.equal(best);
    await focusIsKept(page);

    const [holder, other] = best === yousef.driverId ? [yousef, layla] : [layla, yousef];
    await holder.client.post(`/driver/tasks/${task.taskId}/accept`);
    await rowOf(page, task.taskId).getByText('Accepted').waitFor();
    await page.keyboard.press('Escape');
    hand.rest();
    await hand.press('j', 'a');
    await dialog.getByRole('option').first().waitFor();
    expect(await dialog.getByRole('option').first().getAttribute('data-driver')).to.equal(other.driverId);
    expect(await dialog.locator(`[data-driver="${holder.driverId}"]`).count()).to.equal(0);
    await hand.press('Enter');
    await dialog
      .getByRole('radio', { name: 'Another driver suits better' })
      .and(page.locator(':focus'))
      .waitFor();
    await hand.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, task.taskId).getByText('Offered').waitFor();
    expect(hand.keys).to.deep.equal(['j', 'a', 'Enter', 'Enter']);
    expect(await driverOf(task.taskId)).to.equal(other.driverId);
    const { history } = await city.world.task(task.taskId);
    expect(history.map((entry) => entry.reason)).to.include('Another driver suits better');

    hand.rest();
    await hand.press('Control+z');
    await notices(page).getByText('Undone').waitFor();
    expect(await driverOf(task.taskId)).to.equal(holder.driverId);

    hand.rest();
    await hand.press('j', 'w');
    await dialog.getByText('Chosen by hand').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focusIsKept(page);
  });

  it('finds a driver by name, sees at the field why one cannot take the task, and cannot undo what has changed since', async () => {
    await empty();
    const [task] = await city.waiting(1);
    const poor = await city.driver('Hamad Al-Marri', PLACES.rayyan, '100.00');
    const page = await visit();
    await rowOf(page, task.taskId).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox');
    await dialog.getByRole('option').nth(2).waitFor();
    await field.fill('hamad');
    await dialog.getByText(/on hand and assigned, .* due, limit/).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Hamad Al-Marri cannot take it: cash limit.').waitFor();
    await field.and(page.locator(':focus')).waitFor();
    await field.fill('la');
    await page.keyboard.press('Enter');
    await notices(page).getByText('goes to Layla').waitFor();
    // Another dispatcher reassigns the task before the undo: the reassignment stays.
    await city.world.dispatcher.post(`/dispatch/tasks/${task.taskId}/reassign`, {
      driverId: yousef.driverId,
      ...reason,
    });
    await page.keyboard.press('Control+z');
    await notices(page).getByText('Not undone').waitFor();
    expect(await driverOf(task.taskId)).to.equal(yousef.driverId);
    await poor.client.post('/driver/shift/end');
  });

  it('sees what happens to the task meanwhile, in a list that does not move', async () => {
    await empty();
    const [task] = await city.waiting(1);
    const page = await visit();
    await rowOf(page, task.taskId).click();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    const options = dialog.getByRole('option');
    await options.nth(1).waitFor();
    const order = () => options.evaluateAll((all) => all.map((one) => one.getAttribute('data-driver')));
    const before = await order();
    const [first, last] = before[0] === yousef.driverId ? [yousef, layla] : [layla, yousef];
    await first.client.post('/driver/shift/break');
    await dialog.getByText('The order has changed.').waitFor();
    expect(await order()).to.deep.equal(before);
    await options.first().getByText('on a break').waitFor();
    await dialog.getByRole('button', { name: 'Sort again' }).click();
    await options
      .first()
      .and(page.locator(`[data-driver="${last.driverId}"]`))
      .waitFor();
    await first.client.post('/driver/shift/resume');

    await city.assign(task.taskId, last);
    await dialog.getByText(/The task has since gone to/).waitFor();
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.locator(`[data-driver="${last.driverId}"]`).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: /Reassign to/ }).waitFor();
    await last.client.post(`/driver/tasks/${task.taskId}/accept`);
    await last.client.post(`/driver/tasks/${task.taskId}/pick-up`);
    await dialog.getByText('The task has since moved on: Picked up.').waitFor();
    await dialog.getByRole('button', { name: 'Go on' }).click();
    // Goods on board are handed over by the two drivers alone.
    await dialog.getByRole('button', { name: /Hand over to/ }).waitFor();
    await page.keyboard.press('Escape');
    for (const step of ['in-transit', 'delivery-code'])
      await last.client.post(`/driver/tasks/${task.taskId}/${step}`);
    await last.client.post(`/driver/tasks/${task.taskId}/fail`, { reason: 'NOBODY_HOME' });
    await city.world.dispatcher.post(`/dispatch/tasks/${task.taskId}/write-off`, reason);
  });

  it('assigns from the context menu, and by dropping the task on a driver', async () => {
    const [first, second] = await city.waiting(2);
    const page = await visit(city.dispatcher, { width: 1024, height: 600 });
    await rowOf(page, first.taskId).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Assign', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('option', { name: /Yousef/ }).click();
    await dialog.getByRole('button', { name: 'Assign to Yousef Rahman' }).click();
    await rowOf(page, first.taskId).getByText('Offered').waitFor();
    expect(await driverOf(first.taskId)).to.equal(yousef.driverId);
    // A driver who was silent for a minute is not among the free ones.
    await city.world.report(layla, PLACES.gharrafa);
    const target = page.locator(`[data-tray-driver="${layla.driverId}"]`);
    await rowOf(page, second.taskId).dragTo(target);
    await rowOf(page, second.taskId).getByText('Offered').waitFor();
    expect(await driverOf(second.taskId)).to.equal(layla.driverId);
  });

  it('assigns five at once with seven keys, sees beforehand who stays, and takes them all back with one', async () => {
    await empty();
    const tasks = await city.waiting(5);
    const page = await visit();
    await rowOf(page, tasks[4]?.taskId ?? '').waitFor();
    const hand = new Hand(page);
    await hand.press('j', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+J');
    await page.getByRole('toolbar').getByText('5 selected').waitFor();
    await hand.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/5 of 5 go to/).waitFor();
    await hand.press('Enter');
    await notices(page)
      .getByText(/5 tasks go to/)
      .waitFor();
    expect(hand.keys).to.have.length(7);
    const ids = tasks.map(({ taskId }) => taskId);
    const drivers = new Set(await Promise.all(ids.map(driverOf)));
    expect(drivers.size).to.equal(1);
    hand.rest();
    await hand.press('Control+z');
    await notices(page).getByText('Undone').waitFor();
    expect(new Set(await Promise.all(ids.map(statusOf)))).to.deep.equal(new Set(['UNASSIGNED']));

    // The dialog offers what the board has, which must have received the change.
    for (const id of ids) await rowOf(page, id).getByText('Offered').waitFor({ state: 'detached' });

    // One driver has capacity for one of two tasks, and one of them has a driver already: the dialog shows first which
    // will move.
    const little = await city.driver('Noor Siddiqui', PLACES.airport, '150.00');
    const [held = '', free = ''] = ids;
    await city.assign(held, yousef);
    await rowOf(page, held).getByText('Offered').waitFor();
    // At this width the panel covers the list.
    await page.keyboard.press('Escape');
    await page.getByTestId('task-panel').waitFor({ state: 'detached' });
    for (const id of [held, free]) await rowOf(page, id).locator('[data-mark]').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click();
    await dialog.getByRole('option', { name: /Noor/ }).click();
    const preview = dialog.getByTestId('bulk-preview');
    await preview.getByText('1 of 2 goes to Noor Siddiqui').waitFor();
    await preview.getByText('Noor Siddiqui cannot take it: cash limit').waitFor();
    await dialog.getByRole('button', { name: 'Assign 1 task to Noor Siddiqui' }).click();
    await notices(page).getByText('1 task goes to Noor Siddiqui').waitFor();
    await notices(page).getByText('1 stays as it was.').waitFor();
    expect(await Promise.all([held, free].map(driverOf))).to.include(little.driverId);
    await page.getByRole('button', { name: 'Undo' }).click();
    // The notice of the first undo may still be shown.
    await until(async () => (await driverOf(held)) === yousef.driverId && (await driverOf(free)) === null, {
      limitMs: 15_000,
    });
  });

  it('sees why a driver was chosen, and why another one was not', async () => {
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    await city.driver('Hamad Al-Marri', PLACES.rayyan, '100.00');
    const page = await visit();
    await rowOf(page, task.taskId).click();
    await page.getByRole('button', { name: 'Why this driver?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Chosen by hand').waitFor();
    await dialog.getByText('Why not …').click();
    const hamad = dialog.getByRole('option', { name: /Hamad/ });
    await hamad.getByText(/cash limit · .* on hand and assigned, .* due, limit/).waitFor();
  });
});
