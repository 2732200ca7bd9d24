/**
 * An element that is there: the solver's loops stay within their arrays by construction. One function for each kind
 * of array, as reads through a function that sees two kinds are slower.
 */
export function at(values: Int32Array, index: number): number {
  return values[index] as number;
}

export function realAt(values: Float64Array, index: number): number {
  return values[index] as number;
}
