import type { ClaimedRow, OutboxStore } from '../store.ts';

/** An outbox whose finished rows are deleted along with the next commit. */
export class RidingOutbox implements OutboxStore {
  readonly #inner: OutboxStore;
  readonly #finish: (id: string) => Promise<void>;

  constructor(inner: OutboxStore, finish: (id: string) => Promise<void>) {
    this.#inner = inner;
    this.#finish = finish;
  }

  claimDue(limit: number, sendable?: boolean): Promise<ClaimedRow[]> {
    return this.#inner.claimDue(limit, sendable);
  }

  done(id: string): Promise<void> {
    return this.#finish(id);
  }

  failed(id: string, error: string, park: boolean): Promise<void> {
    return this.#inner.failed(id, error, park);
  }
}
