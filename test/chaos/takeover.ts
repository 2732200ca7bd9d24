export interface Sample {
  /** Milliseconds since the run's clock began. */
  at: number;
  /** Milliseconds from the fault to the first answer. */
  took: number;
  fault: 'kill' | 'freeze';
  /** Redis was away, or had been a short while before. */
  withoutRedis: boolean;
  node: string;
  actor: number;
}

interface Watch extends Omit<Sample, 'took' | 'actor'> {
  done: () => undefined;
}

/** Milliseconds for which the loss of Redis keeps owners away: boot guard, dwell, and the way back. */
export const REDIS_SHADOW = 7_500;
/** An owner that has answered nothing for so long may be none any more. */
const OWNED_WITHIN_MS = 8_000;

/** How long actors stay unanswered after the process that owned them was killed or stopped. */
export class Takeover {
  readonly samples: Sample[] = [];
  readonly #owners: ({ node: string; at: number } | undefined)[] = [];
  readonly #watched = new Map<number, Watch>();
  #redisLostAt = Number.NEGATIVE_INFINITY;

  /** An attempt on this actor that left at `startedAt` was answered. */
  answered(actor: number, node: string, replayed: boolean, startedAt: number): void {
    const now = performance.now();
    if (!replayed) this.#owners[actor] = { node, at: now };
    const watch = this.#watched.get(actor);
    if (watch === undefined || startedAt < watch.at) return;
    this.#watched.delete(actor);
    const { fault, withoutRedis, at } = watch;
    this.samples.push({ at, took: now - at, fault, withoutRedis, node: watch.node, actor });
    watch.done();
  }

  redisLost(): void {
    this.#redisLostAt = performance.now();
    for (const watch of this.#watched.values()) watch.withoutRedis = true;
  }

  /** Actors that the process has lately decided for. */
  ownedBy(node: string): number[] {
    const since = performance.now() - OWNED_WITHIN_MS;
    return this.#owners.flatMap((owner, actor) =>
      owner?.node === node && owner.at > since && !this.#watched.has(actor) ? [actor] : [],
    );
  }

  /**
   * Resolves when the actor was answered for, or after so many milliseconds, which is what it took then. An actor that
   * has moved on to a process which is struck as well is watched from the second blow only.
   */
  watch(actor: number, node: string, fault: Sample['fault'], limit: number): Promise<void> {
    const at = performance.now();
    return new Promise((resolve) => {
      const watch = {
        at,
        fault,
        withoutRedis: at - this.#redisLostAt < REDIS_SHADOW,
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
