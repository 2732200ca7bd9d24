/** Something a worker does again and again. Safe to do twice and by several workers at once. */
export interface ScheduledJob {
  name: string;
  /** Milliseconds. */
  every: number;
  run(): Promise<unknown>;
}
