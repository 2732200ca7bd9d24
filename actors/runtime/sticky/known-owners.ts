/**
 * Milliseconds for which the process that has just answered for an actor is taken for its owner without asking: far
 * less than a lease, so that a frozen owner is asked in vain hardly longer than its lease lasts.
 */
const KNOWN_FOR = 250;
const KEPT = 10_000;

interface Known {
  owner: string;
  until: number;
}

/**
 * Which processes have answered forwarded commands a moment ago. A hint and no more: an owner that is none any more
 * says so, having done nothing, and then Redis is asked as ever.
 */
export class KnownOwners {
  /** The longest unheard first. */
  readonly #owners = new Map<string, Known>();

  find(actor: string, now: number): string | null {
    const known = this.#owners.get(actor);
    return known !== undefined && now < known.until ? known.owner : null;
  }

  answered(actor: string, owner: string, now: number): void {
    this.#owners.delete(actor);
    this.#owners.set(actor, { owner, until: now + KNOWN_FOR });
    if (this.#owners.size <= KEPT) return;
    const [oldest] = this.#owners.keys();
    if (oldest !== undefined) this.#owners.delete(oldest);
  }

  forget(actor: string): void {
    this.#owners.delete(actor);
  }

  /** Drops what is too old anyway. */
  sweep(now: number): void {
    for (const [actor, { until }] of this.#owners) {
      if (now < until) return;
      this.#owners.delete(actor);
    }
  }

  clear(): void {
    this.#owners.clear();
  }
}
