import type { ActivationLimits } from '../../actors/runtime/activation/limits.ts';
import { readBenchOptions } from './bench-options.ts';
import { type Contender, makeCouriers, rowLocked, sticky } from './courier-runtimes.ts';
import { cpuTime } from './cpu-time.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { type Figures, type Load, measure, touchAll } from './load.ts';
import { type Line, machine, printReport, tellProgress } from './report.ts';

const ACTORS = 10_000;
/** The most that PostgreSQL can use here; with more the row-locked path gets slower, not faster. */
const CONNECTIONS = 16;
const WARM_UP = 1;

const CASES = [
  { name: 'one actor, 64 callers', actors: 1, callers: 64, type: 'count', bar: 15 },
  {
    name: `${ACTORS} actors, 256 callers, all rows included`,
    actors: ACTORS,
    callers: 256,
    type: 'deliver',
    bar: 4,
  },
] as const;

/** Owners compared with a transaction per command, on the same PostgreSQL with fsync on. */
export async function benchActors(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'actors',
    {
      seconds: { type: 'string', default: '5' },
      pipeline: { type: 'string' },
      worthwhile: { type: 'string' },
      batch: { type: 'string' },
      only: { type: 'string' },
      contender: { type: 'string' },
    },
    args,
  );
  const limits: Partial<ActivationLimits> = {
    ...(values.pipeline === undefined ? {} : { pipeline: Number(values.pipeline) }),
    ...(values.worthwhile === undefined ? {} : { worthwhile: Number(values.worthwhile) }),
    ...(values.batch === undefined ? {} : { batch: Number(values.batch) }),
  };
  const postgres = await startDurablePostgres();
  const lines: Line[] = [];
  try {
    const keys = await makeCouriers(postgres.url, ACTORS);
    const heap = heapUsed();
    const owner = sticky(postgres.url, limits);
    const locked = rowLocked(postgres.url, CONNECTIONS);
    try {
      const start = performance.now();
      await touchAll(owner.runtime, keys);
      const activated = (performance.now() - start) / 1_000;
      owner.batches();
      console.log(`${ACTORS} actors activated, one command each: ${activated.toFixed(1)} s`);
      const weight = (heapUsed() - heap) / ACTORS;
      if (weight > 0)
        lines.push(
          lineOf(
            'memory per idle actor',
            `${(weight / 1_024).toFixed(1)} kB`,
            weight <= 20 * 1_024,
            '≤ 20 kB',
          ),
        );
      for (const [index, each] of CASES.entries()) {
        if (values.only !== undefined && values.only !== String(index)) continue;
        const load = { ...each, keys: keys.slice(0, each.actors), seconds: Number(values.seconds) };
        console.log(`\n${each.name}`);
        const slow = values.contender === 'sticky' ? null : await run(locked, load, postgres.url);
        const fast = await run(owner, load, postgres.url);
        if (slow === null) continue;
        const ratio = fast.perSecond / slow.perSecond;
        const rates = `${ratio.toFixed(1)}x: ${fast.perSecond.toFixed(0)}/s of ${slow.perSecond.toFixed(0)}/s`;
        lines.push(lineOf(each.name, rates, ratio >= each.bar, `≥ ${each.bar}x row-locked`));
      }
      printReport([`${machine()}, ${postgres.description}`], lines);
    } finally {
      await owner.close();
      await locked.close();
    }
  } finally {
    await postgres.stop();
  }
}

async function run(
  { name, runtime, batches }: Contender,
  load: Omit<Load, 'runtime'>,
  url: string,
): Promise<Figures> {
  await measure({ ...load, runtime, seconds: WARM_UP });
  batches();
  const before = await cpuTime(url);
  const measured = await measure({ ...load, runtime });
  const after = await cpuTime(url);
  const { perSecond, p50, p99, commands } = measured;
  const rate = `${Math.round(perSecond).toLocaleString('en')}/s`;
  const latency = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  const each = (milliseconds: number) => `${((milliseconds * 1_000) / commands).toFixed(0)} µs`;
  const cpu = `${each(after.node - before.node)} Node + ${each(after.postgres - before.postgres)} PostgreSQL`;
  console.log(`  ${name.padEnd(10)} ${rate.padStart(9)}; ${latency}; a command takes ${cpu}; ${batches()}`);
  return measured;
}

function lineOf(what: string, value: string, ok: boolean, bar: string): Line {
  const line = { what, bar, value, ok };
  tellProgress(line);
  return line;
}

/** Bytes; meaningful when node runs with --expose-gc. */
function heapUsed(): number {
  globalThis.gc?.();
  return globalThis.gc === undefined ? 0 : process.memoryUsage().heapUsed + process.memoryUsage().external;
}
