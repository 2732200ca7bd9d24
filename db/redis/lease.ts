import type { LeaseTiming, TakenLease } from './lease-registry.ts';
import type { NodeTime } from './node-time.ts';

/**
 * An incarnation and its lease, as judged by the holder itself. It uses its own monotonic clock and errs on the early
 * side: the lease counts from the moment a successful request was *sent*, less a margin. A process that was stopped
 * finds the lease expired at its first check.
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

  /** Identifies the Redis memory in which the lease is stored; null before it was taken. */
  get boot(): string | null {
    return this.#boot;
  }

  /** Was held and has expired: this incarnation must never be used again. */
  get lapsed(): boolean {
    return this.#boot !== null && this.#time.now() >= this.#validUntil;
  }

  get live(): boolean {
    return this.#boot !== null && this.#time.now() < this.#validUntil;
  }

  /** Whether Redis's memory is old enough for claims, as far as is known here; Redis itself decides. */
  get claimable(): boolean {
    return this.live && this.#time.now() >= this.#claimableAt;
  }

  taken(sentAt: number, { boot, claimableIn }: TakenLease): void {
    const validUntil = sentAt + this.#life;
    // The answer came too late to be useful, and nothing relied on it: the lease is taken again.
    if (this.#time.now() >= validUntil) return;
    this.#boot = boot;
    this.#validUntil = validUntil;
    this.#claimableAt = this.#time.now() + claimableIn;
  }

  renewed(sentAt: number): void {
    this.#validUntil = Math.max(this.#validUntil, sentAt + this.#life);
  }
}
