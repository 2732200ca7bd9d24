import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { OnDuty } from '../worlds/delivery-world.ts';
import { DispatchCity, PLACES } from './dispatch-city.ts';
import { START_LIMIT } from './support/console-service.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './support/visitor.ts';

const rowOf = (page: Page, taskId: string) => page.locator(`[data-task="${taskId}"]`);

describe('a dispatcher assigns', function () {
  this.timeout(240_000);
  let city: DispatchCity;
  let yousef: OnDuty;
  let layla: OnDuty;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_LIMIT);
    city = await DispatchCity.open();
    yousef = await city.driver('Yousef Rahman', PLACES.sadd);
    layla = await city.driver('Layla Haddad', PLACES.gharrafa);
  });
  after(() => city?.close());
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) await visitor.close();
  });

  const visit = async (as = city.dispatcher, options: VisitorOptions = {}): Promise<Page> => {
    // As narrow as a tablet: without the map, whose drawing by the processor these tests need not pay for.
    const visitor = await newVisitor(city.world.service, { width: 760, ...options });
    visitors.push(visitor);
    await visitor.signIn('dispatch', as);
    await visitor.page.getByTestId('task-list').waitFor();
    return visitor.page;
  };
  const driverOf = async (taskId: string) => (await city.world.task(taskId)).driverId;
  const statusOf = async (taskId: string) => (await city.world.task(taskId)).status;

  it('with keys alone, and takes it back', async () => {
    const [task] = await city.waiting(1);
    const page = await visit();
    await rowOf(page, task.taskId).waitFor();
    await page.keyboard.press('j');
    await page.getByTestId('task-panel').getByRole('button', { name: 'Assign', exact: true }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Driver').first().waitFor();
    await page.keyboard.type('layla');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.getByText(/Layla Haddad would fit now/).waitFor();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await page.getByTestId('notices').getByText('goes to').waitFor();
    await rowOf(page, task.taskId).getByText('Offered').waitFor();
    expect(await driverOf(task.taskId)).to.equal(layla.driverId);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await rowOf(page, task.taskId).getByText('Waiting', { exact: true }).waitFor();
    expect(await statusOf(task.taskId)).to.equal('UNASSIGNED');
  });

  it('from the menu below a right click, and by dropping the task on a driver', async () => {
    const [first, second] = await city.waiting(2);
    const page = await visit(city.dispatcher, { width: 1024, height: 600 });
    await rowOf(page, first.taskId).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Assign', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('option', { name: /Yousef/ }).click();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await rowOf(page, first.taskId).getByText('Offered').waitFor();
    expect(await driverOf(first.taskId)).to.equal(yousef.driverId);
    // Whoever was silent for a minute is not among the free ones.
    await city.world.report(layla, PLACES.gharrafa);
    const target = page.locator(`[data-tray-driver="${layla.driverId}"]`);
    await rowOf(page, second.taskId).dragTo(target);
    await rowOf(page, second.taskId).getByText('Offered').waitFor();
    expect(await driverOf(second.taskId)).to.equal(layla.driverId);
  });

  it('several at once, and is told of each how it went', async () => {
    const poor = await city.driver('Hamad Al-Marri', PLACES.rayyan, '150.00');
    const tasks = await city.waiting(2);
    const page = await visit();
    for (const { taskId } of tasks) await rowOf(page, taskId).locator('[data-mark]').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('option', { name: /Hamad/ }).click();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    const results = dialog.getByTestId('bulk-results');
    await results.getByText('Assigned').waitFor();
    await results.getByText('Refused').waitFor();
    const drivers = await Promise.all(tasks.map(({ taskId }) => driverOf(taskId)));
    expect(drivers.filter((id) => id === poor.driverId)).to.have.length(1);
  });

  it('and is told when somebody else was faster', async () => {
    const [task] = await city.waiting(1);
    const [one, other] = [await visit(), await visit(city.second)];
    const open = async (page: Page, name: RegExp) => {
      await rowOf(page, task.taskId).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Assign', exact: true }).click();
      await page.getByRole('dialog').getByRole('option', { name }).click();
    };
    await open(one, /Yousef/);
    await open(other, /Layla/);
    const assign = (page: Page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
    await assign(one);
    await one.getByTestId('notices').getByText('goes to').waitFor();
    await yousef.client.post(`/driver/tasks/${task.taskId}/accept`);
    await city.world.dispatcher.post(`/dispatch/tasks/${task.taskId}/unassign`, { reason: 'Too far' });
    await city.world.settle();
    // A round that is over: what the second dispatcher saw is no longer how things are.
    await assign(other);
    await other.getByRole('dialog').getByText('Somebody changed this in the meantime.').waitFor();
    expect(await driverOf(task.taskId)).to.equal(null);
  });

  it('knows why a driver was chosen, and why another one was not', async () => {
    const [task] = await city.waiting(1);
    await city.assign(task.taskId, yousef);
    const page = await visit();
    await rowOf(page, task.taskId).click();
    await page.getByRole('button', { name: 'Why this driver?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Chosen by hand').waitFor();
    await dialog.getByText('Why not …').click();
    await dialog.getByRole('option', { name: /Hamad/ }).click();
    await dialog.getByText(/does not fit now: cash limit/).waitFor();
    await dialog.getByText(/on hand and assigned, .* due, limit/).waitFor();
  });
});
