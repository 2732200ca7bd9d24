import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { projectRoot } from '../../db/root.ts';
import { DEMO_PEOPLE } from '../../server/admin/demo/people.ts';
import { DRAWING_FLAGS, ensureChromium } from '../browser/chromium.ts';
import { demoInstallation } from '../demo/installation.ts';
import { readDataDir, takeDataDir } from '../supervisor/data-dir.ts';
import { DISPATCH_SCREENS } from './dispatch-screens.ts';
import { DRIVER_SCREENS } from './driver-screens.ts';
import type { Locale, Screen, ScreenList } from './screen.ts';

const LISTS = [DISPATCH_SCREENS, DRIVER_SCREENS];
const LOCALES = ['en', 'ar'] as const;
const THEMES = ['light', 'dark'] as const;
/** Milliseconds that a drawn page may take until fonts, map and live data have settled. */
const SETTLE = 1_500;

interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  width: number;
  height: number;
}

/** `[--data-dir DIR] [NAME …]`: pictures of all screens, or of those named, into .data/screenshots. */
export async function takeScreenshots(args: readonly string[]): Promise<void> {
  const { flag, rest: names } = takeDataDir(args);
  const { url } = demoInstallation(readDataDir(process.env, projectRoot, flag));
  const folder = path.join(projectRoot, '.data', 'screenshots');
  const executablePath = await ensureChromium((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: DRAWING_FLAGS });
  try {
    for (const list of LISTS) {
      const wanted = list.screens.filter(({ name }) => names.length === 0 || names.includes(name));
      for (const look of looksOf(list, wanted)) {
        const screens = wanted.filter(({ widths = list.widths }) => widths.includes(look.width));
        await photograph(browser, url, { list, screens, look, folder });
      }
    }
  } finally {
    await browser.close();
  }
  console.log(`\nThe pictures are in ${folder}`);
}

function looksOf({ widths: usual, height }: ScreenList, screens: readonly Screen[]): Look[] {
  const widths = [...new Set(screens.flatMap(({ widths = usual }) => widths))];
  return LOCALES.flatMap((locale) =>
    THEMES.flatMap((theme) => widths.map((width) => ({ locale, theme, width, height }))),
  );
}

interface Session {
  list: ScreenList;
  screens: readonly Screen[];
  look: Look;
  folder: string;
}

/** All screens in one look, in one browser session. One that fails is named and leaves the others alone. */
async function photograph(
  browser: Browser,
  url: string,
  { list, screens, look, folder }: Session,
): Promise<void> {
  const target = path.join(folder, list.surface);
  mkdirSync(target, { recursive: true });
  let page: Page | null = null;
  for (const screen of screens) {
    const fresh: Page = !screen.signedIn || page === null ? await openPage(browser, url, look) : page;
    const file = path.join(target, `${screen.name}-${look.width}-${look.locale}-${look.theme}.png`);
    try {
      await show(fresh, list, screen, page === null);
      await fresh.screenshot({ path: file });
      console.log(path.relative(projectRoot, file));
    } catch (error) {
      process.exitCode = 1;
      console.error(
        `${file}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
      );
    }
    if (screen.signedIn) page = fresh;
    else await fresh.context().close();
  }
  await page?.context().close();
}

/** Another one for each run, since budgets outlive it. */
let addresses = Date.now() % 60_000;

async function openPage(
  browser: Browser,
  url: string,
  { locale, theme, width, height }: Look,
): Promise<Page> {
  addresses += 1;
  const context = await browser.newContext({
    baseURL: url,
    locale: locale === 'ar' ? 'ar-QA' : 'en-GB',
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    // The demo trusts this machine to say where a request comes from: no picture spends another's budget.
    extraHTTPHeaders: { 'X-Forwarded-For': `10.9.${(addresses >> 8) & 255}.${addresses & 255}` },
  });
  context.setDefaultTimeout(20_000);
  return context.newPage();
}

async function show(page: Page, list: ScreenList, screen: Screen, first: boolean): Promise<void> {
  // The one before may have taken the network away.
  await page.context().setOffline(false);
  await page.goto(`/${list.surface}/${screen.path}`);
  if (screen.signedIn && first) {
    const { email, password } = DEMO_PEOPLE[list.account];
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  }
  await page.locator(screen.ready).first().waitFor();
  await screen.prepare?.(page);
  await page.waitForTimeout(SETTLE);
}
