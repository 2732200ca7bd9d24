import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { DRAWING_FLAGS, ensureChromium } from '../../scripts/browser/chromium.ts';
import { readBenchOptions } from './bench-options.ts';
import { ACCOUNT, type BoardServer, serveBoard } from './board-server.ts';
import { processTime } from './cpu-time.ts';
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
import { type Line, machine, median, printReport } from './report.ts';

const DRIVERS = 500;
const TASKS = 2_000;
/** Tasks that change each second. */
const CHANGES = 20;
const WATCHED = 20_000;
const OPENED = 5;
/** Milliseconds. */
const PAINT_LIMIT = 1_500;
const MAP = 'board-map-painted';

/**
 * The board of 500 drivers and 2,000 tasks in real Chromium: when it is painted, and how busy the page is while it
 * changes.
 */
export async function benchBoard(args: readonly string[]): Promise<void> {
  readBenchOptions('board', {}, args);
  await ensureConsoles();
  const executablePath = await ensureChromium((line) => console.log(line));
  const server = await serveBoard(DRIVERS, TASKS, CHANGES);
  const browser = await chromium.launch({ executablePath, args: DRAWING_FLAGS });
  try {
    const load = machine();
    const paints: { list: number; map: number }[] = [];
    for (let count = 0; count < OPENED; count += 1) paints.push(await paint(browser, server));
    const { page, drawing } = await watch(browser, server);
    printReport(
      [
        `${load}, Chromium ${browser.version()} with software rendering (SwiftShader)`,
        `${DRIVERS} drivers, ${TASKS} tasks; ${CHANGES} tasks and all drivers change each second`,
      ],
      [
        ...paintLines(paints),
        ...taskLines(page),
        shareLine('the page’s main thread', workOf(page), WATCHED),
        shareLine('drawing without a graphics card', drawing, WATCHED),
      ],
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

async function open(browser: Browser, { url }: BoardServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  });
  const remembered = JSON.stringify(JSON.stringify(ACCOUNT));
  await context.addInitScript({ content: `localStorage.setItem('wasl.dispatch.account', ${remembered})` });
  return context.newPage();
}

/** Milliseconds from the navigation to the first row, and to the map with its markers. */
async function paint(browser: Browser, server: BoardServer): Promise<{ list: number; map: number }> {
  const page = await open(browser, server);
  await page.goto('/dispatch/');
  await page.locator('[data-task]').first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(isPainted, MAP, { timeout: 60_000 });
  const list = await page.evaluate(paintedAt, 'board-painted');
  const map = await page.evaluate(paintedAt, MAP);
  await page.context().close();
  return { list, map };
}

/**
 * What the page's main thread ran while it was observed, and the processor time in milliseconds that drawing took,
 * which a graphics card would do instead.
 */
async function watch(browser: Browser, server: BoardServer): Promise<{ page: PageTask[]; drawing: number }> {
  const page = await open(browser, server);
  await page.goto('/dispatch/');
  await page.waitForFunction(isPainted, MAP, { timeout: 60_000 });
  const drawer = await drawingProcess(browser);
  // What opening the page began is over.
  await page.waitForTimeout(5_000);
  let drawing = 0;
  const tasks = await tasksDuring(browser, page, async () => {
    const before = processTime(drawer);
    await page.waitForTimeout(WATCHED);
    drawing = processTime(drawer) - before;
  });
  await page.context().close();
  return { page: tasks, drawing };
}

/** The process in which Chromium draws. */
async function drawingProcess(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'GPU')?.id ?? Number.NaN;
}

function paintLines(paints: readonly { list: number; map: number }[]): Line[] {
  const list = median(paints.map((one) => one.list));
  return [
    {
      what: `first paint of the board, median of ${OPENED}`,
      bar: `< ${PAINT_LIMIT} ms`,
      value: ms(list),
      ok: list < PAINT_LIMIT,
    },
    plain('its map drawn', ms(median(paints.map((one) => one.map)))),
  ];
}
