import { readFileSync } from 'node:fs';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber } from '../../scripts/shared/command-line.ts';
import { startApis, startWorker } from './api-processes.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { fillShop } from './fill-shop.ts';
import { describeShares, ProcessorShares } from './processor-shares.ts';
import { type Line, printReport } from './report.ts';
import { type AgainstTerms, benchAgainst, OWN_FLOWS } from './shop-against.ts';
import { benchBrowsing } from './shop-browsing.ts';
import { benchCarts } from './shop-carts.ts';
import { benchFlash } from './shop-flash.ts';
import { readBaseUrl } from './shop-flows.ts';
import { benchOrders } from './shop-orders.ts';
import type { ShopPart } from './shop-part.ts';

const SIZES = [20, 5_000];
/** Bytes. */
const MEMORY_BAR = 200 * 2 ** 20;

const benchMemory: ShopPart<{ variants: number; bytes: number }> = {
  measure: async ({ api, variants }) => {
    const status = readFileSync(`/proc/${api.pid}/status`, 'utf8');
    return { variants, bytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024 };
  },
  lines: (found) =>
    found.map(
      ({ variants, bytes }): Line => ({
        what: `memory of the API process after the load, ${variants} variants`,
        bar: '≤ 200 MB',
        value: `${(bytes / 2 ** 20).toFixed(0)} MB`,
        ok: bytes <= MEMORY_BAR,
      }),
    ),
};

/** Each part stands alone, and they are measured in this order; to add one, add a line here. */
const PARTS = {
  browsing: benchBrowsing,
  cart: benchCarts,
  flow: benchOrders,
  memory: benchMemory,
  flash: benchFlash,
} as const;
const NAMES = Object.keys(PARTS);

/** Few: another shop is measured as its visitors see it, not how much it bears. */
const VISITORS = 4;
const MAX_VISITORS = 64;

const USAGE = `Usage: npm run bench -- shop [--only PART …] [--seconds N] [--orders N] [--variants N] [--statements]
       npm run bench -- shop --against URL [--paths FILE] [--seconds N] [--visitors N] [--variants N]

The shop against bare limits of this machine, with ${SIZES.join(' variants and with ')}: one API process, one worker.
  --only PART   this part alone; may be given again: ${NAMES.join(', ')}
  --seconds N   of one measurement (6)
  --orders N    over which the cost of an order is taken (1000)
  --variants N  a shop of this size alone
  --statements  lists what PostgreSQL does for an order, statement by statement, in .data/bench/order-*.md

With --against, browsing, search, a product and a cart here and at another shop, in turns. Only for shops whose owner
agrees: it writes carts there.
  --against URL the other shop
  --paths FILE  what its visitors ask for; without it, as another Wasl (test/bench/shops/wasl.json, an example)
  --visitors N  at the same time, at most ${MAX_VISITORS} (${VISITORS})`;

/** The shop compared with bare limits of this machine. */
export async function benchShop(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.against !== null) return benchAgainst(options.against);
  const { parts, sizes } = options;
  const services = await startDurableServices();
  const found = parts.map((): unknown[] => []);
  const notes: string[] = [];
  try {
    const environment = serviceEnvironment(services);
    for (const [index, variants] of sizes.entries()) {
      await fillShop(services.databaseUrl, sizes[index - 1] ?? 0, variants);
      const [api] = await startApis(environment, 1);
      if (api === undefined) throw new Error('no API process');
      const worker = await startWorker(environment, api);
      const shares = new ProcessorShares([
        { name: 'API', pids: [api.pid] },
        { name: 'worker', pids: [worker.pid] },
        { name: 'PostgreSQL', pids: [services.pids.postgres] },
        { name: 'Redis', pids: [services.pids.redis] },
      ]);
      try {
        const largest = index === sizes.length - 1;
        const shop = { ...options, services, environment, api, worker, variants, largest, connections: 32 };
        for (const [part, { measure }] of parts.entries()) found[part]?.push(await measure(shop));
        notes.push(`${variants} variants: ${describeShares(shares.take())}`);
      } finally {
        await Promise.all([api.end(), worker.end()]);
      }
    }
    const lines = parts.flatMap((part, index) => part.lines(found[index] ?? []));
    printReport([services.description, ...notes], lines);
  } finally {
    await services.stop();
  }
}

function readOptions(args: readonly string[]) {
  const { values } = readCommandLine(
    {
      usage: USAGE,
      options: {
        only: { type: 'string', multiple: true, default: NAMES },
        seconds: { type: 'string', default: '6' },
        orders: { type: 'string', default: '1000' },
        variants: { type: 'string' },
        statements: { type: 'boolean', default: false },
        against: { type: 'string' },
        paths: { type: 'string' },
        visitors: { type: 'string' },
      },
    },
    args,
  );
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new CommandError(`--only takes one of: ${NAMES.join(', ')}.`);
  const seconds = readWholeNumber('seconds', values.seconds, { min: 1 });
  const variants =
    values.variants === undefined ? null : readWholeNumber('variants', values.variants, { min: 4 });
  return {
    against: againstOf(values, { seconds, variants: variants ?? Math.max(...SIZES) }),
    parts: Object.entries(PARTS).flatMap(([name, part]) =>
      values.only.includes(name) ? [part as ShopPart<unknown>] : [],
    ),
    seconds,
    orders: readWholeNumber('orders', values.orders, { min: 1 }),
    sizes: variants === null ? SIZES : [variants],
    statements: values.statements,
  };
}

function againstOf(
  values: { against?: string | undefined; paths?: string | undefined; visitors?: string | undefined },
  terms: { seconds: number; variants: number },
): AgainstTerms | null {
  const { against, paths, visitors } = values;
  if (against === undefined) {
    if (paths !== undefined || visitors !== undefined)
      throw new CommandError('--paths and --visitors only go with --against URL.');
    return null;
  }
  return {
    ...terms,
    baseUrl: readBaseUrl(against),
    file: paths ?? OWN_FLOWS,
    connections: readWholeNumber('visitors', visitors ?? String(VISITORS), { min: 1, max: MAX_VISITORS }),
  };
}
