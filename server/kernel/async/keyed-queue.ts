import { WaslError } from '../../../actors/errors.ts';

/** Requests of one caller that wait behind the one under way; a console that scrubs drops what it no longer needs. */
const MAX_WAITING = 4;

/** Lets each caller have one piece of work under way in this process; the next ones wait, in order. */
export class KeyedQueue {
  readonly #queues = new Map<string, { waiting: number; last: Promise<unknown> }>();

  /** Throws common.RATE_LIMITED when too many wait already. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(caller) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting > MAX_WAITING) {
      throw new WaslError('common.RATE_LIMITED', {
        detail: 'One look into the past at a time. Wait for the answer to the last.',
        retryAfter: 1,
      });
    }
    queue.waiting += 1;
    this.#queues.set(caller, queue);
    const mine = queue.last.then(work);
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.#queues.delete(caller);
    }
  }
}
