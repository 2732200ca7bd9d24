import { WaslError } from '../../../actors/errors.ts';

/** Most requests of one caller waiting behind the running one. */
const MAX_WAITING = 4;

/** Runs one piece of work per caller at a time in this process; others wait in order. */
export class KeyedQueue {
  readonly #queues = new Map<string, { waiting: number; last: Promise<unknown> }>();

  /** Throws common.RATE_LIMITED if too many are waiting. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(caller) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting > MAX_WAITING) {
      throw new WaslError('common.RATE_LIMITED', {
        detail: 'Only one request for the past at a time. Wait for the previous one to finish.',
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
