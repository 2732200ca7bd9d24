import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { Lease } from './lease.ts';
import type { LeaseRegistry } from './lease-registry.ts';
import type { NodeTime } from './node-time.ts';

export interface ClaimsOptions {
  register: LeaseRegistry;
  time: NodeTime;
  /** Milliseconds for which a claim is trusted without asking Redis again. */
  trust: number;
  /** The present lease; detects that it has expired. */
  current(): Lease;
  /** Called when Redis reports that the lease is gone. */
  onLost(): void;
  onFailure(error: unknown): void;
}

interface Waiting {
  ref: ActorRef;
  /** The owner's incarnation; null when it cannot be determined now. */
  answer: Promise<string | null>;
  resolve(owner: string | null): void;
}

const BATCH_SIZE = 256;
const MAX_WAITING = 20_000;

/**
 * The claims of one incarnation, both granted and pending. Only one request is sent to Redis at a time; claims
 * requested meanwhile are sent together with the next.
 */
export class Claims {
  readonly #options: ClaimsOptions;
  /** When each was claimed, oldest first. */
  readonly #mine = new Map<string, number>();
  /** Not sent yet. */
  readonly #queue = new Map<string, Waiting>();
  #asked = new Map<string, Waiting>();
  #asking = false;
  #releasing: Promise<unknown> = Promise.resolve();
  /** Redis did not answer a request: no caller waits for it again until a heartbeat succeeds. */
  #muted = false;

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** Whether the actor is known to be ours without asking Redis. The caller has checked that the lease is live. */
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

  /** The actor's owner, without claiming it; null if it has none, or it cannot be determined now. */
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

  /** Claims made after this call wait until the release is done. */
  release(refs: readonly ActorRef[]): Promise<void> {
    const { incarnation } = this.#options.current();
    const names = refs.map(nameOf);
    for (const name of names) this.#mine.delete(name);
    const releasing = this.#giveBack(incarnation, refs, names);
    this.#releasing = Promise.all([this.#releasing, releasing]);
    return releasing;
  }

  /** The incarnation has ended: no actor is ours any more, and pending callers are refused. */
  clear(): void {
    this.#mine.clear();
    this.#refuse(this.#asked);
    this.#refuse(this.#queue);
  }

  /** A heartbeat succeeded, so Redis answers again. */
  resume(): void {
    this.#muted = false;
    this.#forgetOld();
  }

  async #giveBack(incarnation: string, refs: readonly ActorRef[], names: readonly string[]): Promise<void> {
    const { register, current, onFailure } = this.#options;
    // A pending claim would be recorded after this call, and remain.
    await Promise.all(names.map((name) => this.#asked.get(name)?.answer));
    if (current().incarnation !== incarnation) return;
    for (const name of names) this.#mine.delete(name);
    for (let start = 0; start < refs.length; start += BATCH_SIZE) {
      await register.release(incarnation, refs.slice(start, start + BATCH_SIZE)).catch(onFailure);
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
      if (batch.size === BATCH_SIZE) break;
      batch.set(name, waiting);
      this.#queue.delete(name);
    }
    return batch;
  }

  /** Callers already answered keep their answer. */
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
