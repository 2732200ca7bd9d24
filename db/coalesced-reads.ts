import { WaslError } from '../actors/errors.ts';

/** Maximum number of questions per read; further ones are refused at once. */
const MAX_QUESTIONS = 2_000;
const RETRY_AFTER_SECONDS = 2;

interface Gathering<Answer> {
  keys: Set<string>;
  questions: number;
  answer: Promise<Answer>;
}

/**
 * Answers all questions asked at the same moment with one read. Questions that arrive during a read share the next one:
 * it begins after each of them was asked, so no answer is older than its question.
 */
export class CoalescedReads<Answer> {
  readonly #read: (keys: readonly string[]) => Promise<Answer>;
  #underWay: Promise<unknown> | null = null;
  #next: Gathering<Answer> | null = null;

  /** `read` gets the distinct keys that were asked for; none if all questions came without a key. */
  constructor(read: (keys: readonly string[]) => Promise<Answer>) {
    this.#read = read;
  }

  /**
   * Returns everything that was read together. Rejects for all askers when the read fails, and with common.UNAVAILABLE
   * when too many wait.
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
    // Wait one turn of the event loop, to include questions that have already arrived.
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
