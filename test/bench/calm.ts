import { type Browser, chromium, type Page } from 'playwright-core';
import { DRAWING_FLAGS, ensureChromium } from '../../scripts/browser/chromium.ts';
import { readWholeNumber } from '../../scripts/shared/command-line.ts';
import { DEMO_PEOPLE } from '../../server/kernel/process/demo-people.ts';
import { readBenchOptions } from './bench-options.ts';
import { machine, printReport } from './report.ts';

/** Sum over the whole time, not of the worst five seconds alone: a board is open all day. */
const SHIFT_LIMIT = 0.1;
const SOURCES_NAMED = 5;
/**
 * Milliseconds for the page and what it shows first: the machine is busy with a city, and draws a map without a
 * graphics card.
 */
const TIMEOUT_MS = 120_000;

interface Shift {
  value: number;
  sources: string[];
}

interface Shifts {
  total: number;
  count: number;
  /** By the elements that moved, the worst first. */
  sources: [string, number][];
}

/** What the page requested from the service while it was observed. */
interface Asked {
  requests: number;
  /** Answered with 429. */
  limited: number;
  /** The largest number in one minute. */
  busiest: number;
}

/**
 * How much an open board moves under its dispatcher's eyes while a city is busy, in a running demo installation (`npm
 * start -- --city`): the sum of layout shifts, as browsers compute them, without those that follow a press; and how
 * much of its address's budget it spends.
 */
export async function benchCalm(args: readonly string[]): Promise<void> {
  const { url, minutes } = readOptions(args);
  const executablePath = await ensureChromium((line) => console.log(line));
  const load = machine();
  const browser = await chromium.launch({ executablePath, args: DRAWING_FLAGS });
  try {
    const { total, count, sources, asked } = await watch(browser, url, minutes);
    printReport(
      [`${load}, Chromium ${browser.version()}, the map drawn by SwiftShader, ${url}`],
      [
        {
          what: `layout shift of the board over ${minutes} min`,
          bar: `≤ ${SHIFT_LIMIT}`,
          value: `${total.toFixed(3)} in ${count} shifts`,
          ok: total <= SHIFT_LIMIT,
        },
        {
          what: 'requests of the page: a minute, in the busiest minute; refused for a limit',
          bar: '0 refused',
          value: `${Math.round(asked.requests / minutes)}, ${asked.busiest}; ${asked.limited}`,
          ok: asked.limited === 0,
        },
        ...sources
          .slice(0, SOURCES_NAMED)
          .map(([what, value]) => ({ what: `  ${what}`, bar: '', value: value.toFixed(3), ok: null })),
      ],
    );
  } finally {
    await browser.close();
  }
}

async function watch(browser: Browser, url: string, minutes: number): Promise<Shifts & { asked: Asked }> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    // A budget of its own: the demo trusts this machine's header.
    extraHTTPHeaders: { 'X-Forwarded-For': '10.77.0.1' },
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto('/dispatch/');
  const { email, password } = DEMO_PEOPLE.dispatcher;
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('[data-task]').first().waitFor();
  // Throws where there is no map, since the whole board is judged.
  await page.waitForFunction(mapIsPainted);
  await page.evaluate(OBSERVE);
  const asked = countRequests(page);
  await page.waitForTimeout(minutes * 60_000);
  const shifts = (await page.evaluate('window.shifts')) as Shift[];
  const bySource = new Map<string, number>();
  for (const { value, sources } of shifts)
    for (const source of sources) bySource.set(source, (bySource.get(source) ?? 0) + value / sources.length);
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    count: shifts.length,
    sources: [...bySource].sort(([, one], [, other]) => other - one),
    asked: asked(),
  };
}

/** Runs in the page. */
const mapIsPainted = () => performance.getEntriesByName('board-map-painted').length > 0;

/** Counts from now on; the returned function reports the counts so far. */
function countRequests(page: Page): () => Asked {
  const began = performance.now();
  const byMinute = new Map<number, number>();
  let limited = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return;
    const minute = Math.floor((performance.now() - began) / 60_000);
    byMinute.set(minute, (byMinute.get(minute) ?? 0) + 1);
  });
  page.on('response', (response) => {
    if (response.status() === 429) limited += 1;
  });
  return () => {
    const counts = [...byMinute.values()];
    const requests = counts.reduce((sum, each) => sum + each, 0);
    return { requests, limited, busiest: Math.max(0, ...counts) };
  };
}

/** Runs in the page: records each shift, and the elements that moved, from now on. */
const OBSERVE = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return element == null ? 'gone' : element.tagName.toLowerCase() + '.' + element.className;
      });
      window.shifts.push({ value, sources: moved });
    }
  }).observe({ type: 'layout-shift' });`;

const OPTIONS = {
  url: { type: 'string', default: 'http://127.0.0.1:3000' },
  minutes: { type: 'string', default: '20' },
} as const;

function readOptions(args: readonly string[]): { url: string; minutes: number } {
  const { url, minutes } = readBenchOptions('calm', OPTIONS, args);
  return { url, minutes: readWholeNumber('minutes', minutes, { min: 1, max: 600 }) };
}
