import { plan } from '../../actors/planning/plan.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readBenchOptions } from './bench-options.ts';
import { checkTours } from './check-tours.ts';
import { insertionTime } from './insertion-time.ts';
import { type Instance, problemOf, readInstances, toursOf } from './li-lim.ts';
import { type Line, machine, printReport } from './report.ts';

const COMPLETE_BAR = 27;
const GAP_BAR = 2;
/** Reserved for compiling the problem and for the report. */
const RESERVE_MS = 15;

interface Run {
  complete: boolean;
  gap: number;
  milliseconds: number;
  iterations: number;
}

/** Plans of the Li & Lim instances compared with the best known ones, with as many vehicles as those have. */
export async function benchPlanning(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'planning',
    {
      seconds: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
    args,
  );
  const instances = readInstances().filter(({ name }) => name.startsWith(values.only ?? ''));
  const [first] = instances;
  if (first === undefined) throw new CommandError(`No instance ${values.only}`);
  const seconds = Number(values.seconds);
  const notes = [
    machine(),
    `Li & Lim, 100 stops, as many vehicles as the best known, ${seconds} s each, one thread`,
  ];
  // Warmed up, like a worker that has planned before.
  run(first, 0.3, 0);
  console.log('instance  vehicles  assigned   distance  best known     gap  iterations     time');
  const runs = instances.map((instance) => run(instance, seconds, Number(values.seed), console.log));
  printReport(notes, [...linesOf(runs), insertionTime()]);
}

function run(
  instance: Instance,
  seconds: number,
  seed: number,
  show: (line: string) => void = () => {},
): Run {
  const problem = problemOf(instance);
  const start = performance.now();
  const limit = seconds * 1000 - RESERVE_MS;
  const found = plan(problem, {
    seed,
    budget: () => (performance.now() - start) / limit,
    latenessCost: 1,
    changeCost: 0,
    maxMoved: null,
  });
  const milliseconds = performance.now() - start;
  const { name, bestKnown } = instance;
  const tours = toursOf(instance, found);
  const { distance, served, requests } = checkTours(instance, tours);
  const complete = served === requests;
  const gap = 100 * (distance / bestKnown.distance - 1);
  const used = tours.filter(({ length }) => length > 0).length;
  const columns = [
    name.padEnd(8),
    `${used}/${bestKnown.vehicles}`.padStart(9),
    `${served}/${requests}`.padStart(9),
    distance.toFixed(2).padStart(10),
    bestKnown.distance.toFixed(2).padStart(11),
    (complete ? `${shown(gap)} %` : '-').padStart(7),
    String(found.iterations).padStart(11),
    `${Math.round(milliseconds)} ms`.padStart(8),
  ];
  show(columns.join(' '));
  return { complete, gap, milliseconds, iterations: found.iterations };
}

/** Best known distances have two decimals: a smaller gap is none. */
function shown(gap: number): string {
  return Math.max(0, gap).toFixed(2);
}

function linesOf(runs: readonly Run[]): Line[] {
  const complete = runs.filter((each) => each.complete);
  const gap = complete.reduce((sum, each) => sum + Math.max(0, each.gap), 0) / Math.max(1, complete.length);
  const seconds = runs.reduce((sum, each) => sum + each.milliseconds, 0) / 1000;
  const iterations = runs.reduce((sum, each) => sum + each.iterations, 0) / seconds;
  const longest = Math.max(...runs.map(({ milliseconds }) => milliseconds));
  // The limits apply to the whole set.
  const judged = (met: boolean) => (runs.length === 29 ? met : null);
  return [
    {
      what: 'instances fully assigned',
      bar: `at least ${COMPLETE_BAR} of 29`,
      value: `${complete.length} of ${runs.length}`,
      ok: judged(complete.length >= COMPLETE_BAR),
    },
    {
      what: 'average gap of these to the best known',
      bar: `at most ${GAP_BAR} %`,
      value: `${gap.toFixed(2)} %`,
      ok: judged(gap <= GAP_BAR),
    },
    { what: 'longest plan', bar: '', value: `${Math.round(longest)} ms`, ok: null },
    { what: 'iterations a second', bar: '', value: Math.round(iterations).toLocaleString('en'), ok: null },
  ];
}
