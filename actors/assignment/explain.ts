import {
  type Field,
  type Fitting,
  rankOf,
  shownExcluded,
  shownFitting,
  type WeighedDriver,
} from './candidate.ts';
import type { AssignmentWorld } from './world.ts';

/** Considered drivers stored with each choice, so that its size does not depend on how many drivers there are. */
export const MAX_CANDIDATES = 20;
/** Of those, how many may be drivers who fit; the rest is left for excluded ones. */
const MAX_FITTING_CANDIDATES = 12;

/**
 * The drivers to store with a choice: the chosen one, then those who fit by cost, then samples of the excluded for each
 * rule.
 */
export function explained(
  { asked, fitting, excluded }: Field,
  chosen: Fitting | null,
  world: AssignmentWorld,
): { candidates: WeighedDriver[]; excludedBy: { [rule: string]: number } } {
  const out = spread(excluded, ({ rule }) => rankOf(rule)).map((each) => shownExcluded(each, asked));
  const unfit = [...out, ...notOnDuty(world)];
  const kept = cheapest(fitting, chosen, Math.max(MAX_FITTING_CANDIDATES, MAX_CANDIDATES - unfit.length));
  const candidates = [...kept.map((each) => shownFitting(each, asked, world)), ...unfit].slice(
    0,
    MAX_CANDIDATES,
  );
  return { candidates, excludedBy: countRules(excluded, world.others.count) };
}

/**
 * The chosen driver first, then drivers with an exact cost by cost, then the others by lower bound, in the order given.
 */
function cheapest(fitting: readonly Fitting[], chosen: Fitting | null, most: number): Fitting[] {
  const weighed: Fitting[] = [];
  const open: Fitting[] = [];
  for (const each of fitting) {
    if (each === chosen) continue;
    if (each.insertion !== null) weighed.push(each);
    else if (open.length < most) open.push(each);
  }
  weighed.sort((left, right) => (left.insertion?.cost ?? 0) - (right.insertion?.cost ?? 0));
  return [...(chosen === null ? [] : [chosen]), ...weighed, ...open].slice(0, most);
}

/**
 * One driver of each rule, then a second of each, and so on, starting with rules closest to fitting; at most
 * MAX_CANDIDATES.
 */
function spread<T>(items: readonly T[], rank: (item: T) => number): T[] {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const at = rank(item);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [item]);
    else if (group.length < MAX_CANDIDATES) group.push(item);
  }
  const ordered = [...groups].sort(([left], [right]) => right - left).map(([, group]) => group);
  const found: T[] = [];
  for (let round = 0; round < MAX_CANDIDATES && found.length < MAX_CANDIDATES; round += 1) {
    for (const group of ordered) {
      const item = group[round];
      if (item !== undefined) found.push(item);
    }
  }
  return found.slice(0, MAX_CANDIDATES);
}

function notOnDuty({ others }: AssignmentWorld): WeighedDriver[] {
  return others.some.slice(0, MAX_CANDIDATES).map(({ id, name }) => ({
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
