import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { untilFound } from '../../scripts/shared/waiting.ts';
import type { Schema } from '../support/api-client.ts';
import { png } from '../support/pictures.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { expectAccessible } from './support/axe.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

type Sheet = Schema<'ProductSheet'>;

describe('a seller’s products', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let wide: Visitor;
  let phone: Visitor;
  let page: Page;
  let coffee: Sheet;
  let folder: string;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    folder = await mkdtemp(path.join(tmpdir(), 'wasl-pictures-'));
    world = await DeliveryWorld.open();
    // The first order creates the category and a product.
    await world.order();
    coffee = await product('Qatari coffee', 'قهوة قطرية', 100);
    await product('Saffron', 'زعفران', 2, 'غرام');
    const { owner_account_id } = await world.database('sellers').first('owner_account_id');
    const owner = await signInOf(world, owner_account_id);
    wide = await open();
    page = wide.page;
    await wide.signIn('seller', owner);
    phone = await open({ locale: 'ar', theme: 'dark', width: 360, height: 740 });
    await phone.signIn('seller', owner);
  });
  after(async () => {
    for (const each of opened) await each.close();
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(options: Parameters<typeof newVisitor>[1] = {}): Promise<Visitor> {
    const visitor = await newVisitor(world.service, options);
    opened.push(visitor);
    return visitor;
  }

  /** @param gram Its Arabic name, if the options are named in both languages. */
  async function product(en: string, ar: string, variants: number, gram?: string): Promise<Sheet> {
    const { id: categoryId } = await world.database('categories').first('id');
    return world.seller.post<Sheet>('/seller/product-sheets', {
      ...{ categoryId, title: { en, ar }, description: { en, ar }, active: true },
      variants: Array.from({ length: variants }, (_, index) => ({
        sku: `${en.slice(0, 3).toUpperCase()}-${String(index).padStart(3, '0')}`,
        options: { size: `${index + 1} g` },
        ...(gram === undefined
          ? {}
          : {
              optionTexts: {
                size: {
                  name: { en: 'Size', ar: 'الحجم' },
                  value: { en: `${index + 1} g`, ar: `${index + 1} ${gram}` },
                },
              },
            }),
        offer: { price: { amount: '10.00', currency: 'QAR' }, active: true, lowStockThreshold: null },
      })),
    });
  }

  /** A file on this machine, as if dragged out of a folder. */
  async function fileOf(name: string, content: Uint8Array): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  }

  /** Drags files from outside onto an element and drops them. */
  async function drop(files: string[], onto: Locator): Promise<void> {
    // What is being rendered again has no place for a moment.
    const place = async () => {
      await onto.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      return onto.boundingBox();
    };
    const box = await untilFound(place, { failure: 'nowhere to drop' });
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const browser = await page.context().newCDPSession(page);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', { type, ...at, data });
    await browser.detach();
  }

  const fits = (of: Page) => of.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  const shot = async (of: Page, name: string) => {
    if (process.env.SHOTS) await of.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  };

  it('are searched and filtered, switched in bulk with a result each, and switched back', async () => {
    await wide.open('/seller/products');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Saffron').waitFor();
    await expectAccessible(page, 'the list of products');
    await page.getByLabel('Name or SKU').fill('qatari cof');
    await row('Saffron').waitFor({ state: 'detached' });
    await row('Qatari coffee').getByText('Sold out').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).to.equal('qatari cof');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of this view').fill('Coffee');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete the view “Coffee”' }).waitFor();

    await row('Qatari coffee').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Take off sale' }).click();
    await row('Qatari coffee').getByText('Switched').waitFor();
    await row('Qatari coffee').getByText('Off', { exact: true }).waitFor();
    await page.getByText('1 product is off').waitFor();
    await shot(page, 'products');
    await page.keyboard.press('Control+z');
    await page.getByText('All is as it was').waitFor();
    await row('Qatari coffee').getByText('On sale', { exact: true }).waitFor();
    await page.getByLabel('Name or SKU').fill('nothing is called so');
    await page.getByText('Nothing fits these filters.').waitFor();
    expect(await fits(page)).to.equal(true);

    await phone.open('/seller/products');
    await phone.page.getByRole('row').filter({ hasText: 'زعفران' }).waitFor();
    await expectAccessible(phone.page, 'the list of products in Arabic, in the dark, on a phone');
    expect(await fits(phone.page)).to.equal(true);
    await shot(phone.page, 'products-ar');
    // The view saved at the desk belongs to the shop, on every device.
    await phone.page.getByRole('button', { name: 'طرق العرض المحفوظة' }).click();
    await phone.page.getByRole('option', { name: 'Coffee' }).click();
    await phone.page.getByRole('row').filter({ hasText: 'زعفران' }).waitFor({ state: 'detached' });
    await phone.page.getByRole('button', { name: /^حذف طريقة العرض/ }).click();
    await phone.page.getByRole('button', { name: 'حفظ طريقة العرض', exact: true }).waitFor();
  });

  it('are edited in a grid like a spreadsheet, and saved in one go with a result for each row', async () => {
    await wide.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await wide.open('/seller/products/grid?q=QAT-');
    const grid = page.getByRole('grid');
    const cell = (sku: string, column: string) =>
      page.locator(`tr[data-sku="${sku}"] td[data-column="${column}"]`);
    await cell('QAT-000', 'price').waitFor();
    expect(await page.locator('tr[data-sku]').count(), 'only visible rows are in the page').to.be.below(60);
    expect(await grid.getAttribute('aria-rowcount')).to.equal('101');
    await expectAccessible(page, 'the grid of offers');

    // From a spreadsheet, with Arabic digits and thousands: three prices, then an error.
    const first = await page.locator('tr[data-sku]').first().getAttribute('data-sku');
    const skus = await page
      .locator('tr[data-sku]')
      .evaluateAll((rows) => rows.slice(0, 6).map((each) => each.getAttribute('data-sku') ?? ''));
    expect(skus[0]).to.equal(first);
    const at = (index: number) => cell(skus[index] ?? '', 'price');
    await page.evaluate(() => navigator.clipboard.writeText('١٢٫٥\n1,250.00\n13\nfree'));
    await at(0).click();
    await page.keyboard.press('Control+v');
    await page.getByTestId('grid-count').getByText('4 cells are edited').waitFor();
    expect([await at(0).innerText(), await at(1).innerText(), await at(3).innerText()]).to.deep.equal([
      ...['12.50', '1250.00', 'free'],
    ]);
    expect(await at(3).getAttribute('aria-invalid')).to.equal('true');
    await page.getByTestId('grid-count').getByText('1 cell is at fault').waitFor();
    await page.keyboard.press('Control+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal('12.50\n1250.00\n13.00\nfree');

    // A paste is undone and redone as one step; the error is shown until it is overwritten.
    await page.keyboard.press('Control+z');
    await page.getByTestId('grid-count').getByText('Nothing is edited').waitFor();
    await page.keyboard.press('Control+y');
    await page.getByTestId('grid-count').getByText('4 cells are edited').waitFor();
    await at(3).click();
    await page.keyboard.type('0');
    await page.getByText('A price above zero').waitFor();
    await page.keyboard.type('.75');
    await page.keyboard.press('Enter');
    expect(await at(3).innerText()).to.equal('0.75');
    // One below, filled down over two rows from the row above them.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    expect([await at(4).innerText(), await at(5).innerText()]).to.deep.equal(['0.75', '0.75']);
    // Tab moves on to the state, which the space bar toggles; Escape discards what is typed.
    await at(5).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await cell(skus[5] ?? '', 'state').innerText()).to.equal('Off');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    await page.keyboard.press('Escape');
    expect(await cell(skus[5] ?? '', 'threshold').innerText()).to.equal('');
    const stock = cell(skus[0] ?? '', 'stock');
    await stock.click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('٢٥');
    await page.keyboard.press('Enter');

    // Another person changes two of the rows meanwhile.
    const offers = new Map(coffee.offers.map((offer) => [offer.sku, offer]));
    for (const index of [0, 1]) {
      const { id = '', version = 0 } = offers.get(skus[index] ?? '') ?? {};
      await world
        .database('offers')
        .where({ id })
        .update({ price: '99.00', version: version + 1 });
    }
    await page.getByRole('button', { name: 'Save all' }).click();
    const conflicts = page.getByTestId('conflicts');
    await conflicts.getByText('Someone else changed 2 of these rows').waitFor();
    await page.getByText('5 rows are saved').waitFor();
    await conflicts.getByText('you typed 12.50, now it is 99.00').waitFor();
    await expectAccessible(page, 'the grid with conflicts');
    await shot(page, 'grid');
    // A confirmation is needed before edits are lost.
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await conflicts
      .locator(`[data-conflict="${skus[0]}"]`)
      .getByRole('button', { name: 'Take mine' })
      .click();
    await conflicts
      .locator(`[data-conflict="${skus[1]}"]`)
      .getByRole('button', { name: 'Take theirs' })
      .click();
    expect([await at(0).innerText(), await at(1).innerText()]).to.deep.equal(['12.50', '99.00']);
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByTestId('grid-count').getByText('Nothing is edited').waitFor();
    const prices = await Promise.all(
      skus.map(async (sku) => {
        const { id = '' } = offers.get(sku) ?? {};
        const row = await world.database('offers').where({ id }).first('price', 'active');
        return [row.price, row.active];
      }),
    );
    expect(prices).to.deep.equal([
      ...[12.5, 99, 13, 0.75, 0.75].map((price) => [price.toFixed(2), true]),
      ['0.75', false],
    ]);
    const level = await world
      .database('stock_levels')
      .where({ offer_id: offers.get(skus[0] ?? '')?.id ?? '' })
      .first('on_hand');
    expect(level?.on_hand).to.equal(25);

    // The last row is rendered once the keys reach it.
    await at(0).click();
    await page.keyboard.press('Control+End');
    await cell('QAT-099', 'price').or(cell('QAT-000', 'price')).first().waitFor();
    expect(await fits(page)).to.equal(true);

    await phone.open('/seller/products/grid');
    await phone.page.locator('tr[data-sku=SAF-001]').getByText('زعفران · 2 غرام').waitFor();
    await expectAccessible(phone.page, 'the grid in Arabic, in the dark, on a phone');
    expect(await fits(phone.page)).to.equal(true);
    await shot(phone.page, 'grid-ar');
  });

  it('are created and edited one by one: texts, options, prices, pictures, and what someone else changed meanwhile', async () => {
    await wide.open('/seller/products/new');
    const editor = page.getByTestId('product-editor');
    const save = () => editor.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('[name=title-en]').waitFor();
    await expectAccessible(page, 'a new product');
    await save();
    await editor.getByText('Fill this in.').first().waitFor();
    await page.locator('[name=title-en]').fill('Sidr honey');
    await page.locator('[name=title-ar]').fill('عسل سدر');
    await page.getByLabel('Description in English').fill('From the mountains.');
    await page.getByLabel('Description in Arabic').fill('من الجبال.');
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Add an option' }).click();
    await page.getByLabel('Option in English').fill('Weight');
    await page.getByLabel('Option in Arabic').fill('الوزن');
    const value = (at: number, language: 'English' | 'Arabic') =>
      page.getByLabel(`Value in ${language}`).nth(at);
    await value(0, 'English').fill('250 g');
    await value(0, 'Arabic').fill('٢٥٠ جم');
    await page.getByLabel('SKU of 250 g').fill('HONEY-250');
    await page.getByLabel('Price of 250 g in riyals').fill('60');
    await page.getByRole('button', { name: 'Add a value' }).click();
    await value(1, 'English').fill('500 g');
    await value(1, 'Arabic').fill('٥٠٠ جم');
    expect(await page.getByLabel('SKU of 250 g').inputValue(), 'kept').to.equal('HONEY-250');
    await page.getByLabel('SKU of 500 g').fill('HONEY-250');
    await save();
    await editor.getByText('each SKU once').waitFor();
    await page.getByLabel('SKU of 500 g').fill('HONEY-500');
    await shot(page, 'product-new');
    await save();
    await page.waitForURL(/\/products\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const read = () => world.seller.get<Sheet>(`/seller/product-sheets/${id}`);
    const made = await read();
    expect(made.product.variants.map(({ sku }) => sku)).to.deep.equal(['HONEY-250', 'HONEY-500']);
    expect(made.offers.map(({ sku, price }) => [sku, price.amount])).to.deep.equal([['HONEY-250', '60.00']]);
    await phone.open(`/seller/products/${id}`);
    await phone.page.getByRole('group', { name: 'الوزن' }).waitFor();
    await phone.page.getByRole('button', { name: 'مكان إفلات الصور' }).waitFor({ state: 'attached' });

    // Dropped beside the drop area, files do nothing; by default the browser would leave the page for them.
    const [jar, words] = [
      await fileOf('jar.png', png(400, 400, [200, 150, 40])),
      await fileOf('words.png', Buffer.from('no picture')),
    ];
    await drop([jar], editor.getByRole('heading').first());
    await drop([jar, words], page.getByText('Drop pictures here, or'));
    await page.locator('[data-picture]').first().waitFor();
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'hive.png', mimeType: 'image/png', buffer: Buffer.from(png(400, 400, [90, 60, 20])) },
    });
    await page.locator('[data-picture]').nth(1).waitFor();
    await page.getByText('words.png was not taken').waitFor();
    const alt = page.getByLabel('What it shows, in English');
    await alt.nth(0).fill('A jar');
    await alt.nth(1).fill('A hive');
    const picture = (at: number) => page.locator('[data-picture] img').nth(at);
    await picture(1).dragTo(picture(0));
    expect(await alt.nth(0).inputValue(), 'dragged to the front').to.equal('A hive');
    // Another person changes the price of an offer and a text meanwhile.
    const { product: now, offers } = await read();
    const [offer] = offers;
    await world.seller.call('PATCH', `/seller/offers/${offer?.id}`, {
      ...{ body: { active: false }, version: offer?.version ?? 0 },
    });
    await page.getByLabel('Price of 500 g in riyals').fill('110,50');
    await save();
    await page.getByText('Someone else changed this meanwhile').waitFor();
    expect(await page.getByLabel('Price of 500 g in riyals').inputValue(), 'kept').to.equal('110,50');
    await save();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const saved = await read();
    expect(saved.product.version).to.be.above(now.version);
    expect(saved.product.images.map((each) => each.alt.en)).to.deep.equal(['A hive', 'A jar']);
    expect(saved.offers.find(({ sku }) => sku === 'HONEY-500')?.price.amount).to.equal('110.50');
    await phone.open(`/seller/products/${id}`);
    await phone.page.locator('[data-picture]').first().waitFor();
    await expectAccessible(phone.page, 'a product in Arabic, in the dark, on a phone');
    expect(await fits(phone.page)).to.equal(true);
    await shot(phone.page, 'product-ar');
    // While it is not on sale, the seller sees it as buyers will.
    await page.getByText('Buyers can see it').click();
    await save();
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      editor.getByRole('button', { name: 'See it as buyers will' }).click(),
    ]);
    await tab.getByRole('heading', { name: 'Sidr honey' }).waitFor();
    await expectAccessible(tab, 'a preview');
    await shot(tab, 'preview');
    await tab.getByRole('link', { name: /^500 g/ }).click();
    await tab
      .getByText(/QAR\s110\.50/)
      .first()
      .waitFor();
    expect(await tab.getByRole('button', { name: /^Add to cart/ }).count()).to.equal(0);
    await tab.close();
  });
});
