import type { BrowserContext, Page } from 'playwright-core';
import type { SignIn } from '../../support/people.ts';
import { freshAddress, type TestService } from '../../support/service.ts';
import { theBrowser } from './browser.ts';
import { PageWatch, type WatchOptions } from './page-watch.ts';

export interface VisitorOptions extends WatchOptions {
  locale?: 'en' | 'ar';
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Where the device says it is; the page is then allowed to ask. */
  at?: { latitude: number; longitude: number; accuracy?: number };
}

export type Surface = 'dispatch' | 'driver';

/** Somebody at a browser of their own: own cookies, own address, own language. Close every one. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  url: string;
  /** Opens an address of a console, e.g. `/dispatch/tasks`. */
  open(path: string): Promise<void>;
  /** Fills the sign-in form of the console's page that is open and sends it. */
  fillSignIn(account: SignIn): Promise<void>;
  /** Opens a console and signs in; resolves when the form is gone. */
  signIn(surface: Surface, account: SignIn): Promise<void>;
  /** Another tab of the same browser. */
  newTab(): Promise<Page>;
  /** Fails when a page of this visitor misbehaved: see PageWatch. */
  close(): Promise<void>;
}

export async function newVisitor(service: TestService, options: VisitorOptions = {}): Promise<Visitor> {
  const { locale = 'en', theme = 'light', width = 1280, height = 800, at } = options;
  const browser = await theBrowser();
  const context = await browser.newContext({
    baseURL: service.url,
    locale: locale === 'ar' ? 'ar-QA' : 'en-GB',
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    // The service trusts this machine to say where a request comes from: no two visitors share a budget.
    extraHTTPHeaders: { 'X-Forwarded-For': freshAddress() },
    ...(at === undefined ? {} : { geolocation: at, permissions: ['geolocation'] }),
  });
  // Without a graphics card a map keeps the page busy for seconds at first.
  context.setDefaultTimeout(45_000);
  const watch = new PageWatch(options);
  await watch.follow(context);
  const page = await context.newPage();
  const fillSignIn = async ({ email, password }: SignIn) => {
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  };
  return {
    context,
    page,
    url: service.url,
    open: async (path) => void (await page.goto(path)),
    fillSignIn,
    signIn: async (surface, account) => {
      await page.goto(`/${surface}/`);
      await fillSignIn(account);
      await page.locator('input[name=password]').waitFor({ state: 'detached' });
    },
    newTab: () => context.newPage(),
    close: async () => {
      await context.close();
      watch.check();
    },
  };
}
