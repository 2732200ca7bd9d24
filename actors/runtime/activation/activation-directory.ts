import type { ActorRef } from '../machine.ts';
import type { Activation } from './activation.ts';
import type { ActivationLimits } from './limits.ts';

/** Milliseconds without a command after which an actor's state is packed. */
const PACK_AFTER_MS = 5_000;

export function idOf({ kind, key }: ActorRef): string {
  return `${kind}:${key}`;
}

/** The actors in memory, least recently used first. */
export class ActivationDirectory {
  readonly #limits: ActivationLimits;
  readonly #actors = new Map<string, Activation>();

  constructor(limits: ActivationLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#actors.size;
  }

  values(): Activation[] {
    return [...this.#actors.values()];
  }

  each(visit: (actor: Activation) => void): void {
    this.#actors.forEach(visit);
  }

  /** Finds an actor and marks it as used. */
  use(id: string, now: number): Activation | undefined {
    const actor = this.#actors.get(id);
    if (actor === undefined) return undefined;
    // A resolution of one second is enough, and avoids moving the entry on every command.
    if (now - actor.lastUsed > 1_000) {
      actor.lastUsed = now;
      this.#actors.delete(id);
      this.#actors.set(id, actor);
    }
    return actor;
  }

  add(actor: Activation): void {
    this.#actors.set(idOf(actor.ref), actor);
  }

  /** Removes only this activation; a newer one of the same actor stays. */
  remove(actor: Activation): void {
    const id = idOf(actor.ref);
    if (this.#actors.get(id) === actor) this.#actors.delete(id);
  }

  /** Packs actors that have been idle for a while. */
  pack(now: number): void {
    for (const actor of this.#actors.values()) {
      if (now - actor.lastUsed < PACK_AFTER_MS) break;
      if (actor.idle) actor.pack();
    }
  }

  /** Idle actors that have been unused for too long, or exceed the maximum number. */
  idle(now: number): Activation[] {
    const chosen: Activation[] = [];
    let surplus = this.#actors.size - this.#limits.actors;
    for (const actor of this.#actors.values()) {
      const old = now - actor.lastUsed > this.#limits.idle;
      if (!old && surplus <= 0) break;
      if (!actor.idle) continue;
      chosen.push(actor);
      surplus -= 1;
    }
    return chosen;
  }
}
