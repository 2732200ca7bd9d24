import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { consoleConfig } from '../../consoles/shared/build/console-config.ts';
import { expectAccessible } from '../browser/support/axe.ts';
import { theBrowser } from '../browser/support/browser.ts';
import { START_TIMEOUT_MS } from '../browser/support/console-service.ts';
import { PageWatch } from '../browser/support/page-watch.ts';

const ORIGIN = 'http://localhost';
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
/** As the service sends it with every console. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'";

describe('shared components', function () {
  this.timeout(240_000);
  const files = new Map<string, string | Uint8Array>();
  let context: BrowserContext;
  let page: Page;
  let watch: PageWatch;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    const config = consoleConfig('gallery');
    const root = path.join(import.meta.dirname, 'gallery');
    const built = await build({
      ...config,
      configFile: false,
      root,
      logLevel: 'warn',
      build: { ...config.build, write: false },
    });
    if (!('output' in built)) throw new Error('not one build');
    for (const file of built.output)
      files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
  });
  afterEach(async () => {
    await context.close();
    watch.check();
  });

  const open = async (locale: string, colorScheme: 'light' | 'dark', width = 1100) => {
    const browser = await theBrowser();
    const viewport = { width, height: 900 };
    context = await browser.newContext({ locale, colorScheme, viewport, reducedMotion: 'reduce' });
    watch = new PageWatch();
    await watch.follow(context);
    await context.route(`${ORIGIN}/gallery/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice('/gallery/'.length) || 'index.html';
      const content = files.get(name);
      if (content === undefined) return route.fulfill({ status: 404 });
      const contentType = TYPES[path.extname(name)] ?? 'application/octet-stream';
      const headers = { 'Content-Security-Policy': POLICY };
      return route.fulfill({ body: Buffer.from(content), contentType, headers });
    });
    page = await context.newPage();
    await page.goto(`${ORIGIN}/gallery/`);
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  };

  for (const locale of ['en-GB', 'ar-QA']) {
    for (const theme of ['light', 'dark'] as const) {
      it(`are accessible, open and closed: ${locale}, ${theme}`, async () => {
        await open(locale, theme, 360);
        await expectAccessible(page, 'table');
        await page.getByRole('button', { name: 'Show states' }).click();
        await expectAccessible(page, 'states');
        await page.getByRole('button', { name: 'Open primary' }).click();
        await page.getByRole('dialog', { name: 'A question' }).waitFor();
        await expectAccessible(page, 'dialog');
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'fits',
        ).to.equal(true);
      });
    }
  }

  it('return the focus, and can be operated with keys', async () => {
    await open('en-GB', 'light');
    const opener = page.getByRole('button', { name: 'Open secondary' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Returned in the next frame.
    await page.locator('button:focus', { hasText: 'Open secondary' }).waitFor();
    await page.getByRole('button', { name: /Reason/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Too late' }).waitFor();
    await page.keyboard.type('Too');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Too late/ }).waitFor();
  });

  for (const locale of ['en-GB', 'ar-QA']) {
    it(`show names and keyboard shortcuts of icons, to pointer and keyboard: ${locale}`, async () => {
      await open(locale, 'light', 360);
      const find = page.getByRole('button', { name: 'Find' });
      const tooltip = page.getByRole('tooltip');
      expect(await find.locator('[title]').count()).to.equal(0);
      // The pointer must move onto the element: one that appears under a resting pointer shows no tooltip.
      await page.mouse.move(1, 1);
      await find.hover();
      await tooltip.waitFor();
      expect((await tooltip.innerText()).split('\n')).to.deep.equal(['Find', 'Ctrl', 'K']);
      const box = await tooltip.boundingBox();
      expect(box?.x).to.be.at.least(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(360);
      await expectAccessible(page, 'tooltip');
      await page.mouse.move(0, 0);
      await tooltip.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Open danger' }).focus();
      await page.keyboard.press('Tab');
      await tooltip.waitFor();
      await page.keyboard.press('Escape');
      await tooltip.waitFor({ state: 'detached' });
      expect(await find.evaluate((button) => button === document.activeElement)).to.equal(true);
    });
  }

  it('sort, filter, select and export a table', async () => {
    await open('en-GB', 'light');
    const names = () => page.locator('tbody th').allInnerTexts();
    await page.getByRole('button', { name: 'Tasks' }).click();
    expect(await names()).to.deep.equal(['Aisha', 'Rashid', 'راشد']);
    expect(await page.locator('th[aria-sort=ascending]').innerText()).to.equal('Tasks');
    await page.getByRole('button', { name: 'Tasks' }).click();
    expect(await names()).to.deep.equal(['راشد', 'Rashid', 'Aisha']);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Assign 3' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('rash');
    expect(await names()).to.deep.equal(['Rashid']);
    await page.getByRole('button', { name: 'Assign 1' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export selected' }).click(),
    ]);
    expect(file.suggestedFilename()).to.equal('drivers.csv');
    expect(readFileSync(await file.path(), 'utf8')).to.equal('\ufeffName,Tasks\r\nRashid,9\r\n');
  });

  it('operate a table with keys alone, in reading order', async () => {
    await open('en-GB', 'light');
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('label, button, section')?.textContent ?? '');
    await page.getByRole('searchbox', { name: 'Filter' }).focus();
    const order: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press('Tab');
      order.push((await focused()).slice(0, 10));
    }
    expect([order[0], ...order.slice(2)]).to.deep.equal(['Export CSV', 'Select all', 'Name', 'Tasks']);
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort=ascending]', { hasText: 'Tasks' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Assign 1' }).waitFor();
    await page.getByText('3 of 3 rows · 1 selected').waitFor();
    await page.getByRole('checkbox', { name: /راشد/ }).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Assign 3' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('nobody');
    await page.getByText('No row matches these words.').waitFor();
  });

  it('render of a long table only what is visible, and all of it on paper', async () => {
    await open('en-GB', 'light');
    await page.getByRole('button', { name: 'Show long' }).click();
    const rows = page.locator('tbody tr:not([aria-hidden])');
    const table = page.getByRole('table');
    expect(await table.getAttribute('aria-rowcount')).to.equal('401');
    expect(await rows.count()).to.be.within(10, 80);
    await page.getByRole('region', { name: 'All drivers' }).focus();
    await page.keyboard.press('End');
    const last = page.getByRole('row', { name: /^Driver 400/ });
    await last.waitFor();
    expect(await last.getAttribute('aria-rowindex')).to.equal('401');
    await expectAccessible(page, 'long table');
    await page.getByRole('button', { name: 'Name' }).click();
    await page.getByRole('button', { name: 'Name' }).click();
    await page.keyboard.press('Control+Home');
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await rows.count()).to.equal(400);
    expect(await page.locator('tbody th').first().innerText()).to.equal('Driver 400');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length < 100);
  });
});
