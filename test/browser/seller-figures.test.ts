import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { makeAccount } from '../support/people.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

describe('a seller’s figures', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
  });
  after(async () => {
    for (const each of opened) await each.close();
    await world?.close();
  });

  async function open(options: Parameters<typeof newVisitor>[1] = {}): Promise<Visitor> {
    const visitor = await newVisitor(world.service, options);
    opened.push(visitor);
    return visitor;
  }

  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

  it('count what was sold and accepted, and what has to be reordered', async () => {
    const { owner_account_id } = await world.database('sellers').first('owner_account_id');
    const owner = await signInOf(world, owner_account_id);
    const wide = await open();
    const { page } = wide;
    await wide.signIn('seller', owner);
    await page.keyboard.press('6');
    await page.getByRole('heading', { name: 'Figures' }).waitFor();
    await page.getByTestId('acceptance').getByText('Nothing was accepted in these days.').waitFor();
    await page.getByTestId('to-order').getByText('Nothing will be sold out within 14 days.').waitFor();
    await expectAccessible(page, 'figures of a shop without orders');

    const orders = [await world.order(), await world.order(), await world.order()];
    for (const { groupId } of orders.slice(1))
      await world.seller.post(`/seller/order-groups/${groupId}/accept`);
    // Three were sold in seven days, and one is left, which lasts slightly more than two days.
    const { offer_id } = await world.database('order_lines').first('offer_id');
    const { id: warehouse_id } = await world.database('warehouses').first('id');
    await world.database('stock_levels').insert({ offer_id, warehouse_id, on_hand: 1, reserved: 0 });
    await page.reload();
    await page
      .getByTestId('sales')
      .getByRole('row')
      .filter({ hasText: 'These days' })
      .getByText('3')
      .waitFor();
    await page
      .getByTestId('sales')
      .getByText(/QAR\s270\.00/)
      .waitFor();
    // Today beside the same day a week ago, and the best sellers.
    await page
      .locator('[data-testid=by-day] [data-day]')
      .first()
      .getByText(/QAR\s270\.00/)
      .waitFor();
    expect(await page.locator('[data-testid=by-day] [data-day]').count()).to.equal(7);
    const best = page.getByTestId('best').getByRole('row').filter({ hasText: 'Khalas dates' });
    await best.getByText(/QAR\s270\.00/).waitFor();
    const states = page.getByTestId('states');
    await states.locator('[data-status=ACCEPTED]').getByText('67%').waitFor();
    await states.getByText('Under way: 3').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      states.getByRole('button', { name: /^Export/ }).click(),
    ]);
    expect(saved.suggestedFilename()).to.equal('orders-by-state.csv');
    await page.getByTestId('acceptance').getByText('Half were faster than').waitFor();
    const row = page.getByTestId('to-order').getByRole('row').filter({ hasText: 'Khalas dates' });
    await row.getByText('2 days').waitFor();
    await wide.open('/seller/stock/order');
    await page.getByTestId('to-order').getByText('10 days').waitFor();
    await wide.open('/seller/figures');
    await page.getByTestId('by-day').getByRole('row').first().waitFor();
    await expectAccessible(page, 'figures');
    expect(await fits(page)).to.equal(true);
    const phone = await open({ locale: 'ar', theme: 'dark', width: 360, height: 740 });
    await phone.signIn('seller', owner);
    await phone.open('/seller/figures?days=30');
    await phone.page.getByTestId('sales').getByRole('row').nth(2).waitFor();
    await expectAccessible(phone.page, 'figures in Arabic, in the dark, on a phone');
    expect(await fits(phone.page)).to.equal(true);
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/figures.png` });
      await phone.page.getByTestId('states').scrollIntoViewIfNeeded();
      await phone.page.screenshot({ path: `${process.env.SHOTS}/figures-ar.png` });
    }
  });

  it('hide amounts from staff without the permission, and name whom to ask', async () => {
    const clerk = await makeAccount(world.service, ['BUYER', 'SELLER_STAFF']);
    const { id: seller_id } = await world.database('sellers').first('id');
    await world
      .database('seller_staff')
      .insert({ account_id: clerk.accountId, seller_id, permissions: ['ORDERS'] });
    const visitor = await open();
    await visitor.signIn('seller', clerk);
    await visitor.open('/seller/figures');
    await visitor.page.getByText('Amounts need the permission “Statements and payouts”').waitFor();
    expect(await visitor.page.getByTestId('sales').getByText('QAR').count()).to.equal(0);
  });
});
