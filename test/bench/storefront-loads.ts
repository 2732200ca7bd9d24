import { chromium } from 'playwright-core';
import { ensureChromium, PLAIN_FLAGS } from '../../scripts/browser/chromium.ts';
import { type Line, median, tellProgress } from './report.ts';
import { openOnSlowPhone, type PageLoad } from './slow-phone.ts';
import type { StorefrontPart } from './storefront-pages.ts';

const LOCALES = ['ar', 'en'] as const;
/** Milliseconds, a fraction, milliseconds, bytes, bytes. */
const BARS = { lcp: 1_200, cls: 0.01, tbt: 50, weight: 250_000, script: 20_000 };

/** Their scripts have no limit: an order's page updates itself live. */
const WITHOUT_BAR = ['checkout', 'order'];

/** Five pages in both languages on a slow phone with an empty cache; a buyer's checkout and order beside them. */
export const benchLoads: StorefrontPart = async ({ api, pages, ownPages }, { loads }) => {
  const executablePath = await ensureChromium((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: PLAIN_FLAGS });
  try {
    const lines: Line[] = [];
    const withoutBar = ownPages.filter(({ name }) => WITHOUT_BAR.includes(name));
    for (const { name, path, visitor } of [...pages, ...withoutBar]) {
      const { cookies } = visitor;
      for (const locale of LOCALES) {
        const url = `${api.url}/${locale}${path}`;
        // The first one warms the server up: a shop's pages are viewed all day.
        await openOnSlowPhone(browser, url, cookies);
        const seen: PageLoad[] = [];
        while (seen.length < loads) seen.push(await openOnSlowPhone(browser, url, cookies));
        const line = lineOf(
          `${name}, ${locale}`,
          seen,
          pages.some((page) => page.name === name),
        );
        tellProgress(line);
        lines.push(line);
      }
    }
    return lines;
  } finally {
    await browser.close();
  }
};

function lineOf(what: string, seen: readonly PageLoad[], isJudged: boolean): Line {
  const of = (figure: 'lcp' | 'cls' | 'tbt' | 'weight' | 'script') =>
    median(seen.map((load) => load[figure]));
  const [lcp, cls, tbt, weight, script] = [of('lcp'), of('cls'), of('tbt'), of('weight'), of('script')];
  const isWithin =
    lcp <= BARS.lcp && cls <= BARS.cls && tbt <= BARS.tbt && weight <= BARS.weight && script <= BARS.script;
  return {
    what: `${what}: LCP, CLS, TBT; weight without pictures of products, script`,
    bar: isJudged ? '≤ 1.2 s, 0.01, 50 ms; 250 kB, 20 kB' : '',
    value: `${(lcp / 1_000).toFixed(2)} s (${seen[0]?.largest}), ${cls.toFixed(3)}, ${tbt.toFixed(0)} ms; ${(weight / 1_000).toFixed(0)} kB, ${(script / 1_000).toFixed(1)} kB`,
    ok: isJudged ? isWithin : null,
    ...(what === 'home, ar' ? { published: { script: script / 1_000, weight: weight / 1_000 } } : {}),
  };
}
