import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '../../db/database.ts';
import { databaseHosts } from '../../db/database-hosts.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { StandbyServer } from '../../db/standby-server.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { quietly } from '../../scripts/embedded/run.ts';
import { readWholeNumber } from '../../scripts/shared/command-line.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { makeDatabase } from '../chaos/struck-postgres.ts';
import { PostgresPair } from '../support/postgres-pair.ts';
import type { Server } from '../support/postgres-server.ts';
import { readBenchOptions } from './bench-options.ts';
import { makeCouriers, sticky } from './courier-runtimes.ts';
import { type DearRead, dearReads, fillForReads } from './dear-reads.ts';
import { processorSeconds } from './processor-shares.ts';
import { type Line, machine, median, percentile, printReport } from './report.ts';
import { steadyWrites } from './steady-writes.ts';

const DAY = 'day';
const PAST = 'past';
const COURIERS = 2_000;
const REPEATS = 12;
const MODES = ['none', 'primary', 'standby'] as const;
type Mode = (typeof MODES)[number];

/**
 * Which reads that may be seconds old are dear, what they take of the primary under a steady load of commands, and what
 * is left of that when a standby answers them. Both servers are on this machine, each on a core of its own if possible,
 * so processor time counts; times of answers show less than two machines would.
 */
export async function benchReads(args: readonly string[]): Promise<void> {
  const given = readBenchOptions(
    'reads',
    {
      tasks: { type: 'string', default: '20000' },
      rate: { type: 'string', default: '150' },
      seconds: { type: 'string', default: '12' },
      rounds: { type: 'string', default: '4' },
    },
    args,
  );
  const read = (name: keyof typeof given) => readWholeNumber(name, given[name]);
  const [tasks, rate, seconds, rounds] = [read('tasks'), read('rate'), read('seconds'), read('rounds')];
  const folder = path.join(projectRoot, '.data', 'bench-reads');
  await stopLeftovers(path.join(folder, 'run'));
  rmSync(folder, { recursive: true, force: true });
  for (const each of ['run', 'logs']) mkdirSync(path.join(folder, each), { recursive: true });
  const { signal } = new AbortController();
  const pair = await PostgresPair.start(folder, { database: DAY, signal, prepare });
  const pools: Database[] = [];
  const open = (url: string, isStandby: boolean) => {
    const [host] = databaseHosts(url);
    if (host === undefined) throw new Error('an address without a server');
    const pool = openDatabase(isStandby ? new StandbyServer(host) : url, { name: 'bench-reads', max: 10 });
    pools.push(pool);
    return pool;
  };
  try {
    const { primary, standby } = pair;
    const onPrimary = { day: open(primary.url(), false), past: open(primary.url(PAST), false) };
    const onStandby = { day: open(standby.url(), true), past: open(standby.url(PAST), true) };
    const moments = await fillForReads({ ...onPrimary, dayUrl: primary.url(), tasks });
    await pair.caughtUp(300_000);
    const cores = pinned(pair);
    const of = { primary: dearReads(onPrimary, moments), standby: dearReads(onStandby, moments) };
    const lines = await alone(of.primary, pair);
    lines.push(...(await together(of, pair, { rate, seconds, rounds })));
    printReport(
      [
        `${machine()}, PostgreSQL ${pair.version} with a standby that commits do not wait for, fsync on, ${cores}`,
        `a day of ${tasks} tasks; ${rate} commands/s, ${rounds} windows of ${seconds} s for each`,
      ],
      lines,
    );
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()));
    await pair.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(primary: Server): Promise<void> {
  for (const database of [DAY, PAST]) {
    await makeDatabase(primary.url('postgres'), database);
    await migrateToLatest(primary.url(database));
  }
}

/** The processor time that each read takes of the server which answers it, one at a time. */
async function alone(reads: readonly DearRead[], { primary: server }: PostgresPair): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { name, read } of reads) {
    await read();
    const times: number[] = [];
    const before = processorSeconds([server.pid]);
    for (let run = 0; run < REPEATS; run += 1) times.push(await timed(read));
    const spent = ((processorSeconds([server.pid]) - before) / REPEATS) * 1_000;
    lines.push({
      what: `${name}: processor time of PostgreSQL, and the whole, median`,
      bar: '',
      value: `${spent.toFixed(0)} ms, ${median(times).toFixed(0)} ms`,
      ok: null,
    });
  }
  return lines;
}

interface Terms {
  rate: number;
  seconds: number;
  rounds: number;
}

async function together(
  reads: Record<'primary' | 'standby', readonly DearRead[]>,
  { primary: first, standby: second }: PostgresPair,
  { rate, seconds, rounds }: Terms,
): Promise<Line[]> {
  const contender = sticky(first.url(), {});
  const seen = new Map(
    MODES.map((mode) => [mode, { primary: [] as number[], standby: [] as number[], times: [] as number[] }]),
  );
  try {
    const keys = await makeCouriers(first.url(), COURIERS);
    await steadyWrites({ runtime: contender.runtime, keys, rate, seconds: 5 });
    for (let round = 0; round < rounds; round += 1) {
      for (const mode of MODES) {
        await pause(1_000);
        const before = [processorSeconds([first.pid]), processorSeconds([second.pid])] as const;
        const [times] = await Promise.all([
          steadyWrites({ runtime: contender.runtime, keys, rate, seconds }),
          mode === 'none' ? null : repeatedly(reads[mode], seconds),
        ]);
        const window = seen.get(mode);
        window?.primary.push((processorSeconds([first.pid]) - before[0]) / seconds);
        window?.standby.push((processorSeconds([second.pid]) - before[1]) / seconds);
        window?.times.push(...times);
      }
    }
  } finally {
    await contender.close();
  }
  const label: Record<Mode, string> = {
    none: 'commands alone',
    primary: 'with the reads, all from the primary',
    standby: 'with the reads, from the standby',
  };
  return MODES.flatMap((mode) => {
    const { primary, standby, times } = seen.get(mode) ?? { primary: [], standby: [], times: [] };
    const share = (values: readonly number[]) => `${(median(values) * 100).toFixed(0)} %`;
    const ms = (value: number) => percentile(times, value).toFixed(1);
    return [
      {
        what: `${label[mode]}: a core's share that the primary and the standby take`,
        bar: '',
        value: `${share(primary)}, ${share(standby)}`,
        ok: null,
      },
      {
        what: `${label[mode]}: a command, p50, p95, p99`,
        bar: '',
        value: `${ms(0.5)}, ${ms(0.95)}, ${ms(0.99)} ms`,
        ok: null,
      },
    ];
  });
}

/** Each read as often as its rate says, however long the one before takes. */
async function repeatedly(reads: readonly DearRead[], seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    reads.map(async ({ perSecond, read }) => {
      const under: Promise<void>[] = [];
      if (perSecond === 0) return;
      for (let next = performance.now(); next < until; next += 1_000 / perSecond) {
        await pause(Math.max(0, next - performance.now()));
        under.push(read());
      }
      await Promise.all(under);
    }),
  );
}

/** The primary on the first core, the standby on the second, where the machine has both and lets us. */
function pinned({ primary, standby }: PostgresPair): string {
  const done = quietly(() => {
    for (const [core, { pid }] of [primary, standby].entries())
      for (const each of [pid, ...childrenOf(pid)])
        execFileSync('taskset', ['-cp', String(core), String(each)], { stdio: 'ignore', timeout: 5_000 });
    return true;
  });
  return done === true ? 'each on a core of its own' : 'both on all cores';
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => {
      const stat = Number.isInteger(each)
        ? quietly(() => readFileSync(`/proc/${each}/stat`, 'utf8'))
        : undefined;
      return stat !== undefined && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
