/**
 * Milliseconds for which a process that has answered for an actor is assumed to own it without asking Redis. Much
 * shorter than a lease, so that commands go to a frozen owner hardly longer than its lease lasts.
 */
const TRUST_MS = 250;
const MAX_KNOWN_OWNERS = 10_000;

interface Known {
  owner: string;
  until: number;
}

/**
 * Remembers which processes have just answered forwarded commands. Only a hint: a former owner answers that it does not
 * own the actor and has done nothing, and then Redis is asked.
 */
export class KnownOwners {
  /** Least recently heard first. */
  readonly #owners = new Map<string, Known>();

  find(actor: string, now: number): string | null {
    const known = this.#owners.get(actor);
    return known !== undefined && now < known.until ? known.owner : null;
  }

  answered(actor: string, owner: string, now: number): void {
    this.#owners.delete(actor);
    this.#owners.set(actor, { owner, until: now + TRUST_MS });
    if (this.#owners.size <= MAX_KNOWN_OWNERS) return;
    const [oldest] = this.#owners.keys();
    if (oldest !== undefined) this.#owners.delete(oldest);
  }

  forget(actor: string): void {
    this.#owners.delete(actor);
  }

  /** Drops expired entries. */
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
