import { seededChance } from '../../../scripts/shared/chance.ts';

export type CityFault =
  /** SIGKILL to one of the API processes, or to the worker. */
  | { do: 'kill-api' }
  | { do: 'kill-worker' }
  /** SIGKILL; started again, empty, after this many milliseconds. */
  | { do: 'kill-redis'; down: number }
  | { do: 'empty-redis' }
  /** As in a crash: no checkpoint, every session cut, recovery from the log. */
  | { do: 'restart-postgres' }
  /** Every session ended, whatever it is doing. */
  | { do: 'cut-connections' };

export type FaultCounts = { readonly [kind in CityFault['do']]: number };

export interface PlannedFault {
  /** How far the day has progressed by then, in the unit of its span. */
  at: number;
  fault: CityFault;
}

/**
 * Fractions of the day before the first fault and after the last one, so that every fault has load and time to recover.
 */
const CALM_BEFORE = 0.08;
const CALM_AFTER = 0.2;
/** Fraction of its interval by which a fault may be early or late. */
const SCATTER = 0.6;

/**
 * The faults of a day, spread over it, in an order and at moments that follow from the seed.
 * @param span How far the day goes, in any unit: milliseconds, or the fraction of its work that is done.
 */
export function planFaults(options: { seed: number; span: number; counts: FaultCounts }): PlannedFault[] {
  const { seed, span, counts } = options;
  const chance = seededChance(seed);
  const kinds = (Object.keys(counts) as CityFault['do'][]).flatMap((kind) =>
    Array.from({ length: counts[kind] }, () => kind),
  );
  const begin = span * CALM_BEFORE;
  const stretch = (span * (1 - CALM_BEFORE - CALM_AFTER)) / Math.max(1, kinds.length);
  return chance.shuffled(kinds).map((kind, index) => ({
    at: begin + stretch * (index + 0.5 + SCATTER * (chance.unit() - 0.5)),
    fault: kind === 'kill-redis' ? { do: kind, down: chance.whole(0, 2_500) } : { do: kind },
  }));
}

/** Faults of every kind, more of them for a longer day. @param span Milliseconds of real time. */
export function usualCounts(span: number): FaultCounts {
  const every = (milliseconds: number) => Math.max(1, Math.round(span / milliseconds));
  return {
    'kill-api': every(20_000),
    'kill-worker': every(60_000),
    'kill-redis': every(60_000),
    'empty-redis': every(90_000),
    'restart-postgres': every(60_000),
    'cut-connections': every(90_000),
  };
}
