import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import type { Action } from '../../../../consoles/driver/queue/action.ts';
import {
  ActionQueue,
  type Locks,
  type QueueOptions,
} from '../../../../consoles/driver/queue/action-queue.ts';
import { ActionStore } from '../../../../consoles/driver/queue/action-store.ts';
import type { Outcome } from '../../../../consoles/driver/queue/outcome.ts';

export const ACCOUNT = '019c4690-3a05-7f1a-b3af-6b1d58a44ab5';

export const ACCEPTED: Outcome = { kind: 'accepted', answer: {} };
export const OFFLINE: Outcome = { kind: 'later', obstacle: 'OFFLINE', retryAfter: null };
export const SIGNED_OUT: Outcome = { kind: 'later', obstacle: 'SIGNED_OUT', retryAfter: null };
export const REFUSED: Outcome = {
  kind: 'refused',
  refusal: {
    code: 'delivery.INVALID_STATE',
    status: 409,
    title: 'Not now',
    detail: 'The task was cancelled.',
  },
};

/** Like `navigator.locks`: one holder of a name at a time, the others in their order. */
export class FakeLocks implements Locks {
  readonly #tails = new Map<string, Promise<unknown>>();

  request<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(name) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#tails.set(name, turn);
    return turn;
  }
}

/** One phone: a disk, its locks, and tabs that notify each other. */
export class Phone {
  readonly name = `actions-${randomUUID()}`;
  readonly locks = new FakeLocks();
  readonly sent: Action[] = [];
  readonly faults: unknown[] = [];
  /** The service's result for an action. */
  answer: (action: Action) => Promise<Outcome> | Outcome = () => ACCEPTED;
  at = Date.parse('2026-02-12T09:00:00.000Z');
  readonly #listeners = new Set<() => void>();
  readonly #stores: ActionStore[] = [];
  readonly #queues: ActionQueue[] = [];
  #ids = 0;

  async store(): Promise<ActionStore> {
    const store = await ActionStore.open(this.name);
    this.#stores.push(store);
    return store;
  }

  /** The app in a new tab; `start` is left to the test. */
  async tab(options: Partial<QueueOptions> = {}): Promise<ActionQueue> {
    const queue = new ActionQueue({
      store: await this.store(),
      accountId: ACCOUNT,
      locks: this.locks,
      neighbours: this.#neighbours(),
      now: () => new Date(this.at),
      newId: () => {
        this.#ids += 1;
        return `key-${this.#ids}`;
      },
      send: async (action) => {
        this.sent.push(action);
        return this.answer(action);
      },
      onFault: (error) => this.faults.push(error),
      backoff: { first: 1, longest: 4 },
      ...options,
    });
    this.#queues.push(queue);
    return queue;
  }

  close(): void {
    for (const queue of this.#queues) queue.close();
    for (const store of this.#stores) store.close();
  }

  #neighbours(): QueueOptions['neighbours'] {
    let own: (() => void) | undefined;
    return {
      tell: () => {
        for (const listener of this.#listeners) if (listener !== own) listener();
      },
      onTold: (listener) => {
        own = listener;
        this.#listeners.add(listener);
      },
      close: () => {
        if (own !== undefined) this.#listeners.delete(own);
      },
    };
  }
}

/** Resolves when the queue satisfies the condition. */
export function until(queue: ActionQueue, looks: (view: ActionQueue['view']) => boolean): Promise<void> {
  if (looks(queue.view)) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = queue.subscribe(() => {
      if (!looks(queue.view)) return;
      stop();
      resolve();
    });
  });
}
