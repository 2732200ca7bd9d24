import { WaslError } from '../actors/errors.ts';
import { Fifo } from './fifo.ts';

/** Limits of a batcher; the defaults are below. */
export interface BatchLimits {
  /** Maximum number of concurrent batches: while one waits for the disk, the next can be processed. */
  maxBatches?: number;
  /** Maximum number of calls per batch; further calls go into the next. */
  maxBatchSize?: number;
  /**
   * Minimum time between the starts of two batches: a single call waits for nothing, calls of a busy moment are
   * batched.
   */
  minGapMs?: number;
  /** While a batch is running, the next one gathers calls: it starts when the former ends, or at this size. */
  minBusyBatchSize?: number;
  /** ... or after gathering for this long, since the running batch may be waiting for a lock. */
  maxGatherMs?: number;
  /** Maximum number of waiting calls; further ones are refused at once. */
  maxWaiting?: number;
  /** Maximum number of waiting calls with the same key, so that no key uses up all capacity. */
  maxWaitingPerKey?: number;
  /** A call that has waited this long is refused. */
  maxWaitMs?: number;
}

const LIMITS: Required<BatchLimits> = {
  maxBatches: 4,
  maxBatchSize: 64,
  minGapMs: 5,
  minBusyBatchSize: 16,
  maxGatherMs: 20,
  maxWaiting: 2_000,
  maxWaitingPerKey: 200,
  maxWaitMs: 2_000,
};

/** Seconds after which a refused caller may retry. */
const RETRY_AFTER_SECONDS = 2;

interface Waiting<Call, Answer> {
  call: Call;
  line: Line<Call, Answer>;
  since: number;
  state: 'waiting' | 'taken' | 'refused';
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** The calls with one key, or a single call without a key. */
interface Line<Call, Answer> {
  /** Null: conflicts with no other call. */
  key: string | null;
  /** In order of arrival, including those refused meanwhile. */
  calls: Fifo<Waiting<Call, Answer>>;
  /** How many of them still wait. */
  waiting: number;
  /** Whether one of them is in a running batch. */
  busy: boolean;
  /** Whether it is in the queue from which batches take calls. */
  ready: boolean;
}

/**
 * Batches calls that arrive while others are running, so that many cost little more than one. Calls with the same key
 * are never in the same batch or in concurrent batches: they run one after another in order of arrival, and keys take
 * turns, so that a key with many calls does not delay others. When a batch fails, all its calls fail; `BatchedCommand`
 * then repeats them one by one.
 *
 * Every call takes constant time, however many wait. Throws common.UNAVAILABLE when too many wait, or a call has waited
 * too long.
 */
export class MicroBatcher<Call, Answer> {
  readonly #run: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  readonly #keyOf: (call: Call) => string | null;
  readonly #limits: Required<BatchLimits>;
  /** Keys with waiting or running calls. */
  readonly #lines = new Map<string, Line<Call, Answer>>();
  /** Lines that a batch may take from, the one waiting longest for its turn first. */
  readonly #ready = new Fifo<Line<Call, Answer>>();
  /** All calls in order of arrival, until they have been checked for their age. */
  readonly #arrivals = new Fifo<Waiting<Call, Answer>>();
  #waiting = 0;
  #underWay = 0;
  #starting = false;
  #lastStart = Number.NEGATIVE_INFINITY;
  #gathering: NodeJS.Timeout | null = null;
  #ageing: NodeJS.Timeout | null = null;

  /**
   * @param run Returns answers in the order of its calls. It must finish on its own: there is no timeout here.
   * @param keyOf What a call concerns; omit it for calls that change nothing.
   */
  constructor(
    run: (calls: readonly Call[]) => Promise<readonly Answer[]>,
    keyOf: (call: Call) => string | null = () => null,
    limits: BatchLimits = {},
  ) {
    this.#run = run;
    this.#keyOf = keyOf;
    this.#limits = { ...LIMITS, ...limits };
  }

  ask(call: Call): Promise<Answer> {
    const key = this.#keyOf(call);
    const line = (key === null ? undefined : this.#lines.get(key)) ?? newLine<Call, Answer>(key);
    const { maxWaiting, maxWaitingPerKey } = this.#limits;
    if (this.#waiting >= maxWaiting || line.waiting >= maxWaitingPerKey)
      return Promise.reject(busy('Too many requests of this kind are waiting. Repeat it in a moment.'));
    return new Promise((resolve, reject) => {
      this.#enqueue({ call, line, since: performance.now(), state: 'waiting', resolve, reject });
    });
  }

  #enqueue(waiting: Waiting<Call, Answer>): void {
    const { line } = waiting;
    if (line.key !== null) this.#lines.set(line.key, line);
    line.calls.push(waiting);
    line.waiting += 1;
    this.#waiting += 1;
    this.#offer(line);
    this.#arrivals.push(waiting);
    this.#ageing ??= setTimeout(() => this.#refuseAged(), this.#limits.maxWaitMs).unref();
    this.#startSoon();
  }

  /** Makes a line available to batches, unless one of its calls is running. */
  #offer(line: Line<Call, Answer>): void {
    if (line.ready || line.busy) return;
    line.ready = true;
    this.#ready.push(line);
  }

  /** Input that has already arrived is processed before this runs. */
  #startSoon(): void {
    if (this.#starting) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      this.#startBatches();
    });
  }

  #startBatches(): void {
    while (this.#mayStart()) {
      const batch = this.#take();
      if (batch.length > 0) void this.#answer(batch);
    }
  }

  #mayStart(): boolean {
    const { maxBatches, minGapMs, minBusyBatchSize, maxGatherMs } = this.#limits;
    if (this.#ready.size === 0 || this.#underWay >= maxBatches) return false;
    if (this.#ready.size >= minBusyBatchSize) return true;
    const pause = this.#underWay === 0 ? minGapMs : maxGatherMs;
    const left = pause - (performance.now() - this.#lastStart);
    if (left <= 0) return true;
    this.#startIn(left);
    return false;
  }

  /** Replaces an earlier timer: the running batch may have ended since, so that the next may start sooner. */
  #startIn(ms: number): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      this.#startBatches();
    }, ms).unref();
  }

  /** Takes one call of each line whose turn it is. */
  #take(): Waiting<Call, Answer>[] {
    const batch: Waiting<Call, Answer>[] = [];
    while (batch.length < this.#limits.maxBatchSize) {
      const line = this.#ready.shift();
      if (line === undefined) break;
      line.ready = false;
      const waiting = nextOf(line);
      // All its calls were refused for their age.
      if (waiting === null) {
        this.#rest(line);
        continue;
      }
      waiting.state = 'taken';
      line.waiting -= 1;
      line.busy = true;
      this.#waiting -= 1;
      batch.push(waiting);
    }
    this.#forgetTaken();
    return batch;
  }

  /** Drops calls already taken by a batch, which would keep their answers in memory. */
  #forgetTaken(): void {
    for (let oldest = this.#arrivals.peek(); oldest !== undefined; oldest = this.#arrivals.peek()) {
      if (oldest.state === 'waiting') return;
      this.#arrivals.shift();
    }
  }

  async #answer(batch: readonly Waiting<Call, Answer>[]): Promise<void> {
    this.#underWay += 1;
    this.#lastStart = performance.now();
    try {
      const answers = await this.#run(batch.map(({ call }) => call));
      if (answers.length !== batch.length)
        throw new Error(`${answers.length} answers to ${batch.length} calls`);
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#underWay -= 1;
    for (const { line } of batch) this.#free(line);
    this.#startSoon();
  }

  #free(line: Line<Call, Answer>): void {
    line.busy = false;
    if (line.waiting > 0) this.#offer(line);
    else this.#rest(line);
  }

  /** Forgets a key without waiting or running calls. */
  #rest(line: Line<Call, Answer>): void {
    if (line.key !== null && this.#lines.get(line.key) === line) this.#lines.delete(line.key);
  }

  /** In order of arrival, so it ends at the first call that may still wait. */
  #refuseAged(): void {
    this.#ageing = null;
    const now = performance.now();
    this.#forgetTaken();
    for (let oldest = this.#arrivals.peek(); oldest !== undefined; oldest = this.#arrivals.peek()) {
      const left = this.#limits.maxWaitMs - (now - oldest.since);
      if (left > 0) {
        this.#ageing = setTimeout(() => this.#refuseAged(), left).unref();
        return;
      }
      this.#refuse(oldest);
      this.#forgetTaken();
    }
  }

  #refuse(waiting: Waiting<Call, Answer>): void {
    waiting.state = 'refused';
    waiting.line.waiting -= 1;
    this.#waiting -= 1;
    waiting.reject(busy('The request has waited too long for its turn. Repeat it in a moment.'));
  }
}

function newLine<Call, Answer>(key: string | null): Line<Call, Answer> {
  return { key, calls: new Fifo(), waiting: 0, busy: false, ready: false };
}

/** Removes the line's longest waiting call; null if none waits. */
function nextOf<Call, Answer>(line: Line<Call, Answer>): Waiting<Call, Answer> | null {
  for (let next = line.calls.shift(); next !== undefined; next = line.calls.shift())
    if (next.state === 'waiting') return next;
  return null;
}

function busy(detail: string): WaslError {
  return new WaslError('common.UNAVAILABLE', { detail, retryAfter: RETRY_AFTER_SECONDS });
}
