/**
 * Reads an element without a bounds check: the solver's loops stay within their arrays by construction. There is one
 * function per array type, because a function that sees two types becomes polymorphic and slower.
 */
export function at(values: Int32Array, index: number): number {
  return values[index] as number;
}

export function realAt(values: Float64Array, index: number): number {
  return values[index] as number;
}
