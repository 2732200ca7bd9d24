import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { mirrored, pdfText } from '../support/pdf-text.ts';
import type { SignIn } from '../support/people.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

/** PDF points per millimetre. */
const POINT = 72 / 25.4;

describe('what a seller prints', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let owner: SignIn;
  let visitor: Visitor;
  let page: Page;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    const { owner_account_id } = await world.database('sellers').first('owner_account_id');
    visitor = await newVisitor(world.service, { width: 1440, height: 1_000 });
    page = visitor.page;
    await page.addInitScript(() => {
      let opened = 0;
      window.print = () => {
        opened += 1;
        document.documentElement.dataset.printed = String(opened);
      };
    });
    owner = await signInOf(world, owner_account_id);
    await visitor.signIn('seller', owner);
  });
  after(async () => {
    await visitor?.close();
    await world?.close();
  });

  const papers = (kind: string) => page.locator(`[data-paper=${kind}]`);
  const printed = () => page.evaluate(() => document.documentElement.dataset.printed ?? '0');

  /** Sizes of the sheets that a printer gets, in millimetres. */
  async function sheets(): Promise<string[]> {
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    const boxes = pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g);
    return [...boxes].map(([, width, height]) =>
      [width, height].map((size) => Math.round(Number(size) / POINT)).join(' x '),
    );
  }

  it('is a slip for each selected order, and the print dialog opens automatically once', async () => {
    const orders = [await world.order(), await world.order(), await world.order()];
    await page.locator('[data-stage=new] [data-order]').nth(2).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await page.getByTestId('chosen').waitFor();
    await page.keyboard.press('Control+p');
    await papers('slip').nth(2).waitFor();
    const text = await page.getByTestId('papers').innerText();
    for (const { number } of orders) expect(text).to.include(number);
    expect(text).to.include('Packing slip').and.to.include('قائمة تعبئة');
    await page.waitForFunction(() => document.documentElement.dataset.printed === '1');
    expect(await sheets()).to.deep.equal(['210 x 297', '210 x 297', '210 x 297']);
    await page.reload();
    await papers('slip').nth(2).waitFor();
    expect(await printed(), 'not automatically again').to.equal('0');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/slips.png` });
    await expectAccessible(page, 'packing slips');
  });

  it('is a label for each parcel, whose code finds the order when it is scanned into the search', async () => {
    await page.getByLabel('Labels').click();
    await papers('label').nth(2).waitFor();
    expect(await sheets()).to.deep.equal(['100 x 150', '100 x 150', '100 x 150']);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/labels.png` });
    await expectAccessible(page, 'labels');
    const number = await papers('label').first().getAttribute('aria-label');
    const { id } = await world
      .database('order_groups')
      .join('orders', 'orders.id', 'order_groups.order_id')
      .where('orders.number', number)
      .first('order_groups.id');
    await page.getByRole('button', { name: 'Back to the orders' }).click();
    await page.locator('[data-orders-search]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(id);
    await page.getByText('1 order found').waitFor();
    await page
      .locator('[data-order]')
      .filter({ hasText: number ?? '' })
      .waitFor();
    await page.locator('[data-order]').first().locator('[data-mark]').click();
    await page.waitForURL((url) => url.searchParams.get('q') === id);
    await page.keyboard.press('Control+p');
    await papers('slip').waitFor();
    await page.getByRole('button', { name: 'Back to the orders' }).click();
    const search = page.locator('[data-orders-search]');
    await search.waitFor();
    expect(await search.inputValue(), 'the search is still there').to.equal(id);
    await search.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await page.getByText('1 order selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 order selected').waitFor({ state: 'detached' });
  });

  it('is an invoice for each, numbered once, in both languages', async () => {
    await page.locator('[data-stage=new] [data-order]').first().waitFor();
    await page.keyboard.press('j');
    await page.getByTestId('order-panel').getByRole('button', { name: 'Invoice' }).waitFor();
    await page.keyboard.press('i');
    await papers('invoice').waitFor();
    await page.waitForFunction(() => Number(document.documentElement.dataset.printed) > 0);
    const number = await papers('invoice').getAttribute('aria-label');
    expect(number).to.match(/^S-\d{4}-000001$/);
    const text = await papers('invoice').innerText();
    for (const word of ['Invoice', 'فاتورة', 'Total', 'الإجمالي', 'Cash at the door'])
      expect(text).to.include(word);
    expect(await sheets()).to.deep.equal(['210 x 297']);
    await expectAccessible(page, 'an invoice');
    await page.reload();
    await papers('invoice').waitFor();
    expect(await papers('invoice').getAttribute('aria-label'), 'the same number again').to.equal(number);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/invoice.png` });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).to.equal(`${number}.pdf`);
    const bytes = await readFile(await file.path());
    if (process.env.SHOTS) await writeFile(`${process.env.SHOTS}/invoice.pdf`, bytes);
    expect(pdfText(bytes)).to.include(number).and.to.include(mirrored('فاتورة'));
    await page.getByRole('button', { name: 'Back to the orders' }).click();
  });

  it('has no invoice for an order that was cancelled first, and says so', async () => {
    const [kept, cancelled] = await world
      .database('order_groups')
      .whereNotIn('id', world.database('seller_invoices').select('group_id'))
      .limit(2)
      .pluck('id');
    await world.seller.post(`/seller/order-groups/${cancelled}/reject`, { reason: 'Sold out' });
    await page.goto(`${world.service.url}/seller/print?what=invoices&orders=${kept},${cancelled}`);
    await page.getByText('1 order was cancelled before it had an invoice').waitFor();
    expect(await papers('invoice').count()).to.equal(1);
  });

  it('is one list of what to fetch for all of them', async () => {
    const ids = await world.database('order_groups').orderBy('id').pluck<string[]>('id');
    const units = await world.database('order_lines').sum('quantity as n').first();
    await page.goto(`${world.service.url}/seller/print?what=picks&orders=${ids.join(',')}`);
    await papers('picks').waitFor();
    expect(await page.locator('[data-pick]').count()).to.equal(1);
    expect(await page.locator('tfoot').innerText()).to.include(String(units?.n));
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/picks.png` });
    await expectAccessible(page, 'a pick list');
    const phone = await newVisitor(world.service, { locale: 'ar', theme: 'dark', width: 360, height: 740 });
    try {
      await phone.signIn('seller', owner);
      for (const what of ['picks', 'slips', 'labels', 'invoices']) {
        await phone.page.goto(`${world.service.url}/seller/print?what=${what}&orders=${ids.join(',')}`);
        await phone.page.locator('[data-paper]').first().waitFor();
        await expectAccessible(phone.page, `${what} in Arabic, in the dark, on a phone`);
        expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).to.equal(
          true,
        );
        if (process.env.SHOTS)
          await phone.page.screenshot({ path: `${process.env.SHOTS}/${what}-ar.png`, fullPage: true });
      }
    } finally {
      await phone.close();
    }
  });

  it('leaves out what is not the shop’s, and says so', async () => {
    const [id] = await world.database('order_groups').limit(1).pluck<string[]>('id');
    const absent = '019c4690-d4bd-76aa-b66a-ebbaafceaaa7';
    await page.goto(`${world.service.url}/seller/print?what=slips&orders=${id},${absent}`);
    await page.getByText('1 order is not among your shop’s orders').waitFor();
    expect(await papers('slip').count()).to.equal(1);
    await page.goto(`${world.service.url}/seller/print?what=slips&orders=${absent}`);
    await page.getByText('No orders to print').waitFor();
    await expectAccessible(page, 'nothing to print');
  });
});
