import { readFileSync } from 'node:fs';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber } from '../../scripts/shared/command-line.ts';
import { startApis, startWorker } from './api-processes.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { fillShop } from './fill-shop.ts';
import { describeShares, ProcessorShares } from './processor-shares.ts';
import { type Line, printReport } from './report.ts';
import { benchBrowsing } from './shop-browsing.ts';
import { benchCarts } from './shop-carts.ts';
import { benchFlash } from './shop-flash.ts';
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

const USAGE = `Usage: npm run bench -- shop [--only PART …] [--seconds N] [--orders N] [--variants N] [--statements]

The shop against bare limits of this machine, with ${SIZES.join(' variants and with ')}: one API process, one worker.
  --only PART   this part alone; may be given again: ${NAMES.join(', ')}
  --seconds N   of one measurement (6)
  --orders N    over which the cost of an order is taken (1000)
  --variants N  a shop of this size alone
  --statements  lists what PostgreSQL does for an order, statement by statement, in .data/bench/order-*.md`;

/** The shop compared with bare limits of this machine. */
export async function benchShop(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
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
      },
    },
    args,
  );
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new CommandError(`--only takes one of: ${NAMES.join(', ')}.`);
  return {
    parts: Object.entries(PARTS).flatMap(([name, part]) =>
      values.only.includes(name) ? [part as ShopPart<unknown>] : [],
    ),
    seconds: readWholeNumber('seconds', values.seconds, { min: 1 }),
    orders: readWholeNumber('orders', values.orders, { min: 1 }),
    sizes: values.variants === undefined ? SIZES : [readWholeNumber('variants', values.variants, { min: 4 })],
    statements: values.statements,
  };
}
