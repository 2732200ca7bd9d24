import { WaslError } from '../../errors.ts';
import type { GroupStore, Ownership } from '../activation-ports.ts';
import type { ActorRef } from '../machine.ts';
import type { Timers } from '../ports.ts';
import type { Registry } from '../registry.ts';
import { Activation } from './activation.ts';
import { type ActivationDirectory, idOf } from './activation-directory.ts';
import { unavailable } from './answers.ts';
import type { ActivationMetrics } from './metrics.ts';
import { RecentIds } from './recent-ids.ts';

export interface ActivatorOptions {
  store: GroupStore;
  ownership: Ownership;
  registry: Registry;
  timers: Timers;
  metrics: ActivationMetrics;
  actors: ActivationDirectory;
}

export type ActivationResult =
  | { kind: 'mine'; actor: Activation }
  | { kind: 'theirs'; owner: string }
  | { kind: 'unavailable' };

/** Activates actors, each with one claim and one load however many commands ask for it, and releases them. */
export class Activator {
  readonly #options: ActivatorOptions;
  readonly #opening = new Map<string, Promise<ActivationResult>>();
  readonly #releasing = new Map<string, Promise<void>>();
  /** Increases when all activations are dropped: those still in progress are dropped too. */
  #generation = 0;

  constructor(options: ActivatorOptions) {
    this.#options = options;
  }

  /** Resolves when no activation is in progress. */
  async opened(): Promise<void> {
    await Promise.allSettled([...this.#opening.values()]);
  }

  /** Throws common.NOT_FOUND for an unknown actor, common.UNAVAILABLE when its row cannot be read. */
  activate(ref: ActorRef): Promise<ActivationResult> {
    const id = idOf(ref);
    const running = this.#opening.get(id);
    if (running !== undefined) return running;
    const opening = this.#open(ref, id).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  bumpGeneration(): void {
    this.#generation += 1;
  }

  /** Releases deactivated actors, so that any process may claim them. */
  async release(refs: readonly ActorRef[]): Promise<void> {
    if (refs.length === 0) return;
    // If Redis is unavailable, the claims expire with this process's lease.
    const released = this.#options.ownership.release(refs).catch(() => undefined);
    const ids = refs.map(idOf);
    for (const id of ids) this.#releasing.set(id, released);
    await released;
    for (const id of ids) if (this.#releasing.get(id) === released) this.#releasing.delete(id);
  }

  async #open(ref: ActorRef, id: string): Promise<ActivationResult> {
    const generation = this.#generation;
    // A release that arrives after the next claim would undo that claim.
    await this.#releasing.get(id);
    const claim = await this.#options.ownership.claim(ref).catch(() => ({ kind: 'unavailable' }) as const);
    if (claim.kind !== 'mine') return claim;
    const actor = await this.#activate(ref);
    if (actor === null) {
      void this.release([ref]);
      throw new WaslError('common.NOT_FOUND', { detail: `No ${ref.kind} with this id.` });
    }
    if (generation !== this.#generation) return { kind: 'unavailable' };
    this.#options.actors.add(actor);
    this.#options.metrics.activated();
    return { kind: 'mine', actor };
  }

  async #activate(ref: ActorRef): Promise<Activation | null> {
    const { store, registry, timers } = this.#options;
    const row = await store.activate(ref).catch((error: unknown) => {
      throw error instanceof WaslError ? error : unavailable('This record cannot be read now.', error);
    });
    if (row === null) return null;
    const { machine } = registry[ref.kind];
    // Written by a newer release, whose state this process would not understand.
    if (row.schema > machine.schema) throw unavailable('This record is served by a newer release.');
    const start = { version: row.version, epoch: row.epoch, state: machine.upcast(row.state, row.schema) };
    return new Activation(ref, start, new RecentIds(row.recent.map((each) => each.id)), timers.now());
  }
}
