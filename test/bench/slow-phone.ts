import type { Browser, CDPSession, Page } from 'playwright-core';

/** A cheap phone on a poor connection, with Lighthouse's values. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const PROCESSOR = 4;
const VIEWPORT = { width: 360, height: 740 };
/** Milliseconds after the page's load event, for what comes later. */
const SETTLE = 1_500;
const TIMEOUT_MS = 60_000;

/** One load with an empty cache. */
export interface PageLoad {
  /** Milliseconds. */
  lcp: number;
  /** The largest element. */
  largest: string;
  cls: number;
  /** Milliseconds. */
  tbt: number;
  /** Bytes over the wire, without pictures of products. */
  weight: number;
  script: number;
}

/** Runs in the page, before its own scripts. */
const WATCH = `
  window.seen = { lcp: 0, largest: '', cls: 0, tbt: 0 };
  const watch = (type, note) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry);
  }).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    window.seen.lcp = entry.startTime;
    const { element } = entry;
    window.seen.largest = element === null ? '' : element.tagName.toLowerCase() + (element.className ? '.' + element.className : '');
  });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) window.seen.cls += entry.value; });
  watch('longtask', (entry) => { window.seen.tbt += Math.max(0, entry.duration - 50); });
`;

/** Opens a page as a first-time visitor. @param cookies The visitor's cookies. */
export async function openOnSlowPhone(
  browser: Browser,
  url: string,
  cookies: readonly { name: string; value: string }[],
): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    // The cookie needs a secure host, which this machine is to its browser whatever the protocol.
    const host = `https://${new URL(url).host}`;
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: host, secure: true })));
    const page = await context.newPage();
    await page.addInitScript({ content: WATCH });
    const cdp = await context.newCDPSession(page);
    const carried = await weigh(cdp);
    await cdp.send('Network.emulateNetworkConditions', NETWORK);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
    await page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS });
    await page.waitForTimeout(SETTLE);
    return { ...(await seenIn(page)), ...carried() };
  } finally {
    await context.close();
  }
}

function seenIn(page: Page): Promise<Omit<PageLoad, 'weight' | 'script'>> {
  return page.evaluate('window.seen');
}

/** Counts the bytes of the page's requests. */
async function weigh(cdp: CDPSession): Promise<() => Pick<PageLoad, 'weight' | 'script'>> {
  const kinds = new Map<string, { url: string; type: string }>();
  const total = { weight: 0, script: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type, response: { url } }) => {
    kinds.set(requestId, { url, type });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined || new URL(kind.url).pathname.startsWith('/uploads/')) return;
    total.weight += encodedDataLength;
    if (kind.type === 'Script') total.script += encodedDataLength;
  });
  await cdp.send('Network.enable');
  return () => total;
}
