import type { NodeTime } from './node-time.ts';
import type { LeaseTiming, TakenLease } from './register.ts';

/**
 * One incarnation and its lease as the holder itself judges them, by its own monotonic clock and always too early
 * rather than too late: from the moment an answered request was *sent*, less a margin. A stopped process finds the
 * lease lapsed as soon as it asks.
 */
export class Lease {
  readonly incarnation: string;
  readonly #time: NodeTime;
  readonly #life: number;
  #boot: string | null = null;
  #validUntil = 0;
  #claimableAt = Number.POSITIVE_INFINITY;

  constructor(incarnation: string, time: NodeTime, timing: LeaseTiming) {
    this.incarnation = incarnation;
    this.#time = time;
    this.#life = timing.ttl - timing.margin;
  }

  /** Names the memory of Redis the lease stands in; null before it was taken. */
  get boot(): string | null {
    return this.#boot;
  }

  /** Held once, and no longer: this incarnation must never be used again. */
  get lapsed(): boolean {
    return this.#boot !== null && this.#time.now() >= this.#validUntil;
  }

  get live(): boolean {
    return this.#boot !== null && this.#time.now() < this.#validUntil;
  }

  /** Whether Redis has its memory for long enough, as far as is known here; Redis itself decides. */
  get claimable(): boolean {
    return this.live && this.#time.now() >= this.#claimableAt;
  }

  taken(sentAt: number, { boot, claimableIn }: TakenLease): void {
    const validUntil = sentAt + this.#life;
    // An answer as late as this is worth nothing, and nothing was built on it: the lease is taken again.
    if (this.#time.now() >= validUntil) return;
    this.#boot = boot;
    this.#validUntil = validUntil;
    this.#claimableAt = this.#time.now() + claimableIn;
  }

  renewed(sentAt: number): void {
    this.#validUntil = Math.max(this.#validUntil, sentAt + this.#life);
  }
}
