import type { GroupStore, GroupWriteResult } from '../activation-ports.ts';
import type { Riders } from '../piggybacked-outbox.ts';
import type { Timers } from '../ports.ts';
import type { Activation, Turn } from './activation.ts';
import type { ActivationLimits } from './limits.ts';
import type { ActivationMetrics } from './metrics.ts';

export interface BatcherOptions {
  store: GroupStore;
  limits: ActivationLimits;
  timers: Timers;
  metrics: ActivationMetrics;
  /**
   * Called with every turn of a batch and its result, in order; `unknown` when it is unclear whether the batch was
   * written.
   */
  onBatch(turns: readonly Turn[], results: readonly GroupWriteResult[] | 'unknown', cause: unknown): void;
  /** The actor's turns are in a batch, so it may decide further ones. */
  onSent(actor: Activation): void;
  /** Finished outbox rows that a batch deletes along with its work. */
  riders(): Riders;
}

/**
 * Gathers turns of all actors while the former batch is being written. An actor is in one batch at a time, since its
 * next turns build on those. Actors take turns, and the interactive and the background lane get half of a batch each
 * while both have something to write.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  /** Actors whose next unsent turn is interactive, and those whose next one is of the service itself. */
  #interactive = new Set<Activation>();
  #background = new Set<Activation>();
  #waiting = 0;
  #underWay = 0;
  #scheduled = false;
  #whenIdle: (() => void)[] = [];

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting;
  }

  add(turn: Turn): void {
    const { actor } = turn;
    actor.unsent.push(turn);
    this.#waiting += 1;
    if (actor.inFlight.length === 0 && actor.unsent.length === 1) this.#queue(actor, turn);
    this.#schedule();
  }

  /** Removes and returns an actor's turns that are not in a batch yet. */
  withdraw(actor: Activation): Turn[] {
    const turns = actor.unsent;
    actor.unsent = [];
    this.#waiting -= turns.length;
    this.#interactive.delete(actor);
    this.#background.delete(actor);
    return turns;
  }

  /** Resolves when nothing waits and no batch is being written. */
  drained(): Promise<void> {
    if (this.#quiet()) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #quiet(): boolean {
    return this.#waiting === 0 && this.#underWay === 0;
  }

  #queue(actor: Activation, head: Turn): void {
    (head.message.background ? this.#background : this.#interactive).add(actor);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.timers.soon(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    const { limits } = this.#options;
    while (this.#underWay === 0 || (this.#underWay < limits.pipeline && this.#waiting >= limits.worthwhile)) {
      const batch = this.#gather();
      if (batch.length === 0) break;
      void this.#write(batch);
    }
    if (this.#whenIdle.length > 0 && this.#quiet()) {
      for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  /** Fills a batch, taking from the lane that has had less; a lane with nothing left gives up its half. */
  #gather(): Turn[] {
    const { limits } = this.#options;
    const batch: Turn[] = [];
    const taken = new Map<Activation, Turn[]>();
    const shares = { interactive: 0, background: 0 };
    while (batch.length < limits.batch && this.#interactive.size + this.#background.size > 0) {
      const background =
        this.#interactive.size === 0 ||
        (this.#background.size > 0 && shares.background <= shares.interactive);
      const lane = background ? this.#background : this.#interactive;
      const [actor] = lane;
      if (actor === undefined) break;
      lane.delete(actor);
      const own = taken.get(actor) ?? [];
      taken.set(actor, own);
      const room = Math.min(limits.perActorAndBatch - own.length, limits.batch - batch.length);
      const turns = this.#take(actor, background, room);
      batch.push(...turns);
      own.push(...turns);
      shares[background ? 'background' : 'interactive'] += turns.length;
      const [next] = actor.unsent;
      if (next !== undefined && own.length < limits.perActorAndBatch) this.#queue(actor, next);
    }
    for (const [actor, turns] of taken) {
      actor.inFlight = turns;
      this.#waiting -= turns.length;
      // It was queued again because the batch had no capacity left, but must still wait for this batch.
      this.#interactive.delete(actor);
      this.#background.delete(actor);
      this.#options.onSent(actor);
    }
    return batch;
  }

  /** The actor's next turns of this lane; turns stay in the order of their decisions. */
  #take(actor: Activation, background: boolean, room: number): Turn[] {
    let count = 0;
    while (count < room && actor.unsent[count]?.message.background === background) count += 1;
    return actor.unsent.splice(0, count);
  }

  async #write(batch: readonly Turn[]): Promise<void> {
    const { store, timers, metrics, onBatch } = this.#options;
    this.#underWay += 1;
    const riders = this.#options.riders();
    const start = timers.now();
    let results: readonly GroupWriteResult[] | 'unknown';
    let cause: unknown;
    try {
      results = await store.write(
        batch.map(({ write }) => write),
        riders.ids,
      );
    } catch (error) {
      results = 'unknown';
      cause = error;
    }
    metrics.batch(batch.length, timers.now() - start);
    this.#underWay -= 1;
    riders.ended();
    const actors = new Set(batch.map(({ actor }) => actor));
    for (const actor of actors) actor.inFlight = [];
    onBatch(batch, results, cause);
    for (const actor of actors) {
      const [next] = actor.unsent;
      if (next !== undefined) this.#queue(actor, next);
      actor.notifyWaiters();
    }
    this.#schedule();
  }
}
