import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { DRAWING_FLAGS, ensureChromium } from '../../scripts/browser/chromium.ts';
import { readBenchOptions } from './bench-options.ts';
import { ACCOUNT, type BoardServer, serveBoard } from './board-server.ts';
import { processTime } from './cpu-time.ts';
import { type Line, machine, median, percentile, printReport } from './report.ts';

const DRIVERS = 500;
const TASKS = 2_000;
/** Tasks that change each second. */
const CHANGES = 20;
const WATCHED = 20_000;
const OPENED = 5;
/** Milliseconds. */
const PAINT_LIMIT = 1_500;
const TASK_LIMIT = 16;
/** Most tasks of a page do next to nothing, and would hide the others: these are left out. */
const SOMETHING = 1;

/** These run in the page, which marks when it has drawn what. */
const mapIsPainted = () => performance.getEntriesByName('board-map-painted').length > 0;
const paintedAt = (mark: string) => performance.getEntriesByName(mark)[0]?.startTime ?? 0;

interface TraceEvent {
  name: string;
  ph: string;
  tid: number;
  pid: number;
  /** Microseconds. */
  dur?: number;
  /** Of the processor, without what others on the machine took. */
  tdur?: number;
  args?: { name?: string };
}

/** The board of 500 drivers and 2,000 tasks in real Chromium: when it is there, and how busy the page is while it lives. */
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
        `${load}, Chromium ${browser.version()} drawing by the processor (SwiftShader)`,
        `${DRIVERS} drivers, ${TASKS} tasks; ${CHANGES} tasks and all drivers change each second`,
      ],
      [...paintLines(paints), ...taskLines(page), ...shareLines(page, drawing)],
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

/** Milliseconds from the address to the first row, and to the map with its marks. */
async function paint(browser: Browser, server: BoardServer): Promise<{ list: number; map: number }> {
  const page = await open(browser, server);
  await page.goto('/dispatch/');
  await page.locator('[data-task]').first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(mapIsPainted, null, { timeout: 60_000 });
  const list = await page.evaluate(paintedAt, 'board-painted');
  const map = await page.evaluate(paintedAt, 'board-map-painted');
  await page.context().close();
  return { list, map };
}

/** A task of the page's main thread, in milliseconds. */
interface Task {
  /** On the clock, with whatever else the machine did meanwhile. */
  clock: number;
  processor: number;
}

/**
 * What the page's main thread ran while it was watched, and the milliseconds of the processor that drawing took: a
 * graphics card would do that instead.
 */
async function watch(browser: Browser, server: BoardServer): Promise<{ page: Task[]; drawing: number }> {
  const page = await open(browser, server);
  await page.goto('/dispatch/');
  await page.waitForFunction(mapIsPainted, null, { timeout: 60_000 });
  const drawer = await drawingProcess(browser);
  // What opening began is over.
  await page.waitForTimeout(5_000);
  const before = processTime(drawer);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'],
  });
  await page.waitForTimeout(WATCHED);
  const drawing = processTime(drawer) - before;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  await page.context().close();
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const runs = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid} ${tid}`),
  );
  return {
    page: runs.map(({ dur = 0, tdur = 0 }) => ({ clock: dur / 1_000, processor: tdur / 1_000 })),
    drawing,
  };
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

/** Of all tasks, as the issue has it, and of those that do something, which is the harder bar. */
function taskLines(tasks: readonly Task[]): Line[] {
  const busy = tasks.filter(({ processor }) => processor > SOMETHING);
  const judged = (what: string, some: readonly Task[]): Line => {
    const p95 = percentile(
      some.map(({ processor }) => processor),
      0.95,
    );
    return { what, bar: `< ${TASK_LIMIT} ms`, value: ms(p95), ok: p95 < TASK_LIMIT };
  };
  const of = (some: readonly number[], shares: readonly number[]) =>
    shares.map((share) => ms(percentile(some, share))).join(', ');
  return [
    judged(`all ${tasks.length} tasks of the main thread, processor, p95`, tasks),
    judged(`those ${busy.length} over ${SOMETHING} ms, processor, p95`, busy),
    plain(
      'the same, p50, p99, longest',
      of(
        busy.map(({ processor }) => processor),
        [0.5, 0.99, 1],
      ),
    ),
    plain(
      'the same on the clock, p50, p95',
      of(
        busy.map(({ clock }) => clock),
        [0.5, 0.95],
      ),
    ),
  ];
}

function shareLines(tasks: readonly Task[], drawing: number): Line[] {
  const page = tasks.reduce((sum, { processor }) => sum + processor, 0);
  const share = (time: number) => `${((time / WATCHED) * 100).toFixed(0)} % of a core`;
  return [
    plain('the page’s main thread', share(page)),
    plain('drawing without a graphics card', share(drawing)),
  ];
}

function plain(what: string, value: string): Line {
  return { what, bar: '', value, ok: null };
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}
