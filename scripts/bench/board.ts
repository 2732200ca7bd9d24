import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureConsoles } from '../bootstrap.mjs';
import { DRAWING_FLAGS, ensureChromium } from '../browser/chromium.ts';
import { ACCOUNT, type BoardServer, serveBoard } from './board-server.ts';

const DRIVERS = 500;
const TASKS = 2_000;
/** Tasks that change each second. */
const CHANGES = 20;
const WATCHED = 20_000;
const OPENED = 5;
const PAINT_LIMIT = 1_500;
const TASK_LIMIT = 16;

/** Run in the page, which has marked when it had drawn what. */
const START_OF = 'performance.getEntriesByName';
const MAP_PAINTED = `${START_OF}('board-map-painted').length > 0`;

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
export async function benchBoard(): Promise<void> {
  await ensureConsoles();
  const executablePath = await ensureChromium((line) => console.log(line));
  const server = await serveBoard(DRIVERS, TASKS, CHANGES);
  const browser = await chromium.launch({ executablePath, args: DRAWING_FLAGS });
  try {
    const paints: { list: number; map: number }[] = [];
    for (let count = 0; count < OPENED; count += 1) paints.push(await paint(browser, server));
    const list = middle(paints.map((one) => one.list));
    const map = middle(paints.map((one) => one.map));
    console.log(`\n${DRIVERS} drivers, ${TASKS} tasks; ${CHANGES} tasks and all drivers change each second`);
    console.log(`first paint of the board   ${ms(list)} (median of ${OPENED}; limit ${PAINT_LIMIT} ms)`);
    console.log(`its map drawn              ${ms(map)}`);
    const tasks = await mainThread(browser, server);
    for (const [name, times] of Object.entries(tasks)) {
      const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share));
      console.log(
        `${name.padEnd(26)} p50 ${ms(p50)}  p95 ${ms(p95)}  p99 ${ms(p99)}  longest ${ms(most)}  (${times.length})`,
      );
    }
    const p95 = quantile(tasks['main thread, processor'] ?? [], 0.95);
    console.log(`limit of p95               ${TASK_LIMIT} ms`);
    if (list > PAINT_LIMIT || p95 > TASK_LIMIT) process.exitCode = 1;
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
  await page.waitForFunction(MAP_PAINTED, null, {
    timeout: 60_000,
  });
  const list = await page.evaluate<number>(`${START_OF}('board-painted')[0]?.startTime ?? 0`);
  const map = await page.evaluate<number>(`${START_OF}('board-map-painted')[0]?.startTime ?? 0`);
  await page.context().close();
  return { list, map };
}

/** Times of the tasks that the page's main thread ran while it was watched. */
async function mainThread(browser: Browser, server: BoardServer): Promise<Record<string, number[]>> {
  const page = await open(browser, server);
  await page.goto('/dispatch/');
  await page.waitForFunction(MAP_PAINTED, null, {
    timeout: 60_000,
  });
  // What opening began is over.
  await page.waitForTimeout(5_000);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'],
  });
  await page.waitForTimeout(WATCHED);
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
    'main thread, clock': runs.map(({ dur = 0 }) => dur / 1_000),
    'main thread, processor': runs.map(({ tdur = 0 }) => tdur / 1_000),
    // Most tasks are tiny: these are the ones that do something.
    'over 1 ms, processor': runs.map(({ tdur = 0 }) => tdur / 1_000).filter((time) => time > 1),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function middle(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function ms(value = 0): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}
