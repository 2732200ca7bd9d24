import { POLICIES } from '../../../actors/assignment/policies.ts';
import type { PolicyName } from '../../../actors/assignment/policy.ts';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { AFTERWARDS_MS, simulate } from '../../../actors/replay/simulate.ts';
import { planDay } from '../model/plan-day.ts';
import { learnedTravel } from './beliefs.ts';
import { labDay } from './lab-day.ts';
import { labReality } from './lab-reality.ts';
import { type Measures, measure } from './measure.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface LabOptions {
  seeds: readonly number[];
  orders: number;
  drivers: number;
  hours: number;
  policies: readonly PolicyName[];
  /** The service's settings of the same names. */
  batchSeconds: number;
  fairnessToleranceSeconds: number;
}

export interface LabReport {
  options: LabOptions;
  runs: PolicyRuns[];
}

export interface PolicyRuns {
  policy: PolicyName;
  /** In the order of the seeds. */
  measures: Measures[];
  /** Change in per cent against the rival on the same seeds, negative if lower; null for the rival itself. */
  against: { lateness: number[]; distance: number[] } | null;
}

/** What most services do: the policy that every other is compared with. */
export const RIVAL: PolicyName = 'NEAREST';

/** Simulates the same days under each policy. The same options give the same report. */
export function compare(
  options: LabOptions,
  area: ServiceArea,
  onProgress: (done: number) => void,
): LabReport {
  const { seeds, policies } = options;
  const measures = new Map<PolicyName, Measures[]>(policies.map((policy) => [policy, []]));
  for (const [index, seed] of seeds.entries()) {
    for (const [policy, result] of runSeed(seed, options, area)) measures.get(policy)?.push(result);
    onProgress(index + 1);
  }
  const rival = measures.get(RIVAL);
  const runs = policies.map((policy): PolicyRuns => {
    const own = measures.get(policy) ?? [];
    const against = rival === undefined || policy === RIVAL ? null : changes(own, rival);
    return { policy, measures: own, against };
  });
  return { options, runs };
}

export function spreadsOf({ measures }: PolicyRuns, key: keyof Measures): Spread {
  return spreadOf(measures.map((each) => each[key]));
}

function runSeed(seed: number, options: LabOptions, area: ServiceArea): [PolicyName, Measures][] {
  const { orders, drivers, hours, policies, fairnessToleranceSeconds } = options;
  const plan = planDay({ seed, orders, drivers, hours });
  const day = labDay(plan, area);
  const travel = learnedTravel(plan);
  const reality = labReality(plan);
  return policies.map((policy) => {
    const batchSeconds = policy === 'BATCHED' ? options.batchSeconds : 0;
    const terms = { travel, batchSeconds, fairnessToleranceSeconds, seed, reality };
    return [policy, measure(day, simulate(day, POLICIES[policy], terms), day.to + AFTERWARDS_MS)];
  });
}

function changes(own: readonly Measures[], rival: readonly Measures[]): NonNullable<PolicyRuns['against']> {
  const change = (key: 'latenessHours' | 'kilometres') =>
    own.map((each, index) => {
      const other = rival[index]?.[key] ?? 0;
      return other === 0 ? 0 : 100 * (each[key] / other - 1);
    });
  return { lateness: change('latenessHours'), distance: change('kilometres') };
}
