/** Work that a worker repeats. Must be idempotent and safe to run in several workers at once. */
export interface ScheduledJob {
  name: string;
  /** Milliseconds. */
  every: number;
  /** May return a JobReport, or the number of items it handled; anything else says nothing. */
  run(): Promise<unknown>;
}

/** What a run has done. */
export interface JobReport {
  items: number;
  /** It ended with work left, because of the limit of a run. */
  more: boolean;
}

/** What a job's result says; null if it says nothing. */
export function reportOf(result: unknown): JobReport | null {
  if (typeof result === 'number') return { items: result, more: false };
  if (typeof result !== 'object' || result === null) return null;
  const { items, more } = result as Partial<JobReport>;
  return typeof items === 'number' && typeof more === 'boolean' ? { items, more } : null;
}
