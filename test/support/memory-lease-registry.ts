import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { ClaimAnswer, LeaseRegistry, LeaseTiming, TakenLease } from '../../db/redis/lease-registry.ts';
import type { NodeTime } from '../../db/redis/node-time.ts';

interface Expiring {
  value: string;
  until: number;
}

/** What Redis would hold about ownership, in memory: shared by the processes of a simulation. */
export class SharedMemory {
  readonly #time: NodeTime;
  readonly entries = new Map<string, Expiring>();
  boot: { name: string; since: number } | null = null;
  /** While set, no call is answered. */
  away = false;
  #boots = 0;

  constructor(time: NodeTime) {
    this.#time = time;
  }

  empty(): void {
    this.entries.clear();
    this.boot = null;
  }

  present(): { name: string; age: number } {
    if (this.boot === null) {
      this.#boots += 1;
      this.boot = { name: `boot-${this.#boots}`, since: this.#time.now() };
    }
    return { name: this.boot.name, age: this.#time.now() - this.boot.since };
  }

  get(key: string): string | null {
    const entry = this.entries.get(key);
    if (entry === undefined) return null;
    if (entry.until > this.#time.now()) return entry.value;
    this.entries.delete(key);
    return null;
  }

  set(key: string, value: string, ttl: number): void {
    this.entries.set(key, { value, until: this.#time.now() + ttl });
  }
}

const ownKey = ({ kind, key }: ActorRef) => `${kind}:${key}`;
const leaseKey = (incarnation: string) => `lease:${incarnation}`;

/** One process's connection to the shared memory, which can be cut for this process alone. */
export class MemoryRegister implements LeaseRegistry {
  readonly #memory: SharedMemory;
  readonly #timing: LeaseTiming;
  away = false;

  constructor(memory: SharedMemory, timing: LeaseTiming) {
    this.#memory = memory;
    this.#timing = timing;
  }

  async take(incarnation: string): Promise<TakenLease> {
    const memory = this.#reach();
    const { name, age } = memory.present();
    memory.set(leaseKey(incarnation), incarnation, this.#timing.ttl);
    return { boot: name, claimableIn: Math.max(0, this.#timing.bootWait - age) };
  }

  async renew(incarnation: string, boot: string): Promise<boolean> {
    const memory = this.#reach();
    if (memory.boot?.name !== boot || memory.get(leaseKey(incarnation)) === null) return false;
    memory.set(leaseKey(incarnation), incarnation, this.#timing.ttl);
    return true;
  }

  async claim(incarnation: string, boot: string, refs: readonly ActorRef[]): Promise<ClaimAnswer> {
    const memory = this.#reach();
    const { name, age } = memory.present();
    if (name !== boot || memory.get(leaseKey(incarnation)) === null) return { kind: 'lost' };
    if (age < this.#timing.bootWait) return { kind: 'wait' };
    const owners = refs.map((ref) => {
      const owner = memory.get(ownKey(ref));
      if (owner !== null && owner !== incarnation && memory.get(leaseKey(owner)) !== null) return owner;
      memory.set(ownKey(ref), incarnation, this.#timing.ownTtl);
      return incarnation;
    });
    return { kind: 'owners', owners };
  }

  async lives(incarnation: string): Promise<boolean> {
    return this.#reach().get(leaseKey(incarnation)) !== null;
  }

  async ownerOf(ref: ActorRef): Promise<string | null> {
    const memory = this.#reach();
    const owner = memory.get(ownKey(ref));
    return owner !== null && memory.get(leaseKey(owner)) !== null ? owner : null;
  }

  async release(incarnation: string, refs: readonly ActorRef[]): Promise<void> {
    const memory = this.#reach();
    for (const ref of refs) {
      if (memory.get(ownKey(ref)) === incarnation) memory.entries.delete(ownKey(ref));
    }
  }

  async drop(incarnation: string): Promise<void> {
    this.#reach().entries.delete(leaseKey(incarnation));
  }

  #reach(): SharedMemory {
    if (this.away || this.#memory.away) throw new Error('No answer.');
    return this.#memory;
  }
}
