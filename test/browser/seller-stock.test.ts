import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import type { Schema } from '../support/api-client.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

describe('stock in the seller console', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let page: Page;
  let looks: TwoLooks;
  let path: string;
  let ownerName: string;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    const { id: seller_id, owner_account_id } = await world.database('sellers').first();
    const account = await world.database('accounts').where({ id: owner_account_id }).first('display_name');
    ownerName = account.display_name;
    const { id: offerId } = await world.database('offers').where({ seller_id }).first('id');
    const { id: warehouseId } = await world.database('warehouses').where({ seller_id }).first('id');
    path = `/seller/stock/${offerId}/${warehouseId}`;
    await count(25, 0);
    const owner = await signInOf(world, owner_account_id);
    const desk = await open({ width: 1440, height: 900 });
    const phone = await open({ locale: 'ar', theme: 'dark', width: 360, height: 740 });
    for (const each of [desk, phone]) await each.signIn('seller', owner);
    page = desk.page;
    looks = [
      { name: 'in English', visitor: desk },
      { name: 'in Arabic, in the dark, on a phone', visitor: phone },
    ];
  });
  after(async () => {
    for (const each of opened) await each.close();
    await world?.close();
  });

  async function open(options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
    const made = await newVisitor(world.service, options);
    opened.push(made);
    return made;
  }

  async function everywhere(at: string, ready: string): Promise<void> {
    for (const { visitor } of looks) await follow(visitor.page, `/seller${at}`);
    await expectSound(looks, at, ready);
    await picture(at.replaceAll('/', '-'));
  }

  async function picture(name: string): Promise<void> {
    if (!process.env.SHOTS) return;
    for (const [look, { visitor }] of looks.entries())
      await visitor.page.screenshot({
        path: `${process.env.SHOTS}/stock-${name}-${look}.png`,
        fullPage: true,
      });
  }

  /** A colleague counts, through the API. */
  async function count(onHand: number, version: number): Promise<void> {
    const { status } = await world.seller.call('PUT', path, {
      body: { onHand, reason: 'Delivery' },
      version,
    });
    expect(status).to.equal(200);
  }

  async function level(): Promise<Schema<'StockLevel'>> {
    const { data } = await world.seller.get<Schema<'StockLevelList'>>('/seller/stock');
    const [first] = data;
    if (first === undefined) throw new Error('no stock');
    return first;
  }

  async function scan(sku: string): Promise<void> {
    await page.getByLabel('Scan or type a SKU, then Enter').fill(sku);
    await page.keyboard.press('Enter');
  }

  it('shows what lies where, and every movement', async () => {
    const { sku, onHand, reserved } = await level();
    await everywhere('/stock', '[data-sku]');
    const row = `[data-sku="${sku}"]`;
    expect(await page.locator(`${row} td`).allTextContents()).to.include.members([
      String(onHand),
      String(reserved),
    ]);
    for (const { visitor } of looks) await visitor.page.locator(`${row} button`).click();
    const counted = page.locator('[role=dialog] [data-cause=COUNT]').first();
    await counted.getByText(ownerName).waitFor();
    await expectSound(looks, 'movements', '[role=dialog] [data-cause]');
    await picture('movements');
    for (const { visitor } of looks) await visitor.page.keyboard.press('Escape');
  });

  it('is counted with a scanner that types; what moved meanwhile is shown, and no count is lost', async () => {
    const { sku, onHand, offerId, warehouseId } = await level();
    await everywhere('/stock/count', 'h2');
    await scan('NOT-OURS');
    await page.getByText('No offer of yours has the SKU NOT-OURS.').waitFor();
    for (let pieces = 1; pieces <= 3; pieces += 1) await scan(sku.toLowerCase());
    const counted = page.getByLabel(`Counted pieces of ${sku}`);
    expect(await counted.inputValue()).to.equal('3');
    await expectSound(looks.slice(0, 1), 'a count', '[data-counted]');
    // Arabic digits, as local keyboards type them.
    await counted.fill('٤x');
    expect(await page.getByRole('button', { name: 'Save the count' }).isDisabled()).to.equal(true);
    await counted.fill('٤٠');
    // Two units leave the warehouse while she counts.
    const sold = onHand - 2;
    await count(sold, (await level()).version);
    await page.getByRole('button', { name: 'Save the count' }).click();
    await page.getByText('Some pieces moved while you counted').waitFor();
    await page.locator(`[data-verdict=STALE] td`).getByText(String(sold), { exact: true }).waitFor();
    expect(await counted.inputValue(), 'kept').to.equal('٤٠');
    expect((await level()).onHand, 'not overwritten unseen').to.equal(sold);
    // Leaving has to be confirmed.
    await page.getByRole('link', { name: 'Levels' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Save the count' }).click();
    await page.getByText('Nothing has been counted yet').waitFor();
    expect(await level()).to.include({ offerId, warehouseId, onHand: 40 });
  });
});
