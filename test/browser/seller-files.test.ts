import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { runImports } from '../../server/marketplace/seller-imports/run-imports.ts';
import { makeAccount } from '../support/people.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const ROWS = 1_000;
/** Every fifth row has no Arabic title. */
const BROKEN = ROWS / 5;
const HEAD = 'category,titleEn,titleAr,descriptionEn,descriptionAr,digital,active,sku';

function products(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const arabic = at % 5 === 0 ? '' : `"تمر، صندوق ${at}"`;
    return `food,"Dates, ""box"" ${at}",${arabic},Soft and sweet,طري وحلو,false,true,BOX-${at}`;
  });
  return [HEAD, ...rows].join('\r\n');
}

describe('files of a seller', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let page: Page;
  let looks: TwoLooks;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    const { owner_account_id } = await world.database('sellers').first('owner_account_id');
    const owner = await signInOf(world, owner_account_id);
    const desk = await open({ width: 1440, height: 900 });
    const phone = await open({ locale: 'ar', theme: 'dark', width: 360, height: 740 });
    for (const each of [desk, phone]) await each.signIn('seller', owner);
    page = desk.page;
    await follow(page, '/seller/files');
    await phone.open('/seller/files');
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

  /** Does what a worker does with waiting imports: its job yields after some seconds, and then wakes again. */
  const work = async () => {
    const waiting = () =>
      world.database('seller_imports').whereIn('status', ['CHECKING', 'APPLYING']).first();
    do await runImports(world.service.inside.deps, 250);
    while ((await waiting()) !== undefined);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const stands = (status: string) => page.locator(`[data-testid=import][data-status=${status}]`).waitFor();
  const choose = (name: string, text: string | Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const picture = async (name: string) => {
    if (!process.env.SHOTS) return;
    for (const [at, { visitor }] of looks.entries())
      await visitor.page.screenshot({ path: `${process.env.SHOTS}/files-${name}-${at}.png`, fullPage: true });
  };

  async function download(button: string | RegExp): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  }

  async function bring(name: string, text: string | Buffer): Promise<void> {
    await follow(page, '/seller/files');
    await choose(name, text);
    await press('Check the file');
    await page.getByTestId('import').waitFor();
  }

  it('are accessible and fit before there are any, and a workbook is recognized', async () => {
    await expectSound(looks, 'no files', '[data-testid=screen-files]');
    await picture('none');
    await choose('products.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]));
    await page.getByText('This is a workbook').waitFor();
    await choose('empty.csv', '\r\n');
    await page.getByText('This file is empty.').waitFor();
  });

  it('are checked first, and applied except 200 broken rows, which come back, are corrected and applied', async () => {
    const csv = products();
    // The kind of the file is recognized by its columns.
    await choose('boxes.csv', csv);
    await page.getByTestId('chosen-file').filter({ hasText: 'boxes.csv' }).waitFor();
    await press('Check the file');
    await stands('CHECKING');
    await work();
    await stands('CHECKED');
    await page.getByText(`${ROWS - BROKEN} rows would change something`).waitFor();
    expect(await world.database('variants').where('sku', 'like', 'BOX-%')).to.have.length(0);
    // Rows with errors are shown first, each with its column and what to do.
    await page.locator('[data-row="2"]').getByText('titleAr').waitFor();
    await page.locator('[data-row="2"]').getByText('must not be empty').waitFor();
    await follow(looks[1]?.visitor.page as Page, new URL(page.url()).pathname);
    await expectSound(looks, 'a checked file', '[data-status=CHECKED] [data-row="2"]');
    await picture('checked');
    await press('Apply');
    await stands('APPLYING');
    await work();
    await stands('DONE');
    expect(await world.database('variants').where('sku', 'like', 'BOX-%')).to.have.length(ROWS - BROKEN);
    const failed = await download('Rows to correct');
    const rows = parse(failed, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).to.have.length(BROKEN);
    expect(rows[0]?.problem).to.include('titleAr');
    await bring('mended.csv', failed.replaceAll(/,,Soft and sweet/g, ',صندوق تمر,Soft and sweet'));
    await work();
    await stands('CHECKED');
    await press('Apply');
    await stands('APPLYING');
    await work();
    await stands('DONE');
    expect(await world.database('variants').where('sku', 'like', 'BOX-%')).to.have.length(ROWS);
  });

  it('come back unchanged and change nothing', async () => {
    await follow(page, '/seller/files');
    for (const [button, kind] of [
      ['Download Products', 'PRODUCTS'],
      ['Download Prices and offers', 'OFFERS'],
    ] as const) {
      await follow(page, '/seller/files');
      await bring('again.csv', await download(button));
      await work();
      await stands('CHECKED');
      const last = await world.database('seller_imports').orderBy('id', 'desc').first('kind');
      expect(last, 'recognized by its columns').to.deep.equal({ kind });
      await page.getByText('Nothing in this file would change anything.').waitFor();
      expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).to.equal(0);
    }
  });

  it('are read as Windows spreadsheets write them, stopped, and refused while another is under way', async () => {
    // In the Arabic code page: the letters of "تمر" are c3 e3 d1 … there, which is not valid UTF-8.
    const arabic = Buffer.concat([
      Buffer.from(`${HEAD}\r\nfood,Dates,`),
      Buffer.from([0xca, 0xe3, 0xd1]),
      Buffer.from(',Soft,'),
      Buffer.from([0xca, 0xe3, 0xd1]),
      Buffer.from(',false,true,WINDOWS-1\r\n'),
    ]);
    await bring('windows.csv', arabic);
    await work();
    await stands('CHECKED');
    await page.getByText('تمر').first().waitFor();
    await press('Apply');
    await stands('APPLYING');
    await bringRefused();
    await page.locator('[data-import]').first().getByRole('link').click();
    const stopped = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('/imports/'),
    );
    await press('Stop');
    await stopped;
    await work();
    await stands('STOPPED');
    expect(await world.database('variants').where('sku', 'WINDOWS-1')).to.have.length(0);
    expect(await download('Rows to correct')).to.include('WINDOWS-1');
    await follow(page, '/seller/files');
    await follow(looks[1]?.visitor.page as Page, '/seller/files');
    await expectSound(looks, 'a list of files', '[data-import]');
    await picture('list');
  });

  async function bringRefused(): Promise<void> {
    await follow(page, '/seller/files');
    await choose('second.csv', `${HEAD}\r\nfood,A,ب,C,د,false,true,SECOND-1\r\n`);
    await press('Check the file');
    await page.getByTestId('screen-files').getByRole('alert').waitFor();
    expect(await page.getByTestId('chosen-file').textContent(), 'kept').to.include('second.csv');
  }

  it('are offered only for what a person may change', async () => {
    const staff = await makeAccount(world.service, ['BUYER', 'SELLER_STAFF']);
    const { id } = await world.database('sellers').first('id');
    await world
      .database('seller_staff')
      .insert({ account_id: staff.accountId, seller_id: id, permissions: ['STOCK'] });
    const clerk = await open({ width: 1280 });
    await clerk.signIn('seller', staff);
    await follow(clerk.page, '/seller/files');
    await clerk.page.getByRole('button', { name: 'Download Stock' }).waitFor();
    expect(await clerk.page.getByRole('button', { name: 'Download Products' }).count()).to.equal(0);
  });
});
