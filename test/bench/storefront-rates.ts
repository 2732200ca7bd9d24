import { BenchChild } from './child.ts';
import { type Line, median, percentile, tellProgress } from './report.ts';
import type { ReadOrder, ReadTally } from './shop-load.ts';
import type { ShopPage, StorefrontPart } from './storefront-pages.ts';

const ROUNDS = 3;
const WARM = 2;
const CONNECTIONS = 32;
const BAR = 0.25;
/** Lists are what everybody asks for; a product's page has forms, and so is another one for each visitor. */
const JUDGED: ReadonlySet<string> = new Set(['category', 'search']);
/**
 * A page as browsers ask for it, and as it is. The API compresses nothing, so the second is the like of its answers: of
 * a kept page both cost the same work, of a visitor's own only the first is compressed, each time.
 */
const FORMS: readonly [name: string, headers: Record<string, string>][] = [
  ['compressed', { 'Accept-Encoding': 'gzip, deflate, br' }],
  ['as it is', {}],
];

/** Pages a second beside the same answers as JSON: both take turns, so that what else the machine does meets both. */
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
