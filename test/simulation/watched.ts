import type { Claim, GroupStore, GroupWrite, Ownership } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { NodeOwnership } from '../../db/redis/ownership.ts';
import { idOf } from './database.ts';
import type { Host } from './host.ts';
import type { Surroundings } from './surroundings.ts';

/** A process's ownership, observed by the audit. */
export class WatchedOwnership implements Ownership {
  readonly #world: Surroundings;
  readonly #host: Host;
  readonly #inner: NodeOwnership;
  /** The incarnation that the runtime last received; asking would make the process check its lease. */
  #known: string;

  constructor(world: Surroundings, host: Host, inner: NodeOwnership) {
    this.#world = world;
    this.#host = host;
    this.#inner = inner;
    this.#known = inner.incarnation;
    inner.onLost(() => {
      world.schedule.note(host.name, 'drops everything');
      world.audit.lost(this.#known);
      this.#known = inner.incarnation;
    });
  }

  get incarnation(): string {
    return this.#inner.incarnation;
  }

  get available(): boolean {
    const { available } = this.#inner;
    if (available) this.#world.audit.counts(this.#host, this.#inner.incarnation, 'runs commands');
    return available;
  }

  async claim(ref: ActorRef): Promise<Claim> {
    const claim = await this.#inner.claim(ref);
    if (claim.kind === 'mine') this.#world.audit.counts(this.#host, this.#inner.incarnation, 'claims');
    return claim;
  }

  lives(incarnation: string): Promise<boolean> {
    return this.#inner.lives(incarnation);
  }

  retire(): void {
    this.#inner.retire();
  }

  release(refs: readonly ActorRef[]): Promise<void> {
    this.#world.audit.released(this.#inner.incarnation, refs);
    return this.#inner.release(refs);
  }

  onLost(listener: () => void): void {
    this.#inner.onLost(listener);
  }

  /** The store as this owner uses it: what it writes must come from an activation of its present incarnation. */
  watch(store: GroupStore): GroupStore {
    const claimed = new Map<string, string>();
    const look = (write: GroupWrite) => {
      const ref = write.kind === 'check' ? write.ref : write.commit.ref;
      const activation = claimed.get(`${idOf(ref)}:${write.epoch}`);
      this.#world.audit.wrote(this.#host.name, ref, activation, this.#known);
    };
    return {
      activate: async (ref) => {
        const present = this.#known;
        const activation = await store.activate(ref);
        if (activation !== null) claimed.set(`${idOf(ref)}:${activation.epoch}`, present);
        return activation;
      },
      write: (batch, finished) => {
        for (const write of batch) look(write);
        return store.write(batch, finished);
      },
      find: (ref, commandId) => store.find(ref, commandId),
    };
  }
}
