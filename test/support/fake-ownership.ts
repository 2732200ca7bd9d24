import type {
  Claim,
  CommandTransport,
  ForwardedAnswer,
  Ownership,
} from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { CommandRequest } from '../../actors/runtime/runtime.ts';

type Handler = (request: CommandRequest) => Promise<ForwardedAnswer>;

/** Stands in for Redis, for processes that are objects of one test. */
export class FakeCluster {
  readonly owners = new Map<string, string>();
  readonly handlers = new Map<string, Handler>();
  /** Incarnations whose leases have ended. */
  readonly ended = new Set<string>();
  #count = 0;

  join(): FakeOwnership {
    this.#count += 1;
    return new FakeOwnership(this, `process-${this.#count}`);
  }
}

/** One process's leases, and its connection to the other processes. */
export class FakeOwnership implements Ownership, CommandTransport {
  readonly incarnation: string;
  available = true;
  /** Claims succeed although another process owns the actor: a lease that lapsed unnoticed. */
  greedy = false;
  /** The answer to every claim while set. */
  answer: Claim | null = null;
  /** How many more forwarded commands fail. */
  lostForwards = 0;
  forwards = 0;
  released: string[] = [];
  #retired = false;
  readonly #cluster: FakeCluster;
  readonly #listeners: (() => void)[] = [];

  constructor(cluster: FakeCluster, incarnation: string) {
    this.#cluster = cluster;
    this.incarnation = incarnation;
  }

  async claim({ kind, key }: ActorRef): Promise<Claim> {
    if (this.answer !== null) return this.answer;
    if (!this.available) return { kind: 'unavailable' };
    const id = `${kind}:${key}`;
    const owner = this.#cluster.owners.get(id);
    if (this.#retired && owner === undefined) return { kind: 'unavailable' };
    if (owner !== undefined && owner !== this.incarnation && !this.greedy) return { kind: 'theirs', owner };
    this.#cluster.owners.set(id, this.incarnation);
    return { kind: 'mine' };
  }

  async lives(incarnation: string): Promise<boolean> {
    return !this.#cluster.ended.has(incarnation);
  }

  retire(): void {
    this.#retired = true;
  }

  async release(refs: readonly ActorRef[]): Promise<void> {
    for (const { kind, key } of refs) {
      const id = `${kind}:${key}`;
      this.released.push(id);
      if (this.#cluster.owners.get(id) === this.incarnation) this.#cluster.owners.delete(id);
    }
  }

  onLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The lease lapsed: others may claim everything. */
  lose(): void {
    for (const [id, owner] of this.#cluster.owners) {
      if (owner === this.incarnation) this.#cluster.owners.delete(id);
    }
    for (const listener of this.#listeners) listener();
  }

  async forward(owner: string, request: CommandRequest): Promise<ForwardedAnswer> {
    this.forwards += 1;
    const handler = this.#cluster.handlers.get(owner);
    if (handler === undefined) throw new Error(`process ${owner} does not exist`);
    if (this.lostForwards > 0) {
      this.lostForwards -= 1;
      throw new Error('no answer came');
    }
    const payload = JSON.parse(JSON.stringify(request.payload)) as CommandRequest['payload'];
    return JSON.parse(JSON.stringify(await handler({ ...request, payload }))) as ForwardedAnswer;
  }

  serve(handler: Handler): void {
    this.#cluster.handlers.set(this.incarnation, handler);
  }
}
