/** The service's own time as a console reckons it: `at` was true when this page's clock showed `heardAt`. */
export interface ServiceClock {
  /** Milliseconds since the epoch, in the service's time. */
  at: number;
  /** Seconds of the service's time in a second. */
  rate: number;
  /** Milliseconds since the epoch, on this machine, whose clock may be wrong. */
  heardAt: number;
}

export function serviceTime({ at, rate, heardAt }: ServiceClock, realNow: number): number {
  return at + (realNow - heardAt) * rate;
}
