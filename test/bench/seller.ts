import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { ensureChromium, PLAIN_FLAGS } from '../../scripts/browser/chromium.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { hashPassword } from '../../server/kernel/security/passwords.ts';
import { type BenchApi, startApis } from './api-processes.ts';
import { readBenchOptions } from './bench-options.ts';
import { Caller } from './caller.ts';
import { emailOf, prepared } from './drivers.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { makeOrders, type SellerOrders, type SellerStep } from './orders.ts';
import {
  isPainted,
  ms,
  type PageTask,
  paintedAt,
  plain,
  shareLine,
  taskLines,
  tasksDuring,
  workOf,
} from './page-tasks.ts';
import { type Line, median, percentile, printReport } from './report.ts';

/** States of each ten groups: five new, three accepted, two packed. All are open. */
const TENTHS = [0, 0, 1, 0, 2, 1, 0, 1, 2, 0] as const;
const STEPS: readonly SellerStep[] = ['accept', 'pack', 'ready'];
const GROUPS = 2_000;
/** Groups that change each second. */
const CHANGES = 20;
const WATCHED_SECONDS = 30;
const OPENED = 5;
const SLIPS = 100;
/** Milliseconds. */
const PAINT_LIMIT = 1_500;
const PRINT_LIMIT = 3_000;
const TIMEOUT_MS = 60_000;
const PASSWORD = 'corniche-lamp-pearl-4';
const SEEN = 'orders-seen';
const PRINTED = 'print-asked';

/** Runs in the page: marks the frame in which the first order was drawn. */
const MARK_FIRST_ORDER = `
  new MutationObserver((_, observer) => {
    if (document.querySelector('[data-stage] [data-order]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('${SEEN}')));
  }).observe(document, { childList: true, subtree: true });`;

/** Runs in the page: when Ctrl+P was pressed, and the time until the print dialog would open. */
const MARK_PRINT = `
  addEventListener('keydown', ({ key, timeStamp }) => { if (key === 'p') window.pressedAt = timeStamp; }, true);
  window.print = () => performance.measure('${PRINTED}', { start: window.pressedAt });`;

/**
 * The orders of a seller with 2,000 open groups: when they are painted, how busy their page is while they change, and
 * printing.
 */
export async function benchSeller(args: readonly string[]): Promise<void> {
  readBenchOptions('seller', {}, args);
  await ensureConsoles();
  const executablePath = await ensureChromium((line) => console.log(line));
  const services = await startDurableServices();
  try {
    const environment = serviceEnvironment(services);
    console.log(`making ${GROUPS} orders`);
    const passwordHash = await hashPassword(PASSWORD);
    const stepsOf = (index: number) => STEPS.slice(0, TENTHS[index % TENTHS.length]);
    const orders = await prepared(environment, (deps) => makeOrders(deps, GROUPS, { stepsOf, passwordHash }));
    const [api] = await startApis(environment, 1);
    if (api === undefined) throw new Error('no API process');
    const browser = await chromium.launch({ executablePath, args: PLAIN_FLAGS });
    try {
      const lines = await measure(browser, api, orders);
      printReport(
        [
          `${services.description}, Chromium ${browser.version()}`,
          `${GROUPS} open groups; ${CHANGES} a second go a step on, by the operations that the console uses`,
        ],
        lines,
      );
    } finally {
      await browser.close();
      await api.end();
    }
  } finally {
    await services.stop();
  }
}

async function measure(browser: Browser, api: BenchApi, orders: SellerOrders): Promise<Line[]> {
  const paints: number[] = [];
  for (let count = 0; count < OPENED; count += 1) {
    const page = await open(browser, api);
    paints.push(await page.evaluate(paintedAt, SEEN));
    await page.context().close();
  }
  const page = await open(browser, api);
  const { tasks, answers, refused } = await watch(browser, page, api, orders);
  await waitForTruth(page, api, orders.token);
  const printing = await print(page);
  const paint = median(paints);
  return [
    {
      what: `first paint of the orders, median of ${OPENED}`,
      bar: `< ${PAINT_LIMIT} ms`,
      value: `${ms(paint)} (${paints.map((each) => each.toFixed(0)).join(', ')})`,
      ok: paint < PAINT_LIMIT,
    },
    ...taskLines(tasks),
    shareLine('the page’s main thread', workOf(tasks), WATCHED_SECONDS * 1_000),
    plain(
      `${answers.length} changes, ${refused} refused: answered after, p50, p95`,
      [0.5, 0.95].map((share) => ms(percentile(answers, share))).join(', '),
    ),
    {
      what: `from the keys to the print dialog of ${SLIPS} packing slips`,
      bar: `<= ${PRINT_LIMIT} ms`,
      value: ms(printing),
      ok: printing <= PRINT_LIMIT,
    },
  ];
}

/** A browser with nothing cached but the sign-in, once it shows orders. */
async function open(browser: Browser, { url }: BenchApi): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: url, locale: 'en-GB', viewport: { width: 1440, height: 900 } },
  });
  await signIn(context, url);
  await context.addInitScript({ content: MARK_FIRST_ORDER + MARK_PRINT });
  const page = await context.newPage();
  await page.goto('/seller/');
  await page.waitForFunction(isPainted, SEEN, { timeout: TIMEOUT_MS });
  return page;
}

/** The session's cookie is the browser's, and the console remembers whose it is. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const answer = await context.request.post('/api/v1/auth/login', {
    headers: { 'X-Wasl-Surface': 'seller', Origin: url },
    data: { email: emailOf('seller'), password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`signing in was answered ${answer.status()}: ${await answer.text()}`);
  const { account } = (await answer.json()) as { account: unknown };
  const remembered = JSON.stringify(JSON.stringify(account));
  await context.addInitScript({ content: `localStorage.setItem('wasl.seller.account', ${remembered})` });
}

interface Watched {
  tasks: PageTask[];
  /** Milliseconds. */
  answers: number[];
  refused: number;
}

/** Watches the page while groups of every column advance a step at fixed times. */
async function watch(
  browser: Browser,
  page: Page,
  { url }: BenchApi,
  { token, groupIds }: SellerOrders,
): Promise<Watched> {
  const caller = new Caller();
  const answers: number[] = [];
  let refused = 0;
  const change = async (index: number) => {
    const step = STEPS[TENTHS[index % TENTHS.length] ?? 0];
    const asked = performance.now();
    const path = `/api/v1/seller/order-groups/${groupIds[index]}/${step}`;
    const { status } = await caller.call('POST', url + path, token, randomUUID());
    answers.push(performance.now() - asked);
    if (status !== 200) refused += 1;
  };
  try {
    // What opening the page began is over.
    await pause(5_000);
    const tasks = await tasksDuring(browser, page, async () => {
      const asked: Promise<void>[] = [];
      const began = performance.now();
      while (asked.length < CHANGES * WATCHED_SECONDS) {
        const due = Math.floor(((performance.now() - began) * CHANGES) / 1_000);
        while (asked.length < due) asked.push(change(asked.length));
        await pause(5);
      }
      await Promise.all(asked);
    });
    return { tasks, answers, refused };
  } finally {
    caller.close();
  }
}

/** Waits until the columns' counts equal the service's. */
async function waitForTruth(page: Page, { url }: BenchApi, token: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/seller/order-board`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { groups } = (await answer.json()) as { groups: { status: string }[] };
  const stages = {
    new: 'PENDING_ACCEPTANCE',
    accepted: 'ACCEPTED',
    packed: 'PACKED',
    ready: 'READY_FOR_PICKUP',
  };
  for (const [stage, status] of Object.entries(stages)) {
    const count = groups.filter((group) => group.status === status).length;
    const head = page.locator(`#stage-${stage}`).filter({ hasText: new RegExp(`\\b${count}$`) });
    await head.waitFor({ state: 'attached', timeout: TIMEOUT_MS });
  }
}

/** Milliseconds. */
async function print(page: Page): Promise<number> {
  await page.keyboard.press('j');
  // A key pressed while the page still draws the previous one's result marks nothing new.
  for (let presses = 0; (await chosenOn(page)) < SLIPS; presses += 1) {
    if (presses > 10 * SLIPS) throw new Error(`${await chosenOn(page)} orders were marked`);
    await page.keyboard.press('Shift+ArrowDown');
  }
  await page.keyboard.press('Control+p');
  await page.waitForFunction(isPainted, PRINTED, { timeout: TIMEOUT_MS });
  const slips = await page.locator('[data-paper=slip]').count();
  if (slips !== SLIPS) throw new Error(`${slips} of ${SLIPS} slips were drawn`);
  return page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.duration ?? Number.NaN, PRINTED);
}

/** Number of marked orders. */
async function chosenOn(page: Page): Promise<number> {
  const [text = ''] = await page.getByTestId('chosen').allTextContents();
  return Number.parseInt(text, 10) || 0;
}
