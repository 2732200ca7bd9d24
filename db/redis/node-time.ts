import { realTimers } from '../real-timers.ts';

/** Time as leases judge it: it never leaps with the wall clock, and goes on while the process is stopped. */
export interface NodeTime {
  /** Milliseconds on the monotonic clock. */
  now(): number;
  /** Runs once after so many milliseconds; gives the way to cancel it. */
  after(ms: number, run: () => void): () => void;
  /** Runs as soon as what is under way in this turn of the event loop is done. */
  soon(run: () => void): void;
}

export const realTime: NodeTime = realTimers;

/** Settles as `work` does, or rejects after so many milliseconds; `work` itself goes on then. */
export function answeredWithin<T>(time: NodeTime, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = time.after(ms, () => reject(new Error(`No answer within ${ms} ms.`)));
    work.then(resolve, reject).finally(cancel);
  });
}
