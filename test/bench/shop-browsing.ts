import type { BenchChild } from './child.ts';
import { type Line, median, percentile } from './report.ts';
import type { ReadOrder, ReadTally } from './shop-load.ts';
import { type Shop, type ShopPart, withReaders } from './shop-part.ts';

interface Rates {
  /** Requests a second. */
  ours: number;
  bare: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failed: number;
}

interface Browsed {
  list: Rates;
  detail: Rates;
  search: Rates;
  /** Median in milliseconds for one reader with a new query each time. */
  newSearch: number;
  newList: number;
  newDetail: number;
}

const ROUNDS = 3;
const WARM = 2;
const SEARCHES = ['khalas', 'عسل', 'silk abaya', 'dalah', 'قهوه'];
const BARS = { list: 0.9, detail: 0.9 };

/** Lists, details and searches, cached and not cached. */
export const benchBrowsing: ShopPart<Browsed> = {
  measure: (shop) =>
    withReaders(async (load, bare, bareUrl) => {
      const list = '/api/v1/products';
      const { data } = (await (await fetch(shop.api.url + list)).json()) as { data: { id: string }[] };
      const details = data.map(({ id }) => `/api/v1/products/${id}`);
      const searches = SEARCHES.map((q) => `/api/v1/products?q=${encodeURIComponent(q)}`);
      const against = (paths: readonly string[]) => compare(shop, { load, bare, bareUrl }, paths);
      return {
        list: await against([list]),
        detail: await against(details),
        search: await against(searches),
        newSearch: await oneByOne(shop, (turn) => `/api/v1/products?q=khalas+${turn}`),
        newList: await oneByOne(
          shop,
          (turn) => `/api/v1/products?limit=20&minPrice=0.${String(turn).padStart(2, '0')}`,
        ),
        newDetail: await oneByOne(shop, (turn) => `${details[turn % details.length]}?locale=ar`),
      };
    }),

  lines: ([small, large]) => {
    if (small === undefined || large === undefined) return [];
    return [
      ...(['list', 'detail'] as const).flatMap((what) => [
        against(`product ${what}, 20 variants`, small[what], BARS[what]),
        against(`product ${what}, 5,000 variants`, large[what], BARS[what]),
      ]),
      against('search, 20 variants', small.search, null),
      against('search, 5,000 variants', large.search, null),
      ...(['list', 'detail', 'search'] as const).map((what) =>
        slower(
          `${what}, 5,000 variants against 20, each by its bare Express`,
          ofBare(small[what]) / ofBare(large[what]),
        ),
      ),
      ...(
        [
          ['newList', 'a list not requested before, by price'],
          ['newDetail', 'a detail not requested before'],
          ['newSearch', 'a search not requested before'],
        ] as const
      ).map(
        ([key, what]): Line => ({
          what: `${what}: 20, 5,000 variants`,
          bar: '',
          value: `${small[key].toFixed(1)} ms, ${large[key].toFixed(1)} ms`,
          ok: null,
        }),
      ),
    ];
  },
};

interface Readers {
  load: BenchChild;
  bare: BenchChild;
  bareUrl: string;
}

/** The service and bare Express take turns, so that other load on the machine affects both. */
async function compare(
  shop: Shop,
  { load, bare, bareUrl }: Readers,
  paths: readonly string[],
): Promise<Rates> {
  for (const path of paths) {
    await bare.ask({ path, body: await (await fetch(shop.api.url + path)).text() });
  }
  const order = (url: string, seconds: number): ReadOrder => ({
    ...{ url, paths, seconds, connections: shop.connections },
  });
  for (const url of [shop.api.url, bareUrl]) await load.ask<ReadTally>(order(url, WARM));
  const ours: ReadTally[] = [];
  const bares: ReadTally[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await load.ask<ReadTally>(order(shop.api.url, shop.seconds / ROUNDS)));
    bares.push(await load.ask<ReadTally>(order(bareUrl, shop.seconds / ROUNDS)));
  }
  const latencies = ours.flatMap((tally) => tally.latencies);
  const rate = (tallies: readonly ReadTally[]) =>
    median(tallies.map(({ requests, seconds }) => requests / seconds));
  return {
    ours: rate(ours),
    bare: rate(bares),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    failed: [...ours, ...bares].reduce((sum, tally) => sum + tally.failed, 0),
  };
}

async function oneByOne({ api }: Shop, path: (turn: number) => string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const began = performance.now();
    await (await fetch(api.url + path(turn))).text();
    if (turn >= 20) times.push(performance.now() - began);
  }
  return median(times);
}

function against(what: string, { ours, bare, p50, p99, failed }: Rates, bar: number | null): Line {
  const ratio = ours / bare;
  const faults = failed === 0 ? '' : `, ${failed} FAILED`;
  return {
    what,
    bar: bar === null ? '' : `≥ ${bar}x bare Express`,
    value: `${ratio.toFixed(2)}x: ${ours.toFixed(0)}/s of ${bare.toFixed(0)}/s (p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms${faults})`,
    ok: bar === null ? null : ratio >= bar && failed === 0,
  };
}

/** The ratio to bare Express, since other load on the machine affects both. */
function ofBare({ ours, bare }: Rates): number {
  return ours / bare;
}

function slower(what: string, factor: number): Line {
  return { what, bar: '≤ 1.3x', value: `${factor.toFixed(2)}x`, ok: factor <= 1.3 };
}
