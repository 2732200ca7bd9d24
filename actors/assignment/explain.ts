import {
  type Field,
  type Fitting,
  rankOf,
  shownExcluded,
  shownFitting,
  type WeighedDriver,
} from './candidate.ts';
import type { AssignmentWorld } from './world.ts';

/** Of a choice so many drivers are kept, so that it stays small however many there are. */
export const CANDIDATES_KEPT = 20;
/** Of those who fit; the others' places go to the excluded. */
const FITTING_KEPT = 12;

/** What is kept of those looked at: the chosen one, those who fit with the cheapest first, and some whom each rule excluded. */
export function explained(
  { asked, fitting, excluded }: Field,
  chosen: Fitting | null,
  world: AssignmentWorld,
): { candidates: WeighedDriver[]; excludedBy: { [rule: string]: number } } {
  const others = fitting.filter((each) => each !== chosen).sort(byKnownCost);
  const first = chosen === null ? [] : [chosen];
  const fit = [...first, ...others].map((each) => shownFitting(each, world));
  const out = spread(excluded, ({ rule }) => rankOf(rule)).map((each) => shownExcluded(each, asked));
  const off = notOnDuty(world);
  const unfit = [...out, ...off];
  const kept = fit.slice(0, Math.max(FITTING_KEPT, CANDIDATES_KEPT - unfit.length));
  const candidates = [...kept, ...unfit].slice(0, CANDIDATES_KEPT);
  return { candidates, excludedBy: countRules(excluded, world.others.count) };
}

/** Who was weighed to the end stands before who was not. */
function byKnownCost(left: Fitting, right: Fitting): number {
  if (left.insertion !== null && right.insertion !== null) return left.insertion.cost - right.insertion.cost;
  if (left.insertion !== null) return -1;
  return right.insertion !== null ? 1 : left.atLeast - right.atLeast;
}

/** One of each rule, then a second of each, and so on; rules nearer to fitting first. No more than are kept. */
function spread<T>(items: readonly T[], rank: (item: T) => number): T[] {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const at = rank(item);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [item]);
    else if (group.length < CANDIDATES_KEPT) group.push(item);
  }
  const ordered = [...groups].sort(([left], [right]) => right - left).map(([, group]) => group);
  const found: T[] = [];
  for (let round = 0; round < CANDIDATES_KEPT && found.length < CANDIDATES_KEPT; round += 1) {
    for (const group of ordered) {
      const item = group[round];
      if (item !== undefined) found.push(item);
    }
  }
  return found.slice(0, CANDIDATES_KEPT);
}

function notOnDuty({ others }: AssignmentWorld): WeighedDriver[] {
  return others.some.slice(0, CANDIDATES_KEPT).map(({ id, name }) => ({
    driverId: id,
    driverName: name,
    eligible: false,
    costSeconds: null,
    rule: 'NOT_ON_DUTY',
    detail: null,
  }));
}

function countRules(excluded: Field['excluded'], notOnDutyCount: number): { [rule: string]: number } {
  const counts = new Map<string, number>(notOnDutyCount > 0 ? [['NOT_ON_DUTY', notOnDutyCount]] : []);
  for (const { rule } of excluded) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return Object.fromEntries(counts);
}
