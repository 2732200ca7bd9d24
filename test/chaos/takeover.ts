export interface Sample {
  /** Milliseconds since the run's clock began. */
  at: number;
  /** Milliseconds from the fault to the first answer. */
  took: number;
  fault: 'kill' | 'freeze';
  /** Redis or the primary of PostgreSQL was lost, or had been until shortly before. */
  withoutService: boolean;
  node: string;
  actor: number;
}

interface Watch extends Omit<Sample, 'took' | 'actor'> {
  done: () => undefined;
}

/** Milliseconds after a loss of Redis in which no process may own actors: boot guard, dwell and reconnecting. */
export const REDIS_SHADOW = 7_500;
/** Milliseconds without a response for an actor, after which a process may no longer own it. */
const OWNED_WITHIN_MS = 8_000;

/** How long actors stay unanswered after the process that owned them was killed or stopped. */
export class Takeover {
  readonly samples: Sample[] = [];
  readonly #owners: ({ node: string; at: number } | undefined)[] = [];
  readonly #watched = new Map<number, Watch>();
  #lostAt = Number.NEGATIVE_INFINITY;

  /** To be called when a command sent to this actor at `startedAt` was answered. */
  answered(actor: number, node: string, replayed: boolean, startedAt: number): void {
    const now = performance.now();
    if (!replayed) this.#owners[actor] = { node, at: now };
    const watch = this.#watched.get(actor);
    if (watch === undefined || startedAt < watch.at) return;
    this.#watched.delete(actor);
    const { fault, withoutService, at } = watch;
    this.samples.push({ at, took: now - at, fault, withoutService, node: watch.node, actor });
    watch.done();
  }

  serviceLost(): void {
    this.#lostAt = performance.now();
    for (const watch of this.#watched.values()) watch.withoutService = true;
  }

  /** Actors for which the process has recently answered a command. */
  ownedBy(node: string): number[] {
    const since = performance.now() - OWNED_WITHIN_MS;
    return this.#owners.flatMap((owner, actor) =>
      owner?.node === node && owner.at > since && !this.#watched.has(actor) ? [actor] : [],
    );
  }

  /**
   * Resolves when the actor has answered, or after `limit` milliseconds, which then count as its time. If the actor has
   * moved to another process and that one is struck, too, only the time since the second fault is measured.
   */
  watch(actor: number, node: string, fault: Sample['fault'], limit: number): Promise<void> {
    const at = performance.now();
    return new Promise((resolve) => {
      const watch = {
        at,
        fault,
        withoutService: at - this.#lostAt < REDIS_SHADOW,
        node,
        done: () => undefined,
      };
      const timer = setTimeout(() => {
        if (this.#watched.get(actor) === watch) this.answered(actor, node, true, at);
      }, limit);
      watch.done = () => {
        clearTimeout(timer);
        resolve();
        return undefined;
      };
      this.#watched.get(actor)?.done();
      this.#watched.set(actor, watch);
    });
  }
}
