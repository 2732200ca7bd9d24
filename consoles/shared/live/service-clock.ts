/** The service's time, extrapolated by a console: it was `at` when this page's clock showed `heardAt`. */
export interface ServiceClock {
  /** Milliseconds since the epoch, in the service's time. */
  at: number;
  /** Seconds of service time per second. */
  rate: number;
  /** Milliseconds since the epoch, by this machine's clock, which may be wrong. */
  heardAt: number;
}

export function serviceTime({ at, rate, heardAt }: ServiceClock, realNow: number): number {
  return at + (realNow - heardAt) * rate;
}
