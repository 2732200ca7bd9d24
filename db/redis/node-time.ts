import { realTimers } from '../real-timers.ts';

/** Time for leases: monotonic, and also advancing while the process is stopped. */
export interface NodeTime {
  /** Milliseconds on the monotonic clock. */
  now(): number;
  /** Runs once after this many milliseconds; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Runs after the current turn of the event loop. */
  soon(run: () => void): void;
}

export const realTime: NodeTime = realTimers;

/** Settles like `work`, or rejects after this many milliseconds; `work` itself continues then. */
export function answeredWithin<T>(time: NodeTime, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = time.after(ms, () => reject(new Error(`No answer within ${ms} ms.`)));
    work.then(resolve, reject).finally(cancel);
  });
}
