/** Real time for limits and for gathering; simulated in simulations. Domain time is another matter. */
export interface Timers {
  /** Milliseconds since some fixed point. */
  now(): number;
  /** Runs once when what arrives together has arrived. */
  soon(work: () => void): void;
  /** Runs again and again until the returned function is called. Keeps no process alive. */
  every(milliseconds: number, work: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => performance.now(),
  soon: (work) => {
    setImmediate(work);
  },
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};
