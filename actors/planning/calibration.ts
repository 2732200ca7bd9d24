/** A completed drive between two stops. */
export interface MeasuredLeg {
  fromZoneId: string | null;
  toZoneId: string | null;
  /** Hour of the local day in which it began, 0 to 23. */
  hour: number;
  /** Straight-line distance in metres. */
  straight: number;
  /** Seconds of driving. */
  seconds: number;
}

/** Ratios of driving time to the default estimate: 1.2 means 20 % longer. */
export interface TravelFactors {
  all: number;
  /** By `pairOf`: from one zone to another. */
  pairs: ReadonlyMap<string, number>;
  /** By `cellOf`: the same, for one hour of the day. */
  cells: ReadonlyMap<string, number>;
}

export const NO_FACTORS: TravelFactors = { all: 1, pairs: new Map(), cells: new Map() };

/** Default model: roads are 1.35 times as long as the straight line, driven at 30 km/h. */
const DEFAULT_SECONDS_PER_METRE = 1.35 / (30 / 3.6);

/** Number of legs that weigh as much as the prior. */
const WEIGHT_OF_PRIOR = 8;
/** Metres. Shorter legs measure doors and lifts rather than roads. */
const MIN_LEG_METRES = 150;
/**
 * Log ratio beyond which a leg is an outlier: five times the default or a fifth of it means a lunch break or a
 * forgotten button.
 */
const MAX_LOG_RATIO = Math.log(5);

export function pairOf(fromZoneId: string | null, toZoneId: string | null): string {
  return `${fromZoneId ?? '-'}>${toZoneId ?? '-'}`;
}

export function cellOf(pair: string, hour: number): string {
  return `${pair}@${hour}`;
}

export function defaultSeconds(straight: number): number {
  return straight * DEFAULT_SECONDS_PER_METRE;
}

export function factorOf(
  factors: TravelFactors,
  fromZoneId: string | null,
  toZoneId: string | null,
  hour: number,
): number {
  const pair = pairOf(fromZoneId, toZoneId);
  return factors.cells.get(cellOf(pair, hour)) ?? factors.pairs.get(pair) ?? factors.all;
}

/** The smallest factor: no leg is estimated to be quicker than this multiple of the default. */
export function leastFactor({ all, pairs, cells }: TravelFactors): number {
  let least = all;
  for (const known of [pairs, cells]) for (const factor of known.values()) least = Math.min(least, factor);
  return least;
}

/**
 * Estimates factors from completed legs, shrunk hierarchically: the overall factor towards the default, each pair of
 * zones towards the overall factor, each hour of a pair towards the pair. The fewer legs, the stronger the shrinkage.
 * Uses medians of logarithms, so that an outlier counts as one leg, however large.
 */
export function estimateFactors(legs: readonly MeasuredLeg[]): TravelFactors {
  const ratios = legs.filter(isTelling).map((leg) => ({ leg, pair: pairOf(leg.fromZoneId, leg.toZoneId) }));
  const all = drawn(
    ratios.map(({ leg }) => logRatio(leg)),
    0,
  );
  const pairs = grouped(ratios, ({ pair }) => pair);
  const byPair = new Map([...pairs].map(([pair, members]) => [pair, drawn(members, all)]));
  const cells = grouped(ratios, ({ leg, pair }) => cellOf(pair, leg.hour));
  const byCell = [...cells].map(([cell, members]) => {
    const pair = cell.slice(0, cell.lastIndexOf('@'));
    return [cell, Math.exp(drawn(members, byPair.get(pair) ?? all))] as const;
  });
  return {
    all: Math.exp(all),
    pairs: new Map([...byPair].map(([pair, value]) => [pair, Math.exp(value)])),
    cells: new Map(byCell),
  };
}

/** Mean absolute error in per cent of the driven time; null when no leg is usable. */
export function errorOf(factors: TravelFactors, legs: readonly MeasuredLeg[]): number | null {
  const errors = legs.filter(isTelling).map((leg) => {
    const factor = factorOf(factors, leg.fromZoneId, leg.toZoneId, leg.hour);
    return Math.abs(defaultSeconds(leg.straight) * factor - leg.seconds) / leg.seconds;
  });
  if (errors.length === 0) return null;
  return (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length;
}

function isTelling(leg: MeasuredLeg): boolean {
  return leg.straight >= MIN_LEG_METRES && leg.seconds > 0 && Math.abs(logRatio(leg)) <= MAX_LOG_RATIO;
}

function logRatio({ straight, seconds }: MeasuredLeg): number {
  return Math.log(seconds / defaultSeconds(straight));
}

function drawn(values: readonly number[], towards: number): number {
  if (values.length === 0) return towards;
  return (values.length * median(values) + WEIGHT_OF_PRIOR * towards) / (values.length + WEIGHT_OF_PRIOR);
}

type Ratio = { leg: MeasuredLeg; pair: string };

function grouped(ratios: readonly Ratio[], keyOf: (ratio: Ratio) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const ratio of ratios) {
    const key = keyOf(ratio);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [logRatio(ratio.leg)]);
    else group.push(logRatio(ratio.leg));
  }
  return groups;
}

/** The median, halfway between the two middle values when their number is even; NaN when empty. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}
