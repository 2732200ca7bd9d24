/** Domain time. Authentication, leases, TTLs and rate limits never use it. */
export interface Clock {
  now(): Date;
}

export interface Ids {
  /** A fresh UUIDv7. */
  next(): string;
}
