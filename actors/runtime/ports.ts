/** Domain time. Authentication, leases, TTLs and rate limits never use it. */
export interface Clock {
  now(): Date;
}

/** Time for waiting, for limits and for gathering: it never leaps. Simulated in simulations. */
export interface Timers {
  /** Milliseconds since some fixed point. */
  now(): number;
  /** Runs once when what arrives together has arrived. */
  soon(work: () => void): void;
  /** Runs once after so many milliseconds, unless the returned function is called before. Keeps no process alive. */
  after(milliseconds: number, work: () => void): () => void;
  /** Runs again and again until the returned function is called. Keeps no process alive. */
  every(milliseconds: number, work: () => void): () => void;
}

export interface Ids {
  /** A fresh UUIDv7. */
  next(): string;
}
