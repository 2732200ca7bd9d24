import { type BenchApi, type BenchProcess, startApis, startWorker } from './api-processes.ts';
import { BenchChild } from './child.ts';
import { makeAccount, makeDrivers, prepared, signIn } from './drivers.ts';
import { type BenchServices, serviceEnvironment } from './durable-services.ts';
import { fillShop } from './fill-shop.ts';
import type { GrowthTerms } from './growth-part.ts';
import type { PositionTally } from './growth-sockets.ts';
import { type Figures, inTurns, lineOf, type Side, stores, type Tally } from './growth-windows.ts';
import type { LoadOrder, LoadTally } from './processes.ts';
import { type Line, tellProgress } from './report.ts';
import { askToBuy } from './shop-against-bare.ts';
import type { Buying } from './shop-buying-load.ts';
import { makeShoppers, readFloor } from './shop-shoppers.ts';

const SIZES = [1, 2, 4] as const;
const MOST = Math.max(...SIZES);
const VARIANTS = 2_000;
/** Callers of each load, spread over the processes. */
const CALLERS = 32;
/** Drivers on sockets, each with a position a second. */
const ON_SOCKETS = 400;

interface Ground {
  services: BenchServices;
  apis: readonly BenchApi[];
  worker: BenchProcess;
  terms: GrowthTerms;
}

/**
 * Orders, commands of drivers and positions at one, two and four API processes. All four run the whole time; only the
 * first one, two or all get requests, each number with people of its own, so that their actors live in those processes.
 */
export async function growProcesses(services: BenchServices, terms: GrowthTerms): Promise<Line[]> {
  const environment = serviceEnvironment(services);
  await fillShop(services.databaseUrl, 0, VARIANTS);
  const staff = await prepared(environment, async (deps) => ({
    drivers: await makeDrivers(deps, Math.max(ON_SOCKETS, SIZES.length * CALLERS)),
    dispatcher: await signIn(deps, await makeAccount(deps, 'dispatcher', ['DISPATCHER'])),
  }));
  const apis = await startApis(environment, MOST);
  const [first] = apis;
  if (first === undefined) throw new Error('no API process');
  try {
    const worker = await startWorker(environment, first);
    try {
      const ground = { services, apis, worker, terms };
      const lines: Line[] = [];
      for (const load of [
        () => orders(ground, environment),
        () => commands(ground, staff.drivers),
        () => positions(ground, staff),
      ]) {
        const some = await load();
        for (const line of some) tellProgress(line);
        lines.push(...some);
      }
      return lines;
    } finally {
      await worker.end();
    }
  } finally {
    await Promise.all(apis.map((api) => api.end()));
  }
}

async function orders(ground: Ground, environment: Record<string, string>): Promise<Line[]> {
  const { services, apis, worker } = ground;
  const shop = { services, environment, variants: VARIANTS };
  const { offerIds, methodId } = await readFloor(shop);
  const shoppers = await makeShoppers(shop, 'growing', SIZES.length * CALLERS);
  const bare = new BenchChild('shop-buying-bare.ts', [services.databaseUrl]);
  const loads = apis.map(() => new BenchChild('shop-buying-load.ts'));
  try {
    const url = await bare.next<string>();
    const buy = (at: number, buying: Buying, seconds: number) =>
      askToBuy(loadOf(loads, at), buying, { seconds });
    const figures = await measure(ground, {
      of: (size, index) => ({
        run: (seconds) =>
          together(
            apis.slice(0, size).map(async (api, at) => {
              const own = shoppers.slice(index * CALLERS, (index + 1) * CALLERS);
              const some = own.filter((_, turn) => turn % size === at);
              return fromBuying(
                await buy(
                  at,
                  { what: 'flow', way: 'five', url: api.url, shoppers: some, offerIds, methodId },
                  seconds,
                ),
              );
            }),
          ),
        more: [{ name: 'worker', pids: [worker.pid] }],
      }),
      bare: {
        run: async (seconds) =>
          fromBuying(await buy(0, { what: 'bare', url, path: '/order', connections: CALLERS }, seconds)),
        pids: [bare.pid],
      },
    });
    return linesOf('orders, five requests each', figures);
  } finally {
    await Promise.all([bare.end(), ...loads.map((load) => load.end())]);
  }
}

/** A driver goes on a break or returns, and reads the result; with several processes most commands are forwarded. */
async function commands(ground: Ground, drivers: LoadOrder['drivers']): Promise<Line[]> {
  const { services, apis } = ground;
  const load = new BenchChild('processes-load.ts');
  const bare = new BenchChild('shop-buying-bare.ts', [services.databaseUrl]);
  const bareLoad = new BenchChild('shop-buying-load.ts');
  try {
    const url = await bare.next<string>();
    const onBreak = SIZES.map(() => Array.from({ length: CALLERS }, () => false));
    const figures = await measure(ground, {
      of: (size, index) => ({
        run: async (seconds) => {
          const began = performance.now();
          const tally = await load.ask<LoadTally>({
            urls: apis.slice(0, size).map((api) => api.url),
            drivers: drivers.slice(index * CALLERS, (index + 1) * CALLERS),
            onBreak: onBreak[index] ?? [],
            seconds,
          } satisfies LoadOrder);
          onBreak[index] = tally.onBreak;
          return {
            count: tally.commands,
            seconds: (performance.now() - began) / 1_000,
            latencies: tally.latencies,
            failed: Array.from({ length: tally.failed }, () => 'a request was refused'),
          };
        },
        more: [],
      }),
      bare: {
        run: async (seconds) =>
          fromBuying(
            await askToBuy(
              bareLoad,
              { what: 'bare', url, path: '/upsert', connections: CALLERS },
              { seconds },
            ),
          ),
        pids: [bare.pid],
      },
    });
    return linesOf('commands of drivers, each with a read', figures);
  } finally {
    await Promise.all([load.end(), bare.end(), bareLoad.end()]);
  }
}

async function positions(
  ground: Ground,
  { drivers, dispatcher }: { drivers: readonly { token: string }[]; dispatcher: string },
): Promise<Line[]> {
  const { apis } = ground;
  const relay = new BenchChild('locations-server.ts', ['relay']);
  const sockets = new BenchChild('growth-sockets.ts');
  try {
    const { port } = await relay.next<{ port: number }>();
    const tokens = drivers.slice(0, ON_SOCKETS).map(({ token }) => token);
    const through = async (ports: readonly number[], who: string, seconds: number): Promise<Tally> => {
      await sockets.ask({ what: 'open', ports, drivers: tokens, dispatcher: who });
      const { sent, seconds: took, ages } = await sockets.ask<PositionTally>({ what: 'window', seconds });
      await sockets.ask({ what: 'close' });
      const missing = 1 - ages.length / (sent * ports.length);
      const failed = missing > 0.05 ? [`${(missing * 100).toFixed(0)} % did not arrive`] : [];
      return { count: sent, seconds: took, latencies: ages, failed };
    };
    const figures = await measure(ground, {
      of: (size) => ({
        run: (seconds) =>
          through(
            apis.slice(0, size).map(({ url }) => Number(new URL(url).port)),
            dispatcher,
            seconds,
          ),
        more: [],
      }),
      bare: { run: (seconds) => through([port], 'dispatcher', seconds), pids: [relay.pid] },
    });
    return linesOf(`positions, ${ON_SOCKETS} a second, a dispatcher at each process`, figures);
  } finally {
    await Promise.all([relay.end(), sockets.end()]);
  }
}

interface Loads {
  of(size: number, index: number): { run: Side['run']; more: { name: string; pids: readonly number[] }[] };
  bare: { run: Side['run']; pids: readonly number[] };
}

type Found = Readonly<Record<string, Figures>>;

async function measure({ services, apis, terms }: Ground, { of, bare }: Loads): Promise<Found> {
  const sides: Record<string, Side> = {
    bare: {
      run: bare.run,
      processes: [{ name: 'bare process', pids: bare.pids }, ...stores(services)],
    },
  };
  for (const [index, size] of SIZES.entries()) {
    const { run, more } = of(size, index);
    // Those without requests still answer their clocks and leases; an operator would not run them.
    const serving = { name: 'API', pids: apis.slice(0, size).map(({ pid }) => pid) };
    sides[size] = { run, processes: [serving, ...stores(services), ...more] };
  }
  return inTurns(sides, terms);
}

function linesOf(what: string, found: Found): Line[] {
  return SIZES.map((size) =>
    lineOf(`${size} API process${size === 1 ? '' : 'es'}: ${what}`, at(found, size), at(found, 'bare')),
  );
}

function at(found: Found, name: number | 'bare'): Figures {
  const figures = found[name];
  if (figures === undefined) throw new Error(`nothing was measured for ${name}`);
  return figures;
}

function loadOf(loads: readonly BenchChild[], at: number): BenchChild {
  const load = loads[at];
  if (load === undefined) throw new Error(`no load for process ${at + 1}`);
  return load;
}

function fromBuying({
  turns,
  seconds,
  latencies,
  failed,
}: {
  turns: number;
  seconds: number;
  latencies: readonly number[];
  failed: readonly string[];
}): Tally {
  return { count: turns, seconds, latencies, failed };
}

/** Several loads at the same time count as one. */
async function together(parts: readonly Promise<Tally>[]): Promise<Tally> {
  const tallies = await Promise.all(parts);
  return {
    count: tallies.reduce((sum, { count }) => sum + count, 0),
    seconds: Math.max(...tallies.map(({ seconds }) => seconds)),
    latencies: tallies.flatMap(({ latencies }) => latencies),
    failed: tallies.flatMap(({ failed }) => failed),
  };
}
