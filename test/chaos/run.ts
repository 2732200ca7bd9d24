// `npm run test:chaos`: real processes under load while they and their services are killed, suspended and cut off.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { killRecorded } from '../../scripts/embedded/leftovers.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { CommandError, explain } from '../../scripts/shared/command-error.ts';
import { readCommandLine, reportFailure } from '../../scripts/shared/command-line.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';
import { runChaos } from './chaos.ts';
import { planFaults } from './fault-plan.ts';
import { report } from './report.ts';
import { SABOTAGES, type Sabotage } from './sabotage.ts';
import { REDIS_KINDS } from './struck-redis.ts';

const USAGE = `Usage: npm run test:chaos [-- --seed N] [--kills N] [--minutes N] … [--break NAME]

Real processes under load while they and their services are killed, stopped and cut off.
  --seed N                         of the faults; the same seed gives the same plan (from the clock)
  --kills, --freezes N             of processes (200, 100)
  --redis, --postgres, --purges N  restarts of the services and cut connections (100, 50, 50)
  --topology NAME                  of Redis: single, sentinel or cluster (single)
  --moves N                        of the owners' slot to another master; only with a cluster (0)
  --promotions N                   of PostgreSQL's standby, for which commits wait, after its primary was lost (0)
  --standbys N                     restarts of that standby (0)
  --cuts N                         processes cut off from Redis, PostgreSQL or both, each in a network namespace; needs root (0)
  --commands N                     commands to be answered at least (500000)
  --nodes, --actors, --callers N   sizes (3, 400, 240)
  --rate N                         commands a second (900)
  --minutes N                      time limit, after which what was acknowledged is audited (60)
  --break NAME                     breaks one safeguard on purpose: ${SABOTAGES.join(', ')}`;

/** For the last episode, whose faults are undone, and the audit. */
const GRACE_MS = 5 * 60_000;
const folder = join(projectRoot, '.data', 'chaos');
const killAll = () => {
  for (const each of [folder, join(folder, 'redis')]) killRecorded(join(each, 'run'));
};
const stop = new StopRequest(
  () => console.log('\nStopping …'),
  () => {
    killAll();
    process.exit(1);
  },
);

process.on('uncaughtException', (error) => {
  process.stderr.write(`${explain(error)}\n`);
  killAll();
  process.exit(1);
});

try {
  process.exit(await main());
} catch (error) {
  process.exit(reportFailure(error));
}

async function main(): Promise<number> {
  const options = readOptions();
  mkdirSync(folder, { recursive: true });
  const lock = acquireLock(join(folder, 'run', 'chaos.lock'), 'A chaos run is already in progress');
  const enough = new AbortController();
  const limit = setTimeout(() => {
    console.log(`\nThe time limit of ${options.minutes} minutes has passed.`);
    enough.abort();
  }, options.minutes * 60_000);
  const last = setTimeout(() => stop.ask(), options.minutes * 60_000 + GRACE_MS);
  try {
    const figures = await runChaos({
      ...options,
      episodes: planFaults(options, seededChance(options.seed)),
      folder,
      ...{ signal: stop.signal, enough: enough.signal },
      onProgress: (line) => console.log(line),
    });
    const { ok, lines, summary } = report(figures);
    console.log(`\n${lines.join('\n')}\n\n${ok ? 'Nothing lost, doubled or stale.' : 'FAILED'}`);
    const file = join(projectRoot, '.data', `chaos-${options.seed}.json`);
    writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`);
    console.log(`Measurements: ${file}`);
    return ok ? 0 : 1;
  } finally {
    clearTimeout(limit);
    clearTimeout(last);
    lock.release();
  }
}

function readOptions() {
  const number = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      seed: number(Date.now() % 1_000_000),
      kills: number(200),
      freezes: number(100),
      redis: number(100),
      postgres: number(50),
      purges: number(50),
      moves: number(0),
      cuts: number(0),
      promotions: number(0),
      standbys: number(0),
      commands: number(500_000),
      nodes: number(3),
      actors: number(400),
      callers: number(240),
      rate: number(900),
      minutes: number(60),
      break: { type: 'string' },
      topology: { type: 'string', default: 'single' },
    },
  });
  const { break: broken, topology: named, ...rest } = values;
  const topology = REDIS_KINDS.find((each) => each === named);
  if (topology === undefined) throw new CommandError(`--topology takes one of: ${REDIS_KINDS.join(', ')}.`);

  const numbers = Object.fromEntries(
    Object.entries(rest).map(([name, text]) => {
      const value = Number(text);
      if (!Number.isFinite(value) || value < 0)
        throw new CommandError(`--${name} must be a number, not "${text}".`);
      return [name, value];
    }),
  ) as Record<keyof typeof rest, number>;
  if (numbers.moves > 0 && topology !== 'cluster')
    throw new CommandError('--moves needs --topology cluster.');
  const standby = numbers.promotions > 0 || numbers.standbys > 0;
  if (numbers.cuts > 0 && (topology !== 'single' || standby))
    throw new CommandError(
      '--cuts is for one Redis and one PostgreSQL: several announce addresses that a namespace does not reach.',
    );
  return {
    ...numbers,
    ...{ topology, standby },
    namespaces: numbers.cuts > 0,
    calm: [500, 1_500] as const,
    sabotage: sabotageOf(broken),
  };
}

function sabotageOf(name: string | undefined): Sabotage | null {
  if (name === undefined) return null;
  const known = SABOTAGES.find((each) => each === name);
  if (known === undefined) throw new CommandError(`--break takes one of: ${SABOTAGES.join(', ')}.`);
  return known;
}
