import { readFileSync } from 'node:fs';
import { readCommandLine } from '../../scripts/shared/command-line.ts';
import { type BenchApi, startApis } from './api-processes.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { fillShop } from './fill-shop.ts';
import { describeShares, ProcessorShares } from './processor-shares.ts';
import { type Line, printReport } from './report.ts';
import { benchBrowsing } from './shop-browsing.ts';
import { benchBuying } from './shop-buying.ts';
import type { ShopPart } from './shop-part.ts';

const SIZES = [20, 5_000];
/** Each part stands alone: another one is another line here. */
const PARTS = [benchBrowsing, benchBuying] as readonly ShopPart<unknown>[];
/** Bytes. */
const MEMORY_BAR = 200 * 2 ** 20;

/** The shop against bare limits of this machine, with 20 variants and with 5,000. */
export async function benchShop(args: readonly string[]): Promise<void> {
  const usage = 'Usage: npm run bench -- shop [SECONDS of one measurement, 6]';
  const { positionals } = readCommandLine({ usage, options: {}, positionals: { min: 0, max: 1 } }, args);
  const seconds = Number(positionals[0] ?? 6);
  const services = await startDurableServices();
  const found = PARTS.map((): unknown[] => []);
  const notes: string[] = [];
  const memory: Line[] = [];
  try {
    const environment = serviceEnvironment(services);
    for (const [index, variants] of SIZES.entries()) {
      await fillShop(services.databaseUrl, SIZES[index - 1] ?? 0, variants);
      const [api] = await startApis(environment, 1);
      if (api === undefined) throw new Error('no API process');
      const shares = new ProcessorShares([
        { name: 'API', pids: [api.pid] },
        { name: 'PostgreSQL', pids: [services.pids.postgres] },
        { name: 'Redis', pids: [services.pids.redis] },
      ]);
      try {
        const shop = { services, environment, api, variants, connections: 32, seconds };
        for (const [part, { measure }] of PARTS.entries()) found[part]?.push(await measure(shop));
        notes.push(`${variants} variants: ${describeShares(shares.take())}`);
        memory.push(memoryOf(api, variants));
      } finally {
        await api.end();
      }
    }
    const lines = PARTS.flatMap((part, index) => part.lines(found[index] ?? []));
    printReport([services.description, ...notes], [...lines, ...memory]);
  } finally {
    await services.stop();
  }
}

function memoryOf({ pid }: BenchApi, variants: number): Line {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const bytes = kilobytes * 1024;
  return {
    what: `memory of the API process after the load, ${variants} variants`,
    bar: '≤ 200 MB',
    value: `${(bytes / 2 ** 20).toFixed(0)} MB`,
    ok: bytes <= MEMORY_BAR,
  };
}
