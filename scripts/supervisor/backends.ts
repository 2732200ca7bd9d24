import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { doneWithin } from '../../db/deadline.ts';

/** One API process as the balancer sees it. */
export interface Backend {
  /** Its place, which a process that takes over keeps: clients bound to a place stay with it. */
  readonly place: number;
  readonly port: number;
  readonly agent: Agent;
  /** Requests under way. */
  requests: number;
  /** Live connections, which have no end of their own. */
  connections: number;
}

/** Shorter than the API keeps a connection open, so that it is never closed under a request. Milliseconds. */
const IDLE_TIMEOUT_MS = 20_000;

/** The API processes that take requests, and those that only finish theirs. */
export class Backends {
  readonly #taking = new Map<number, Backend>();
  readonly #finishing = new Map<Backend, () => void>();
  #turn = 0;

  /** Places that are taken by a process which gets requests. */
  get taken(): number {
    return this.#taking.size;
  }

  /** Requests for this place go to the process on that port from now on. */
  use(place: number, port: number): Backend {
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: IDLE_TIMEOUT_MS });
    const backend: Backend = { place, port, agent, requests: 0, connections: 0 };
    this.#taking.set(place, backend);
    return backend;
  }

  /** Stops sending it new requests; resolves when those under way are done, or after `limitMs`. */
  async retire(backend: Backend, limitMs: number): Promise<void> {
    if (this.#taking.get(backend.place) === backend) this.#taking.delete(backend.place);
    if (backend.requests > 0) {
      const finished = new Promise<void>((resolve) => this.#finishing.set(backend, resolve));
      await doneWithin(finished, limitMs);
      this.#finishing.delete(backend);
    }
    backend.agent.destroy();
  }

  /** Marks a request as under way; gives the way to mark it done. */
  begin(backend: Backend, what: 'requests' | 'connections'): () => void {
    backend[what] += 1;
    let done = false;
    return () => {
      if (done) return;
      done = true;
      backend[what] -= 1;
      if (backend.requests === 0) this.#finishing.get(backend)?.();
    };
  }

  /** The least busy one, in turn where several are; undefined when none is left besides `except`. */
  leastBusy(what: 'requests' | 'connections', except: ReadonlySet<Backend>): Backend | undefined {
    const all = [...this.#taking.values()].filter((backend) => !except.has(backend));
    this.#turn += 1;
    let best: Backend | undefined;
    for (let index = 0; index < all.length; index += 1) {
      const candidate = all[(index + this.#turn) % all.length];
      if (candidate !== undefined && (best === undefined || candidate[what] < best[what])) best = candidate;
    }
    return best;
  }

  /** The same one for the same client, as long as its place is taken; others keep theirs when one goes. */
  boundTo(client: string): Backend | undefined {
    const weight = ({ place }: Backend) => createHash('sha1').update(`${place} ${client}`).digest('hex');
    return [...this.#taking.values()].sort((one, other) => (weight(one) < weight(other) ? -1 : 1))[0];
  }
}
