/** Milliseconds between a failed attempt and the next. */
const AGAIN = 15_000;
/** Fewest milliseconds between two renewals, however short a token's lifetime. */
const SOONEST = 1_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Renews a connection's token after four fifths of its lifetime, by the service's clock, since a phone's may be wrong.
 */
export class TokenRenewal {
  readonly #renew: () => Promise<string | null>;
  /** Milliseconds by which this device's clock is ahead of the service's. */
  #ahead = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `renew` resolves with the new token's expiry, RFC 3339, or null if it should be retried. It never rejects. */
  constructor(renew: () => Promise<string | null>) {
    this.#renew = renew;
  }

  /** A connection began. Both RFC 3339: the service's present time, and the token's expiry. */
  begin(at: string, expiresAt: string): void {
    this.#ahead = Date.now() - Date.parse(at);
    this.#before(expiresAt);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #before(expiresAt: string): void {
    const left = Date.parse(expiresAt) - (Date.now() - this.#ahead);
    this.#in(Math.min(MAX_TIMER_MS, Math.max(SOONEST, left * 0.8)));
  }

  #in(pause: number): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(() => void this.#now(), pause);
    this.#timer = timer;
  }

  async #now(): Promise<void> {
    const timer = this.#timer;
    const expiresAt = await this.#renew();
    // Stopped or restarted meanwhile.
    if (timer === undefined || timer !== this.#timer) return;
    if (expiresAt === null) this.#in(AGAIN);
    else this.#before(expiresAt);
  }
}
