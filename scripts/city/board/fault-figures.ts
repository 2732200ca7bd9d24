/** Faults injected so far; null on a run without faults. */
export interface FaultFigures {
  /** By what was done: "API killed". */
  readonly done: ReadonlyMap<string, number>;
  /** What is broken at the moment, in words; null when nothing is. */
  readonly now: string | null;
}
