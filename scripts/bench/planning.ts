import { parseArgs } from 'node:util';
import { plan } from '../../actors/planning/plan.ts';
import { Fault } from '../embedded/run.ts';
import { checkTours } from './check-tours.ts';
import { benchInsertion } from './insertion-time.ts';
import { type Instance, problemOf, readInstances, toursOf } from './li-lim.ts';

const COMPLETE_BAR = 27;
const GAP_BAR = 2;
/** Kept back for compiling the problem and for the report. */
const RESERVE_MS = 15;

interface Run {
  complete: boolean;
  gap: number;
  milliseconds: number;
  iterations: number;
}

/** Plans of the Li & Lim instances against the best ones known, with as many vehicles as those have. */
export async function benchPlanning(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  const instances = readInstances().filter(({ name }) => name.startsWith(values.only ?? ''));
  const [first] = instances;
  if (first === undefined) throw new Fault(`No instance ${values.only}`);
  const seconds = Number(values.seconds);
  // Warm, as a worker that has planned before.
  run(first, 0.3, 0);
  console.log(`Li & Lim, 100 stops, ${seconds} s each, one thread, Node ${process.version}`);
  console.log('instance  vehicles  assigned   distance  best known     gap  iterations     time');
  const runs = instances.map((instance) => run(instance, seconds, Number(values.seed), console.log));
  summary(runs);
  benchInsertion();
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

/** Best known distances have two decimals: what is nearer than that is none. */
function shown(gap: number): string {
  return Math.max(0, gap).toFixed(2);
}

function summary(runs: readonly Run[]): void {
  const complete = runs.filter((each) => each.complete);
  const gap = complete.reduce((sum, each) => sum + Math.max(0, each.gap), 0) / Math.max(1, complete.length);
  const seconds = runs.reduce((sum, each) => sum + each.milliseconds, 0) / 1000;
  const iterations = runs.reduce((sum, each) => sum + each.iterations, 0);
  console.log();
  const all = runs.length === 29;
  verdict(
    'fully assigned',
    `${complete.length} of ${runs.length}`,
    complete.length >= COMPLETE_BAR,
    all,
    COMPLETE_BAR,
  );
  verdict('average gap of these', `${gap.toFixed(2)} %`, gap <= GAP_BAR, all, `${GAP_BAR} %`);
  console.log(`iterations a second: ${Math.round(iterations / seconds).toLocaleString('en')}`);
}

function verdict(name: string, figure: string, met: boolean, judged: boolean, bar: string | number): void {
  console.log(judged ? `${name}: ${figure} (bar ${bar}: ${met ? 'met' : 'MISSED'})` : `${name}: ${figure}`);
  if (judged && !met) process.exitCode = 1;
}
