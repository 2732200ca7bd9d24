import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { doneWithin } from '../../db/deadline.ts';

/** One API process as the balancer sees it. */
export interface Backend {
  /** Its slot, which a replacing process keeps: clients bound to a slot stay with it. */
  readonly place: number;
  readonly port: number;
  readonly agent: Agent;
  /** Current requests. */
  requests: number;
  /** Live connections, which do not end by themselves. */
  connections: number;
}

/** Shorter than the API keeps idle connections open, so that none is closed during a request. */
const IDLE_TIMEOUT_MS = 20_000;

/** The API processes that accept requests, and those that only finish theirs. */
export class Backends {
  readonly #taking = new Map<number, Backend>();
  readonly #finishing = new Map<Backend, () => void>();
  #turn = 0;

  /** Number of slots with a process that accepts requests. */
  get taken(): number {
    return this.#taking.size;
  }

  /** From now on, requests for this slot go to the process on that port. */
  use(place: number, port: number): Backend {
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: IDLE_TIMEOUT_MS });
    const backend: Backend = { place, port, agent, requests: 0, connections: 0 };
    this.#taking.set(place, backend);
    return backend;
  }

  /** Stops sending it new requests; resolves when the current ones are done, or after `limitMs`. */
  async retire(backend: Backend, limitMs: number): Promise<void> {
    if (this.#taking.get(backend.place) === backend) this.#taking.delete(backend.place);
    if (backend.requests > 0) {
      const finished = new Promise<void>((resolve) => this.#finishing.set(backend, resolve));
      await doneWithin(finished, limitMs);
      this.#finishing.delete(backend);
    }
    backend.agent.destroy();
  }

  /** Counts a request as started; the returned function counts it as done. */
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

  /** The least busy process, in turn if several are equally busy; undefined if only those in `except` are left. */
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

  /** Always the same process for a client, while its slot is in use; other clients keep theirs when one stops. */
  boundTo(client: string): Backend | undefined {
    const weight = ({ place }: Backend) => createHash('sha1').update(`${place} ${client}`).digest('hex');
    return [...this.#taking.values()].sort((one, other) => (weight(one) < weight(other) ? -1 : 1))[0];
  }
}
