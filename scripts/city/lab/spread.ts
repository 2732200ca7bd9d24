/** Mean and deviation of one value over the seeds. */
export interface Spread {
  mean: number;
  /** Standard deviation of the sample; 0 with one value. */
  deviation: number;
  least: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('there is nothing to summarise');
  const mean = sum(values) / values.length;
  const squares = sum(values.map((value) => (value - mean) ** 2));
  return {
    mean,
    deviation: values.length === 1 ? 0 : Math.sqrt(squares / (values.length - 1)),
    least: Math.min(...values),
    most: Math.max(...values),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
