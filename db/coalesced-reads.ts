import { WaslError } from '../actors/errors.ts';

/** Questions that one read answers; one more is refused at once. */
const MAX_QUESTIONS = 2_000;
const RETRY_AFTER_SECONDS = 2;

interface Gathering<Answer> {
  keys: Set<string>;
  questions: number;
  answer: Promise<Answer>;
}

/**
 * One read for all who ask at the same moment. Questions that come while a read is under way share the next: it begins
 * after each of them was asked, so none is answered with what was true before.
 */
export class CoalescedReads<Answer> {
  readonly #read: (keys: readonly string[]) => Promise<Answer>;
  #underWay: Promise<unknown> | null = null;
  #next: Gathering<Answer> | null = null;

  /** `read` gets what was asked for by key, each once; nothing when all asked without. */
  constructor(read: (keys: readonly string[]) => Promise<Answer>) {
    this.#read = read;
  }

  /**
   * Answers with all that was read together. Rejects when the read fails, for all who share it, and with
   * common.UNAVAILABLE when too many wait for it.
   */
  ask(key?: string): Promise<Answer> {
    this.#next ??= this.#gather();
    const next = this.#next;
    if (next.questions >= MAX_QUESTIONS) return Promise.reject(tooMany());
    next.questions += 1;
    if (key !== undefined) next.keys.add(key);
    return next.answer;
  }

  #gather(): Gathering<Answer> {
    const keys = new Set<string>();
    return { keys, questions: 0, answer: this.#readSoon(keys) };
  }

  async #readSoon(keys: ReadonlySet<string>): Promise<Answer> {
    await this.#underWay;
    // What else has arrived by now is taken along.
    await new Promise((resolve) => setImmediate(resolve));
    this.#next = null;
    const read = this.#read([...keys]);
    this.#underWay = read.catch(() => undefined);
    return read;
  }
}

function tooMany(): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail: 'Too many requests of this kind are waiting. Repeat it in a moment.',
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
