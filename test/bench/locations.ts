import { join } from 'node:path';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { recordedProcesses } from '../../scripts/embedded/processes.ts';
import { startTestServices } from '../../scripts/embedded/test-services.ts';
import { readBenchOptions } from './bench-options.ts';
import { endWithThis } from './end-with-this.ts';
import { climb, P99, type Step } from './locations-climb.ts';
import { type Line, machine, printReport } from './report.ts';

const BAR = 0.7;
const STEP = 1.15;

/** One climb of each, on the same machine within the same minutes. */
interface Round {
  relay: Step[];
  service: Step[];
}

/**
 * Pings a second through one process to a dispatcher, compared with a Socket.IO server that only passes them on. Rounds
 * of both take turns, since the machine does other things as well; the result is the median of their ratios. Processor
 * time per ping, at the same load, shows the same with less noise.
 */
export async function benchLocations(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'locations',
    {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      from: { type: 'string', default: '4000' },
      to: { type: 'string', default: '20000' },
      ack: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
    args,
  );
  const levels = levelsOf(Number(values.from), Number(values.to));
  const { ack, profile = null } = values;
  const dataDir = join(projectRoot, '.data', 'bench-locations');
  const services = await startTestServices({
    dataDir,
    redisDistDir: join(projectRoot, '.data', 'redis-dist'),
    projectRoot,
    say: (line) => console.log(line),
  });
  const stopped = recordedProcesses(join(dataDir, 'run')).map(({ name, pid }) =>
    endWithThis(pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL'),
  );
  try {
    console.log(
      `${services.description}, Node ${process.version}; one ping a second and driver, p99 < ${P99} ms`,
    );
    const rounds: Round[] = [];
    for (let count = 0; count < Number(values.rounds); count += 1) {
      const terms = { seconds: Number(values.seconds), ack, profile, levels: worthwhile(levels, rounds) };
      const relay = () => climb('relay', [], terms);
      const service = async () =>
        climb('service', [services.redisUrl, await freshDatabase(services.databaseUrl)], terms);
      const round: Partial<Round> = {};
      for (const kind of count % 2 === 0
        ? (['relay', 'service'] as const)
        : (['service', 'relay'] as const)) {
        round[kind] = await { relay, service }[kind]();
      }
      const { relay: bare = [], service: ours = [] } = round;
      rounds.push({ relay: bare, service: ours });
      console.log(`round ${count + 1}: ${best(ours)} of ${best(bare)} pings/s`);
    }
    report(`${machine()}, ${services.description}`, rounds);
  } finally {
    await services.stop();
    for (const each of stopped) each();
  }
}

function report(description: string, rounds: readonly Round[]): void {
  // A round in which even the relay handled no step only says something about the machine.
  const usable = rounds.filter(({ relay }) => best(relay) > 0);
  const ratio = median(usable.map(({ relay, service }) => best(service) / best(relay)));
  const lines: Line[] = [
    {
      what: `pings/s, median of ${usable.length} rounds`,
      bar: `≥ ${BAR}x a bare relay`,
      value: usable.length === 0 ? 'the machine was too busy for the relay, too' : `${ratio.toFixed(2)}x`,
      ok: usable.length === 0 ? null : ratio >= BAR,
    },
  ];
  for (const [of, name] of [
    ['loop', 'the event loop'],
    ['cpu', 'all threads'],
  ] as const) {
    const [bare, ours] = [valuesOf(rounds, 'relay', of), valuesOf(rounds, 'service', of)];
    const shares = rounds.flatMap(({ relay, service }) =>
      service.flatMap((step) => {
        const other = relay.find(({ drivers }) => drivers === step.drivers);
        return other === undefined ? [] : [other[of] / step[of]];
      }),
    );
    lines.push({
      what: `a ping's time of ${name}`,
      bar: '',
      value: `${median(ours).toFixed(1)} µs, the relay ${median(bare).toFixed(1)} µs; ${median(shares).toFixed(2)}x at the same load`,
      ok: null,
    });
  }
  printReport([description], lines);
}

function valuesOf(rounds: readonly Round[], kind: keyof Round, of: 'cpu' | 'loop'): number[] {
  return rounds.flatMap((round) => round[kind].map((step) => step[of]));
}

/** Pings a second in the highest step that was handled. */
function best(steps: readonly Step[]): number {
  return steps.filter(({ held }) => held).at(-1)?.pings ?? 0;
}

function levelsOf(from: number, to: number): number[] {
  const levels: number[] = [];
  for (let drivers = from; drivers <= to; drivers = Math.round(drivers * STEP)) levels.push(drivers);
  return levels;
}

/** After the first round, the results of the lower steps are known. */
function worthwhile(levels: readonly number[], rounds: readonly Round[]): readonly number[] {
  const [first] = rounds;
  if (first === undefined) return levels;
  const lowest = Math.min(best(first.relay), best(first.service)) / STEP ** 2.5;
  const rest = levels.filter((drivers) => drivers >= lowest);
  return rest.length > 0 ? rest : levels;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

async function freshDatabase(maintenance: string): Promise<string> {
  const url = new URL(maintenance);
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    await client.query('DROP DATABASE IF EXISTS bench_locations WITH (FORCE)');
    await client.query(`CREATE DATABASE bench_locations TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  } finally {
    await client.end();
  }
  url.pathname = '/bench_locations';
  await migrateToLatest(url.href);
  return url.href;
}
