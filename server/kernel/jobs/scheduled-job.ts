/** Work that a worker repeats. Must be idempotent and safe to run in several workers at once. */
export interface ScheduledJob {
  name: string;
  /** Milliseconds. */
  every: number;
  run(): Promise<unknown>;
}
