import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { makeDispatcher, type SignIn } from '../support/people.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { checkGoods, openPhone, task } from './support/driver-phone.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

describe('one order over both surfaces', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  let desk: Visitor;
  let phone: Visitor;
  let dispatcher: SignIn;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.onDuty({ at: STORE });
    dispatcher = await makeDispatcher(world.service);
    desk = await newVisitor(world.service, { width: 1440, height: 900, map: true });
    phone = await openPhone(world, driver, { at: { ...STORE, accuracy: 5 } });
    for (const { context } of [desk, phone]) context.setDefaultTimeout(60_000);
  });

  after(async () => {
    await phone?.close();
    await desk?.close();
    await world?.close();
  });

  it('appears, is offered, driven, delivered with the buyer’s code, and its cash handed in', async () => {
    const positions = positionsSeen(desk.page, driver.driverId);
    await desk.signIn('dispatch', dispatcher);
    const { taskId, cashDue } = await world.ready();
    const row = desk.page.locator(`[data-task="${taskId}"]`);
    await row.waitFor();

    const { page } = phone;
    await page.getByRole('dialog', { name: 'New task' }).getByRole('button', { name: 'Accept' }).click();
    await task(page, 'ACCEPTED').waitFor();
    await checkGoods(page);
    await page.getByRole('button', { name: 'I have the goods' }).click();
    await page.getByRole('button', { name: 'Start the delivery' }).click();
    await task(page, 'IN_TRANSIT').waitFor();

    await row.click();
    const panel = desk.page.getByTestId('task-panel');
    await panel.getByText('On the way').first().waitFor();
    const before = await desk.page.locator('.live-map canvas').first().screenshot();
    await drive(phone, STORE, () =>
      positions.some(({ latitude }) => latitude > STORE.latitude + 2 * A_SECOND),
    );
    expect(
      before.equals(await desk.page.locator('.live-map canvas').first().screenshot()),
      'the map',
    ).to.equal(false);

    await page.getByRole('button', { name: /^(I am at the door|Send the buyer a code)$/ }).click();
    const ask = page.getByRole('button', { name: 'Send the buyer a code' });
    await ask.or(page.getByLabel('Delivery code')).waitFor();
    if (await ask.isVisible()) await ask.click();
    await page.getByText(/Valid for/).waitFor();
    await page.getByLabel('Delivery code').fill(await world.code());
    await page.getByRole('button', { name: 'Check the code' }).click();
    await page.getByRole('button', { name: 'Collect QAR 115.00' }).click();
    await page.getByRole('button', { name: 'I have QAR 115.00' }).click();
    await page.getByRole('button', { name: 'Finish delivery' }).click();
    await page.getByText('Waiting for the next task').waitFor();
    await panel.getByText('Delivered').first().waitFor();
    await page.getByRole('link', { name: 'Cash' }).click();
    await page.getByText('QAR 115.00').first().waitFor();

    await handIn(desk.page, cashDue);
    await page.getByText('QAR 0.00').first().waitFor();
    const books = await driver.client.get<{ onHand: { amount: string } }>('/driver/cash');
    expect(books.onHand.amount).to.equal('0.00');
  });
});

interface Seen {
  latitude: number;
  longitude: number;
}

/** The driver's positions, as the dispatcher's page receives them. */
function positionsSeen(page: Page, driverId: string): Seen[] {
  const seen: Seen[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString();
      if (!text.includes('"locations"')) return;
      const place = new RegExp(`"${driverId}",([\\d.]+),([\\d.]+)`).exec(text);
      if (place !== null) seen.push({ latitude: Number(place[1]), longitude: Number(place[2]) });
    });
  });
  return seen;
}

/** Degrees of latitude per second, some 160 km/h: faster movement is rejected. */
const A_SECOND = 0.0004;

/** The phone moves north from a place until the desk has seen it. */
async function drive(phone: Visitor, from: Seen, there: () => boolean): Promise<void> {
  for (let second = 1; second <= 40 && !there(); second += 1) {
    const latitude = from.latitude + second * A_SECOND;
    await phone.context.setGeolocation({ latitude, longitude: from.longitude, accuracy: 5 });
    await phone.page.waitForTimeout(1_000);
  }
  expect(there(), 'the desk has seen the driver move').to.equal(true);
}

/** Counts the driver's cash at the desk, note by note. */
async function handIn(page: Page, amount: string): Promise<void> {
  expect(amount).to.equal('115.00');
  await page.goto('/dispatch/cash');
  await page
    .getByRole('button', { name: /^Hand in: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /Hand-in of/ });
  for (const [note, count] of [
    ['100 riyal', '1'],
    ['10 riyal', '1'],
    ['5 riyal', '1'],
  ] as const) {
    await dialog.getByRole('textbox', { name: note, exact: true }).fill(count);
  }
  await dialog.getByText('Exact').waitFor();
  await dialog.getByRole('button', { name: 'Take the cash' }).click();
  await page.getByTestId('receipt').waitFor();
}
