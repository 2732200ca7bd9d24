import { WaslError } from '../actors/errors.ts';
import { Fifo } from './fifo.ts';

/** Bounds of a batcher; what is left out is as below. */
export interface BatchLimits {
  /** Batches under way at once: while one waits for the disk, the next is worked on. */
  maxBatches?: number;
  /** Calls in a batch; what is more goes with the next. */
  maxBatchSize?: number;
  /** Between the starts of two batches: a call that is alone waits for nothing, those of a busy moment go together. */
  minGapMs?: number;
  /** While a batch is under way the next gathers: it starts at its end, or when it is this large. */
  minBusyBatchSize?: number;
  /** ... or when it has gathered this long: the one under way may be waiting for a lock. */
  maxGatherMs?: number;
  /** Calls that wait; one more is refused at once. */
  maxWaiting?: number;
  /** Of those, calls with one key: so that no key takes all the room. */
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

/** Seconds after which a refused caller may ask again. */
const RETRY_AFTER_SECONDS = 2;

interface Waiting<Call, Answer> {
  call: Call;
  line: Line<Call, Answer>;
  since: number;
  state: 'waiting' | 'taken' | 'refused';
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** The calls with one key, or one call without a key. */
interface Line<Call, Answer> {
  /** Null: it keeps away from no other. */
  key: string | null;
  /** In the order they came, those refused meanwhile among them. */
  calls: Fifo<Waiting<Call, Answer>>;
  /** How many of them still wait. */
  waiting: number;
  /** One of them is in a batch under way. */
  busy: boolean;
  /** It is among those a batch may take from. */
  ready: boolean;
}

/**
 * Calls that arrive while others are under way go together, so that many cost little more than one. No two of a batch,
 * nor of batches under way, have the same key: later calls with it wait for the earlier ones, in their order, and keys
 * take turns, so that one with many calls delays no other. A batch that fails fails for all who are in it;
 * `BatchedCommand` repeats them one by one.
 *
 * Each call costs the same short time however many wait. Throws common.UNAVAILABLE when too many wait or a call has
 * waited too long.
 */
export class MicroBatcher<Call, Answer> {
  readonly #run: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  readonly #keyOf: (call: Call) => string | null;
  readonly #limits: Required<BatchLimits>;
  /** Of keys with calls that wait or are under way. */
  readonly #lines = new Map<string, Line<Call, Answer>>();
  /** Those a batch may take from, the one that has waited longest for its turn first. */
  readonly #ready = new Fifo<Line<Call, Answer>>();
  /** All calls in the order they came, until they have been looked at for their age. */
  readonly #arrivals = new Fifo<Waiting<Call, Answer>>();
  #waiting = 0;
  #underWay = 0;
  #starting = false;
  #lastStart = Number.NEGATIVE_INFINITY;
  #gathering: NodeJS.Timeout | null = null;
  #ageing: NodeJS.Timeout | null = null;

  /**
   * @param run Answers in the order of its calls. It must end: nothing here gives up on it.
   * @param keyOf What a call concerns; left out for calls that change nothing.
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

  /** Lets a batch take from a line, unless one has taken from it already. */
  #offer(line: Line<Call, Answer>): void {
    if (line.ready || line.busy) return;
    line.ready = true;
    this.#ready.push(line);
  }

  /** What else has arrived by now is read before this runs. */
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

  /** In place of an earlier wish: the batch under way may have ended since, and its successor starts sooner. */
  #startIn(ms: number): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      this.#startBatches();
    }, ms).unref();
  }

  /** One call of each line whose turn it is. */
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

  /** Those whose age no longer matters: kept, each would keep its answer in memory. */
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

  /** Nothing is known of a key that nothing waits for. */
  #rest(line: Line<Call, Answer>): void {
    if (line.key !== null && this.#lines.get(line.key) === line) this.#lines.delete(line.key);
  }

  /** In the order they came: the first that may still wait ends it. */
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

/** The longest waiting of its calls, taken out; null when none waits. */
function nextOf<Call, Answer>(line: Line<Call, Answer>): Waiting<Call, Answer> | null {
  for (let next = line.calls.shift(); next !== undefined; next = line.calls.shift())
    if (next.state === 'waiting') return next;
  return null;
}

function busy(detail: string): WaslError {
  return new WaslError('common.UNAVAILABLE', { detail, retryAfter: RETRY_AFTER_SECONDS });
}
