import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { png } from '../support/pictures.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { checkGoods, connection, signInOf, task } from './support/driver-phone.ts';
import { KeptPhone } from './support/kept-phone.ts';

const MINUTE = 60_000;
const APART = 3 * MINUTE;

describe('an hour without a network', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  let phone: KeptPhone;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.onDuty();
    // So that the hour lies within the shift.
    world.service.clock.advance(5 * MINUTE);
    phone = await KeptPhone.make(world.service.url);
  });

  after(async () => {
    await phone?.close();
    await world?.close();
  });

  /** Accepted tasks that the phone has read. */
  async function work(count: number): Promise<{ taskId: string; number: string }[]> {
    const tasks = [];
    for (let each = 0; each < count; each += 1) {
      const task = await world.ready();
      await driver.client.post(`/driver/tasks/${task.taskId}/accept`);
      tasks.push(task);
    }
    await world.settle();
    return tasks;
  }

  it('loses none of twenty steps when the browser is killed, and sends each once, in order, with its time', async () => {
    const tasks = await work(5);
    let page = await phone.start();
    await page.goto('/driver/');
    const { email, password } = await signInOf(world, driver.accountId);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await connection(page, 'Online');
    await task(page, 'ACCEPTED').waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    expect(await installability(page)).to.deep.equal([]);
    const before =
      Date.parse((await driver.client.get<{ serverTime: string }>('/driver')).serverTime) - (await now(page));

    // Closed and reopened without a network: a browser that exits cleanly has written its cookies.
    await phone.putAway();
    page = await phone.start({ offline: true });
    await page.goto('/driver/');
    await connection(page, 'Offline');
    const done: { step: string; at: number }[] = [];
    /** Takes a step by hand; three minutes pass. */
    const step = async (name: string, button: string | RegExp) => {
      await page.getByRole('button', { name: button }).click();
      done.push({ step: name, at: await now(page) });
      await connection(page, `Offline · ${done.length} queued`);
      await page.clock.fastForward(APART);
    };
    for (const { taskId, number } of tasks) {
      await open(page, taskId, number);
      await checkGoods(page);
      await step(`${taskId} PICKED_UP`, 'I have the goods');
      await step(`${taskId} IN_TRANSIT`, 'Start the delivery');
      await step(`${taskId} ARRIVED`, 'I am at the door');
    }
    const [first, , , , last] = tasks;
    if (first === undefined || last === undefined) throw new Error('five tasks were made');
    await open(page, first.taskId, first.number);
    await page.getByRole('button', { name: 'There is a problem' }).click();
    await page.getByRole('radio', { name: /refuses/ }).check();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(20, 10) });
    await page.getByRole('button', { name: 'Remove picture 1' }).waitFor();
    await page.getByRole('button', { name: 'Not delivered' }).click();
    done.push(
      { step: `${first.taskId} FAILED`, at: await now(page) },
      { step: 'photo', at: await now(page) },
    );
    await connection(page, 'Offline · 17 queued');
    await page.clock.fastForward(APART);
    await step(`${first.taskId} RETURNING`, 'Take it back to the seller');
    await page.getByRole('link', { name: 'Work' }).click();
    await step('break', 'Take a break');
    await page.clock.fastForward(APART);
    expect(done).to.have.length(19);

    await phone.kill();
    // Meanwhile a dispatcher took back a task whose goods, as far as the service knows, were not picked up.
    await world.dispatcher.post(`/dispatch/tasks/${last.taskId}/unassign`, {
      reason: 'No word from the driver',
    });
    await world.settle();
    page = await phone.start({ offline: true, ahead: 60 * MINUTE });
    await page.goto('/driver/');
    await connection(page, 'Offline · 19 queued');
    await page.getByText(/you see your work as of/).waitFor();
    await expectAccessible(page, 'opened again without a network');
    done.push({ step: 'twentieth', at: await now(page) });
    await page
      .getByRole('link', { name: 'Your steps' })
      .waitFor({ state: 'detached' })
      .catch(() => undefined);
    await open(page, tasks[1]?.taskId ?? '', tasks[1]?.number ?? '');
    await page.getByRole('button', { name: 'Send the buyer a code' }).click();
    await connection(page, 'Offline · 20 queued');
    // The code has been requested: it can be typed, and checking it says what it needs.
    await page.getByLabel('Delivery code').fill('123456');
    await page.getByRole('button', { name: 'Check the code' }).click();
    await page.getByText('Checking the code needs a connection.').first().waitFor();

    world.service.clock.advance(60 * MINUTE);
    // The task that was taken back may be offered again: set aside.
    const offer = page.getByRole('dialog', { name: 'New task' });
    await page.addLocatorHandler(offer, () => page.keyboard.press('Escape'));
    await phone.network(true);
    page.setDefaultTimeout(60_000);
    await connection(page, /^On a break$/);
    await page.getByText('3 of your steps were refused.').waitFor();
    await world.settle();

    const { rows } = await world.database.raw<{ rows: { step: string; told: string }[] }>(
      `SELECT subject_id || ' ' || to_state AS step, data ->> 'occurredAt' AS told FROM transitions
        WHERE account_id = ? AND data ? 'occurredAt' AND subject_type = 'TASK' AND from_state IS DISTINCT FROM to_state
        ORDER BY at, id`.replace("data ? 'occurredAt'", "jsonb_exists(data, 'occurredAt')"),
      [driver.accountId],
    );
    const expected = done.filter(
      ({ step: name }) => /^[0-9a-f-]{36} /.test(name) && !name.startsWith(last.taskId),
    );
    expect(rows.map((row) => row.step)).to.deep.equal(expected.map((each) => each.step));
    for (const [index, row] of rows.entries()) {
      const at = (expected[index]?.at ?? 0) + before;
      expect(Math.abs(Date.parse(row.told) - at), `${row.step} at ${row.told}`).to.be.lessThan(5_000);
    }
    const seen = await world.task(first.taskId);
    expect(seen.status).to.equal('RETURNING');
    expect(seen.photos).to.have.length(1);
    const shift = await driver.client.get<{ shift: { status: string } }>('/driver');
    expect(shift.shift.status).to.equal('ON_BREAK');

    await page.getByRole('link', { name: 'See why' }).click();
    await page.getByText('The task is no longer yours.').first().waitFor();
    expect(await page.locator('[data-testid=steps] [data-state=REFUSED]').count()).to.equal(6);
    await expectAccessible(page, 'refused steps');
  });
});

function now(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}

/** Opens this task, whichever task the screen shows first. */
async function open(page: Page, taskId: string, number: string): Promise<void> {
  await page.getByRole('link', { name: 'Work' }).click();
  const others = page.locator(`a[href="/driver/tasks/${taskId}"]`);
  await page.getByText(`Order ${number}`).first().waitFor();
  if ((await others.count()) > 0) await others.click();
}

/** Chromium's reasons why the app cannot be installed; empty when it can. */
async function installability(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  await session.detach();
  return installabilityErrors.map(({ errorId }) => errorId);
}
