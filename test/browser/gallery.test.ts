import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { consoleConfig } from '../../consoles/shared/build/console-config.ts';
import { expectAccessible } from './support/axe.ts';
import { theBrowser } from './support/browser.ts';
import { START_LIMIT } from './support/console-service.ts';
import { PageWatch } from './support/page-watch.ts';

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
    this.timeout(START_LIMIT);
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
        await page.getByRole('tab', { name: 'States' }).click();
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

  it('give the focus back, and are worked with keys', async () => {
    await open('en-GB', 'light');
    const opener = page.getByRole('button', { name: 'Open secondary' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Given back in the next frame.
    await page.locator('button:focus', { hasText: 'Open secondary' }).waitFor();
    await page.getByRole('button', { name: /Reason/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Too late' }).waitFor();
    await page.keyboard.type('Too');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Too late/ }).waitFor();
  });

  it('sort, filter, select and export a table', async () => {
    await open('en-GB', 'light');
    const names = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts();
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
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).to.equal('Drivers.csv');
    expect(readFileSync(await file.path(), 'utf8')).to.equal('\ufeffName,Tasks\r\nRashid,9\r\n');
  });
});
