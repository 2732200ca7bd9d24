import type { Timers } from './ports.ts';
import type { ClaimedRow, OutboxStore } from './store.ts';

/**
 * Finished outbox rows that a statement deletes along with its own work. The caller must report the result exactly
 * once.
 */
export interface Riders {
  readonly ids: readonly string[];
  /** They were deleted, or are left to the sweeper: every effect is safe to repeat. */
  ended(): void;
  /** They were not deleted; another statement is to take them. */
  stayed(): void;
}

interface Finished {
  id: string;
  done: () => void;
}

/** Milliseconds for which finished rows wait for a statement that takes them along. */
const ALONE_AFTER_MS = 20;
/** Maximum number of rows that one statement takes along. */
const MAX_RIDERS = 256;

/**
 * An outbox whose finished rows are deleted by statements that are sent anyway: a group of commits, or of
 * notifications. Without such a statement they are deleted in bulk, because a statement per row would cost as much as a
 * turn.
 */
export class PiggybackedOutbox implements OutboxStore {
  readonly #inner: OutboxStore;
  readonly #timers: Timers;
  #finished: Finished[] = [];
  #timed = false;
  /** When the next statement is expected to be sent, by the timers' clock. */
  #expected = Number.NEGATIVE_INFINITY;
  #aboard = 0;
  #whenEmpty: (() => void)[] = [];

  constructor(inner: OutboxStore, timers: Timers) {
    this.#inner = inner;
    this.#timers = timers;
  }

  claimDue(limit: number, sendable?: boolean): Promise<ClaimedRow[]> {
    return this.#inner.claimDue(limit, sendable);
  }

  failed(id: string, error: string, park: boolean): Promise<void> {
    return this.#inner.failed(id, error, park);
  }

  async done(ids: readonly string[]): Promise<void> {
    const ended = ids.map((id) => new Promise<void>((done) => this.#finished.push({ id, done })));
    this.#leaveSoon();
    await Promise.all(ended);
  }

  take(): Riders {
    const taken = this.#finished.splice(0, MAX_RIDERS);
    this.#aboard += taken.length;
    return {
      ids: taken.map(({ id }) => id),
      ended: () => {
        for (const { done } of taken) done();
        this.#arrived(taken.length);
      },
      stayed: () => {
        this.#finished.unshift(...taken);
        this.#arrived(taken.length);
        this.#leaveSoon();
      },
    };
  }

  /** Announces that a statement will be sent then: finished rows wait for it. */
  expect(at: number): void {
    this.#expected = Math.max(this.#expected, at);
  }

  /** Resolves when there are no finished rows left to delete. */
  async emptied(): Promise<void> {
    if (!this.#empty()) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  #empty(): boolean {
    return this.#finished.length === 0 && this.#aboard === 0;
  }

  #arrived(count: number): void {
    this.#aboard -= count;
    if (this.#empty()) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  #leaveSoon(): void {
    if (this.#timed || this.#finished.length === 0) return;
    this.#timed = true;
    const wait = Math.max(ALONE_AFTER_MS, this.#expected - this.#timers.now() + ALONE_AFTER_MS);
    this.#timers.after(wait, () => {
      this.#timed = false;
      // A statement was announced meanwhile.
      if (this.#timers.now() < this.#expected + ALONE_AFTER_MS) this.#leaveSoon();
      else void this.#leaveAlone();
    });
  }

  async #leaveAlone(): Promise<void> {
    const riders = this.take();
    if (riders.ids.length > 0) await this.#inner.done(riders.ids).catch(() => undefined);
    riders.ended();
    this.#leaveSoon();
  }
}
