/** A reading of domain time: `domain` milliseconds at `real` milliseconds of performance.now(), running at `rate`. */
export interface ClockReading {
  domain: number;
  real: number;
  rate: number;
}

interface Waiting {
  /** Domain milliseconds. */
  at: number;
  /** The earliest moment at which it can fire: not before the wait began. */
  due: number;
  wake: () => void;
  fail: (reason: unknown) => void;
}

const MINUTE = 60_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** All waits in domain time: one heap, one real timer. */
export class Scheduler {
  readonly rate: number;
  readonly #reading: ClockReading;
  readonly #heap: Waiting[] = [];
  readonly #onRing: (late: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #closed: { reason: unknown } | null = null;

  /** @param onRing receives, for each timer, how many real milliseconds late it fired */
  constructor(reading: ClockReading, onRing: (late: number) => void = () => undefined) {
    this.#reading = reading;
    this.#onRing = onRing;
    this.rate = reading.rate;
  }

  /** Domain milliseconds since 1970. */
  now(): number {
    const { domain, real, rate } = this.#reading;
    return domain + (performance.now() - real) * rate;
  }

  /** Real milliseconds until a domain moment; negative if it has passed. */
  realUntil(moment: number): number {
    return (moment - this.now()) / this.rate;
  }

  /**
   * Resolves at a domain moment, immediately if it has passed. Rejects when the scheduler is closed, or the signal
   * aborts.
   */
  until(moment: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) return reject(this.#closed.reason);
      if (signal?.aborted === true) return reject(signal.reason);
      const waiting: Waiting = {
        ...{ at: moment, due: Math.max(moment, this.now()), wake: resolve, fail: reject },
      };
      if (signal !== undefined) this.#heed(waiting, signal);
      this.#push(waiting);
      if (this.#heap[0] === waiting) this.#arm();
    });
  }

  minutes(count: number, signal?: AbortSignal): Promise<void> {
    return this.until(this.now() + count * MINUTE, signal);
  }

  /** Rejects all present and future waits with the reason. */
  close(reason: unknown): void {
    if (this.#closed !== null) return;
    this.#closed = { reason };
    clearTimeout(this.#timer);
    for (const { fail } of this.#heap.splice(0)) fail(reason);
  }

  #heed(waiting: Waiting, signal: AbortSignal): void {
    const { wake, fail } = waiting;
    const onAbort = () => {
      const place = this.#heap.indexOf(waiting);
      if (place >= 0) this.#remove(place);
      fail(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.wake = () => {
      signal.removeEventListener('abort', onAbort);
      wake();
    };
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const [next] = this.#heap;
    if (next === undefined) return;
    const wait = Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(this.realUntil(next.at))));
    this.#timer = setTimeout(() => this.#ring(), wait);
  }

  #ring(): void {
    const now = this.now();
    const [first] = this.#heap;
    if (first !== undefined && first.at <= now) this.#onRing((now - first.due) / this.rate);
    for (let next = this.#heap[0]; next !== undefined && next.at <= now; next = this.#heap[0]) {
      this.#remove(0);
      next.wake();
    }
    this.#arm();
  }

  #push(waiting: Waiting): void {
    this.#heap.push(waiting);
    this.#rise(this.#heap.length - 1);
  }

  #remove(place: number): void {
    const last = this.#heap.pop();
    if (last === undefined || place >= this.#heap.length) return;
    this.#heap[place] = last;
    this.#rise(place);
    this.#sink(place);
  }

  #rise(from: number): void {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (!this.#swapIfLater(parent, place)) return;
      place = parent;
    }
  }

  #sink(from: number): void {
    for (let place = from; ; ) {
      const left = 2 * place + 1;
      const right = left + 1;
      const child = this.#isLater(left, right) ? right : left;
      if (!this.#swapIfLater(place, child)) return;
      place = child;
    }
  }

  #isLater(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    return first !== undefined && second !== undefined && first.at > second.at;
  }

  #swapIfLater(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined || first.at <= second.at) return false;
    this.#heap[one] = second;
    this.#heap[other] = first;
    return true;
  }
}
