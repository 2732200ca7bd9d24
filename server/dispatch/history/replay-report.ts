import { POLICIES } from '../../../actors/assignment/policies.ts';
import type { PolicyName } from '../../../actors/assignment/policy.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { calibrate } from '../../../actors/replay/calibrate.ts';
import type { ReplayDay } from '../../../actors/replay/day.ts';
import {
  type Agreement,
  agreementWith,
  type DayFigures,
  figuresOf,
  recordedOutcome,
} from '../../../actors/replay/figures.ts';
import { simulate } from '../../../actors/replay/simulate.ts';

export interface ReplayOptions {
  policies: readonly PolicyName[];
  seed: number;
  /** Seconds for which BATCHED lets tasks wait for others. */
  batchSeconds: number;
  fairnessToleranceSeconds: number;
}

export interface ReplayReport {
  day: string;
  seed: number;
  batchSeconds: number;
  fairnessToleranceSeconds: number;
  /** What the day's driven legs say about the travel-time model. */
  travel: { factor: number; serviceSeconds: number; legs: number; medianErrorSeconds: number | null };
  recorded: DayFigures;
  runs: { policy: PolicyName; figures: DayFigures; agreement: Agreement }[];
}

/** The day as it happened, and as each policy would have run it. Deterministic for the same day and seed. */
export function replayReport(day: ReplayDay, options: ReplayOptions): ReplayReport {
  const { policies, seed, batchSeconds, fairnessToleranceSeconds } = options;
  const { travel, factor, legs, medianErrorSeconds } = calibrate(day.legs, cityTravelTimes);
  const runs = policies.map((policy) => {
    const window = policy === 'BATCHED' ? batchSeconds : 0;
    const outcome = simulate(day, POLICIES[policy], {
      travel,
      seed,
      batchSeconds: window,
      fairnessToleranceSeconds,
    });
    return { policy, figures: figuresOf(day, outcome), agreement: agreementWith(day, outcome) };
  });
  return {
    day: day.day,
    seed,
    batchSeconds,
    fairnessToleranceSeconds,
    travel: {
      factor: Math.round(factor * 1000) / 1000,
      serviceSeconds: travel.service,
      legs,
      medianErrorSeconds,
    },
    recorded: figuresOf(day, recordedOutcome(day)),
    runs,
  };
}
