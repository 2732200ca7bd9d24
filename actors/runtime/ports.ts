/** Domain time. Never used for authentication, leases, TTLs or rate limits. */
export interface Clock {
  now(): Date;
}

/** Monotonic time for waiting and timeouts. Simulated in simulations. */
export interface Timers {
  /** Milliseconds since an arbitrary fixed point. */
  now(): number;
  /** Runs once, after everything that arrives in the same turn of the event loop. */
  soon(work: () => void): void;
  /**
   * Runs once after this many milliseconds, unless the returned function is called before. Does not keep the process
   * alive.
   */
  after(milliseconds: number, work: () => void): () => void;
  /** Runs repeatedly until the returned function is called. Does not keep the process alive. */
  every(milliseconds: number, work: () => void): () => void;
}

export interface Ids {
  /** A new UUIDv7. */
  next(): string;
}
