import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine } from '../../scripts/shared/command-line.ts';
import { type Own, pictureOfAll } from './all-picture.ts';
import { PUBLISHED, type PublishedName } from './published.ts';
import { type Line, printLines, type Report } from './report.ts';

interface Plan {
  /** Arguments of the whole bench; null: it is left out, because it needs something that is not started here. */
  whole: readonly string[];
  quick: readonly string[];
  /** Minutes after which it is ended, however slow the machine. */
  limit: number;
}

/** In the order in which they run: the figures that others publish come first. */
const PLANS: Readonly<Record<string, Plan>> = {
  shop: { whole: [], quick: ['--seconds', '3', '--orders', '100', '--variants', '300'], limit: 20 },
  storefront: { whole: [], quick: ['--only', 'loads', '--loads', '1'], limit: 40 },
  growth: { whole: [], quick: ['--quick'], limit: 60 },
  year: { whole: [], quick: ['--quick'], limit: 30 },
  actors: { whole: [], quick: ['--seconds', '2'], limit: 10 },
  assignment: {
    whole: [],
    quick: ['--decisions', '200', '--rate', '20', '--seconds', '5', '--drivers', '50'],
    limit: 10,
  },
  board: { whole: [], quick: [], limit: 10 },
  guide: { whole: [], quick: ['--loads', '1'], limit: 30 },
  history: { whole: [], quick: ['--tasks', '2000', '--jumps', '10'], limit: 15 },
  imports: { whole: [], quick: ['--rows', '1000'], limit: 15 },
  locations: {
    whole: [],
    quick: ['--seconds', '2', '--rounds', '1', '--from', '1000', '--to', '3000'],
    limit: 20,
  },
  overview: { whole: [], quick: [], limit: 10 },
  planning: { whole: [], quick: ['--seconds', '1'], limit: 10 },
  processes: { whole: [], quick: ['--seconds', '2', '--windows', '2'], limit: 10 },
  purges: { whole: [], quick: ['--rows', '5000'], limit: 15 },
  push: { whole: [], quick: ['--rate', '300', '--seconds', '2', '--windows', '2'], limit: 10 },
  reads: {
    whole: [],
    quick: ['--tasks', '2000', '--rate', '50', '--seconds', '2', '--rounds', '1'],
    limit: 30,
  },
  seller: { whole: [], quick: [], limit: 15 },
  signatures: { whole: [], quick: ['--answers', '200'], limit: 10 },
  visibility: { whole: [], quick: ['--seconds', '3', '--chains', '40'], limit: 10 },
  webhooks: { whole: [], quick: ['--rate', '50', '--seconds', '3'], limit: 10 },
};
const NAMES = Object.keys(PLANS);
const MINUTE = 60_000;
/** The exit code after Ctrl-C. */
const INTERRUPTED = 130;

const USAGE = `Usage: npm run bench -- all [--only NAME …] [--quick] [--svg FILE]

Every bench, one after the other, then one table of all results and one picture beside what others publish. A bench that
fails does not stop the rest; the exit code is 1 then. \`calm\` is left out: it needs a city at work.
  --only NAME   this bench alone; may be given again: ${NAMES.join(', ')}
  --quick       each as short as it can be: to see that all work, not for figures
  --svg FILE    the picture (.data/bench-all.svg)`;

interface Outcome {
  name: string;
  minutes: number;
  /** Null if it reached its end. */
  failure: string | null;
  reports: Report[];
}

export async function benchAll(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(
    {
      usage: USAGE,
      options: {
        only: { type: 'string', multiple: true, default: NAMES },
        quick: { type: 'boolean', default: false },
        svg: { type: 'string', default: join('.data', 'bench-all.svg') },
      },
    },
    args,
  );
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new CommandError(`--only takes one of: ${NAMES.join(', ')}.`);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const about = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load ${load} before, Node ${process.version}${values.quick ? '; QUICK, so rough' : ''}`;
  const outcomes: Outcome[] = [];
  for (const [name, plan] of Object.entries(PLANS)) {
    if (!values.only.includes(name)) continue;
    console.log(`\n==== ${name} (${outcomes.length + 1} of ${values.only.length})`);
    const outcome = await runBench(name, plan, values.quick);
    if (outcome.failure !== null) console.error(`${name}: ${outcome.failure}`);
    outcomes.push(outcome);
    if (process.exitCode === INTERRUPTED) break;
  }
  printAll(outcomes, about);
  drawAll(outcomes, about, resolve(projectRoot, values.svg));
  if (outcomes.some(({ failure }) => failure !== null)) process.exitCode ||= 1;
}

/** In a process of its own, which prints as it goes and hands over its reports. */
async function runBench(name: string, { whole, quick, limit }: Plan, isQuick: boolean): Promise<Outcome> {
  const began = performance.now();
  const reports: Report[] = [];
  const child = fork(join(projectRoot, 'test', 'bench', 'run.ts'), [name, ...(isQuick ? quick : whole)], {
    cwd: projectRoot,
    execArgv: ['--expose-gc', '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A group of its own, so that the processes which it has started can be ended with it.
    detached: true,
  });
  child.on('message', (message: { report?: Report }) => {
    if (message.report !== undefined) reports.push(message.report);
  });
  const endGroup = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(endGroup, limit * MINUTE);
  const interrupted = () => {
    endGroup();
    process.exitCode = INTERRUPTED;
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  // PostgreSQL and Redis have groups of their own.
  if (signal !== null)
    for (const folder of ['bench', 'bench-reads'])
      await stopLeftovers(join(projectRoot, '.data', folder, 'run'));
  const failure =
    signal === null
      ? code === 0
        ? null
        : `ended with ${code}`
      : `ended by ${signal} after ${limit} minutes`;
  return { name, minutes: (performance.now() - began) / MINUTE, failure, reports };
}

function printAll(outcomes: readonly Outcome[], about: string): void {
  console.log(`\n==== all of it\n${about}`);
  const lines = outcomes.flatMap(({ name, minutes, failure, reports }): Line[] => {
    const found = reports.flatMap((report) => report.lines);
    const end: Line = {
      what: `${name}: the bench itself`,
      bar: '',
      value: `${minutes.toFixed(1)} minutes${failure === null ? '' : `, ${failure}`}`,
      ok: failure === null ? null : false,
    };
    return [...found.map((line) => ({ ...line, what: `${name}: ${line.what.trim()}` })), end];
  });
  printLines(lines);
  const own = ownOf(outcomes);
  for (const [name, { title, unit, ours, others }] of Object.entries(PUBLISHED)) {
    const value = own[name as PublishedName];
    const shown = others.map((other) => `${other.who} ${other.value}`).join(', ');
    console.log(
      `${title}, ${unit} (${ours}): ${value === undefined ? 'not measured' : value.toFixed(1)}; published: ${shown}`,
    );
  }
}

function drawAll(outcomes: readonly Outcome[], about: string, file: string): void {
  const own = ownOf(outcomes);
  if (Object.keys(own).length === 0) {
    console.log('No picture: nothing was measured that others publish.');
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, pictureOfAll(own, about));
  console.log(`Picture: ${file}`);
}

/** The last value of each: of the shop, the one with the most variants. */
function ownOf(outcomes: readonly Outcome[]): Own {
  const own: Own = {};
  for (const { reports } of outcomes)
    for (const { lines } of reports) for (const { published } of lines) Object.assign(own, published);
  return own;
}
