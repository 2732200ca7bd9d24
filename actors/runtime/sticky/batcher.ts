import type { Timers } from '../ports.ts';
import type { Riders } from '../riding-outbox.ts';
import type { GroupStore, GroupWriteResult } from '../sticky-ports.ts';
import type { StickyLimits } from './limits.ts';
import type { StickyMetrics } from './metrics.ts';
import type { OwnedActor, Turn } from './owned-actor.ts';

export interface BatcherOptions {
  store: GroupStore;
  limits: StickyLimits;
  timers: Timers;
  metrics: StickyMetrics;
  /** Every turn of a batch with its result, in order; `unknown` when nobody knows whether it was written. */
  onBatch(turns: readonly Turn[], results: readonly GroupWriteResult[] | 'unknown', cause: unknown): void;
  /** The actor's turns went into a batch: it may decide further ones. */
  onSent(actor: OwnedActor): void;
  /** Finished outbox rows that a batch takes along. */
  riders(): Riders;
}

/**
 * Gathers turns of all actors while the former batch is under way. An actor is in one batch at a time, since its
 * next turns build on those; actors take turns, and people and the service itself get half of a batch each while
 * both have something to write.
 */
export class Batcher {
  readonly #options: BatcherOptions;
  /** Actors whose next unsent turn is a person's, and the service's own. */
  #people = new Set<OwnedActor>();
  #system = new Set<OwnedActor>();
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

  /** Forgets an actor's turns that are in no batch yet, and returns them. */
  withdraw(actor: OwnedActor): Turn[] {
    const turns = actor.unsent;
    actor.unsent = [];
    this.#waiting -= turns.length;
    this.#people.delete(actor);
    this.#system.delete(actor);
    return turns;
  }

  /** Resolves when nothing waits and nothing is under way. */
  drained(): Promise<void> {
    if (this.#quiet()) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #quiet(): boolean {
    return this.#waiting === 0 && this.#underWay === 0;
  }

  #queue(actor: OwnedActor, head: Turn): void {
    (head.message.system ? this.#system : this.#people).add(actor);
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

  /** Takes from the line that has had less; one that has nothing more leaves its half to the other. */
  #gather(): Turn[] {
    const { limits } = this.#options;
    const batch: Turn[] = [];
    const taken = new Map<OwnedActor, Turn[]>();
    const shares = { people: 0, system: 0 };
    while (batch.length < limits.batch && this.#people.size + this.#system.size > 0) {
      const system = this.#people.size === 0 || (this.#system.size > 0 && shares.system <= shares.people);
      const line = system ? this.#system : this.#people;
      const [actor] = line;
      if (actor === undefined) break;
      line.delete(actor);
      const own = taken.get(actor) ?? [];
      taken.set(actor, own);
      const room = Math.min(limits.perActorAndBatch - own.length, limits.batch - batch.length);
      const turns = this.#take(actor, system, room);
      batch.push(...turns);
      own.push(...turns);
      shares[system ? 'system' : 'people'] += turns.length;
      const [next] = actor.unsent;
      if (next !== undefined && own.length < limits.perActorAndBatch) this.#queue(actor, next);
    }
    for (const [actor, turns] of taken) {
      actor.inFlight = turns;
      this.#waiting -= turns.length;
      // Queued again by room that the batch did not have; it must wait for this batch all the same.
      this.#people.delete(actor);
      this.#system.delete(actor);
      this.#options.onSent(actor);
    }
    return batch;
  }

  /** The actor's next turns, as long as they belong to the same line: their order is that of their decisions. */
  #take(actor: OwnedActor, system: boolean, room: number): Turn[] {
    let count = 0;
    while (count < room && actor.unsent[count]?.message.system === system) count += 1;
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
      actor.tell();
    }
    this.#schedule();
  }
}
