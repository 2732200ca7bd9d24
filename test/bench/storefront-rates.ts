import { BenchChild } from './child.ts';
import { type Line, median, percentile } from './report.ts';
import type { ReadOrder, ReadTally } from './shop-load.ts';
import type { ShopPage, StorefrontPart } from './storefront-pages.ts';

const ROUNDS = 3;
const WARM = 2;
const CONNECTIONS = 32;
const BAR = 0.25;
/** Lists are what everybody asks for; a product's page has forms, and so is another one for each visitor. */
const JUDGED: ReadonlySet<string> = new Set(['category', 'search']);
const AS_BROWSERS_DO = { 'Accept-Encoding': 'gzip, deflate, br' };

/** Pages a second beside the same answers as JSON: both take turns, so that what else the machine does meets both. */
export const benchRates: StorefrontPart = async ({ api, pages, cartToken }, { seconds }) => {
  const load = new BenchChild('shop-load.ts');
  const lines: Line[] = [];
  try {
    for (const page of pages) {
      const isCart = page.name === 'cart';
      const cookie = isCart ? { Cookie: `__Host-wasl-cart=${cartToken}` } : {};
      const order = (path: string, headers: Record<string, string>, length: number): ReadOrder => ({
        ...{ url: api.url, paths: [path], connections: CONNECTIONS, seconds: length, headers },
      });
      const asPage = (length: number) =>
        load.ask<ReadTally>(order(`/en${page.path}`, { ...AS_BROWSERS_DO, ...cookie }, length));
      const asJson = (length: number) =>
        load.ask<ReadTally>(order(page.json, isCart ? { 'X-Cart-Token': cartToken } : {}, length));
      await asPage(WARM);
      await asJson(WARM);
      const html: ReadTally[] = [];
      const json: ReadTally[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        html.push(await asPage(seconds / ROUNDS));
        json.push(await asJson(seconds / ROUNDS));
      }
      lines.push(lineOf(page, html, json));
    }
    return lines;
  } finally {
    await load.end();
  }
};

function lineOf({ name }: ShopPage, html: readonly ReadTally[], json: readonly ReadTally[]): Line {
  const rate = (tallies: readonly ReadTally[]) =>
    median(tallies.map((tally) => tally.requests / tally.seconds));
  const failed = [...html, ...json].reduce((sum, tally) => sum + tally.failed, 0);
  const ratio = rate(html) / rate(json);
  const latencies = html.flatMap((tally) => tally.latencies);
  const times = `p50 ${percentile(latencies, 0.5).toFixed(1)}, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`;
  const isJudged = JUDGED.has(name);
  return {
    what: `${name} as a page`,
    bar: isJudged ? `≥ ${BAR}x its JSON` : '',
    value: `${ratio.toFixed(2)}x: ${rate(html).toFixed(0)}/s of ${rate(json).toFixed(0)}/s (${times}${failed === 0 ? '' : `, ${failed} FAILED`})`,
    ok: isJudged ? ratio >= BAR && failed === 0 : null,
  };
}
