import pg from 'pg';
import { type BenchApi, type BenchProcess, startApis, startWorker } from './api-processes.ts';
import { BenchChild } from './child.ts';
import { type BenchServices, serviceEnvironment } from './durable-services.ts';
import { fillShop } from './fill-shop.ts';
import type { GrowthTerms } from './growth-part.ts';
import { type GrowthLoad, type GrowthRequest, varied } from './growth-requests.ts';
import { inTurns, lineOf, shown, stores, type Tally } from './growth-windows.ts';
import { type Line, tellProgress } from './report.ts';
import { askToBuy } from './shop-against-bare.ts';
import type { Buying, BuyingTally, Shopper } from './shop-buying-load.ts';
import { makeShoppers, readFloor } from './shop-shoppers.ts';

const SIZES = [20, 1_000, 10_000, 100_000];
const QUICK_SIZES = [20, 1_000];
const READERS = 8;
const SHOPPERS = 32;
/** Products of which bare Express has the bytes. */
const BARE_PRODUCTS = 50;
const ENGLISH = ['khalas', 'silk abaya', 'dallah', 'rose water gift'];
const ARABIC = ['عسل', 'قهوه', 'تمر خلاص', 'عباية'];

interface Ground {
  services: BenchServices;
  environment: Record<string, string>;
  terms: GrowthTerms;
  shoppers: readonly Shopper[];
  variants: number;
  api: BenchApi;
  worker: BenchProcess;
}

/** Browsing, searching and buying in an ever larger catalogue; one API process and one worker. */
export async function growCatalogue(services: BenchServices, terms: GrowthTerms): Promise<Line[]> {
  const environment = serviceEnvironment(services);
  const shoppers = await makeShoppers({ environment, variants: 0 }, 'catalogue', SHOPPERS);
  const lines: Line[] = [];
  let filled = 0;
  for (const variants of terms.quick ? QUICK_SIZES : SIZES) {
    const began = performance.now();
    await fillShop(services.databaseUrl, filled, variants);
    filled = variants;
    console.error(
      `${shown(variants)} variants, filled in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    );
    // Processes of its own for each size: nothing is cached from a smaller one.
    const [api] = await startApis(environment, 1);
    if (api === undefined) throw new Error('no API process');
    try {
      const worker = await startWorker(environment, api);
      try {
        const ground = { services, environment, terms, shoppers, variants, api, worker };
        for (const measure of [reads, orders]) lines.push(...(await measure(ground)));
      } finally {
        await worker.end();
      }
    } finally {
      await api.end();
    }
  }
  return lines;
}

/** Beside Express sending the same bytes. */
async function reads({ services, terms, variants, api }: Ground): Promise<Line[]> {
  const load = new BenchChild('growth-load.ts');
  const bare = new BenchChild('shop-bare.ts');
  try {
    const url = await bare.next<string>();
    const list = '/api/v1/products';
    const products = (await productIds(services)).map((id) => `${list}/${id}`);
    const searchesOf = (words: readonly string[]) =>
      words.map((word) => `${list}?q=${encodeURIComponent(word)}{marks}`);
    const lines: Line[] = [];
    for (const [what, paths] of [
      ['a list asked for again', [list]],
      ['a list not asked for before', [`${list}?q={blanks}`]],
      ['a product, each in turn', products],
      ['a new search in English', searchesOf(ENGLISH)],
      ['a new search in Arabic', searchesOf(ARABIC)],
    ] as const) {
      const known = paths.slice(0, BARE_PRODUCTS);
      for (const path of known) {
        const answer = await fetch(api.url + varied(path, 0));
        const body = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
        await bare.ask({ path: varied(path, 0), body });
      }
      const side = (
        name: string,
        { url: to, pid }: { url: string; pid: number },
        from: readonly string[],
      ) => {
        const requests = from.map((path): GrowthRequest => ({ path, token: null }));
        const asked = (seconds: number): GrowthLoad => ({ url: to, connections: READERS, seconds, requests });
        return {
          run: (seconds: number) => load.ask<Tally>(asked(seconds), (seconds + 60) * 1_000),
          processes: [{ name, pids: [pid] }, ...stores(services)],
        };
      };
      const found = await inTurns(
        {
          ours: side('API', api, paths),
          bare: side(
            'Express',
            { url, pid: bare.pid },
            known.map((path) => varied(path, 0)),
          ),
        },
        terms,
      );
      const line = lineOf(`${shown(variants)} variants: ${what}`, found.ours, found.bare);
      tellProgress(line);
      lines.push(line);
    }
    return lines;
  } finally {
    await Promise.all([load.end(), bare.end()]);
  }
}

async function productIds({ databaseUrl }: BenchServices): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM products ORDER BY id');
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Beside an order of six rows through Express. */
async function orders({ services, terms, shoppers, variants, api, worker }: Ground): Promise<Line[]> {
  const { offerIds, methodId } = await readFloor({ services });
  const load = new BenchChild('shop-buying-load.ts');
  const bare = new BenchChild('shop-buying-bare.ts', [services.databaseUrl]);
  try {
    const url = await bare.next<string>();
    const buying: Buying = { what: 'flow', way: 'five', url: api.url, shoppers, offerIds, methodId };
    const least: Buying = { what: 'bare', url, path: '/order', connections: SHOPPERS };
    const run = (what: Buying) => async (seconds: number) =>
      fromBuying(await askToBuy(load, what, { seconds }));
    const found = await inTurns(
      {
        ours: {
          run: run(buying),
          processes: [
            { name: 'API', pids: [api.pid] },
            ...stores(services),
            { name: 'worker', pids: [worker.pid] },
          ],
        },
        bare: { run: run(least), processes: [{ name: 'Express', pids: [bare.pid] }, ...stores(services)] },
      },
      terms,
    );
    const line = lineOf(`${shown(variants)} variants: an order, five requests`, found.ours, found.bare);
    tellProgress(line);
    return [line];
  } finally {
    await Promise.all([load.end(), bare.end()]);
  }
}

function fromBuying({ turns, seconds, latencies, failed }: BuyingTally): Tally {
  return { count: turns, seconds, latencies, failed };
}
