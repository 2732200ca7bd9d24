import { BenchChild } from './child.ts';
import { type Line, median, percentile, tellProgress } from './report.ts';
import type { ReadOrder, ReadTally } from './shop-load.ts';
import type { ShopPage, StorefrontPart } from './storefront-pages.ts';

const ROUNDS = 3;
const WARM = 2;
const CONNECTIONS = 32;
const BAR = 0.25;
/** Lists are the same for everyone; a product's page has forms, and so differs for each visitor. */
const JUDGED: ReadonlySet<string> = new Set(['category', 'search']);
/**
 * A page compressed, as browsers request it, and uncompressed. The API compresses nothing, so the second is comparable
 * to its responses: for a cached page both cost the same work, while a visitor's own page is compressed each time.
 */
const FORMS: readonly [name: string, headers: Record<string, string>][] = [
  ['compressed', { 'Accept-Encoding': 'gzip, deflate, br' }],
  ['uncompressed', {}],
];

/**
 * Pages a second compared with the same content as JSON: both take turns, so that other load on the machine affects
 * both.
 */
export const benchRates: StorefrontPart = async ({ api, pages, ownPages }, { seconds }) => {
  const load = new BenchChild('shop-load.ts');
  const lines: Line[] = [];
  try {
    for (const page of [...pages, ...ownPages]) {
      const { cookies, headers: said } = page.visitor;
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const order = (path: string, headers: Record<string, string>, length: number): ReadOrder => ({
        ...{ url: api.url, paths: [path], connections: CONNECTIONS, seconds: length, headers },
      });
      const asPage = (form: Record<string, string>, length: number) =>
        load.ask<ReadTally>(
          order(`/en${page.path}`, { ...form, ...(cookie === '' ? {} : { Cookie: cookie }) }, length),
        );
      const asJson = (length: number) => load.ask<ReadTally>(order(page.json, said, length));
      for (const [, form] of FORMS) await asPage(form, WARM);
      await asJson(WARM);
      const html = FORMS.map((): ReadTally[] => []);
      const json: ReadTally[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, [, form]] of FORMS.entries())
          html[index]?.push(await asPage(form, seconds / ROUNDS));
        json.push(await asJson(seconds / ROUNDS));
      }
      for (const [index, [form]] of FORMS.entries()) {
        const line = lineOf(page, form, html[index] ?? [], json);
        tellProgress(line);
        lines.push(line);
      }
    }
    return lines;
  } finally {
    await load.end();
  }
};

function lineOf(
  { name }: ShopPage,
  form: string,
  html: readonly ReadTally[],
  json: readonly ReadTally[],
): Line {
  const rate = (tallies: readonly ReadTally[]) =>
    median(tallies.map((tally) => tally.requests / tally.seconds));
  const failed = [...html, ...json].reduce((sum, tally) => sum + tally.failed, 0);
  const ratio = rate(html) / rate(json);
  const latencies = html.flatMap((tally) => tally.latencies);
  const times = `p50 ${percentile(latencies, 0.5).toFixed(1)}, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`;
  const isJudged = JUDGED.has(name);
  return {
    what: `${name} as a page, ${form}`,
    bar: isJudged ? `≥ ${BAR}x its JSON` : '',
    value: `${ratio.toFixed(2)}x: ${rate(html).toFixed(0)}/s of ${rate(json).toFixed(0)}/s (${times}${failed === 0 ? '' : `, ${failed} FAILED`})`,
    ok: isJudged ? ratio >= BAR && failed === 0 : null,
  };
}
