// `npm run test:failover`: the primary of two PostgreSQL servers is lost under load, and its standby promoted.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { killRecorded } from '../../scripts/embedded/leftovers.ts';
import { explain } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber, reportFailure } from '../../scripts/shared/command-line.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';
import { Ground } from './ground.ts';
import {
  type AsynchronousFigures,
  asynchronousLoss,
  type SynchronousFigures,
  synchronousRounds,
} from './rounds.ts';

const USAGE = `Usage: npm run test:failover -- [--rounds N] [--seed N] [--nodes N] [--rate N] [--minutes N]

Two real PostgreSQL servers, a Redis and several processes under load. In each round the primary is killed, its data is
put away, and the standby promoted by 'npm run standby'; then the former primary comes back, first as it was, then as a
standby. Every answer is compared with the database: nothing acknowledged may be lost or doubled. At last the same without
waiting for the standby: what is lost must be told.
  --rounds N   of losing the primary while commits wait for the standby (3)
  --seed N     of the load (from the clock)
  --nodes N    processes (3)
  --rate N     commands a second (300)
  --minutes N  time limit (10)`;

const folder = path.join(projectRoot, '.data', 'failover');
const runDir = path.join(folder, 'run');
const stop = new StopRequest(
  () => console.log('\nStopping …'),
  () => {
    killRecorded(runDir);
    process.exit(1);
  },
);

process.on('uncaughtException', (error) => {
  process.stderr.write(`${explain(error)}\n`);
  killRecorded(runDir);
  process.exit(1);
});

try {
  process.exit(await main());
} catch (error) {
  process.exit(reportFailure(error));
}

async function main(): Promise<number> {
  const number = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      rounds: number(3),
      seed: number(Date.now() % 1_000_000),
      nodes: number(3),
      rate: number(300),
      minutes: number(10),
    },
  });
  const read = (name: keyof typeof values) => readWholeNumber(name, String(values[name]));
  const lock = acquireLock(
    path.join(projectRoot, '.data', 'failover.lock'),
    'A failover run is already in progress',
  );
  const limit = setTimeout(() => {
    console.log('\nThe time limit has passed.');
    stop.ask();
  }, read('minutes') * 60_000);
  const signal = stop.signal;
  const seed = read('seed');
  const ground = await Ground.make({ folder, seed, nodes: read('nodes'), actors: 200, signal });
  try {
    const options = {
      ...{ seed, rounds: read('rounds'), callers: 80, rate: read('rate'), signal },
      say: (line: string) => console.log(line),
    };
    console.log(`${ground.description}; ${read('nodes')} processes, seed ${seed}`);
    const { book, ...synchronous } = await synchronousRounds(ground, options);
    const unexpected = ground.cluster.unexpected;
    const asynchronous = signal.aborted ? null : await asynchronousLoss(ground, options, book);
    const faults = [
      ...faultsOf(synchronous, unexpected),
      ...(asynchronous === null ? ['stopped'] : faultsOfLoss(asynchronous, read('nodes'))),
    ];
    console.log(JSON.stringify({ synchronous, asynchronous }, null, 2));
    console.log(faults.length === 0 ? 'Nothing lost, doubled or blurred.' : `FAILED: ${faults.join('; ')}`);
    writeFileSync(
      path.join(projectRoot, '.data', `failover-${seed}.json`),
      `${JSON.stringify({ seed, faults, synchronous, asynchronous }, null, 2)}\n`,
    );
    return faults.length === 0 ? 0 : 1;
  } finally {
    clearTimeout(limit);
    await ground.close();
    lock.release();
  }
}

function faultsOf(
  { violations, writtenToFormer }: Omit<SynchronousFigures, 'book'>,
  unexpected: number,
): string[] {
  return [
    ...violations.slice(0, 10),
    ...(writtenToFormer === 0 ? [] : [`a former primary got ${writtenToFormer} rows or connections`]),
    ...(unexpected === 0 ? [] : [`${unexpected} processes ended although nothing was lost`]),
  ];
}

function faultsOfLoss(figures: AsynchronousFigures, nodes: number): string[] {
  const { violations, writtenToFormer, lost, oldestLost, behind, told, ended } = figures;
  return [
    ...violations.slice(0, 10),
    ...(writtenToFormer === 0 ? [] : [`the former primary got ${writtenToFormer} rows or connections`]),
    ...(lost > 0 ? [] : ['nothing was lost asynchronously: the run proves nothing of it']),
    ...(oldestLost <= behind + 500
      ? []
      : [`something acknowledged ${Math.round(oldestLost)} ms before is lost`]),
    ...(told ? [] : ['the command did not tell that commits may be missing']),
    ...(ended === nodes ? [] : [`${ended} of ${nodes} processes started again`]),
  ];
}
