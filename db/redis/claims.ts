import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { Lease } from './lease.ts';
import type { NodeTime } from './node-time.ts';
import type { OwnershipRegister } from './register.ts';

export interface ClaimsOptions {
  register: OwnershipRegister;
  time: NodeTime;
  /** Milliseconds for which a claim is known without asking again. */
  trust: number;
  /** The lease as it stands now; notices when it has lapsed. */
  current(): Lease;
  /** Redis says that the lease is gone. */
  onLost(): void;
  onFailure(error: unknown): void;
}

interface Waiting {
  ref: ActorRef;
  /** The owner's incarnation; null when it cannot be told now. */
  answer: Promise<string | null>;
  resolve(owner: string | null): void;
}

const BATCH = 256;
const MAX_WAITING = 20_000;

/**
 * The claims of one incarnation: those it has, and those on their way. One question is on its way to Redis at a
 * time, and what is asked for meanwhile goes with the next one.
 */
export class Claims {
  readonly #options: ClaimsOptions;
  /** When each was claimed, oldest first. */
  readonly #mine = new Map<string, number>();
  /** Not yet asked for. */
  readonly #queue = new Map<string, Waiting>();
  #asked = new Map<string, Waiting>();
  #asking = false;
  #releasing: Promise<unknown> = Promise.resolve();
  /** Redis left a question unanswered: nobody waits for it again before a heartbeat got through. */
  #muted = false;

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** Whether the actor is ours without asking. The caller knows that the lease is live. */
  has(ref: ActorRef): boolean {
    const since = this.#mine.get(nameOf(ref));
    return since !== undefined && this.#options.time.now() - since < this.#options.trust;
  }

  claim(ref: ActorRef): Promise<string | null> {
    if (this.#muted) return Promise.resolve(null);
    const name = nameOf(ref);
    const there = this.#queue.get(name) ?? this.#asked.get(name);
    if (there !== undefined) return there.answer;
    if (this.#queue.size >= MAX_WAITING) return Promise.resolve(null);
    const { promise, resolve } = withResolvers<string | null>();
    this.#queue.set(name, { ref, answer: promise, resolve });
    if (!this.#asking) void this.#ask();
    return promise;
  }

  /** Whose the actor is, claiming nothing; null when it is nobody's or cannot be told now. */
  async find(ref: ActorRef): Promise<string | null> {
    if (this.#muted) return null;
    try {
      return await this.#options.register.ownerOf(ref);
    } catch (error) {
      this.#muted = true;
      this.#options.onFailure(error);
      return null;
    }
  }

  /** What is claimed after this call is claimed anew, once this has been given back. */
  release(refs: readonly ActorRef[]): Promise<void> {
    const { incarnation } = this.#options.current();
    const names = refs.map(nameOf);
    for (const name of names) this.#mine.delete(name);
    const releasing = this.#giveBack(incarnation, refs, names);
    this.#releasing = Promise.all([this.#releasing, releasing]);
    return releasing;
  }

  /** The incarnation is no more: nothing is ours, and nobody waits on. */
  clear(): void {
    this.#mine.clear();
    this.#refuse(this.#asked);
    this.#refuse(this.#queue);
  }

  /** A heartbeat got through: Redis answers. */
  resume(): void {
    this.#muted = false;
    this.#forgetOld();
  }

  async #giveBack(incarnation: string, refs: readonly ActorRef[], names: readonly string[]): Promise<void> {
    const { register, current, onFailure } = this.#options;
    // A claim on its way would be noted after this call, and stay.
    await Promise.all(names.map((name) => this.#asked.get(name)?.answer));
    if (current().incarnation !== incarnation) return;
    for (const name of names) this.#mine.delete(name);
    for (let start = 0; start < refs.length; start += BATCH) {
      await register.release(incarnation, refs.slice(start, start + BATCH)).catch(onFailure);
    }
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    while (this.#queue.size > 0) {
      await this.#releasing;
      const lease = this.#options.current();
      this.#asked = this.#nextBatch();
      await this.#askFor(this.#asked, lease);
      this.#refuse(this.#asked);
    }
    this.#asking = false;
  }

  async #askFor(batch: ReadonlyMap<string, Waiting>, lease: Lease): Promise<void> {
    const { register, time, current, onLost, onFailure } = this.#options;
    if (lease.boot === null) return;
    try {
      const refs = [...batch.values()].map(({ ref }) => ref);
      const answer = await register.claim(lease.incarnation, lease.boot, refs);
      if (current() !== lease) return;
      if (answer.kind === 'lost') onLost();
      if (answer.kind !== 'owners') return;
      let index = 0;
      for (const [name, { resolve }] of batch) {
        const owner = answer.owners[index] ?? null;
        if (owner === lease.incarnation) this.#mine.set(name, time.now());
        resolve(owner);
        index += 1;
      }
    } catch (error) {
      this.#muted = true;
      this.#refuse(this.#queue);
      onFailure(error);
    }
  }

  #nextBatch(): Map<string, Waiting> {
    const batch = new Map<string, Waiting>();
    for (const [name, waiting] of this.#queue) {
      if (batch.size === BATCH) break;
      batch.set(name, waiting);
      this.#queue.delete(name);
    }
    return batch;
  }

  /** Those already answered keep their answer. */
  #refuse(waiting: Map<string, Waiting>): void {
    for (const { resolve } of waiting.values()) resolve(null);
    waiting.clear();
  }

  #forgetOld(): void {
    const { time, trust } = this.#options;
    const oldest = time.now() - trust;
    for (const [name, since] of this.#mine) {
      if (since > oldest) return;
      this.#mine.delete(name);
    }
  }
}

function nameOf({ kind, key }: ActorRef): string {
  return `${kind}:${key}`;
}

function withResolvers<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
