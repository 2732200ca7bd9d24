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
  /** With maps, which cost seconds each. Default: a browser that cannot draw them. */
  map?: boolean;
  /** False: JavaScript is switched off. */
  script?: boolean;
  /** The address at which the service is reached, if not its own. */
  through?: string;
  /** The position that the device reports; the page is then permitted to read it. */
  at?: { latitude: number; longitude: number; accuracy?: number };
}

export type Surface = 'dispatch' | 'driver' | 'seller';

/** A person with a separate browser: own cookies, IP address and language. Must be closed. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  url: string;
  /** Opens an address of a console, e.g. `/dispatch/tasks`. */
  open(path: string): Promise<void>;
  /** Runs in an empty page of the service's origin, before a console is open. */
  prepare<T>(work: (given: T) => Promise<void>, given: T): Promise<void>;
  /** Fills in the sign-in form of the open console page and sends it. */
  fillSignIn(account: SignIn): Promise<void>;
  /** Begins a session as the form does, which has tests of its own, and opens the console with it. */
  signIn(surface: Surface, account: SignIn): Promise<void>;
  /** Another tab of the same browser. */
  newTab(): Promise<Page>;
  /** Fails when a page of this visitor misbehaved: see PageWatch. */
  close(): Promise<void>;
}

/** An empty page of the service's origin. */
const THRESHOLD = '/threshold';
const EMPTY_PAGE = '<link rel="icon" href="data:,">';

export async function newVisitor(service: TestService, options: VisitorOptions = {}): Promise<Visitor> {
  const {
    locale = 'en',
    theme = 'light',
    width = 1280,
    height = 800,
    map = false,
    through,
    at,
    script = true,
  } = options;
  const browser = await theBrowser({ draws: map });
  const context = await browser.newContext({
    baseURL: through ?? service.url,
    locale: locale === 'ar' ? 'ar-QA' : 'en-GB',
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    javaScriptEnabled: script,
    // The service trusts this machine's header about where a request comes from: no two visitors share a budget.
    extraHTTPHeaders: { 'X-Forwarded-For': freshAddress() },
    ...(at === undefined ? {} : { geolocation: at, permissions: ['geolocation'] }),
  });
  context.setDefaultTimeout(45_000);
  const watch = new PageWatch(options);
  await watch.follow(context);
  const page = await context.newPage();
  const fillSignIn = async ({ email, password }: SignIn) => {
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  };
  const prepare: Visitor['prepare'] = async (work, given) => {
    await page.route(THRESHOLD, (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }));
    await page.goto(THRESHOLD);
    await page.evaluate(work as (given: unknown) => Promise<void>, given);
    await page.unroute(THRESHOLD);
  };
  return {
    context,
    page,
    url: through ?? service.url,
    open: async (path) => void (await page.goto(path)),
    prepare,
    fillSignIn,
    signIn: async (surface, { email, password }) => {
      await prepare(beginSession, { surface, email, password });
      await page.goto(`/${surface}/`);
      await page.locator('main[tabindex]').waitFor();
    },
    newTab: () => context.newPage(),
    close: async () => {
      await context.close();
      watch.check();
    },
  };
}

/** Runs in the page: the browser gets the cookie, and the console remembers who is signed in. */
async function beginSession({ surface, ...account }: SignIn & { surface: Surface }): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'X-Wasl-Surface': surface };
  const answer = await fetch('/api/v1/auth/login', {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`signing in was refused: ${await answer.text()}`);
  const session = (await answer.json()) as { account: unknown };
  localStorage.setItem(`wasl.${surface}.account`, JSON.stringify(session.account));
}
