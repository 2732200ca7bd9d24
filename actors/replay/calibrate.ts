import type { TravelTimes } from '../planning/travel-times.ts';
import type { ReplayLeg } from './day.ts';

export interface Calibrated {
  travel: TravelTimes;
  /** How much longer drives took than the model estimates. */
  factor: number;
  legs: number;
  /** Median absolute error of the calibrated model in seconds; null without legs. */
  medianErrorSeconds: number | null;
}

/** With fewer legs than this the model is left unchanged: a handful is not representative of a day. */
const MIN_LEGS = 8;
const FACTOR_BOUNDS = { least: 0.3, most: 3 };
/** Bounds of the seconds at a stop. */
const SERVICE_BOUNDS_SECONDS = { least: 0, most: 900 };

/** Fits `factor × model + service` to the driven legs by least squares, within plausible bounds. */
export function calibrate(legs: readonly ReplayLeg[], base: TravelTimes): Calibrated {
  const pairs = legs.map(({ from, to, seconds }) => ({ model: base.seconds(from, to), seconds }));
  if (pairs.length < MIN_LEGS)
    return { travel: base, factor: 1, legs: pairs.length, medianErrorSeconds: null };
  const means = {
    model: mean(pairs.map(({ model }) => model)),
    seconds: mean(pairs.map(({ seconds }) => seconds)),
  };
  let [both, square] = [0, 0];
  for (const { model, seconds } of pairs) {
    both += (model - means.model) * (seconds - means.seconds);
    square += (model - means.model) ** 2;
  }
  const factor = within(square === 0 ? 1 : both / square, FACTOR_BOUNDS);
  const service = Math.round(within(means.seconds - factor * means.model, SERVICE_BOUNDS_SECONDS));
  const errors = pairs.map(({ model, seconds }) => Math.abs(factor * model + service - seconds));
  const least = base.leastSecondsPerMetre;
  const travel: TravelTimes = {
    seconds: (from, to) => factor * base.seconds(from, to),
    service,
    ...(least === undefined ? {} : { leastSecondsPerMetre: factor * least }),
  };
  return { travel, factor, legs: pairs.length, medianErrorSeconds: median(errors) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value));
}
