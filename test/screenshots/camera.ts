import type { Browser, Page } from 'playwright-core';
import type { SignIn } from '../../scripts/demo/stage.ts';
import { expectAccessible } from '../browser/support/axe.ts';
import { beyondTheEdge } from '../browser/support/two-looks.ts';
import type { Film, Look, Shot } from './film.ts';
import type { Surface } from './screen.ts';

/** Milliseconds that a rendered page may take until fonts, map and live data have settled. */
const SETTLE = 1_500;
/** For a page of the shop, which is complete when it arrives. */
const SETTLE_PAGE = 300;
const TIMEOUT_MS = 20_000;
const MAP_PATIENCE = 8_000;
const LOADING_PATIENCE = 8_000;
/** Doha's corniche: phones request their position. */
const CORNICHE = { latitude: 25.2949, longitude: 51.5354, accuracy: 6 };

/** Opens pages of an installation in one look or another, and takes pictures of them. */
export class Camera {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #film: Film;
  /** Different for each run, since rate limits outlive it. */
  #addresses = Date.now() % 60_000;
  /** Pictures that could not be taken, and pages with errors. */
  failures = 0;

  constructor(browser: Browser, url: string, film: Film) {
    this.#browser = browser;
    this.#url = url;
    this.#film = film;
  }

  /** Whether a picture of this screen is wanted. */
  wants(surface: Shot['surface'], name: string): boolean {
    return this.#film.wants(surface, name);
  }

  /** In which looks screens of these widths are taken. */
  looks(surface: Shot['surface'], widths: readonly number[], height: number): Look[] {
    return this.#film.looks(surface, widths, height);
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
    await context.addCookies([{ name: 'wasl-fonts', value: locale, url: this.#url }]);
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

  /** Prepares a page, and takes the picture if it is wanted. A failure is reported and does not affect the others. */
  async take(page: Page, shot: Shot, prepare: (page: Page) => Promise<unknown>): Promise<void> {
    const { surface, name, look } = shot;
    if (!this.wants(surface, name)) return;
    try {
      await prepare(page);
      await page.waitForTimeout(surface === 'shop' ? SETTLE_PAGE : SETTLE);
      // On a busy machine the answer comes later than its heading.
      const loading = page.locator('[class*=skeleton]').first();
      await loading.waitFor({ state: 'detached', timeout: LOADING_PATIENCE }).catch(() => undefined);
      // Without a graphics card a wide map takes longer; one whose network is gone may never finish.
      const map = page.locator('.live-map-canvas[aria-busy=true]');
      await map.waitFor({ state: 'detached', timeout: MAP_PATIENCE }).catch(() => undefined);
      console.log(await this.#film.keep(page, shot));
    } catch (error) {
      this.failures += 1;
      // What is shown instead, if anything.
      await this.#film.keepFailed(page, shot).catch(() => undefined);
      const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
      console.error(`${surface}/${name}-${look.width}-${look.locale}-${look.theme}: ${message}`);
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
