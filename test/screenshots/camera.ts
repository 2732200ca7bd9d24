import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { SignIn } from '../../scripts/demo/stage.ts';
import { expectAccessible } from '../browser/support/axe.ts';
import { beyondTheEdge } from '../browser/support/two-looks.ts';
import type { Locale, Surface } from './screen.ts';

export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  width: number;
  height: number;
}

const LOCALES = ['en', 'ar'] as const;
const THEMES = ['light', 'dark'] as const;
/** Milliseconds that a rendered page may take until fonts, map and live data have settled. */
const SETTLE = 1_500;
/** For a page of the shop, which is complete when it arrives. */
const SETTLE_PAGE = 300;
const TIMEOUT_MS = 20_000;
const MAP_PATIENCE = 8_000;
/** Doha's corniche: phones request their position. */
const CORNICHE = { latitude: 25.2949, longitude: 51.5354, accuracy: 6 };

/** Both languages in both themes. */
export function looks(width: number, height: number): Look[] {
  return LOCALES.flatMap((locale) => THEMES.map((theme) => ({ locale, theme, width, height })));
}

/** Opens pages of an installation in one look or another, and saves pictures of them to a folder. */
export class Camera {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #folder: string;
  /** Different for each run, since rate limits outlive it. */
  #addresses = Date.now() % 60_000;
  /** Pictures that could not be taken, and pages with errors. */
  failures = 0;

  constructor(browser: Browser, url: string, folder: string) {
    this.#browser = browser;
    this.#url = url;
    this.#folder = folder;
  }

  async open({ locale, theme, width, height }: Look): Promise<Page> {
    this.#addresses += 1;
    const address = `10.9.${(this.#addresses >> 8) & 255}.${this.#addresses & 255}`;
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      locale: locale === 'ar' ? 'ar-QA' : 'en-GB',
      colorScheme: theme,
      viewport: { width, height },
      reducedMotion: 'reduce',
      geolocation: CORNICHE,
      permissions: ['geolocation'],
      // The demo trusts this machine to say where a request comes from: no picture spends another's budget.
      extraHTTPHeaders: { 'X-Forwarded-For': address },
    });
    // The shop as a returning browser sees it: in its own fonts.
    await context.addCookies([{ name: 'wasl-fonts', value: 'ar', url: this.#url }]);
    context.setDefaultTimeout(TIMEOUT_MS);
    return context.newPage();
  }

  async signIn(page: Page, surface: Surface, { email, password }: SignIn): Promise<void> {
    await page.goto(`/${surface}/`);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.locator('input[name=password]').waitFor({ state: 'detached' });
  }

  async signInToShop(page: Page, { locale }: Look, { email, password }: SignIn): Promise<void> {
    await page.goto(`/${locale}/sign-in`);
    await page.locator('#email').fill(email);
    await page.locator('#password').fill(password);
    await page.locator('form[action$="/sign-in"] button[type=submit]').first().click();
    await page.waitForURL((address) => !address.pathname.endsWith('/sign-in'));
  }

  /** Prepares a page, and takes the picture. A failure is reported and does not affect the others. */
  async take(
    page: Page,
    { surface, name, look }: { surface: Surface | 'shop'; name: string; look: Look },
    prepare: (page: Page) => Promise<unknown>,
  ): Promise<void> {
    const file = path.join(this.#folder, surface, `${name}-${look.width}-${look.locale}-${look.theme}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    try {
      await prepare(page);
      await page.waitForTimeout(surface === 'shop' ? SETTLE_PAGE : SETTLE);
      // Without a graphics card a wide map takes longer; one whose network is gone may never finish.
      const map = page.locator('.live-map-canvas[aria-busy=true]');
      await map.waitFor({ state: 'detached', timeout: MAP_PATIENCE }).catch(() => undefined);
      // A console fits its window; a page of the shop is as long as its content.
      await page.screenshot({ path: file, fullPage: surface === 'shop' });
      console.log(path.relative(this.#folder, file));
    } catch (error) {
      this.failures += 1;
      // What is shown instead, if anything.
      await page.screenshot({ path: file.replace('.png', '.failed.png') }).catch(() => undefined);
      console.error(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }

  /**
   * Checks what no picture shows: what axe finds on the page as it is, and what exceeds its width. Both are reported.
   */
  async check(page: Page, name: string, { width, locale, theme }: Look): Promise<void> {
    const where = `${name}-${width}-${locale}-${theme}`;
    try {
      await expectAccessible(page, where);
      const out = await page.evaluate(beyondTheEdge);
      if (out.length > 0) throw new Error(`${where}, beyond the page's width:\n${out.join('\n')}`);
    } catch (error) {
      this.failures += 1;
      console.error(error instanceof Error ? error.message : String(error));
    }
  }
}
